import { category, offer, offersAnswer, product, productPage } from '@sharj/wire';
import { z } from 'zod';
import { boughtStates } from '#domain/order.ts';
import { operatorIds } from '#domain/product.ts';
import { apiNotice } from '#shop/base/outbox/api-deliveries.ts';

// Answers are typed and described by these schemas, and never parsed.

const rials = z.int().describe('Rials.');
const time = z.iso.datetime().nullable();
const charge = (what: string) => z.int().describe(`Ours, beside the contract's: ${what}, in rials.`);

const resoldProduct = product.extend({
  operator_id: z.literal(operatorIds).meta({ type: 'integer' }),
  charge: charge('what your wallet pays for it, VAT included; of a range for the lowest price'),
});

const listedProduct = resoldProduct.partial({ categories: true });

const message = z.string().describe("In the agent's language.");

const purchase = z.object({
  message,
  code: z.enum(['delivered', 'rejected', 'pending']),
  webservice_code: z.string().describe('Yours.'),
  order_code: z.string().describe("The shop's."),
  price: z.int().describe('Rials. As it was sent, VAT included.'),
  charge: charge('what your wallet pays'),
});

/** Which of its facts an error has depends on the code. */
export const apiError = purchase
  .extend({
    price: z.int().describe('Rials. With price: the one that holds. With rejected and pending: that of the purchase.'),
    field: z.string().describe('The first field that is missing or wrong.'),
    missing: z.int().describe('Rials. How much more the wallet needs.'),
    min: rials,
    max: rials,
    nearest: rials,
    limit: rials,
    left: rials,
    anew: z.int().describe('When the day of the limit is over: Unix milliseconds.'),
    reason: z.string(),
    details: z.string().describe('In English, for programmers.'),
    errors: z.record(z.string(), z.array(z.string())),
  })
  .partial()
  .extend({ message, code: z.string() });

const order = purchase.extend({
  state: z.enum(boughtStates),
  mobile: z.string(),
  product_id: z.int().nullable().describe('Null: a personal offer.'),
  created_at: time,
  ended_at: time,
  reversed_at: time.describe('When the shop took the delivery back and paid it back.'),
});

const me = z.object({
  name: z.string(),
  balance: rials,
  held: z.int().describe('Rials. For purchases that have not ended.'),
  credit_limit: rials,
  available: z.int().nullable().describe('What you can spend, in rials; null: no limit.'),
  daily_limit: z.int().nullable().describe('By the API, in rials; null: none.'),
});

export type ApiError = Readonly<z.infer<typeof apiError>>;
export type Purchase = Readonly<z.infer<typeof purchase>>;
export type OrderAnswer = z.infer<typeof order>;
export type Me = z.infer<typeof me>;
export type ResoldProduct = Readonly<z.infer<typeof resoldProduct>>;

/** The description names them so. */
export const answers = {
  Product: listedProduct,
  Category: category,
  Listing: productPage.extend({ data: z.array(listedProduct) }),
  Offer: offer,
  Offers: offersAnswer,
  Purchase: purchase.extend({ code: z.literal('delivered') }),
  Order: order,
  Me: me,
  Notice: apiNotice,
} as const;
