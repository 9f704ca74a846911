import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import { addSwitch, readSwitch, removeSwitch, setSwitch } from '#storage/switches.ts';

interface GroupDeps {
  readonly database: Database;
  /** The setting SUPPORT_CHAT_ID. */
  readonly chatId: number | null;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

const movedSwitch = 'support-group';
const troubleSwitch = 'support-trouble';
/** How long to trust the cached id, because another process may learn that the group moved. */
const rememberMs = 10_000;

/** The forum group of support conversations. Telegram gives a group a new id when it becomes a supergroup. */
export function createSupportGroup({ database, chatId, alerts, alertsDue, now }: GroupDeps) {
  let cache: { readonly id: number | null; readonly at: number } | null = null;

  /** Null without a group; conversations are then private. */
  async function current(): Promise<number | null> {
    if (chatId === null) return null;
    if (cache && now() - cache.at < rememberMs) return cache.id;
    const [from, to] = ((await readSwitch(database.db, movedSwitch))?.value ?? '').split(' ').map(Number);
    const id = from === chatId && to !== undefined ? to : chatId;
    cache = { id, at: now() };
    return id;
  }

  const is = async (id: number): Promise<boolean> => chatId !== null && id < 0 && (await current()) === id;

  async function recordMove(to: number): Promise<void> {
    if (chatId === null) return;
    await setSwitch(database.db, { name: movedSwitch, value: `${chatId} ${to}`, actor: 'support', at: now() });
    cache = null;
    await database.transaction((tx) => alerts.write(tx, to, { kind: 'support-group-moved', chatId: to }));
    alertsDue.notify();
  }

  /** Alerts owners once, until the group works again. */
  async function recordFailure(why: string): Promise<void> {
    await database.transaction(async (tx) => {
      const since = now();
      const isFirst = await addSwitch(tx, { name: troubleSwitch, value: why, actor: 'support', at: since });
      if (isFirst) await alerts.write(tx, since, { kind: 'support-group-failed', why });
    });
    alertsDue.notify();
  }

  async function clearFailure(): Promise<void> {
    if (await readSwitch(database.db, troubleSwitch)) await removeSwitch(database.db, troubleSwitch);
  }

  /** Why the group does not work; null while it does. */
  const failure = async (): Promise<string | null> => (await readSwitch(database.db, troubleSwitch))?.value ?? null;

  return { current, is, recordMove, recordFailure, clearFailure, failure };
}
