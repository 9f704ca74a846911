import type { Rials } from '#domain/money.ts';
import { type Charge, chargeOf, type PriceList, type PriceRule, priceListOf, type Sellable } from '#domain/price.ts';
import { createLately, type Lately } from '#shop/base/jobs/lately.ts';
import type { Database } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import { rulesOfPerson, type StoredRule } from '#storage/price-rules.ts';

/** What someone pays for one of the gateway's totals. */
type ChargeFor = (total: Rials, what: Sellable) => Charge;

export type Prices = ReturnType<typeof createPrices>;

interface PricesDeps {
  readonly database: Database;
  readonly isOwner: (personId: number) => boolean;
  readonly vatPercent: number;
  readonly now: () => number;
  readonly steady?: () => number;
}

const rulesFor = prepared((db, { buyerId }: { readonly buyerId: number }) =>
  db.selectFrom(rulesOfPerson(buyerId).as('stored')).selectAll(),
);

export const ruleOf = (row: StoredRule): PriceRule => ({
  id: row.id,
  target: row.target,
  targetId: row.target_id,
  operatorId: row.operator_id,
  productType: row.product_type,
  basisPoints: row.basis_points,
  name: row.name,
  startsAt: row.starts_at,
});

/** What each person pays under the present rules. */
export function createPrices({ database, isOwner, vatPercent, now, steady = now }: PricesDeps) {
  /** Rules of people whose update is being handled. */
  const noted = new Map<number, Lately<string | null>>();

  /**
   * Notes the rules that the statement read when it took the chat. Call the returned function when the update has
   * ended.
   */
  function note(personId: number, stored: string | null): () => void {
    const lately = createLately<string | null>(steady);
    lately.note(stored);
    noted.set(personId, lately);
    return () => void noted.delete(personId);
  }

  /** The stored rules, so that every process knows the latest. */
  const rules = async (buyerId: number): Promise<PriceRule[]> =>
    standing(buyerId, await rulesFor(database.db, { buyerId }));

  async function rulesLately(buyerId: number): Promise<PriceRule[]> {
    const notedRules = noted.get(buyerId)?.value();
    return notedRules === undefined
      ? rules(buyerId)
      : standing(buyerId, JSON.parse(notedRules ?? '[]') as StoredRule[]);
  }

  /** An owner pays the gateway's price, unless a rule names them. */
  function standing(buyerId: number, rows: readonly StoredRule[]): PriceRule[] {
    const begun = rows.filter(({ starts_at }) => starts_at <= now()).map(ruleOf);
    return isOwner(buyerId) ? begun.filter(({ target }) => target === 'person' || target === 'gateway') : begun;
  }

  async function forBuyer(buyerId: number): Promise<ChargeFor> {
    const theirs = await rulesLately(buyerId);
    return (total, what) => chargeOf(total, what, theirs);
  }

  /** Prices for screens, the same that would be quoted. */
  const listFor = async (personId: number): Promise<PriceList> => priceListOf(await rulesLately(personId), vatPercent);

  return { forBuyer, listFor, rules, note };
}
