import { z } from 'zod';
import { isEnd } from '../domain/order.ts';
import type { DevPanel } from '../playground/dev-panel.ts';
import type { GatewayCall, OrderStory, Part } from '../playground/page/protocol.ts';
import type { Bank } from '../sandbox/bank/bank.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createOrderQueries } from '../shop/orders/order-queries.ts';
import type { People } from '../shop/people/people.ts';
import type { Wallet } from '../shop/wallet/wallet.ts';
import type { Database } from '../storage/database.ts';
import type { BotProcess } from './bot-process.ts';

const callsKept = 60;
/** Long enough to kill the bot during the call, shorter than its deadline. */
const slowMs = 8_000;

const faultList = z.object({
  faults: z.array(
    z.object({
      endpoint: z.enum(['purchase', 'offers', 'products', 'filter']),
      fault: z.string(),
      times: z.number().nullable(),
    }),
  ),
});
const bankFaultList = z.object({ faults: z.array(z.object({ fault: z.string() })) });
const purchaseList = z.object({ count: z.number() });

/** The playground's panel: the sandbox's calls and faults, and the shop's own tables. */
export function createDevPanel(deps: {
  readonly sandbox: Sandbox;
  readonly sandboxToken: string;
  readonly bank: Pick<Bank, 'url'>;
  readonly database: Database;
  readonly wallet: Wallet;
  readonly people: Pick<People, 'find'>;
  readonly bot: BotProcess;
  readonly now: () => number;
  readonly startOver: () => void;
}): DevPanel {
  const { sandbox, sandboxToken, bank, database, wallet, people, bot, now, startOver } = deps;
  const history = createOrderQueries({ database, now });
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  let calls: GatewayCall[] = [];
  let counted = 0;

  sandbox.subscribe((call) => {
    counted += 1;
    calls = [...calls.slice(1 - callsKept), { ...call, number: counted }];
    tell();
  });
  bot.subscribe(tell);

  async function ask<T>(shape: z.ZodType<T>, path: string, change?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${sandboxToken}`, 'content-type': 'application/json' };
    return askAt(shape, `${sandbox.url}/sandbox/${path}`, headers, change);
  }

  async function askAt<T>(
    shape: z.ZodType<T>,
    url: string,
    headers: Readonly<Record<string, string>>,
    change: unknown,
  ): Promise<T> {
    const put = change === undefined ? {} : { method: 'PUT', body: JSON.stringify(change) };
    const answer = await fetch(url, { ...put, headers });
    if (!answer.ok) throw new Error(`The sandbox refused ${url}: ${answer.status}.`);
    return shape.parse(await answer.json());
  }

  const askBank = (change?: unknown) =>
    askAt(bankFaultList, `${bank.url}/bank/faults`, { 'content-type': 'application/json' }, change);

  const soldUnder = async (key: string): Promise<number> =>
    (await ask(purchaseList, `purchases?key=${encodeURIComponent(key)}`)).count;

  async function partOf(personId: number): Promise<Part> {
    return (await people.find(personId))?.role ?? 'customer';
  }

  async function latestOrder(personId: number): Promise<OrderStory | null> {
    const row = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('buyer_id', '=', personId)
      .orderBy('quoted_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!row) return null;
    const events = await history.events(row.id);
    const waits = row.confirmed_at !== null && !isEnd(row.state) && row.next_attempt_at > now();
    return {
      id: row.id,
      code: row.webservice_code,
      key: row.idempotency_key,
      state: row.state,
      title: row.title,
      titleEn: row.title_en,
      mobile: row.mobile,
      total: row.total,
      attempts: row.attempts,
      sold: await soldUnder(row.idempotency_key),
      nextAttemptAt: waits ? row.next_attempt_at : null,
      events: events.map(({ at, from, to, why }) => ({ at, from, to, why })),
    };
  }

  /** Only when things happen is changed: what is announced, bought and told is up to the bot. */
  async function bringForward(personId: number): Promise<void> {
    const { db } = database;
    await db.updateTable('people').set({ quiet_from: 0, quiet_to: 0 }).where('id', '=', personId).execute();
    const { numUpdatedRows: open } = await db
      .updateTable('plan_cycles')
      .set({ next_attempt_at: 0 })
      .where('person_id', '=', personId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    if (open === 0n)
      await db
        .updateTable('plans')
        .set({ next_attempt_at: 0 })
        .where('person_id', '=', personId)
        .where('state', '=', 'active')
        .execute();
    await db
      .updateTable('reminders')
      .set({ due_at: now() })
      .where('person_id', '=', personId)
      .where('done_at', 'is', null)
      .execute();
  }

  return {
    bringForward,
    calls: () => calls,
    faults: async () => (await ask(faultList, 'faults')).faults,
    setFault: async (change) => {
      await ask(faultList, 'faults', change.fault === 'slow' ? { ...change, ms: slowMs } : change);
      tell();
    },
    bankFault: async () => (await askBank()).faults[0]?.fault ?? null,
    setBankFault: async ({ fault, times }) => {
      await askBank({ fault: null });
      if (fault !== null) await askBank({ fault, times, ...(fault === 'slow' ? { ms: slowMs } : {}) });
      tell();
    },
    sold: async () => (await ask(purchaseList, 'purchases')).count,
    story: async (personId) => ({
      part: await partOf(personId),
      wallet: await wallet.read(personId),
      order: await latestOrder(personId),
    }),
    bot,
    startOver,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
