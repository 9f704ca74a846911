import { type Rials, rialsOfToman } from './money.ts';
import type { Offer } from './offer.ts';
import { type OperatorId, offersOperator, type Product, type ProductType } from './product.ts';
import { type creditLimits, priceOfBase, priceOfOffer, roundCreditLimits } from './quote.ts';
import type { Role } from './role.ts';

/** Hundredths of a percent. A positive rule is a discount, a negative one a service fee. */
export type BasisPoints = number;

const whole = 10_000;

/** Limits a rule to everything, so that no charge is negative. */
export const isBasisPoints = (value: number): value is BasisPoints =>
  Number.isSafeInteger(value) && Math.abs(value) <= whole;

/** Targets of a rule, the most specific first. `gateway` is the gateway's commission for the shop. */
export const priceTargets = ['person', 'tier', 'agent', 'customer', 'gateway'] as const;
export type PriceTarget = (typeof priceTargets)[number];

export interface PriceRule {
  readonly id: number;
  readonly target: PriceTarget;
  /** The person or the tier; null for everyone else. */
  readonly targetId: number | null;
  /** Null for every operator. */
  readonly operatorId: OperatorId | null;
  /** Null for every type. */
  readonly productType: ProductType | null;
  readonly basisPoints: BasisPoints;
  /** The name of a fee on screens; null shows just "fee". */
  readonly name: string | null;
  readonly startsAt: number;
}

/** The properties of an item that rules depend on. */
export interface Sellable {
  readonly operatorId: OperatorId;
  readonly productType: ProductType;
}

/** What a buyer pays for a total, and what the shop earns. */
export interface Charge {
  readonly charge: Rials;
  /** The name of the rule that changed the total. */
  readonly priceName: string | null;
  /** What the gateway takes from the shop; null if the owner entered no commission. */
  readonly cost: Rials | null;
  /** The owner's profit; negative for a loss, null if the cost is unknown. */
  readonly profit: number | null;
  /** The promo code in the charge and what it took off. */
  readonly promo?: { readonly id: number; readonly code: string; readonly discount: Rials };
}

/**
 * A number of ten-thousandths of an amount, rounded half up to a multiple of `step`. Uses BigInt, because the product
 * may be unsafe.
 */
const partOf = (amount: Rials, parts: number, step: number): Rials =>
  step * Number((BigInt(amount) * BigInt(parts) * 2n + BigInt(step * whole)) / BigInt(2 * step * whole));

/** A share in whole rials, rounded half up. Amount and points must not be negative. */
export const shareOf = (amount: Rials, points: BasisPoints): Rials => partOf(amount, points, 1);

/** A total minus the gateway's commission. */
export const costOf = (total: Rials, points: BasisPoints): Rials =>
  points >= 0 ? total - shareOf(total, points) : total + shareOf(total, -points);

/**
 * The charge by a rule: whole tomans, rounded half up. Rounding never turns a discount into a fee or a fee into a
 * discount; the total then stays.
 */
export function chargeByPoints(total: Rials, points: BasisPoints): Rials {
  if (points === 0) return total;
  const charge = partOf(total, whole - points, rialsOfToman);
  return points > 0 ? Math.min(charge, total) : Math.max(charge, total);
}

/** The items of a rule or a code; null means all of them. */
interface ItemScope {
  readonly operatorId: OperatorId | null;
  readonly productType: ProductType | null;
}

export const isForItem = ({ operatorId, productType }: ItemScope, what: Sellable): boolean =>
  (operatorId === null || operatorId === what.operatorId) && (productType === null || productType === what.productType);

/** A buyer, or all buyers under the same rules. */
export interface Buyer {
  /** Null for a group. */
  readonly personId: number | null;
  readonly role: Role;
  readonly tierId: number | null;
}

interface Target {
  /** Null for everyone. */
  readonly target: PriceTarget | null;
  readonly targetId: number | null;
}

