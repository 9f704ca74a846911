import type { Queries } from './queries.ts';
import { gatewaySwitch, readSwitch, setSwitch } from './switches.ts';

const name = 'restored';

export const noteRestore = (db: Queries, at: number): Promise<void> =>
  setSwitch(db, { name, value: '', actor: 'restore', at });

/**
 * When this database was restored; null: never. For requests under keys that have no row here. Rows that were open in the
 * archive are marked as possibly sent, and nothing else asks for this.
 */
export const restoredAt = async (db: Queries): Promise<number | null> => (await readSwitch(db, name))?.at ?? null;

/** The present gateway does not know the keys of what was sent before. */
export async function hasGatewayChangedSince(db: Queries, at: number): Promise<boolean> {
  const gateway = await readSwitch(db, gatewaySwitch);
  return gateway !== null && gateway.at >= at;
}
