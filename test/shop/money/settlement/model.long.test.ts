import { describe, expect, inject, test } from 'vitest';
import { startOf } from '#domain/calendar.ts';
import { afterQuietHours, quietChoices } from '#domain/quiet-hours.ts';
import { err, ok } from '#domain/result.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import type { Delivery } from '#shop/base/outbox/outbox.ts';
import type { SettlementRow } from '#storage/tables/earning.ts';
import { type Chance, createChance } from '#test/support/chance.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { storiesToTell } from '#test/support/length.ts';
import { createTestProvider, type TestProvider } from '#test/support/provider.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { emptyTables, openWorld, ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';
import { confirm, move, paymentsAt, payOnline } from './agent.ts';

const agents = [400, 401] as const;
const stories = { sqlite: storiesToTell(8, 60), postgres: storiesToTell(2, 12) };
const movesInStory = 60;

/** What changed a debt, in order: a purchase, its reversal, or money in (negative: out). */
interface Change {
  readonly at: number;
  readonly bought: number;
  readonly paid: number;
  /** Of a purchase. */
  readonly orderId?: string;
}

/** A statement as it was made, and what was said of it. */
interface Made {
  readonly personId: number;
  readonly owed: number;
  readonly day: number;
  /** How many changes were before it. */
  readonly position: number;
  /** When selling may pause, as the agent was told last; null: not told yet. */
  promisedAt: number | null;
}

