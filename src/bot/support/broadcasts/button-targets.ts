import type { ButtonTarget } from '#bot/actions/broadcasts.ts';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { promoActions } from '#bot/actions/promo-codes.ts';
import { shelfOf } from '#bot/actions/shelf-address.ts';
import type { Action } from '#bot/kit/action.ts';
import { encodeAction } from '#bot/kit/callback-data.ts';
import { oneLine } from '#bot/kit/formatter.ts';
import { shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import type { Services } from '#bot/parts.ts';
import { forEachLanguage, type Language } from '#domain/language.ts';
import type { Product } from '#domain/product.ts';
import type { BroadcastButton } from '#shop/support/broadcasts/broadcasts.ts';

type TargetServices = Pick<Services, 'catalogue' | 'formatterFor' | 'promoCodes'>;

/** The last category of the path, or none. */
export const categoryName = ({ categories: [first] }: Product): string | null =>
  first === undefined ? null : (first.subs.at(-1)?.name ?? first.name);

/** The button below every copy; it opens in a new message, so that the broadcast stays. Null: there is no such thing. */
export async function broadcastButton(
  { catalogue, formatterFor, promoCodes }: TargetServices,
  to: ButtonTarget,
  id: number,
): Promise<BroadcastButton | null> {
  const buttonFor = (action: Action, label: (language: Language) => string): BroadcastButton => {
    const labelIn = (language: Language) => truncateLabel(oneLine(label(language)), shownLength(1));
    return { label: forEachLanguage((_, language) => labelIn(language)), data: encodeAction(action, true) };
  };
  const format = (language: Language) => formatterFor(language, 'toman');
  if (to === 'promo') {
    const promo = await promoCodes.find(id);
    if (!promo) return null;
    return buttonFor(promoActions.usePromo({ code: promo.code }), (language) =>
      format(language).plain('key-use-promo', { code: promo.code }),
    );
  }
  const product = catalogue.product(id);
  if (!product) return null;
  if (to === 'product')
    return buttonFor(catalogueActions.product({ id, mobile: null }), (language) =>
      format(language).nameOf(product.name, product.nameEn),
    );
  return buttonFor(
    catalogueActions.shelf(shelfOf(product, null)),
    (language) => categoryName(product) ?? format(language).operator(product.operatorId),
  );
}
