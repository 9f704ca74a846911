import type { Base } from '#shop/assemble-base.ts';
import { hasGatewayChangedSince, restoredAt } from '#storage/last-restore.ts';

interface UnknownKey {
  readonly personId: number;
  /** Hashed. */
  readonly mark: string;
  /** The agent's own code for the purchase. */
  readonly code: string;
}

export type RestoredKeys = ReturnType<typeof createRestoredKeys>;

/** Keys of agents that this shop may have sold under before it was restored, so that it has no row for them. */
export function createRestoredKeys({ database, alerts, alertsDue, salesPause, keyHours, now }: Base) {
  const keyMs = keyHours * 3_600_000;
  /** Nothing runs during a restore, so it is read once. */
  let latest: { readonly at: number | null } | undefined;

  async function latestAt(): Promise<number | null> {
    latest ??= { at: await restoredAt(database.db) };
    return latest.at;
  }

  /**
   * Since when the gateway may know an unknown key; null: it cannot. `since`: when the agent's customer confirmed it. Without
   * that every key is possible, for as long as gateways keep keys.
   */
  async function possiblySent(since: number | null): Promise<number | null> {
    const at = await latestAt();
    if (at === null) return null;
    if (since === null) return now() - at < keyMs ? now() : null;
    return since < at ? since : null;
  }

  /** No owner has compared the restored shop with the gateway yet, however long ago that was. */
  const isWaiting = async (): Promise<boolean> =>
    (await latestAt()) !== null && (await salesPause.switchedBy('restore')) !== null;

  /** Then the present gateway knows no key from before. */
  const isGatewayChanged = async (since: number | null): Promise<boolean> =>
    since !== null && hasGatewayChangedSince(database.db, since);

  /** Nothing is stored under the key: the agent compares, and owners see it once. */
  async function tell({ personId, mark, code }: UnknownKey): Promise<void> {
    const alert = { kind: 'api-key-in-doubt', personId, code } as const;
    await database.transaction((tx) => alerts.write(tx, `${personId}:${mark}`, alert));
    alertsDue.notify();
  }

  return { possiblySent, isWaiting, isGatewayChanged, tell };
}
