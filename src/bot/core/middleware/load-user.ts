import type { MiddlewareFn } from 'grammy';
import type { BotContext } from '../context.ts';
import type { Services } from '../services.ts';
import { languageOf } from '../texts.ts';

export function loadUser(services: Pick<Services, 'people' | 'formatterFor'>): MiddlewareFn<BotContext> {
  const { people, formatterFor } = services;
  return async (ctx, next) => {
    const from = ctx.from;
    if (!from || from.is_bot) return;
    // By code points: Telegram refuses half of a surrogate pair.
    const name = [...[from.first_name, from.last_name].filter(Boolean).join(' ')].slice(0, 100).join('');
    ctx.person = await people.meet({
      id: from.id,
      name,
      username: from.username,
      language: languageOf(from.language_code),
    });
    ctx.format = formatterFor(ctx.person.language, ctx.person.unit);
    await next();
  };
}
