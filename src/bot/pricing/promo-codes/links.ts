import type { BotContext } from '#bot/kit/context.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/kit/services.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import { readPromoCode } from '#domain/promo.ts';

/** Start links with a promo code begin with it. */
export const promoPrefix = 'p_';

/** Remembers the code of a start link for the next purchase. Null: the link has none. */
export async function openPromo(
  { promoCodes }: Pick<Services, 'promoCodes'>,
  { person, format, match }: Pick<BotContext, 'person' | 'format'> & { readonly match: string },
): Promise<Screen | null> {
  const code = match.startsWith(promoPrefix) ? readPromoCode(match.slice(promoPrefix.length)) : null;
  if (code === null) return null;
  await promoCodes.remember(person.id, code);
  return homeScreen(format, person, format.html('promo-remembered', { code: format.code(code) }));
}
