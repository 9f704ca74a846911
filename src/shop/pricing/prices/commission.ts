import { decidingRules, type PriceRule } from '#domain/price.ts';
import { operatorIds, productTypes } from '#domain/product.ts';
import type { Database } from '#storage/database.ts';
import type { RuleScope } from './price-rules.ts';

type CommissionRule = Pick<RuleScope, 'operatorId' | 'productType'> & Pick<PriceRule, 'basisPoints'>;

/** Turns a buyer's rules into the commission of a shop that they supply. Uses one rule where it is the same for all. */
export function commissionOf(rules: readonly PriceRule[]): CommissionRule[] {
  const each = operatorIds.flatMap((operatorId) =>
    productTypes.map((productType) => {
      const { own } = decidingRules(rules, { operatorId, productType });
      return { operatorId, productType, basisPoints: own?.basisPoints ?? 0 };
    }),
  );
  const [first] = each;
  return first && each.every(({ basisPoints }) => basisPoints === first.basisPoints)
    ? [{ operatorId: null, productType: null, basisPoints: first.basisPoints }]
    : each;
}

const nameOf = ({ operatorId, productType, basisPoints }: CommissionRule): string =>
  [operatorId, productType, basisPoints].join(' ');

/** Stores the commission that the gateway itself reports. True if it changed. */
export const createCommission =
  ({ database, now }: { readonly database: Database; readonly now: () => number }) =>
  (wanted: readonly CommissionRule[], by: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      const present = await tx
        .selectFrom('price_rules')
        .selectAll()
        .where('target', '=', 'gateway')
        .where('ended_at', 'is', null)
        .execute();
      const standing = present.map(({ id, operator_id: operatorId, product_type: productType, basis_points }) => ({
        id,
        name: nameOf({ operatorId, productType, basisPoints: basis_points }),
      }));
      const names = new Set(wanted.map(nameOf));
      const ended = standing.filter(({ name }) => !names.has(name)).map(({ id }) => id);
      const missing = wanted.filter((rule) => !standing.some(({ name }) => name === nameOf(rule)));
      if (ended.length === 0 && missing.length === 0) return false;
      const at = now();
      if (ended.length > 0)
        await tx.updateTable('price_rules').set({ ended_at: at, ended_by: by }).where('id', 'in', ended).execute();
      const row = {
        target: 'gateway',
        target_id: null,
        name: null,
        starts_at: at,
        created_by: by,
        created_at: at,
      } as const;
      if (missing.length > 0)
        await tx
          .insertInto('price_rules')
          .values(
            missing.map(({ operatorId, productType, basisPoints }) => ({
              ...row,
              operator_id: operatorId,
              product_type: productType,
              basis_points: basisPoints,
            })),
          )
          .execute();
      return true;
    });
