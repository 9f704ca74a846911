import type { MiddlewareFn } from 'grammy';
import { may } from '../../../domain/access.ts';
import type { BotContext } from '../context.ts';
import { createRateLimiter, type Kind, type RateLimits } from '../rate-limiter.ts';
import type { Services } from '../services.ts';
import { languageOf, type Texts } from '../texts.ts';

export interface RateLimitDeps {
  readonly people: Services['people'];
  readonly texts: Texts;
  readonly limits: RateLimits;
  readonly now: () => number;
  readonly onLimited: (kind: Kind) => void;
}

/** One chat cannot keep the others waiting. What is one too many is told so, once in a while, and goes no further. */
export function rateLimit({ people, texts, limits, now, onLimited }: RateLimitDeps): MiddlewareFn<BotContext> {
  const isSeller = async (id: number): Promise<boolean> => {
    const person = await people.find(id);
    return person !== null && may(person.role, 'sell');
  };
  const { admit } = createRateLimiter({ limits, isSeller, now });

  async function tell(ctx: BotContext, kind: Kind, seconds: number): Promise<void> {
    const known = ctx.from ? await people.find(ctx.from.id).catch(() => null) : null;
    const language = known?.language ?? languageOf(ctx.from?.language_code);
    const text = texts.translate(language, 'too-fast', { seconds });
    // It is only a courtesy: if it cannot be said, so be it.
    if (kind === 'press') await ctx.answerCallbackQuery({ text }).catch(() => undefined);
    else if (ctx.chat?.type === 'private') await ctx.reply(text).catch(() => undefined);
  }

  return async (ctx, next) => {
    const place = ctx.chat ?? ctx.from;
    if (!place || isExempt(ctx)) return next();
    const kind = kindOf(ctx);
    const verdict = await admit(place.id, kind);
    if (verdict.admitted) return next().finally(verdict.done);
    onLimited(kind);
    if (verdict.tell) await tell(ctx, kind, verdict.seconds);
  };
}

/** Money is never turned away, and Telegram itself says who blocked us. */
const isExempt = ({ preCheckoutQuery, message, myChatMember }: BotContext): boolean =>
  preCheckoutQuery !== undefined || message?.successful_payment !== undefined || myChatMember !== undefined;

function kindOf({ callbackQuery, message }: BotContext): Kind {
  if (callbackQuery) return 'press';
  return message ? 'message' : 'other';
}
