import type { Base } from '#shop/assemble-base.ts';
import { hasGatewayChangedSince, restoredAt } from '#storage/last-restore.ts';

interface UnknownKey {
  readonly personId: number;
  /** The hashed key. */
  readonly mark: string;
  /** The agent's own code for the purchase. */
  readonly code: string;
}

export type RestoredKeys = ReturnType<typeof createRestoredKeys>;

/** Agents' keys that this shop may have sold under before a restore and has no row for. */
export function createRestoredKeys({ database, alerts, alertsDue, salesPause, keyHours, now }: Base) {
  const keyMs = keyHours * 3_600_000;
  /** Read once, because nothing runs during a restore. */
  let latest: { readonly at: number | null } | undefined;

  async function latestAt(): Promise<number | null> {
    latest ??= { at: await restoredAt(database.db) };
    return latest.at;
  }

  /**
   * Since when the gateway may know an unknown key; null if it cannot. `since` is when the agent's customer confirmed
   * it. Without it every key is possible, for as long as gateways keep keys.
   */
  async function possiblySent(since: number | null): Promise<number | null> {
    const at = await latestAt();
    if (at === null) return null;
    if (since === null) return now() - at < keyMs ? now() : null;
    return since < at ? since : null;
  }

  /** Whether the restored shop still waits for an owner to compare it with the gateway. */
  const isWaiting = async (): Promise<boolean> =>
    (await latestAt()) !== null && (await salesPause.switchedBy('restore')) !== null;

  /** Whether the gateway changed since then and so does not know earlier keys. */
  const isGatewayChanged = async (since: number | null): Promise<boolean> =>
    since !== null && hasGatewayChangedSince(database.db, since);

  /** Alerts the owners once. Stores nothing under the key; the agent compares. */
  async function tell({ personId, mark, code }: UnknownKey): Promise<void> {
    const alert = { kind: 'api-key-in-doubt', personId, code } as const;
    await database.transaction((tx) => alerts.write(tx, `${personId}:${mark}`, alert));
    alertsDue.notify();
  }

  return { possiblySent, isWaiting, isGatewayChanged, tell };
}
