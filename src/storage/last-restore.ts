import type { Queries } from './queries.ts';
import { gatewaySwitch, readSwitch, setSwitch } from './switches.ts';

/** This database was restored: what came between the archive and the restore happened, and is not known here. */
export interface Restore {
  readonly archiveAt: number;
  readonly at: number;
  /** The gateway changed since the archive: the present one knows no key of what came after that. */
  readonly isOfOtherGateway: boolean;
}

const name = 'restored';

export const noteRestore = (db: Queries, { archiveAt, at }: Pick<Restore, 'archiveAt' | 'at'>): Promise<void> =>
  setSwitch(db, { name, value: String(archiveAt), actor: 'restore', at });

/** Null: there was none after which anything is missing. */
export async function lastRestore(db: Queries): Promise<Restore | null> {
  const row = await readSwitch(db, name);
  if (!row) return null;
  const gateway = await readSwitch(db, gatewaySwitch);
  return { archiveAt: Number(row.value), at: row.at, isOfOtherGateway: gateway !== null && gateway.at >= row.at };
}
