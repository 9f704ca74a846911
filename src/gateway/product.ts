import { z } from 'zod';
import {
  type OperatorId,
  operatorIds,
  type Product,
  type ProductCategory,
  type ProductType,
  productTypes,
  type SimType,
  simTypes,
} from '#domain/product.ts';
import { simTypeOfOffer } from '#domain/quote.ts';
import type { CategoryReader } from './category.ts';
import { daysOf, filled, flag, integer, priceOf, text, whole, wireFlag, wireNumber, wireText } from './wire-values.ts';

export const wireTypes = { data: 'cell_internet', topup: 'cell_direct_charge', tdlte: 'td_lte_internet' } as const;
export const wireSimTypes = { prepaid: 'credit', postpaid: 'permanent' } as const;

const types = new Map<string, ProductType>(productTypes.map((type) => [wireTypes[type], type]));
const sims = new Map<string, SimType>(simTypes.map((simType) => [wireSimTypes[simType], simType]));

export const typeOf = (wire: string): ProductType | undefined => types.get(wire);
export const simTypeOf = (wire: string): SimType | undefined => sims.get(wire);

/** The documented form, checked first because plain types are several times faster. */
const documented = z.object({
  id: z.number(),
  name: z.string(),
  name_en: z.string().nullable(),
  description: z.string(),
  price: z.number(),
  second_price: z.number().nullable(),
  type: z.enum(wireTypes),
  status: z.literal([1, 0]),
  period: z.number().nullable(),
  sim_card_type: z.enum(wireSimTypes),
  // The documentation has a string, its samples a number.
  operator_id: z.unknown(),
  profile_id: z.string().optional(),
  order: z.number(),
  categories: z.unknown().optional(),
});

/** The tolerated form: required fields in any readable form, others in any form. */
const tolerated = z.object({
  id: wireNumber,
  name: z.string(),
  name_en: wireText,
  description: wireText,
  price: wireNumber,
  second_price: wireNumber.nullish(),
  type: z.enum(wireTypes),
  status: wireFlag,
  period: wireText,
  sim_card_type: z.enum(wireSimTypes),
  operator_id: wireNumber,
  profile_id: wireText,
  order: wireText,
  categories: z.unknown().optional(),
});

type WireProduct = z.infer<typeof documented> | z.infer<typeof tolerated>;

function parse(value: unknown): WireProduct | null {
  const first = documented.safeParse(value);
  return first.success ? first.data : (tolerated.safeParse(value).data ?? null);
}

interface ReadProduct {
  readonly product: Product;
  /** Number of categories that lost themselves or their tree. */
  readonly droppedCategories: number;
}

/** Longest name or description; a longer one would stall the search. */
const longestText = 1_000_000;
const isTooLong = (value: unknown): boolean => typeof value === 'string' && value.length > longestText;

/** Null if the product cannot be sold. */
export function readProduct(value: unknown, categories: CategoryReader): ReadProduct | null {
  const wire = parse(value);
  if (!wire || isTooLong(wire.name) || isTooLong(wire.name_en) || isTooLong(wire.description)) return null;
  const id = whole(wire.id);
  const price = priceOf(wire.price);
  const ranged = wire.second_price != null && wire.second_price !== '';
  const maxPrice = ranged ? priceOf(wire.second_price) : null;
  const operatorId = operator(wire.operator_id);
  const type = typeOf(wire.type);
  const simType = simTypeOf(wire.sim_card_type);
  if (!id || price === null || !operatorId || !type || !simType || wire.name.trim() === '') return null;
  // Drops the product instead of guessing an unreadable or empty price range.
  if (ranged && (maxPrice === null || maxPrice < price)) return null;

  const productCategories: ProductCategory[] = [];
  let droppedCategories = 0;
  for (const element of Array.isArray(wire.categories) ? wire.categories : []) {
    const categoryResult = categories.read(element);
    if (categoryResult) productCategories.push(categoryResult.category);
    if (!categoryResult?.whole) droppedCategories++;
  }
  const product: Product = {
    id,
    name: text(wire.name) ?? '',
    nameEn: filled(wire.name_en),
    description: text(wire.description) ?? '',
    type,
    operatorId,
    simType,
    price,
    maxPrice,
    days: daysOf(wire.period),
    profileId: filled(wire.profile_id),
    // These ids are reserved for personal offers.
    onSale: flag(wire.status) && simTypeOfOffer(id) === null,
    order: integer(wire.order) ?? 0,
    categories: productCategories,
  };
  return { product, droppedCategories };
}

function operator(value: unknown): OperatorId | null {
  const id = whole(value);
  return operatorIds.find((known) => known === id) ?? null;
}
