import { z } from 'zod';

export const PRODUCT_TYPES = ['cell_internet', 'cell_direct_charge', 'td_lte_internet'] as const;
export const SIM_CARD_TYPES = ['credit', 'permanent'] as const;

export type ProductType = (typeof PRODUCT_TYPES)[number];
export type SimCardType = (typeof SIM_CARD_TYPES)[number];

const time = z.iso.datetime().nullable();
const yesOrNo = z.literal([0, 1]).meta({ type: 'integer' });

/** The Category and Pivot tables of the API documentation. */
export const category = z.object({
  id: z.int(),
  name: z.string(),
  data: z.string().describe('A JSON array of {id, text, parent}; parent is 0 at the top.'),
  created_at: time,
  updated_at: time,
  pivot: z.object({
    categorizable_type: z.string(),
    categorizable_id: z.int(),
    category_id: z.int(),
    address: z.string().describe('The steps inside data from the top, "3/7"; empty: the category itself.'),
  }),
});

/** The Product table of the API documentation, with the types of a real gateway. */
export const product = z.object({
  id: z.int(),
  name: z.string(),
  name_en: z.string().nullable(),
  description: z.string(),
  description_full: z.string().nullable(),
  sku: z.string().nullable(),
  price: z.int().describe('Rials. Without VAT; of a range the lowest price, which is sent as it is.'),
  second_price: z.int().nullable().describe('Where it is filled, any price from price to this one may be sent.'),
  showable_price: z.int().nullable(),
  type: z.enum(PRODUCT_TYPES),
  minimum_sale: z.int().nullable(),
  dimension: z.string().nullable(),
  score: z.int(),
  status: yesOrNo.meta({ type: 'integer', description: '1: on sale.' }),
  options: z.record(z.string(), z.unknown()).nullable(),
  deliverable: yesOrNo,
  third_party_id: z.string().nullable(),
  capacity: z.int().nullable(),
  period: z.int().nullable().describe('Days.'),
  sim_card_type: z.enum(SIM_CARD_TYPES),
  operator_id: z.union([z.int(), z.string()]).describe('Documented as a string, but sent as a number too.'),
  profile_id: z.string().optional(),
  order: z.int().describe('Position in the list.'),
  created_at: time,
  updated_at: time,
  categories: z.array(category),
});

/** The Offer table of the API documentation. All values are strings. */
export const offer = z.object({
  offerCode: z.string(),
  offerDesc: z.string(),
  offerDescLN: z.string(),
  validityDays: z.string(),
  offerType: z.string(),
  amount: z.string().describe('Rials, without VAT.'),
  name: z.string(),
});

/** The response table of endpoint 1, field for field. */
export const offersAnswer = z.object({
  status: z.boolean().describe('False: the operator refused, and message says why.'),
  ResultCode: z.int(),
  TransactionID: z.string(),
  CommandStatus: z.string(),
  OrigResponseMessage: z.string(),
  message: z.string(),
  offersList: z.array(offer),
});

export type Category = Readonly<z.infer<typeof category>>;
export type Product = Readonly<z.infer<typeof product>>;
export type Offer = Readonly<z.infer<typeof offer>>;
export type OffersAnswer = Readonly<z.infer<typeof offersAnswer>>;

/** 98 followed by the ten digits of the number. */
export const MOBILE = /^98\d{10}$/;
