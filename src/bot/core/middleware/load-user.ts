import type { MiddlewareFn } from 'grammy';
import type { BotContext } from '../context.ts';
import type { Services } from '../request.ts';
import { languageOf } from '../texts.ts';

/** Who is this, and in what language and unit do they see things? */
export function meet({ people, formatterFor }: Pick<Services, 'people' | 'formatterFor'>): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const from = ctx.from;
    if (!from || from.is_bot) return;
    // By characters: half of one is a text that Telegram refuses.
    const name = [...[from.first_name, from.last_name].filter(Boolean).join(' ')].slice(0, 100).join('');
    ctx.person = await people.meet({ id: from.id, name, language: languageOf(from.language_code) });
    ctx.format = formatterFor(ctx.person.language, ctx.person.unit);
    await next();
  };
}
