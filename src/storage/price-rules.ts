import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { PriceRuleRow } from './tables/tables.ts';

/** The columns of a rule that a price depends on. */
export type StoredRule = Omit<PriceRuleRow, 'created_by' | 'created_at' | 'ended_at' | 'ended_by'>;

const named: Readonly<Record<keyof StoredRule, true>> = {
  ...{ id: true, target: true, target_id: true, operator_id: true, product_type: true },
  ...{ basis_points: true, name: true, starts_at: true },
};

const columns = Object.keys(named);

const openRules = sql`
  select ${sql.join(columns.map((name) => sql.ref(`price_rules.${name}`)))} from ${sql.table('price_rules')} where price_rules.ended_at is null`;

/**
 * Rules that decide what a person pays. Searches the index once for each kind, because a shop may have a rule for every
 * agent.
 */
export const rulesOfPerson = (personId: number | RawBuilder<number>) => sql<StoredRule>`(
  ${openRules} and target in ('gateway', coalesce((select role from ${sql.table('people')} where people.id = ${personId}), 'customer'))
  union all ${openRules} and target = 'person' and target_id = ${personId}
  union all ${openRules} and target = 'tier'
    and target_id = (select tier_id from ${sql.table('people')} where people.id = ${personId} and people.role = 'agent'))`;

const asJson = sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(`stored.${name}`)]));
const rulesAsJson = {
  sqlite: sql`json_group_array(json_object(${asJson}))`,
  postgres: sql`json_agg(json_build_object(${asJson}))::text`,
};

/** The rules as JSON, for a statement that reads something else. Null if there are none. */
export const rulesWithin = (kind: Database['kind'], personId: RawBuilder<number>) =>
  sql<string | null>`(select ${rulesAsJson[kind]} from ${rulesOfPerson(personId)} as stored)`;
