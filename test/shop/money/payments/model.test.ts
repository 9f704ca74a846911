import { describe, expect, inject, test } from 'vitest';
import { canPaymentBecome, type OnlineMethod, onlineMethods } from '#domain/payment.ts';
import { createChance } from '#test/support/chance.ts';
import { createUnevenClock, day, hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { storiesToTell } from '#test/support/length.ts';
import { createTestProvider, type TestProvider } from '#test/support/provider.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { emptyTables, openWorld, ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';
import {
  creditedSlips,
  creditOf,
  decideRightly,
  moves,
  payAtBank,
  people,
  type Story,
  slipsOf,
  watchPurchases,
} from './payment-story.ts';

const stories = { sqlite: storiesToTell(6, 60), postgres: storiesToTell(3, 25) };
const length = 60;
const card = { number: '6037997599999993', holder: 'Sara Ahmadi' };
const weighted = Object.entries(moves).map(([name, [weight]]) => [weight, name] as const);

describe.each(databaseKinds)('payments on %s', (kind) => {
  const faults = createFaultyWrites();
  const suite = useDatabase(kind, { wrap: faults.wrap });

  async function begin(seed: number, base: ShopWorld, setUp: TestProvider[]): Promise<Story> {
    await emptyTables(suite.database);
    const providers = Object.fromEntries(
      onlineMethods.map((method) => [method, createTestProvider(method, method === 'zarinpal')]),
    ) as Record<OnlineMethod, TestProvider>;
    setUp.splice(0, setUp.length, ...Object.values(providers));
    const processes = [await base.another(), await base.another()] as const;
    const { people: known, payments } = processes[0].shop;
    for (const id of people) await known.loadOrCreate({ id, name: `Person ${id}`, language: 'en' });
    await payments.cards.add(ownerId, card);
    const things = { sent: [], transfers: [], cards: [], online: [], orders: [], violations: [] };
    return {
      processes,
      chance: createChance(seed),
      faults,
      providers,
      setUp,
      mistakes: new Map(),
      updates: 0,
      redeliver: async () => undefined,
      ...things,
    };
  }

  async function tell(story: Story): Promise<string[]> {
    const told: string[] = [];
    const { chance } = story;
    for (let at = 0; at < length; at += 1) {
      const name = chance.weighted(weighted);
      told.push(name);
      const isBroken = chance.whole(12) === 0;
      await watchPurchases(story, async () => {
        if (isBroken) faults.breakAfter(chance.whole(12), chance.pick(['before', 'after']));
        const done = moves[name]?.[1](story);
        if (isBroken) await done?.catch(() => undefined);
        else await done;
        faults.breakAfter(Number.POSITIVE_INFINITY, 'before');
      });
      if (isBroken) await moves.restart?.[1](story);
    }
    return told;
  }

  /** Trouble ends, payers pay what they left at the bank for days, and owners decide what waits. */
  async function settle(story: Story): Promise<void> {
    const { providers, setUp } = story;
    setUp.splice(0, setUp.length, ...Object.values(providers));
    for (const provider of setUp) provider.say(null);
    const [{ clock, paymentWorker, alertWorker }] = story.processes;
    const waits = [2, 2, 2, 5, 10, 30, 60, 120, 240].map((minutes) => minutes * minute);
    const idle = Array.from({ length: 18 }, () => 13 * hour);
    const paidLate = story.chance.whole(12);
    for (const [nth, wait] of [...waits, ...idle].entries()) {
      if (nth === waits.length + paidLate) await payAtBank(story);
      clock.pass(wait);
      while ((await paymentWorker.runOnce()) > 0);
      await alertWorker.runOnce();
    }
    for (let round = 0; round < 3; round += 1) {
      const { payments } = await story.processes[0].shop.payments.queries.waiting(0, 50);
      for (const payment of payments) await decideRightly(story, payment);
      clock.pass(2 * minute);
      while ((await paymentWorker.runOnce()) > 0);
    }
  }

  async function violations(story: Story): Promise<string[]> {
    const found = [...story.violations];
    const { db } = suite.database;
    const rows = await db.selectFrom('payments').selectAll().execute();
    const ledger = await db.selectFrom('ledger').selectAll().where('kind', '=', 'payment').execute();
    const events = await db.selectFrom('payment_events').selectAll().orderBy('id').execute();
    for (const row of rows) {
      const { id, state, method, reference, credited } = row;
      const name = `${method} ${reference ?? id}`;
      const entries = ledger.filter(({ key }) => key === `payment:${method}:${reference}`);
      if (entries.length !== (state === 'paid' ? 1 : 0))
        found.push(`${name} is ${state} and credited ${entries.length} times`);
      if (state === 'paid' && entries[0]?.balance_delta !== credited) found.push(`${name}: other amounts`);
      const trail = events.filter((event) => event.payment_id === id);
      if (trail.at(-1)?.to_state !== state)
        found.push(`${name} is ${state}, its trail ends at ${trail.at(-1)?.to_state}`);
      for (const [at, { from_state: from, to_state: to }] of trail.entries()) {
        if (from !== (trail[at - 1]?.to_state ?? null)) found.push(`${name}: a gap in the trail`);
        if (from !== null && from !== to && !canPaymentBecome(from, to)) found.push(`${name}: ${from} -> ${to}`);
      }
      if (state === 'submitted') found.push(`${name} came to no end: ${row.problem}`);
    }
    if (ledger.length !== rows.filter(({ state }) => state === 'paid').length) found.push('credited without a payment');
    for (const [method, provider] of Object.entries(story.providers))
      for (const reference of provider.begun.keys()) {
        const taken = provider.taken(reference) ?? 0;
        const row = rows.find((one) => one.method === method && one.reference === reference);
        const credited = (await creditOf(story, { method, reference })) ?? 0;
        // An owner's first word is asked for again where the provider lists what it took.
        const stands = provider.capabilities.listsUnverified ? 2 : 1;
        const isOwners = row?.state === 'refused' && (story.mistakes.get(row.id) ?? 0) >= stands;
        if (credited !== taken && !isOwners)
          found.push(`${method} ${reference}: the bank took ${taken}, ${credited} credited (${row?.state})`);
      }
    const credited = await creditedSlips(story);
    for (const { slip, isSubmitted, amount } of story.transfers) {
      const count = credited.filter((one) => one === slip).length;
      const isMistaken = await isRejected(story, slip);
      if (isSubmitted && count === 0 && !isMistaken) found.push(`${slip} of ${amount} was sent and never credited`);
    }
    const paidIn = ledger.filter(({ key }) => key.startsWith('payment:card:'));
    const arrived = story.transfers.filter(({ slip }) => credited.includes(slip));
    const total = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);
    if (total(paidIn.map((row) => row.balance_delta)) !== total(arrived.map(({ amount }) => amount)))
      found.push('other amounts were credited than were transferred');
    const mismatches = await story.processes[0].shop.wallet.findLedgerMismatches();
    if (mismatches.length > 0) found.push(`ledger: ${JSON.stringify(mismatches)}`);
    return found;
  }

  async function isRejected(story: Story, slip: string): Promise<boolean> {
    for (const id of story.mistakes.keys()) if ((await slipsOf(story, id)).includes(slip)) return true;
    return false;
  }

  const count = stories[kind];

  test(`${count} stories: what a provider or a payer brought is credited once, or owners see it`, {
    timeout: 3 * 3_600_000,
  }, async () => {
    const clock = createUnevenClock();
    const setUp: TestProvider[] = [];
    const setup = { providers: setUp, invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const base = await openWorld(suite.database, { clock, sandbox: await openSandbox(), payments: setup });
    const first = inject('seed');
    let credited = 0;
    // Few stories may bring nothing: it goes on until something was credited.
    for (let nth = 0; nth < count || credited === 0; nth += 1) {
      const seed = first + nth;
      const story = await begin(seed, base, setUp);
      const told = await tell(story);
      await watchPurchases(story, () => settle(story));
      const found = await violations(story);
      expect(found, `TEST_SEED=${seed}: ${told.join(' ')}`).toEqual([]);
      credited += (await suite.database.db.selectFrom('ledger').select('id').execute()).length;
      clock.pass(day);
    }
  });
});
