import { z } from 'zod';

/** The tables of the API page, written a second time and strictly: an extra or missing field fails the test. */
const text = z.string().min(1);
const timestamp = z.iso.datetime().nullable();
const whole = z.int().nonnegative();

export const category = z.strictObject({
  id: whole,
  name: text,
  data: z
    .string()
    .transform((json) =>
      z.array(z.strictObject({ id: whole.positive(), text, parent: whole })).parse(JSON.parse(json)),
    ),
  created_at: timestamp,
  updated_at: timestamp,
  pivot: z.strictObject({
    categorizable_type: text,
    categorizable_id: whole,
    category_id: whole,
    address: z.string().regex(/^(\d+(\/\d+)*)?$/),
  }),
});

export const bareProduct = z.strictObject({
  id: whole.positive(),
  name: text,
  name_en: text.nullable(),
  description: text,
  description_full: text.nullable(),
  sku: text.nullable(),
  price: whole.positive(),
  second_price: whole.nullable(),
  showable_price: whole.nullable(),
  type: z.enum(['cell_internet', 'cell_direct_charge', 'td_lte_internet']),
  minimum_sale: whole.nullable(),
  dimension: z.unknown(),
  score: whole,
  status: z.literal([0, 1]),
  options: z.unknown(),
  deliverable: z.literal([0, 1]),
  third_party_id: z.unknown(),
  capacity: z.unknown(),
  period: whole.nullable(),
  sim_card_type: z.enum(['credit', 'permanent']),
  operator_id: z.union([z.literal([1, 2, 3, 4, 5]), z.literal(['1', '2', '3', '4', '5'])]),
  profile_id: text.optional(),
  order: whole,
  created_at: timestamp,
  updated_at: timestamp,
});

export const product = bareProduct.extend({ categories: z.array(category) });

export const envelopeOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    links: z.strictObject({ first: z.url(), last: z.url(), prev: z.url().nullable(), next: z.url().nullable() }),
    meta: z.strictObject({
      current_page: whole.positive(),
      from: whole.positive().nullable(),
      last_page: whole.positive(),
      links: z.array(z.strictObject({ url: z.url().nullable(), label: text, active: z.boolean() })),
      path: z.url(),
      per_page: whole.positive(),
      to: whole.positive().nullable(),
      total: whole,
    }),
    balance: whole,
  });

export const offer = z.strictObject({
  offerCode: text,
  offerDesc: text,
  offerDescLN: z.string().regex(/\p{Script=Arabic}/u),
  validityDays: z.string().regex(/^\d*$/),
  offerType: text,
  amount: z.string().regex(/^[1-9]\d*$/),
  name: text,
});

export const offersAnswer = z.strictObject({
  status: z.boolean(),
  ResultCode: z.int(),
  TransactionID: text,
  CommandStatus: text,
  OrigResponseMessage: text,
  message: text,
  offersList: z.array(offer),
});

export const message = z.strictObject({ message: text });
export const complaint = z.strictObject({ message: text, errors: z.record(z.string(), z.array(text)) });

export type Product = z.infer<typeof product>;
