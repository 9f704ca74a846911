import type { NewPromoCode, PromoCode } from '#shop/pricing/prices/promo-codes.ts';
import { withoutLimits } from './promo-terms.ts';
import { ownerId, type ShopWorld } from './shop.ts';

/** NOWRUZ takes 10% off anything, as often as anyone likes. */
export async function makePromo(
  { shop }: Pick<ShopWorld, 'shop'>,
  given: Partial<NewPromoCode> = {},
): Promise<PromoCode> {
  const made = await shop.promoCodes.create(ownerId, {
    code: 'NOWRUZ',
    value: { kind: 'percent', points: 1_000 },
    ...withoutLimits,
    ...given,
  });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}
