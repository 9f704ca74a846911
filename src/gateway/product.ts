import { z } from 'zod';
import { type OperatorId, operatorIds, type Product, type ProductType, type SimType } from '../domain/product.ts';
import type { CategoryReader, ListedCategory } from './category.ts';
import { filled, finite, flag, integer, text, whole, wireFlag, wireNumber, wireText } from './wire-values.ts';

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

const wireProduct = z.object({
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
  dimension: z.unknown(),
  score: wireText,
  status: wireFlag,
  options: z.unknown(),
  deliverable: z.unknown(),
  third_party_id: z.unknown(),
  capacity: z.unknown(),
  period: wireText,
  sim_card_type: z.enum(wireSimTypes),
  operator_id: wireNumber,
  profile_id: wireText,
  order: wireText,
  created_at: wireText,
  updated_at: wireText,
  categories: z.array(z.unknown()).nullish().catch(null),
});

export interface ReadProduct {
  readonly product: ListedProduct;
  /** Categories that were given up, alone or with their tree. */
  readonly droppedCategories: number;
}

/** Null: what came cannot be sold as it stands, so it is no product of ours. */
export function readProduct(value: unknown, categories: CategoryReader): ReadProduct | null {
  const parsed = wireProduct.safeParse(value);
  if (!parsed.success) return null;
  const wire = parsed.data;
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
  for (const element of wire.categories ?? []) {
    const read = categories.read(element);
    if (read) listed.push(read.category);
    if (!read?.whole) droppedCategories++;
  }
  const product: ListedProduct = {
    id,
    name: wire.name,
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
    dimension: wire.dimension ?? null,
    score: finite(wire.score),
    options: wire.options ?? null,
    deliverable: flag(wire.deliverable),
    thirdPartyId: wire.third_party_id ?? null,
    capacity: wire.capacity ?? null,
    createdAt: filled(wire.created_at),
    updatedAt: filled(wire.updated_at),
  };
  return { product, droppedCategories };
}

function operator(value: string | number): OperatorId | null {
  const id = whole(value);
  return operatorIds.find((known) => known === id) ?? null;
}
