import { sql } from 'kysely';
import type { Rials } from '#domain/money.ts';
import { type Charge, chargeOf, type PriceRule, type Sellable } from '#domain/price.ts';
import { type PriceList, priceListOf } from '#domain/price-list.ts';
import type { Database } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { PriceRuleRow } from '#storage/tables/tables.ts';

/** What someone pays for a total of the gateway's. */
type ChargeFor = (total: Rials, what: Sellable) => Charge;

export type Prices = ReturnType<typeof createPrices>;

interface PricesDeps {
  readonly database: Database;
  readonly isOwner: (personId: number) => boolean;
  readonly vatPercent: number;
  readonly now: () => number;
}

/** Asked at every screen with prices. The rules are few; they are read anew, so that every process knows the latest. */
const rulesFor = prepared((db, { buyerId, at }: { readonly buyerId: number; readonly at: number }) =>
  db
    .selectFrom('price_rules')
    .leftJoin('people', (join) => join.on('people.id', '=', buyerId))
    .selectAll('price_rules')
    .where('ended_at', 'is', null)
    .where('starts_at', '<=', at)
    .where((eb) =>
      eb.or([
        eb('target', '=', 'gateway'),
        sql<boolean>`target = coalesce(people.role, 'customer')`,
        eb.and([eb('target', '=', 'person'), eb('target_id', '=', buyerId)]),
        eb.and([
          eb('target', '=', 'tier'),
          eb('people.role', '=', 'agent'),
          eb('target_id', '=', eb.ref('people.tier_id')),
        ]),
      ]),
    ),
);

export const ruleOf = (row: PriceRuleRow): PriceRule => ({
  id: row.id,
  target: row.target,
  targetId: row.target_id,
  operatorId: row.operator_id,
  productType: row.product_type,
  basisPoints: row.basis_points,
  name: row.name,
  startsAt: row.starts_at,
});

/** What each person pays, by the rules that stand now. */
export function createPrices({ database, isOwner, vatPercent, now }: PricesDeps) {
  /** An owner pays the gateway's price, unless a rule names them. */
  async function rules(buyerId: number): Promise<PriceRule[]> {
    const all = (await rulesFor(database.db, { buyerId, at: now() })).map(ruleOf);
    return isOwner(buyerId) ? all.filter(({ target }) => target === 'person' || target === 'gateway') : all;
  }

  async function forBuyer(buyerId: number): Promise<ChargeFor> {
    const theirs = await rules(buyerId);
    return (total, what) => chargeOf(total, what, theirs);
  }

  /** For screens: what is shown there is what would be quoted. */
  const listFor = async (personId: number): Promise<PriceList> => priceListOf(await rules(personId), vatPercent);

  return { forBuyer, listFor, rules };
}
