import type { Queries } from './queries.ts';
import { readSwitch, setSwitch } from './switches.ts';

/** This database was restored: what came between the archive and the restore happened, and is not known here. */
export interface Restore {
  readonly archiveAt: number;
  readonly at: number;
}

const name = 'restored';

export const noteRestore = (db: Queries, { archiveAt, at }: Restore): Promise<void> =>
  setSwitch(db, { name, value: String(archiveAt), actor: 'restore', at });

/** Null: there was none after which anything is missing. */
export async function lastRestore(db: Queries): Promise<Restore | null> {
  const row = await readSwitch(db, name);
  return row && { archiveAt: Number(row.value), at: row.at };
}
