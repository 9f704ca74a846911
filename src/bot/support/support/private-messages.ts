import { Composer } from 'grammy';
import { hasToken } from '#bot/connecting/agent-bots/own-bot.ts';
import type { BotContext } from '#bot/kit/context.ts';
import { send } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { contentOf, editionOf, writtenIn } from './read-message.ts';
import { sentScreen } from './screens.ts';
import { createSlipButton } from './slip-button.ts';

/** Replies to messages of a conversation, albums that go on, and edits; by people and, without a group, by staff. */
export function createSupportMessages({
  support,
  people,
  payments,
}: Pick<Services, 'support' | 'people' | 'payments'>): Composer<BotContext> {
  const slipButton = createSlipButton({ payments });
  const composer = new Composer<BotContext>();

  /** Whose conversation it belongs to; null: none. */
  async function placeOf(ctx: BotContext) {
    const { reply_to_message: repliedTo, media_group_id: album } = ctx.message ?? {};
    if (repliedTo) {
      const placedMessage = await support.placedAt(ctx.person.id, repliedTo.message_id);
      if (placedMessage) return { personId: placedMessage.person_id, direction: placedMessage.direction };
    }
    return album === undefined ? null : support.ofAlbum(ctx.person.id, album);
  }

  composer.on('message', async (ctx, next) => {
    const { message, person, format } = ctx;
    // A token is passed on to no one.
    if (hasToken(message)) return next();
    const place = message.reply_to_message || message.media_group_id ? await placeOf(ctx) : null;
    if (!place) return next();
    const act = { by: person.id, via: 'private' } as const;
    const source = `back:${message.chat.id}:${message.message_id}:${message.date}`;
    if (message.text === '/delete' && message.reply_to_message) {
      const back = await support.takeBack(person.id, message.reply_to_message.message_id, act, source);
      return back ? undefined : next();
    }
    const writtenMessage = message.text?.startsWith('/') ? null : writtenIn(message);
    if (!writtenMessage) return next();
    const isStaff = await support.staff.mayAnswer(person.id);
    if (place.personId === person.id && !(isStaff && place.direction === 'in')) {
      const { first } = await support.take(person.id, writtenMessage);
      const slip = await slipButton(ctx, message);
      // An album is one message to its sender.
      if (first || message.media_group_id === undefined)
        await send(ctx.api, person.id, sentScreen(format, { isFirst: first, slip }));
      return;
    }
    if (!isStaff) return next();
    const result = await support.answer(place.personId, act, writtenMessage);
    if (!result.ok || writtenMessage.repliesTo === null) return;
    const name = (await people.find(place.personId))?.name ?? '';
    await ctx.api.sendMessage(person.id, format.html('support-answer-to', { name }), { parse_mode: 'HTML' });
  });

  composer.on('edited_message', async (ctx, next) => {
    const { editedMessage } = ctx;
    const content = contentOf(editedMessage);
    const edition = content && editionOf(content, editedMessage.edit_date);
    if (!content || !edition || !(await support.edit(ctx.person.id, editedMessage.message_id, edition, content)))
      return next();
  });

  return composer;
}
