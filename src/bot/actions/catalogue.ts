import { type Action, defineAction, type ValuesOf } from '#bot/kit/action.ts';
import { mobile, oneOf, operator, optional, sim, sort, type, whole, words } from '#bot/kit/fields.ts';

const shelf = {
  type,
  operator,
  sim,
  category: optional(whole),
  sub: optional(whole),
  all: oneOf(['no', 'yes']),
  page: whole,
  sort,
  mobile: optional(mobile),
};

export const catalogueActions = {
  operators: defineAction({ tag: 'o', fields: { type }, permission: 'buy', towardsPurchase: true }),
  sims: defineAction({ tag: 'i', fields: { type, operator }, permission: 'buy', towardsPurchase: true }),
  /** Sub-categories, or with `all` the products. */
  shelf: defineAction({
    tag: 's',
    fields: shelf,
    permission: 'buy',
    towardsPurchase: true,
  }),
  /** The order of a list, its sub-categories and its link. */
  shelfOptions: defineAction({ tag: 'sx', fields: shelf, permission: 'buy', towardsPurchase: true }),
  product: defineAction({
    tag: 'p',
    fields: { id: whole, mobile: optional(mobile) },
    permission: 'buy',
    towardsPurchase: true,
  }),
  /** Opened from a list in another order than the catalogue's: the way back leads there. */
  sortedProduct: defineAction({
    tag: 'po',
    fields: { id: whole, sort, mobile: optional(mobile) },
    permission: 'buy',
    towardsPurchase: true,
  }),
  askSearch: defineAction({ tag: 'as', fields: {}, permission: 'buy' }),
  /** The words come last: they may contain a colon. */
  search: defineAction({
    tag: 'q',
    fields: { page: whole, sim: optional(sim), words },
    permission: 'buy',
    towardsPurchase: true,
  }),
};

export const openProduct = ({ id, mobile, sort }: ValuesOf<typeof catalogueActions.sortedProduct>): Action =>
  sort === 'catalogue'
    ? catalogueActions.product({ id, mobile })
    : catalogueActions.sortedProduct({ id, sort, mobile });
