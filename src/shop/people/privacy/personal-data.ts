import { setImmediate } from 'node:timers/promises';
import { type Alert, isAboutRecipient } from '#shop/base/alerts/alerts.ts';
import { withoutOwners } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { personalTables } from './personal-tables.ts';

export interface DataSection {
  readonly table: keyof Tables;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const pageSize = 500;

/** Yields all stored data about a person, table by table and in pages, so that other queries run in between. */
export async function* readPersonalData({ db }: Database, personId: number): AsyncGenerator<DataSection> {
  for (const [name, policy] of Object.entries(personalTables)) {
    if (!policy?.isInFile) continue;
    const { of, sorted } = policy;
    const table = name as 'people';
    const columns = Object.entries(policy.columns).flatMap(([column, fate]) => (fate.internal ? [] : [column as 'id']));
    for (let page = 0, more = true; more; page += 1) {
      let query = db
        .selectFrom(table)
        .select(columns)
        .where(of as 'id', '=', personId);
      for (const column of sorted) query = query.orderBy(column as 'id');
      const rows: readonly Record<string, unknown>[] = await query
        .limit(pageSize)
        .offset(page * pageSize)
        .execute();
      const theirs = withoutOthers(name, rows);
      if (theirs.length > 0) yield { table, rows: theirs.map(withoutNulls) };
      more = rows.length === pageSize;
      await setImmediate();
    }
  }
}

/** Leaves out alerts to owners and staff, which tell about the shop and other people. */
function withoutOthers(table: string, rows: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
  if (table === 'alerts') return rows.filter(({ alert }) => isAboutRecipient(JSON.parse(String(alert)) as Alert));
  if (table === 'audit') return rows.map((row) => ({ ...row, details: withoutOwners(String(row.details)) }));
  return rows;
}

const withoutNulls = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
