import type { MiddlewareFn } from 'grammy';
import type { ChatTurns } from '../../../storage/chat-turns.ts';
import type { BotContext } from '../context.ts';

/**
 * Telegram sends a person's presses and messages side by side, and a proxy hands them to any process: without turns the one
 * that ends last would write back what the person was asked before the other one.
 */
export function inTurn(turns: Pick<ChatTurns, 'take'>): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const id = (ctx.chat ?? ctx.from)?.id;
    // Groups, whose numbers are negative, are asked nothing.
    if (id === undefined || id < 0) return next();
    const end = await turns.take(id);
    await next().finally(end);
  };
}
