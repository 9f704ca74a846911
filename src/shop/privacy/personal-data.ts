import { setImmediate } from 'node:timers/promises';
import { type Alert, staffPermissionFor } from '#shop/alerts/alerts.ts';
import type { Database } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { personalTables } from './personal-tables.ts';

export interface DataSection {
  readonly table: keyof Tables;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const pageSize = 500;

/** Everything that is kept about a person, table by table, in pages: other queries run in between. */
export async function* readPersonalData({ db }: Database, personId: number): AsyncGenerator<DataSection> {
  for (const [name, policy] of Object.entries(personalTables)) {
    if (!policy?.isInFile) continue;
    const { of, sorted = [] } = policy;
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
      const theirs = name === 'alerts' ? rows.filter(isToThem) : rows;
      if (theirs.length > 0) yield { table, rows: theirs.map(withoutNulls) };
      more = rows.length === pageSize;
      await setImmediate();
    }
  }
}

/** Alerts to staff tell about other people, so they are not data of their recipient. */
function isToThem({ alert }: Record<string, unknown>): boolean {
  const content = JSON.parse(String(alert)) as Alert;
  return staffPermissionFor(content) === null && !('personId' in content);
}

const withoutNulls = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