interface Story {
  readonly world: ShopWorld;
  readonly second: ShopWorld;
  readonly bank: TestProvider;
  readonly chance: Chance;
  readonly changes: Map<number, Change[]>;
  readonly reversed: Set<string>;
  readonly made: Map<number, Made>;
  readonly payments: { readonly id: string; readonly personId: number }[];
  readonly moves: string[];
  readonly problems: string[];
  /** How Telegram answers, by person. */
  readonly telegram: Map<number, Delivery['kind']>;
  states: Map<number, SettlementRow>;
  paused: Set<number>;
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

describe.each(databaseKinds)('settlement on %s', (kind) => {
  const faults = createFaultyWrites();
  const place = useDatabase(kind, { wrap: faults.wrap });
  const count = stories[kind];

  test(`${count} stories: what is open, paid, paused and said is what money that stayed says`, {
    timeout: 3_600_000,
  }, async () => {
    faults.breakAfter(Number.POSITIVE_INFINITY, 'before');
    let story: Story | null = null;
    let answer: 'delivered' | 'rejected' | 'unsure' = 'delivered';
    const gateway = (real: Gateway): Gateway => ({
      ...real,
      buyPackage: async () => {
        if (answer === 'delivered') return ok({ message: 'yes' });
        return answer === 'rejected'
          ? err({ kind: 'rejected', status: 422, message: 'no' })
          : err({ kind: 'unsure', why: 'status 503', retryAfterMs: null });
      },
    });
    const tellOwner = async (to: number, alert: Alert): Promise<Delivery> =>
      story ? tell(story, to, alert) : { kind: 'delivered' };
    const sandbox = await openSandbox();
    const totals = { statements: 0, paid: 0, pauses: 0, reopened: 0 };
    // Few stories may have no statement: it goes on until one was made.
    for (let nth = 0; nth < count || totals.statements === 0; nth += 1) {
      const told = await tellStory(nth);
      // The same once more: nothing but the seed decides.
      if (nth === 0) expect((await tellStory(nth)).moves).toEqual(told.moves);
      totals.statements += told.made.size;
      totals.paid += [...told.states.values()].filter(({ state }) => state === 'paid').length;
      totals.pauses += told.moves.filter((one) => one.endsWith('paused')).length;
      totals.reopened += told.moves.filter((one) => one.endsWith('again')).length;
    }
    process.stdout.write(`${kind}: ${JSON.stringify(totals)}\n`);
    if (count >= 1_000) for (const total of Object.values(totals)) expect(total).toBeGreaterThan(50);

    async function tellStory(nth: number): Promise<Story> {
      await emptyTables(place.database);
      const bank = createTestProvider();
      const parts = { sandbox, payments: paymentsAt(bank), gateway, tellOwner, pace: { concurrency: 1 } };
      const world = await openWorld(place.database, parts);
      const second = await world.another();
      story = begin({ world, second, bank, chance: createChance(inject('seed') + nth) });
      await meet(story);
      for (let step = 0; step < movesInStory && story.problems.length === 0; step += 1) {
        answer = story.chance.weighted([
          [8, 'delivered'],
          [2, 'rejected'],
          [0.3, 'unsure'],
        ]);
        await live(story);
        await work(story);
      }
      answer = 'delivered';
      await rest(story);
      expect(story.problems, `TEST_SEED=${inject('seed')}, story ${nth}\n${story.moves.join('\n')}`).toEqual([]);
      return story;
    }
  });

  const begin = (parts: Pick<Story, 'world' | 'second' | 'bank' | 'chance'>): Story => ({
    ...parts,
    changes: new Map(agents.map((id) => [id, []])),
    reversed: new Set(),
    made: new Map(),
    payments: [],
    moves: [],
    problems: [],
    telegram: new Map(),
    states: new Map(),
    paused: new Set(),
  });

  async function meet({ world, chance }: Story): Promise<void> {
    const { people, wallet, settlementTerms } = world.shop;
    for (const id of [ownerId, ...agents]) await people.loadOrCreate({ id, name: `Person ${id}`, language: 'fa' });
    await place.database.db.updateTable('people').set({ role: 'agent' }).where('id', 'in', agents).execute();
    for (const id of agents) await wallet.setCreditLimit(id, 1_000_000);
    await settlementTerms.set(ownerId, 0, { cycle: 'weekly', day: chance.whole(7), graceDays: chance.whole(5) });
  }

  /** What people and the world do between two rounds of the workers. */
  async function live(story: Story): Promise<void> {
    const { world, chance, bank, payments, telegram } = story;
    const { shop, clock } = world;
    const id = chance.pick(agents);
    const amount = 10_000 * (1 + chance.whole(30));
    const pass = (ms: number) => async () => clock.pass(ms);
    // All of it, or a part.
    const owing = chance.pick([amount, Math.max(10_000, debtOf(story, id))]);
    await chance.weighted<() => Promise<unknown>>([
      [4, pass((1 + chance.whole(20)) * hour)],
      [3, pass((1 + chance.whole(3)) * day)],
      // No process runs.
      [0.7, pass((10 + chance.whole(30)) * day + chance.whole(24) * hour)],
      [5, named(story, `${id} orders ${amount}`, () => confirm(world, id, amount, `order ${story.moves.length}`))],
      [1.5, named(story, `${id} pays ${owing}`, () => changed(story, id, () => move(world, 'pay', owing, id)))],
      [1, named(story, `${id} gets ${amount}`, () => changed(story, id, () => move(world, 'grant', amount, id)))],
      [
        1.5,
        named(story, `${id} pays ${owing} online`, () =>
          changed(story, id, async () => payments.push({ id: await payOnline(world, bank, id, owing), personId: id })),
        ),
      ],
      [
        1.5,
        named(story, 'a payment is paid back', async () => {
          const one = chance.pick(payments);
          if (!one) return;
          const back = { paymentId: one.id, by: ownerId, key: `back ${story.moves.length}`, note: 'x' };
          const part = amount * (1 + chance.whole(3));
          await changed(story, one.personId, () => shop.payments.payBack.payBack({ ...back, amount: part }));
        }),
      ],
      [
        1,
        named(story, `${amount} is deducted from ${id}`, () => {
          const request = { key: `take ${story.moves.length}`, by: ownerId, personId: id, amount, note: null };
          return changed(story, id, () => shop.credit.take(request));
        }),
      ],
      [2, named(story, `an order of ${id} is reversed`, () => reverse(story, id))],
      [
        0.5,
        named(story, 'terms', () =>
          shop.settlementTerms.set(
            ownerId,
            chance.pick([0, id]),
            chance.pick([
              null,
              { cycle: 'weekly', day: chance.whole(7), graceDays: chance.whole(4) },
              { cycle: 'monthly', day: 1 + chance.whole(31), graceDays: chance.whole(10) },
            ]),
          ),
        ),
      ],
      [
        0.5,
        named(story, `limit of ${id}`, () => {
          const request = { key: `limit ${story.moves.length}`, by: ownerId, personId: id, note: null };
          return shop.credit.limit({ ...request, amount: amount * 10 });
        }),
      ],
      [
        1,
        named(story, `Telegram and ${id}`, async () =>
          telegram.set(id, chance.pick(['delivered', 'delivered', 'later', 'unreachable'] as const)),
        ),
      ],
      [0.5, named(story, `quiet hours of ${id}`, () => shop.reminders.set(id, { quiet: chance.pick(quietChoices) }))],
      [1, named(story, `the owner ends the pause of ${id}`, () => ownerSets(story, id, null))],
      [0.3, named(story, `the owner pauses ${id}`, () => ownerSets(story, id, 'holiday'))],
    ])();
    await deliverOrders(story);
  }

  const named = (story: Story, name: string, run: () => Promise<unknown>) => async () => {
    story.moves.push(`${new Date(story.world.clock.now()).toISOString()} ${name}`);
    await run();
  };

  async function ownerSets({ world, paused }: Story, id: number, why: string | null): Promise<void> {
    await world.shop.agents.pause(ownerId, id, why);
    paused.delete(id);
  }

  /** Money in or out, as the wallet saw it. */
  async function changed(story: Story, id: number, run: () => Promise<unknown>): Promise<void> {
    const { wallet } = story.world.shop;
    const before = (await wallet.read(id)).balance;
    await run();
    note(story, id, { bought: 0, paid: (await wallet.read(id)).balance - before });
  }

  const note = ({ world, changes }: Story, id: number, change: Omit<Change, 'at'>) =>
    void changes.get(id)?.push({ ...change, at: world.clock.now() });

  async function reverse(story: Story, id: number): Promise<void> {
    const standing = (story.changes.get(id) ?? []).filter(
      ({ orderId, bought }) => orderId !== undefined && bought > 0 && !story.reversed.has(orderId),
    );
    const one = story.chance.pick(standing);
    if (!one?.orderId) return;
    await story.world.shop.reverse(one.orderId, ownerId);
    story.reversed.add(one.orderId);
    note(story, id, { bought: -one.bought, paid: 0, orderId: one.orderId });
  }

  /** Some of what was ordered arrives, some later. */
  async function deliverOrders(story: Story): Promise<void> {
    if (story.chance.whole(3) === 0) return;
    const { world } = story;
    const { db } = place.database;
    const known = new Set([...story.changes.values()].flat().map(({ orderId }) => orderId));
    while ((await world.purchaseWorker.runOnce()) > 0);
    const delivered = await db
      .selectFrom('orders')
      .selectAll()
      .where('state', '=', 'delivered')
      .orderBy('id')
      .execute();
    for (const { id, buyer_id, charge } of delivered)
      if (!known.has(id)) note(story, buyer_id, { bought: charge ?? 0, paid: 0, orderId: id });
  }

  function tell(story: Story, to: number, alert: Alert): Delivery {
    const answer = story.telegram.get(to) ?? 'delivered';
    const at = story.world.clock.now();
    if (answer === 'later') return { kind: 'later', retryAfterMs: null };
    if (alert.kind !== 'settlement-due' && alert.kind !== 'settlement-reopened') return { kind: answer };
    story.moves.push(`${new Date(at).toISOString()} ${to} hears ${alert.kind === 'settlement-due' ? 'it' : 'again'}`);
    // Statements are noted after the round that makes them.
    said.push({ to, day: alert.day, promisedAt: at + alert.graceMs });
    return { kind: answer };
  }
  const said: { to: number; day: number; promisedAt: number }[] = [];

  const debtOf = ({ changes }: Story, id: number) =>
    sum((changes.get(id) ?? []).map(({ bought, paid }) => bought - paid));

  /** Purchases from a position on that were not reversed. */
  const standingSince = ({ changes, reversed }: Story, id: number, from: number) =>
    sum(
      (changes.get(id) ?? [])
        .slice(from)
        .map(({ bought, orderId }) => (bought > 0 && orderId !== undefined && !reversed.has(orderId) ? bought : 0)),
    );

  /** The debt of today without what was bought since, and no more than the statement says. */
  function openOf(story: Story, { personId, owed, position }: Made): number {
    const old = debtOf(story, personId) - standingSince(story, personId, position);
    return Math.max(0, Math.min(owed, old));
  }

  async function isQuiet(id: number, at: number): Promise<boolean> {
    const person = place.database.db.selectFrom('people').select(['quiet_from as from', 'quiet_to as to']);
    return afterQuietHours(at, await person.where('id', '=', id).executeTakeFirstOrThrow()) !== at;
  }

  /** One round of one or two processes; sometimes one dies in it. */
  async function work(story: Story, canDie = true): Promise<void> {
    const { world, second, chance } = story;
    const dies = canDie && chance.whole(6) === 0;
    if (dies) faults.breakAfter(chance.whole(12), chance.pick(['before', 'after']));
    const processes = chance.pick([[world], [world, second], [second, world]]);
    // In turn, one statement or message at a time: real time would decide the order otherwise.
    async function run(worker: 'settlementWorker' | 'alertWorker'): Promise<void> {
      for (let done = 1; done > 0; ) {
        done = 0;
        for (const one of processes)
          done += await one[worker].runOnce().catch((error: unknown) => (dies ? 0 : Promise.reject(error)));
      }
    }
    await run('settlementWorker');
    await compareRound(story);
    await run('alertWorker');
    faults.breakAfter(Number.POSITIVE_INFINITY, 'before');
    await hearStatements(story);
  }

  async function hearStatements(story: Story): Promise<void> {
    for (const { to, day: ofDay, promisedAt } of said.splice(0)) {
      if (await isQuiet(to, story.world.clock.now())) story.problems.push(`${to} was told in quiet hours`);
      for (const one of story.made.values()) if (one.personId === to && one.day === ofDay) one.promisedAt = promisedAt;
    }
  }

  /** What the settlement workers changed must follow from the debts. */
  async function compareRound(story: Story): Promise<void> {
    const { db } = place.database;
    const { problems, states, made } = story;
    const rows = await db.selectFrom('settlements').selectAll().orderBy('id').execute();
    for (const row of rows) if (!made.has(row.id)) await noteStatement(story, row);
    for (const row of rows) {
      const one = made.get(row.id);
      const before = states.get(row.id)?.state ?? 'open';
      if (!one || before === row.state) continue;
      const left = openOf(story, one);
      if (row.state === 'paid' && left > 0) problems.push(`${row.id} is paid, but ${left} is open`);
      // A block by the owner opens it, and the look that follows may not have come: `rest` sees the end.
      const isBlocked = before === 'paused' && row.state === 'open';
      if (row.state !== 'paid' && left === 0 && !isBlocked)
        problems.push(`${row.id} is ${row.state}, but nothing is open`);
      if (row.state === 'paused') await comparePause(story, one);
      // After a block by the owner, which took the place of the pause, what was promised still counts.
      if (row.state === 'open' && before === 'paid') one.promisedAt = null;
    }
    story.states = new Map(rows.map((row) => [row.id, row]));
    const pausedRows = await db.selectFrom('people').select('id').where('paused_why', '=', settlementPause).execute();
    const paused = new Set(pausedRows.map(({ id }) => id));
    const hasPaused = (id: number) => rows.some((row) => row.person_id === id && row.state === 'paused');
    for (const id of paused) if (!hasPaused(id)) problems.push(`${id} is paused without a statement`);
    for (const id of story.paused)
      if (!paused.has(id) && hasPaused(id)) problems.push(`${id} sells again, but a statement is not paid`);
    story.paused = paused;
  }

  async function noteStatement(story: Story, row: SettlementRow): Promise<void> {
    const { changes, made, problems, moves } = story;
    const { id, person_id: personId, owed, day: ofDay, from_day } = row;
    const theirs = changes.get(personId) ?? [];
    const last = [...made.values()].findLast((one) => one.personId === personId);
    const first = theirs.findIndex(({ at }) => at >= startOf(from_day));
    const from = last?.position ?? (first === -1 ? theirs.length : first);
    made.set(id, { personId, owed, day: ofDay, position: theirs.length, promisedAt: null });
    moves.push(`statement of ${personId}: ${owed}`);
    const { db } = place.database;
    const newest = await db
      .selectFrom('ledger')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    if (row.ledger_id !== newest.id) problems.push(`${id} ends with entry ${row.ledger_id}, not ${newest.id}`);
    const written = await db.selectFrom('alerts').selectAll().where('key', '=', `settlement-due:${id}`).execute();
    const [alert] = written.map((one) => JSON.parse(one.alert) as Alert);
    if (alert?.kind !== 'settlement-due') return void problems.push(`${id} has no message`);
    const bought = standingSince(story, personId, from);
    const before = sum(theirs.slice(0, from).map((one) => one.bought - one.paid));
    const sums = { before, bought, paid: before + bought - debtOf(story, personId), owed: debtOf(story, personId) };
    const shown = { before: alert.before, bought: alert.bought, paid: alert.paid, owed: alert.owed };
    if (JSON.stringify(shown) !== JSON.stringify(sums))
      problems.push(`${id} shows ${JSON.stringify(shown)} instead of ${JSON.stringify(sums)}`);
  }

  async function comparePause(story: Story, { personId, promisedAt }: Made): Promise<void> {
    const at = story.world.clock.now();
    story.moves.push(`${new Date(at).toISOString()} ${personId} is paused`);
    if (promisedAt === null || at < promisedAt) story.problems.push(`${personId} is paused before ${promisedAt}`);
    if (await isQuiet(personId, at)) story.problems.push(`${personId} is paused in quiet hours`);
  }

  /** After a while without events and trouble everything is as it should be. */
  async function rest(story: Story): Promise<void> {
    const { world, problems, telegram } = story;
    telegram.clear();
    const noon = startOf(Math.floor((world.clock.now() + 3.5 * hour) / day) + 1) + 12 * hour;
    world.clock.pass(noon - world.clock.now());
    for (let round = 0; round < 4; round += 1) {
      world.clock.pass(2 * minute);
      await work(story, false);
    }
    const { statements, more } = await world.shop.statements.open(100);
    const expected: string[] = [];
    for (const [id, one] of story.made) {
      const left = openOf(story, one);
      const row = story.states.get(id);
      const isNewest = ![...story.made].some(([other, { personId }]) => personId === one.personId && other > id);
      if (left === 0 && row?.state !== 'paid') problems.push(`${id} is paid and still ${row?.state}`);
      if (left > 0 && isNewest && row?.state === 'paid') problems.push(`${id} is not paid, and ended`);
      const isOverdue = one.promisedAt !== null && one.promisedAt <= world.clock.now() - 2 * minute;
      // While the owner's own pause lasts, the one for the debt waits.
      const person = await world.shop.people.find(one.personId);
      if (row?.state === 'open' && isOverdue && person?.pausedWhy !== 'holiday')
        problems.push(`${id} should pause selling`);
      if (row?.state !== 'paid') expected.push(`${one.personId}: ${left} of ${one.owed}`);
    }
    const listed = statements.map(({ personId, left, owed }) => `${personId}: ${left} of ${owed}`);
    const differing = new Set(listed).symmetricDifference(new Set(expected));
    if (more !== 0 || differing.size > 0 || listed.length !== expected.length)
      problems.push(`the owner sees ${listed.join()} instead of ${expected.join()}`);
    const drift = await world.shop.wallet.findLedgerMismatches();
    if (drift.length > 0) problems.push(`drift: ${JSON.stringify(drift)}`);
  }
});
