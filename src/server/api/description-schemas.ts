import { PRODUCT_TYPES, SIM_CARD_TYPES } from '@sharj/wire';
import type { FailureCode } from '#domain/failure.ts';
import { boughtStates } from '#domain/order.ts';
import { type ApiText, codeOf } from './answers.ts';

/** The part of JSON Schema that the description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export const text: Schema = { type: 'string' };
export const whole: Schema = { type: 'integer' };
const yes: Schema = { type: 'boolean' };
const orNull = ({ type = [], ...rest }: Schema): Schema => ({ ...rest, type: [type, 'null'].flat() });
export const oneOf = (values: readonly unknown[], type = 'string'): Schema => ({ type, enum: values });
export const told = (schema: Schema, description: string): Schema => ({ ...schema, description });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
/** All of them are there, unless they are named in `optional`; nothing else is. */
export const objectOf = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const rials = told(whole, 'Rials.');
const time: Schema = { type: ['string', 'null'], format: 'date-time' };
const sumOf = (charge: string) => told(whole, `Ours, beside the contract's: ${charge}, in rials.`);

/** What a purchase says beside message and code. */
const purchaseFacts = {
  webservice_code: told(text, 'Yours.'),
  order_code: told(text, "The shop's."),
  price: told(rials, 'As it was sent, VAT included.'),
  charge: sumOf('what your wallet pays'),
};

/** What an error says beside message and code; which of them depends on the code. */
const errorFacts = {
  ...purchaseFacts,
  price: told(rials, 'With price: the one that holds. With rejected and pending: that of the purchase.'),
  field: told(text, 'The first field that is missing or wrong.'),
  missing: told(rials, 'How much more the wallet needs.'),
  min: rials,
  max: rials,
  nearest: rials,
  limit: rials,
  left: rials,
  anew: told(whole, 'When the day of the limit is over: Unix milliseconds.'),
  reason: text,
  details: told(text, 'In English, for programmers.'),
  errors: { type: 'object', additionalProperties: listOf(text) } as const,
};

/** Failures of the shop that a purchase can end with, by status. */
const refusals = [
  'api-price',
  'api-field',
  'number-invalid',
  'amount-invalid',
  'amount-out-of-range',
  'product-gone',
  'product-off-sale',
  'product-not-for-number',
  'number-only-tdlte',
  'offer-gone',
  'offers-refused',
  'daily-limit',
] as const satisfies readonly FailureCode[];

type Code = FailureCode | ApiText;

export const errorCodes = {
  400: ['api-key-required'],
  401: ['api-unauthenticated'],
  402: ['wallet-too-small'],
  404: ['api-not-found'],
  409: ['api-key-reused', 'api-key-in-doubt'],
  413: ['api-invalid'],
  415: ['api-invalid'],
  422: [...refusals, 'api-rejected', 'api-invalid'],
  429: ['api-too-many', 'api-orders-too-many'],
  503: ['api-pending', 'selling-paused', 'shop-short', 'person-paused', 'offers-unavailable', 'api-busy'],
} as const satisfies Readonly<Record<number, readonly Code[]>>;

export type ErrorStatus = keyof typeof errorCodes;

export const errorSchema = (codes: readonly Code[]): Schema =>
  objectOf(
    { message: told(text, "In the agent's language."), code: oneOf(codes.map(codeOf)), ...errorFacts },
    Object.keys(errorFacts),
  );

export const schemas: Readonly<Record<string, Schema>> = {
  Product: objectOf(
    {
      id: whole,
      name: text,
      name_en: orNull(text),
      description: text,
      description_full: orNull(text),
      sku: orNull(text),
      price: told(rials, 'Without VAT; of a range the lowest price, which is sent as it is.'),
      second_price: told(orNull(rials), 'Where it is filled, any price from price to this one may be sent.'),
      showable_price: orNull(whole),
      type: oneOf(PRODUCT_TYPES),
      minimum_sale: orNull(whole),
      dimension: orNull(text),
      score: whole,
      status: told(oneOf([0, 1], 'integer'), '1: on sale.'),
      options: orNull({ type: 'object' }),
      deliverable: oneOf([0, 1], 'integer'),
      third_party_id: orNull(text),
      capacity: orNull(whole),
      period: told(orNull(whole), 'Days.'),
      sim_card_type: oneOf(SIM_CARD_TYPES),
      operator_id: oneOf([1, 2, 3, 4, 5], 'integer'),
      profile_id: text,
      order: told(whole, 'Position in the list.'),
      created_at: time,
      updated_at: time,
      categories: listOf(named('Category')),
      charge: sumOf('what your wallet pays for it, VAT included; of a range for the lowest price'),
    },
    ['profile_id', 'categories'],
  ),
  Category: objectOf({
    id: whole,
    name: text,
    data: told(text, 'A JSON array of {id, text, parent}.'),
    created_at: time,
    updated_at: time,
    pivot: objectOf({ categorizable_type: text, categorizable_id: whole, category_id: whole, address: text }),
  }),
  Listing: objectOf({
    data: listOf(named('Product')),
    links: objectOf({ first: text, last: text, prev: orNull(text), next: orNull(text) }),
    meta: objectOf({
      current_page: whole,
      from: orNull(whole),
      last_page: whole,
      links: listOf(objectOf({ url: orNull(text), label: text, active: yes })),
      path: text,
      per_page: whole,
      to: orNull(whole),
      total: whole,
    }),
    balance: told(rials, 'What you can spend: the balance with your credit, less what is held.'),
  }),
  Offer: objectOf({
    offerCode: text,
    offerDesc: text,
    offerDescLN: text,
    validityDays: text,
    offerType: text,
    amount: told(text, 'Rials, without VAT.'),
    name: text,
  }),
  Offers: objectOf({
    status: told(yes, 'False: the operator refused, and message says why.'),
    ResultCode: whole,
    TransactionID: text,
    CommandStatus: text,
    OrigResponseMessage: text,
    message: text,
    offersList: listOf(named('Offer')),
  }),
  Purchase: objectOf({ message: text, code: oneOf(['delivered']), ...purchaseFacts }),
  Order: objectOf({
    message: text,
    code: oneOf(['delivered', 'rejected', 'pending']),
    ...purchaseFacts,
    state: oneOf(boughtStates),
    mobile: text,
    product_id: told(orNull(whole), 'Null: a personal offer.'),
    created_at: time,
    ended_at: time,
    reversed_at: told(time, 'When the shop took the delivery back and paid it back.'),
  }),
  Me: objectOf({
    name: text,
    balance: rials,
    held: told(rials, 'For purchases that have not ended.'),
    credit_limit: rials,
    available: told(orNull(whole), 'What you can spend, in rials; null: no limit.'),
    daily_limit: told(orNull(whole), 'By the API, in rials; null: none.'),
  }),
  Notice: objectOf({
    id: told(text, 'The same however often it is sent.'),
    event: oneOf(['order.delivered', 'order.rejected', 'order.reversed', 'test']),
    at: { type: 'string', format: 'date-time' },
    webservice_code: orNull(text),
    code: told(orNull(text), "The shop's code of the order."),
    state: { type: ['string', 'null'], enum: ['delivered', 'rejected', 'reversed', null] },
    mobile: orNull(text),
    product_id: orNull(whole),
    price: orNull(whole),
    charge: orNull(whole),
    message: orNull(text),
  }),
};
