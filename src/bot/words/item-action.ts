import { catalogueActions } from '#bot/actions/catalogue.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/kit/action.ts';
import type { Mobile } from '#domain/phone.ts';
import type { NamedPrice } from '#domain/quote.ts';

/** Leads to the confirm screen of a product of the catalogue. */
export function itemAction(
  mobile: Mobile,
  { productId: id, amount, credit = null }: NamedPrice & { readonly productId: number },
): Action {
  if (credit !== null) return topUpActions.credit({ id, mobile, credit });
  return amount === null ? catalogueActions.product({ id, mobile }) : topUpActions.amount({ id, mobile, amount });
}
