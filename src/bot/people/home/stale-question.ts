import type { MiddlewareFn } from 'grammy';
import type { BotContext } from '#bot/kit/context.ts';
import { readMessage } from '#bot/kit/question.ts';
import { send } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { homeScreen } from '#bot/words/home-screens.ts';

/** For questions of another version that were dropped; numbers, commands and buttons are understood without one. */
export function staleQuestion(
  { operators }: Pick<Services, 'operators'>,
  wasDropped: (chatId: number) => boolean,
): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const isDropped = ctx.chat !== undefined && wasDropped(ctx.chat.id);
    const isTyped = ctx.message !== undefined && !ctx.message.text?.startsWith('/');
    if (!isDropped || !isTyped || readMessage(ctx.message, operators).mobiles.length > 0) return next();
    await send(ctx.api, ctx.person.id, homeScreen(ctx.format, ctx.person, ctx.format.html('question-outdated')));
  };
}
