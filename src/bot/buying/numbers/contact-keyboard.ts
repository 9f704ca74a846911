import type { MiddlewareFn } from 'grammy';
import type { BotContext } from '#bot/kit/context.ts';

/** Stored: the conversation while the "Share my number" keyboard is shown. */
export const numberConversation = 'sharing';

export type ContactKeyboard = ReturnType<typeof createContactKeyboard>;

/** The keyboard is removed when the question ends. */
export function createContactKeyboard() {
  // A lost entry only leaves its message in the chat.
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

  /** Telegram removes a keyboard only with a message, which is then deleted together with the hint. */
  async function remove({ api, person }: BotContext): Promise<void> {
    const { message_id } = await api.sendMessage(person.id, '✓', { reply_markup: { remove_keyboard: true } });
    const hint = hints.get(person.id);
    hints.delete(person.id);
    // Best effort.
    await api.deleteMessages(person.id, hint === undefined ? [message_id] : [hint, message_id]).catch(() => undefined);
  }

  /** Any button or command ends the open question, and its keyboard. */
  const leave: MiddlewareFn<BotContext> = async (ctx, next) => {
    const waiting = ctx.conversation.active(numberConversation) > 0;
    if (ctx.callbackQuery || ctx.message?.text?.startsWith('/')) await ctx.conversation.exitAll();
    await next();
    const own = ctx.message?.contact !== undefined && ctx.message.contact.user_id === ctx.from?.id;
    if ((waiting || own) && ctx.conversation.active(numberConversation) === 0) await remove(ctx);
  };

  return { offer, leave };
}
