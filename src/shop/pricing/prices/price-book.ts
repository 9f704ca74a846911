import { type Buyer, decidingRules, isForBuyer, type PriceRule, type Sellable } from '#domain/price.ts';
import { operatorIds, productTypes } from '#domain/product.ts';
import type { Database } from '#storage/database.ts';
import { ruleOf } from './prices.ts';
import type { NewPromoCode, PromoCode, PromoCodes } from './promo-codes.ts';

/** Everything that decides prices, for the owner's desk and never for a sale. */
interface PriceBook {
  readonly rules: readonly PriceRule[];
  /** Codes that can be used now. */
  readonly promos: readonly PromoCode[];
  /** One buyer of each kind that any rule or code distinguishes. */
  readonly buyers: readonly Buyer[];
}

export interface PriceBookDeps {
  readonly database: Database;
  readonly isOwner: (personId: number) => boolean;
  readonly promoCodes: Pick<PromoCodes, 'list'>;
  readonly now: () => number;
}

/** `added` is a rule or code that is not saved yet. */
export async function readPriceBook(
  { database: { db }, isOwner, promoCodes, now }: PriceBookDeps,
  added: { readonly rule?: PriceRule; readonly promo?: NewPromoCode } = {},
): Promise<PriceBook> {
  const rows = await db.selectFrom('price_rules').selectAll().where('ended_at', 'is', null).execute();
  const rules = [...rows.map(ruleOf), ...(added.rule ? [added.rule] : [])];
  const promos = (await promoCodes.list()).filter(
    ({ endsAt, mostUses, used }) => (endsAt === null || endsAt > now()) && (mostUses === null || used < mostUses),
  );
  const targets = [...rules, ...promos, ...(added.promo ? [added.promo] : [])];
  const idsOf = (kind: 'tier' | 'person') => [
    ...new Set(targets.flatMap(({ target, targetId }) => (target === kind && targetId !== null ? [targetId] : []))),
  ];
  const ids = idsOf('person');
  const personRows = ids.length === 0 ? [] : await db.selectFrom('people').selectAll().where('id', 'in', ids).execute();
  const people = new Map(personRows.map((row) => [row.id, row]));
  const buyers: Buyer[] = [
    { personId: null, role: 'customer', tierId: null },
    { personId: null, role: 'agent', tierId: null },
    ...idsOf('tier').map((tierId) => ({ personId: null, role: 'agent', tierId }) as const),
    ...ids.map(
      (personId) =>
        ({
          personId,
          role: isOwner(personId) ? 'owner' : (people.get(personId)?.role ?? 'customer'),
          tierId: people.get(personId)?.tier_id ?? null,
        }) as const,
    ),
  ];
  return { rules, promos, buyers };
}

/** The price of some items for some buyers. */
export interface Position {
  /** Equal for all who pay the same. */
  readonly key: string;
  readonly buyer: Buyer;
  readonly what: Sellable;
  /** Null if the buyer pays the total. */
  readonly own: PriceRule | null;
  /** The own rule and the gateway's commission. */
  readonly rules: readonly PriceRule[];
}

export const everything: readonly Sellable[] = operatorIds.flatMap((operatorId) =>
  productTypes.map((productType) => ({ operatorId, productType })),
);

export function positionsOf({ rules, buyers }: PriceBook, at: number): Position[] {
  const startedRules = rules.filter(({ startsAt }) => startsAt <= at);
  const commissions = everything.map((what) => decidingRules(startedRules, what).commission);
  return buyers.flatMap((buyer) => {
    const theirs = startedRules.filter((rule) => isForBuyer(rule, buyer));
    return everything.map((what, nth) => {
      const { own } = decidingRules(theirs, what);
      const deciding = [own, commissions[nth] ?? null].filter((rule) => rule !== null);
      return { key: `${nth} ${own?.basisPoints ?? 0}`, buyer, what, own, rules: deciding };
    });
  });
}
