import { setImmediate as turn } from 'node:timers/promises';
import { type Category, type Product, SIM_CARD_TYPES, type SimCardType } from '@sharj/wire';
import { placeIn } from './categories.ts';
import { MOBILE_PLANS, type Plan, TD_LTE_PLANS } from './plans.ts';
import { withTax } from './tax.ts';

export interface Catalogue {
  /** Products in the shop's order, then by id. */
  readonly byPosition: readonly Product[];
  readonly byId: readonly Product[];
  find(id: number): Product | undefined;
}

/** Product ids of personal offers, prepaid and postpaid. */
export const OFFER_PRODUCTS = [510, 511] as const;

interface Model {
  readonly plan: Plan;
  readonly position: number;
  readonly operator: number;
  readonly sim: SimCardType;
}

// Lists every plan for all operators in turn, so that a smaller catalogue loses plans and keeps all operators.
const MODELS: readonly Model[] = [
  ...TD_LTE_PLANS.flatMap((plan, position) => SIM_CARD_TYPES.map((sim) => ({ plan, position, operator: 2, sim }))),
  ...MOBILE_PLANS.flatMap((plan, position) =>
    [1, 2, 3, 4, 5].flatMap((operator) => SIM_CARD_TYPES.map((sim) => ({ plan, position, operator, sim }))),
  ),
];

const idOf = (index: number): number => (index + 1 < OFFER_PRODUCTS[0] ? index + 1 : index + 1 + OFFER_PRODUCTS.length);

const stamp = (index: number, hour: string): string =>
  `2025-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}T${hour}:15:00.000000Z`;

const livelyPlaces = (plan: Plan, index: number, id: number): Category[] => {
  const place = placeIn(plan.category, plan.address, id);
  return index % 23 === 11 ? [place, placeIn('special', '', id)] : [place];
};

/** Makes a third nested, a third flat, and a third without a category, as in large catalogues. */
const leanPlaces = (index: number, id: number): Category[] => {
  if (index % 3 === 0) return [];
  if (index % 3 === 1) return [placeIn('wholesale', '', id)];
  return [placeIn('organisation', index % 2 === 0 ? '1' : '1/2', id)];
};

/** Derives everything from the index, so that a product is the same in every size of catalogue. */
const makeProduct = (index: number): Product => {
  const { plan, position, operator, sim } = MODELS[index % MODELS.length] as Model;
  const id = idOf(index);
  const round = Math.floor(index / MODELS.length);
  // Only the first round is rich, so that 100,000 products stay under 64 MiB of JSON.
  const lively = round === 0;
  const isPackage = plan.megabytes !== null;
  // A top-up costs what its name says; packages differ by operator.
  const price = plan.price + (isPackage ? ((operator - 1) * 3 + (round % 50)) * 500 : 0);
  return {
    id,
    name: lively ? plan.name : `${plan.shortName} ${round}`,
    name_en: index % 9 === 4 || !lively ? null : plan.nameEn,
    description: lively ? plan.description : 'سازمانی',
    description_full: lively && index % 4 === 1 ? `${plan.name}. ${plan.description}. فعال‌سازی بی‌درنگ.` : null,
    sku: lively && index % 3 === 0 ? `OP${operator}-${String(id).padStart(4, '0')}` : null,
    price,
    second_price: plan.secondPrice,
    showable_price: lively && index % 2 === 0 && plan.secondPrice === null ? withTax(price) : null,
    type: plan.type,
    minimum_sale: lively && plan.secondPrice !== null ? plan.price : null,
    dimension: null,
    score: lively ? (index * 7) % 100 : 0,
    status: index % 19 === 7 ? 0 : 1,
    options: lively && index % 13 === 5 ? { featured: true } : null,
    deliverable: index % 6 === 0 ? 1 : 0,
    third_party_id: lively && index % 10 === 8 ? `tp-${id}` : null,
    capacity: lively ? plan.megabytes : null,
    period: plan.days,
    sim_card_type: sim,
    operator_id: index % 3 === 1 ? String(operator) : operator,
    ...(plan.type === 'td_lte_internet' || (isPackage && operator === 3)
      ? { profile_id: String(7000 + position) }
      : {}),
    order: position + 1 + round * 100,
    created_at: lively && index % 7 !== 0 ? stamp(index, '08') : null,
    updated_at: lively && index % 7 !== 0 ? stamp(index, '17') : null,
    categories: lively ? livelyPlaces(plan, index, id) : leanPlaces(index, id),
  };
};

const inShopOrder = (a: Product, b: Product): number => a.order - b.order || a.id - b.id;

export const createCatalogue = async (size: number): Promise<Catalogue> => {
  const byId: Product[] = [];
  const byPosition: Product[] = [];
  while (byId.length < size) {
    const start = byId.length;
    const count = Math.min(MODELS.length, size - start);
    const round = Array.from({ length: count }, (_, at) => makeProduct(start + at));
    byId.push(...round);
    // Rounds come in order, so each is sorted separately, with a yield in between.
    byPosition.push(...round.sort(inShopOrder));
    await turn();
  }
  return {
    byId,
    byPosition,
    find(id) {
      const product = byId[id > OFFER_PRODUCTS[1] ? id - 1 - OFFER_PRODUCTS.length : id - 1];
      return product?.id === id ? product : undefined;
    },
  };
};
