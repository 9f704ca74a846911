import { defineAction, type ValuesOf } from '#bot/kit/action.ts';
import { oneOf, operator, optional, order, type, whole, words } from '#bot/kit/fields.ts';

/** Encoded by index: only append. */
export const promoAudiences = ['everyone', 'customer', 'agent'] as const;

const many = { audience: oneOf(promoAudiences) } as const;
/** One level of agents, or one person. */
const promoSingleAudiences = ['tier', 'person'] as const;
const single = { audience: oneOf(promoSingleAudiences), id: whole } as const;
const singleOperator = { ...single, operator: optional(operator) } as const;

const ofOperator = { ...many, operator: optional(operator) } as const;

/** The steps of a new code carry what was chosen so far. */
const chosen = {
  audience: oneOf([...promoAudiences, ...promoSingleAudiences]),
  id: optional(whole),
  operator: optional(operator),
  type: optional(type),
} as const;
/** Per cent or rials; the other is null. */
const valued = { ...chosen, percent: optional(whole), amount: optional(whole) } as const;
/** Null: no limit. */
const limited = { ...valued, uses: optional(whole) } as const;

export const promoActions = {
  /** The buyer types a code on the confirm screen. */
  askPromo: defineAction({ tag: 'w0', fields: { order }, permission: 'buy', towardsPurchase: true }),
  /** The confirm screen again, without the code. */
  dropPromo: defineAction({ tag: 'we', fields: { order }, permission: 'buy', towardsPurchase: true }),
  /** Remembers the code for the next purchase, as its link does. */
  usePromo: defineAction({ tag: 'w8', fields: { code: words }, permission: 'buy' }),
  promos: defineAction({ tag: 'w1', fields: {}, permission: 'run' }),
  promo: defineAction({ tag: 'w2', fields: { promo: whole }, permission: 'run' }),
  endPromo: defineAction({ tag: 'w3', fields: { promo: whole }, permission: 'run' }),
  addPromo: defineAction({ tag: 'w4', fields: {}, permission: 'run' }),
  promoOperator: defineAction({ tag: 'w5', fields: { ...many }, permission: 'run' }),
  promoType: defineAction({ tag: 'w6', fields: { ...ofOperator }, permission: 'run' }),
  askPromoTerms: defineAction({ tag: 'w7', fields: { ...ofOperator, type: optional(type) }, permission: 'run' }),
  promoValue: defineAction({ tag: 'wf', fields: chosen, permission: 'run' }),
  promoUses: defineAction({ tag: 'wg', fields: valued, permission: 'run' }),
  promoDays: defineAction({ tag: 'wh', fields: limited, permission: 'run' }),
  askPromoCode: defineAction({ tag: 'wi', fields: { ...limited, days: optional(whole) }, permission: 'run' }),
  /** After the preview. */
  makePromo: defineAction({ tag: 'wd', fields: { draft: order }, permission: 'run' }),
  promoOperatorFor: defineAction({ tag: 'wb', fields: { ...single }, permission: 'run' }),
  promoTypeFor: defineAction({ tag: 'w9', fields: { ...singleOperator }, permission: 'run' }),
  askPromoTermsFor: defineAction({
    tag: 'wa',
    fields: { ...singleOperator, type: optional(type) },
    permission: 'run',
  }),
};

/** What was chosen for a new code before its name. */
export type PromoChoice = ValuesOf<typeof promoActions.promoValue>;
export type PromoTerms = ValuesOf<typeof promoActions.askPromoCode>;

/** The people that a new code is for. */
export type PromoFor =
  | { readonly audience: (typeof promoAudiences)[number]; readonly id?: undefined }
  | { readonly audience: (typeof promoSingleAudiences)[number]; readonly id: number };
