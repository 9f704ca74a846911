import type { MiddlewareFn } from 'grammy';
import type { BotContext } from '../../core/context.ts';

/** The conversation in which the keyboard with "Share my number" is up. It is the typing one under another name. */
export const numberConversation = 'sharing';

export type Sharing = ReturnType<typeof createSharing>;

/** A number's owner is one tap away from telling it, but that tap needs a keyboard of its own, which must not stay. */
export function createSharing() {
  // A hint that is forgotten here, by a restart or among too many, only stays in its chat as a line.
  const hints = new Map<number, number>();
  const most = 10_000;

  async function offer({ api, person, format }: BotContext): Promise<void> {
    const button = { text: format.plain('key-share-number'), request_contact: true } as const;
    const { message_id } = await api.sendMessage(person.id, format.plain('share-hint'), {
      reply_markup: { keyboard: [[button]], resize_keyboard: true, one_time_keyboard: true },
    });
    hints.set(person.id, message_id);
    for (const id of hints.keys()) {
      if (hints.size <= most) break;
      hints.delete(id);
    }
  }

  /** Telegram takes a keyboard away only with a message; it goes again at once, and the hint with it. */
  async function takeAway({ api, person }: BotContext): Promise<void> {
    const { message_id } = await api.sendMessage(person.id, '✓', { reply_markup: { remove_keyboard: true } });
    const hint = hints.get(person.id);
    hints.delete(person.id);
    // What cannot be deleted any more may stay.
    await api.deleteMessages(person.id, hint === undefined ? [message_id] : [hint, message_id]).catch(() => undefined);
  }

  /** Any button and any command leaves whatever was being typed; the keyboard goes as soon as nobody waits for it. */
  const leave: MiddlewareFn<BotContext> = async (ctx, next) => {
    const waiting = ctx.conversation.active(numberConversation) > 0;
    if (ctx.callbackQuery || ctx.message?.text?.startsWith('/')) await ctx.conversation.exitAll();
    await next();
    const own = ctx.message?.contact !== undefined && ctx.message.contact.user_id === ctx.from?.id;
    if ((waiting || own) && ctx.conversation.active(numberConversation) === 0) await takeAway(ctx);
  };

  return { offer, leave };
}
