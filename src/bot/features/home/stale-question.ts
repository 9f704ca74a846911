import type { MiddlewareFn } from 'grammy';
import type { BotContext } from '../../core/context.ts';
import type { Services } from '../../core/request.ts';
import { send } from '../../core/show.ts';
import { mobilesIn } from '../numbers/questions.ts';
import { homeScreen } from './screens.ts';

/**
 * Someone was typing when a version came that no longer knows the question. What they typed would be taken for something
 * else, so they are told; a number, a command or a press says by itself what it is about.
 */
export function staleQuestion(
  services: Pick<Services, 'operators'>,
  wasForgotten: (chatId: number) => boolean,
): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const forgotten = ctx.chat !== undefined && wasForgotten(ctx.chat.id);
    const typed = ctx.message !== undefined && !ctx.message.text?.startsWith('/');
    if (!forgotten || !typed || mobilesIn(ctx, services).length > 0) return next();
    await send(ctx.api, ctx.person.id, homeScreen(ctx.format, ctx.person.role, ctx.format.html('question-outdated')));
  };
}
