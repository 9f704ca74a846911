import type { Queries } from './queries.ts';
import { gatewaySwitch, readSwitch, setSwitch } from './switches.ts';

const name = 'restored';

export const noteRestore = (db: Queries, at: number): Promise<void> =>
  setSwitch(db, { name, value: '', actor: 'restore', at });

/**
 * When this database was restored; null if never. Only requests whose keys have no row here need it: a restore marks
 * open rows as possibly sent.
 */
export const restoredAt = async (db: Queries): Promise<number | null> => (await readSwitch(db, name))?.at ?? null;

/** Whether the gateway changed after `at`: the new one does not know keys that were sent before. */
export async function hasGatewayChangedSince(db: Queries, at: number): Promise<boolean> {
  const gateway = await readSwitch(db, gatewaySwitch);
  return gateway !== null && gateway.at >= at;
}
