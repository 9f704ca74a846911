import { z } from 'zod';
import { type OperatorId, operatorIds, type Product, type ProductType, type SimType } from '../domain/product.ts';
import type { CategoryReader, ListedCategory } from './category.ts';
import { anything, filled, finite, flag, integer, text, whole, wireFlag, wireNumber, wireText } from './wire-values.ts';

/** A product with all that the gateway tells about it; what the shop needs is in `Product`. */
export interface ListedProduct extends Product {
  readonly categories: readonly ListedCategory[];
  readonly descriptionFull: string | null;
  readonly sku: string | null;
  readonly showablePrice: number | null;
  readonly minimumSale: number | null;
  readonly dimension: unknown;
  readonly score: number | null;
  readonly options: unknown;
  readonly deliverable: boolean;
  readonly thirdPartyId: unknown;
  readonly capacity: unknown;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

export const wireTypes = { data: 'cell_internet', topup: 'cell_direct_charge', tdlte: 'td_lte_internet' } as const;
export const wireSimTypes = { prepaid: 'credit', postpaid: 'permanent' } as const;

const types = new Map<string, ProductType>([
  ['cell_internet', 'data'],
  ['cell_direct_charge', 'topup'],
  ['td_lte_internet', 'tdlte'],
]);
const simTypes = new Map<string, SimType>([
  ['credit', 'prepaid'],
  ['permanent', 'postpaid'],
]);

/**
 * As the API page has it. Nearly every product is so, and plain types are checked several times faster; whether a number is
 * whole is looked at below in either case.
 */
const documented = z.object({
  id: z.number(),
  name: z.string(),
  name_en: z.string().nullable(),
  description: z.string(),
  description_full: z.string().nullable(),
  sku: z.string().nullable(),
  price: z.number(),
  second_price: z.number().nullable(),
  showable_price: z.number().nullable(),
  type: z.enum(wireTypes),
  minimum_sale: z.number().nullable(),
  dimension: z.unknown(),
  score: z.number(),
  status: z.literal([1, 0]),
  options: z.unknown(),
  deliverable: z.literal([1, 0]),
  third_party_id: z.unknown(),
  capacity: z.unknown(),
  period: z.number().nullable(),
  sim_card_type: z.enum(wireSimTypes),
  // A number by the samples and a string by the page; which operator it is, `operator` tells from either.
  operator_id: z.unknown(),
  profile_id: z.string().optional(),
  order: z.number(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  categories: z.unknown().optional(),
});

/** As it may arrive all the same: what is needed to sell in one of its forms, and the rest in any. */
const tolerated = z.object({
  id: wireNumber,
  name: z.string(),
  name_en: wireText,
  description: wireText,
  description_full: wireText,
  sku: wireText,
  price: wireNumber,
  second_price: wireNumber.nullish(),
  showable_price: wireText,
  type: z.enum(wireTypes),
  minimum_sale: wireText,
  dimension: z.unknown().optional(),
  score: wireText,
  status: wireFlag,
  options: z.unknown().optional(),
  deliverable: z.unknown().optional(),
  third_party_id: z.unknown().optional(),
  capacity: z.unknown().optional(),
  period: wireText,
  sim_card_type: z.enum(wireSimTypes),
  operator_id: wireNumber,
  profile_id: wireText,
  order: wireText,
  created_at: wireText,
  updated_at: wireText,
  categories: z.unknown().optional(),
});

type WireProduct = z.infer<typeof documented> | z.infer<typeof tolerated>;

function parse(value: unknown): WireProduct | null {
  const first = documented.safeParse(value);
  return first.success ? first.data : (tolerated.safeParse(value).data ?? null);
}

export interface ReadProduct {
  readonly product: ListedProduct;
  /** Categories that were given up, alone or with their tree. */
  readonly droppedCategories: number;
}

/** Null: what came cannot be sold as it stands, so it is no product of ours. */
export function readProduct(value: unknown, categories: CategoryReader): ReadProduct | null {
  const wire = parse(value);
  if (!wire) return null;
  const id = whole(wire.id);
  const price = whole(wire.price);
  const ranged = wire.second_price != null && wire.second_price !== '';
  const maxPrice = ranged ? whole(wire.second_price) : null;
  const operatorId = operator(wire.operator_id);
  const type = types.get(wire.type);
  const simType = simTypes.get(wire.sim_card_type);
  if (!id || price === null || !operatorId || !type || !simType || wire.name.trim() === '') return null;
  // A range that was filled and cannot be read, or that ends before it begins, would have to be guessed.
  if (ranged && (maxPrice === null || maxPrice < price)) return null;

  const listed: ListedCategory[] = [];
  let droppedCategories = 0;
  for (const element of Array.isArray(wire.categories) ? wire.categories : []) {
    const read = categories.read(element);
    if (read) listed.push(read.category);
    if (!read?.whole) droppedCategories++;
  }
  const product: ListedProduct = {
    id,
    name: text(wire.name) ?? '',
    nameEn: filled(wire.name_en),
    description: text(wire.description) ?? '',
    type,
    operatorId,
    simType,
    price,
    maxPrice,
    days: whole(wire.period),
    profileId: filled(wire.profile_id),
    onSale: flag(wire.status),
    order: integer(wire.order) ?? 0,
    categories: listed,
    descriptionFull: filled(wire.description_full),
    sku: filled(wire.sku),
    showablePrice: finite(wire.showable_price),
    minimumSale: finite(wire.minimum_sale),
    dimension: anything(wire.dimension),
    score: finite(wire.score),
    options: anything(wire.options),
    deliverable: flag(wire.deliverable),
    thirdPartyId: anything(wire.third_party_id),
    capacity: anything(wire.capacity),
    createdAt: filled(wire.created_at),
    updatedAt: filled(wire.updated_at),
  };
  return { product, droppedCategories };
}

function operator(value: unknown): OperatorId | null {
  const id = whole(value);
  return operatorIds.find((known) => known === id) ?? null;
}
