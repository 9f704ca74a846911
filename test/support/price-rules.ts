import type { Insertable } from 'kysely';
import type { Database } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';

type Rule = Insertable<Tables['price_rules']>;

/** A rule from the beginning, written directly into the table. */
export async function addRule(
  { db }: Database,
  rule: Pick<Rule, 'target' | 'basis_points'> & Partial<Rule>,
): Promise<number> {
  const { id } = await db
    .insertInto('price_rules')
    .values({ starts_at: 0, created_at: 0, created_by: 1, ...rule })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