/** Whether a rule or a code applies to a buyer. */
export function isForBuyer({ target, targetId }: Target, { personId, role, tierId }: Buyer): boolean {
  if (target === 'person') return targetId === personId;
  if (target === 'tier') return role === 'agent' && targetId === tierId;
  return target === null || target === role;
}

/**
 * The most specific rule: by target (person, tier, role), then scope (operator and type, operator, type, everything),
 * then the latest start.
 */
export function mostSpecific(rules: readonly PriceRule[], what: Sellable): PriceRule | null {
  const [first] = rules.filter((rule) => isForItem(rule, what)).toSorted(bySpecificity);
  return first ?? null;
}

const scopeOf = ({ operatorId, productType }: PriceRule): number =>
  (operatorId === null ? 0 : 2) + (productType === null ? 0 : 1);

const bySpecificity = (a: PriceRule, b: PriceRule): number =>
  priceTargets.indexOf(a.target) - priceTargets.indexOf(b.target) ||
  scopeOf(b) - scopeOf(a) ||
  b.startsAt - a.startsAt ||
  b.id - a.id;

/** The two rules that decide: the buyer's, and the gateway's commission. */
export const decidingRules = (rules: readonly PriceRule[], what: Sellable) => ({
  own: mostSpecific(
    rules.filter(({ target }) => target !== 'gateway'),
    what,
  ),
  commission: mostSpecific(
    rules.filter(({ target }) => target === 'gateway'),
    what,
  ),
});

export function chargeOf(total: Rials, what: Sellable, rules: readonly PriceRule[]): Charge {
  const { own, commission } = decidingRules(rules, what);
  const charge = own ? chargeByPoints(total, own.basisPoints) : total;
  const cost = commission ? costOf(total, commission.basisPoints) : null;
  return { charge, priceName: own?.name ?? null, cost, profit: cost === null ? null : charge - cost };
}

/** A sale below its cost, or for free. */
export interface Loss {
  readonly isFree: boolean;
  /** An upper bound if the cost is unknown. */
  readonly amount: Rials;
}

/** No gateway gives a shop half of the price. So half off is a loss even if the commission is unknown. */
const mostCommission: BasisPoints = 5_000;

/** Ignores losses that come only from rounding to whole tomans. */
const leastLoss: Rials = rialsOfToman / 2;

/** Null without a known loss. */
export function lossOf(total: Rials, { charge, cost }: Pick<Charge, 'charge' | 'cost'>): Loss | null {
  if (total === 0) return null;
  const isBelow = cost === null ? charge <= chargeByPoints(total, mostCommission) : cost - charge >= leastLoss;
  return isBelow || charge === 0 ? { isFree: charge === 0, amount: (cost ?? total) - charge } : null;
}

/** Prices for one person, VAT included: what screens show and quotes use. */
export interface PriceList {
  readonly ofProduct: (product: Priceable) => Rials;
  /** The price of a product with a range of prices, for the amount that is sent. */
  readonly ofAmount: (product: Priceable, amount: Rials) => Rials;
  readonly ofOffer: (offer: Offer) => Rials;
  /** What this much credit costs before any rule. */
  readonly withTax: (credit: Rials) => Rials;
  readonly creditLimits: (product: Pick<Product, 'price' | 'maxPrice'>) => ReturnType<typeof creditLimits>;
}

type Priceable = Pick<Product, 'price' | 'operatorId' | 'type'>;

export function priceListOf(rules: readonly PriceRule[], vatPercent: number): PriceList {
  const ofAmount = ({ operatorId, type }: Priceable, amount: Rials) =>
    chargeOf(amount, { operatorId, productType: type }, rules).charge;
  return {
    ofAmount,
    withTax: (credit) => priceOfBase(credit, vatPercent).total,
    creditLimits: (product) => roundCreditLimits(product, vatPercent),
    ofProduct: (product) => ofAmount(product, priceOfBase(product.price, vatPercent).total),
    ofOffer: (offer) =>
      chargeOf(priceOfOffer(offer, vatPercent).total, { operatorId: offersOperator, productType: 'data' }, rules)
        .charge,
  };
}
