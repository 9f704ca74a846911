import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SendResult } from '#shop/support/broadcasts/broadcast-worker.ts';
import type { Broadcast } from '#shop/support/broadcasts/broadcasts.ts';
import { claimRecipients, finishRecipient } from '#shop/support/broadcasts/recipients.ts';
import { openDatabase } from '#storage/database.ts';
import { minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { openWorld, ownerId, quiet, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const people = (count: number) => Array.from({ length: count }, (_, at) => 1_000 + at);

async function meet({ shop }: ShopWorld, ids: readonly number[]): Promise<void> {
  for (const id of [ownerId, ...ids]) await shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'en' });
}

let updates = 0;

async function draft({ shop }: ShopWorld): Promise<string> {
  updates += 1;
  const drafted = await shop.broadcasts.draft({
    idempotencySource: `update:${updates}`,
    by: ownerId,
    messageId: 7,
    excerpt: 'Closed on Friday',
  });
  if (!drafted.ok) throw new Error(drafted.error.code);
  return drafted.value.id;
}

async function begin(world: ShopWorld): Promise<string> {
  const id = await draft(world);
  expect(await world.shop.broadcasts.send(id, ownerId, 8)).toMatchObject({ ok: true, value: { state: 'sending' } });
  return id;
}

/** A shop with a scripted Telegram; records the recipients and what the owner saw. */
async function openHall(place: ReturnType<typeof useDatabase>, answer: (to: number) => SendResult) {
  const got: number[] = [];
  const seen: Broadcast[] = [];
  const cry = async (_: Broadcast, to: number): Promise<SendResult> => {
    const cried = answer(to);
    if (cried.kind === 'sent') got.push(to);
    return cried;
  };
  const report = async (announcement: Broadcast) => {
    seen.push(announcement);
    return true;
  };
  const world = await openWorld(place.database, { announcing: { send: cry, report } });
  return { world, got, seen };
}

/** Rounds of the broadcast worker, a quarter of a second apart. */
async function rounds({ broadcastWorker, clock }: ShopWorld, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await broadcastWorker.runOnce();
    clock.pass(250);
  }
}

const stands = async ({ shop }: ShopWorld, id: string) => {
  const announcement = await shop.broadcasts.find(id);
  if (!announcement) throw new Error('The announcement is gone.');
  return announcement;
};

const left = async ({ database }: ShopWorld) =>
  (await database.db.selectFrom('announcement_people').selectAll().execute()).length;

describe.each(sampledDatabases())('a broadcast on %s', (kind) => {
  const place = useDatabase(kind);

  test('reaches everyone except the owner once, at its rate, and the owner sees the progress', async () => {
    const { world, got, seen } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(100));
    const id = await begin(world);
    await world.broadcastWorker.runOnce();
    await world.broadcastWorker.runOnce();
    expect(got).toHaveLength(5);
    world.clock.pass(250);
    await rounds(world, 3);
    // A second has passed since the start.
    expect(got).toHaveLength(20);
    await rounds(world, 20);
    expect(got.toSorted((a, b) => a - b)).toEqual(people(100));
    expect(await stands(world, id)).toMatchObject({ state: 'done', total: 100, sent: 100, blocked: 0, failed: 0 });
    // At once, every three seconds, and at the end.
    expect(seen.map(({ sent }) => Math.floor(sent / 10) * 10)).toEqual([0, 60, 100]);
    expect(await left(world)).toBe(0);
    expect(await world.broadcastWorker.runOnce()).toBe(0);
  });

  test('twenty taps on Send are one; another broadcast waits; only the owner sends or stops', async () => {
    const { world, got } = await openHall(place, () => ({ kind: 'sent' }));
    const { broadcasts, audit } = world.shop;
    await meet(world, people(3));
    const [id, other] = [await draft(world), await draft(world)];
    expect(await broadcasts.send(id, 1_001, 8)).toMatchObject({ ok: false, error: { code: 'not-allowed' } });
    const taps = await Promise.all(Array.from({ length: 20 }, () => broadcasts.send(id, ownerId, 8)));
    expect(taps.every(({ ok }) => ok)).toBe(true);
    expect(await broadcasts.stop(id, 1_001)).toMatchObject({ ok: false });
    expect(await broadcasts.send(other, ownerId, 9)).toEqual({ ok: false, error: { code: 'announcing-already' } });
    await rounds(world, 5);
    expect(got).toHaveLength(3);
    expect(await broadcasts.send(id, ownerId, 8)).toMatchObject({ ok: true, value: { state: 'done', sent: 3 } });
    expect(await broadcasts.send(other, ownerId, 9)).toMatchObject({ ok: true, value: { state: 'sending' } });
    const { entries } = await audit.list(0, 10, { actions: ['announce'] });
    expect(entries.map(({ details }) => details)).toEqual([
      { announcement: other, people: 3, text: 'Closed on Friday' },
      { announcement: id, people: 3, text: 'Closed on Friday' },
    ]);
  });

  test('of two at the same moment one starts', async () => {
    const { world } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(3));
    const ids = [await draft(world), await draft(world), await draft(world)];
    const sent = await Promise.all(ids.map((id) => world.shop.broadcasts.send(id, ownerId, 8)));
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('a planned one is sent at its time, once, whatever number of processes look; another waits for it', async () => {
    const { world, got } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(12));
    const { broadcasts } = world.shop;
    const [first, second_] = [await draft(world), await draft(world)];
    const at = world.clock.now() + 10 * minute;
    for (const id of [first, second_, first])
      expect(await broadcasts.plan(id, ownerId, at)).toMatchObject({ ok: true });
    expect(await broadcasts.plan(await draft(world), ownerId, world.clock.now())).toMatchObject({ ok: false });
    expect(await broadcasts.plan(first, 1_000, at)).toMatchObject({ ok: false, error: { code: 'not-allowed' } });
    await rounds(world, 2);
    expect(got).toEqual([]);
    expect((await broadcasts.planned()).map(({ id }) => id)).toEqual([first, second_]);
    world.clock.pass(10 * minute);
    const other = await world.another();
    await Promise.all([world, other, world, other].map(({ broadcastWorker }) => broadcastWorker.runOnce()));
    expect([await stands(world, first), await stands(world, second_)].map(({ state }) => state)).toEqual(
      expect.arrayContaining(['planned']),
    );
    await rounds(world, 20);
    expect(got).toHaveLength(24);
    for (const id of [first, second_]) expect(await stands(world, id)).toMatchObject({ state: 'done', total: 12 });
  });

  test('a planned one of a former owner, or a cancelled one, is not sent', async () => {
    const { world, got } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(3));
    const { broadcasts } = world.shop;
    const [cancelled, orphan] = [await draft(world), await draft(world)];
    for (const id of [cancelled, orphan]) await broadcasts.plan(id, ownerId, world.clock.now() + minute);
    await broadcasts.cancel(cancelled, ownerId);
    await world.database.db.updateTable('announcements').set({ owner_id: 9 }).where('id', '=', orphan).execute();
    world.clock.pass(2 * minute);
    await rounds(world, 4);
    expect(got).toEqual([]);
    for (const id of [cancelled, orphan]) expect(await stands(world, id)).toMatchObject({ state: 'cancelled' });
  });

  test('what is planned, every owner cancels and sends; its progress is in the chat of its author', async () => {
    const other = 1_000;
    const world = await openWorld(place.database, { ownerIds: [ownerId, other] });
    await meet(world, people(3));
    const { broadcasts } = world.shop;
    const [cancelled, sent, unplanned] = [await draft(world), await draft(world), await draft(world)];
    for (const id of [cancelled, sent]) await broadcasts.plan(id, ownerId, world.clock.now() + minute);
    for (const id of [cancelled, unplanned]) await broadcasts.cancel(id, 1_001);
    expect(await stands(world, cancelled)).toMatchObject({ state: 'planned' });
    for (const id of [cancelled, unplanned]) await broadcasts.cancel(id, other);
    expect(await stands(world, cancelled)).toMatchObject({ state: 'cancelled' });
    expect(await stands(world, unplanned)).toMatchObject({ state: 'draft' });
    expect(await broadcasts.send(sent, other, 8)).toMatchObject({
      ok: true,
      value: { state: 'sending', shownIn: null },
    });
  });

  test('goes to customers, agents, a level, one language or the buyers of 30 days', async () => {
    const { world, got } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(4));
    await world.shop.people.loadOrCreate({ id: 2_000, name: 'Sara', language: 'fa' });
    const { db } = world.database;
    await db.updateTable('people').set({ role: 'agent', tier_id: 5 }).where('id', '=', 1_001).execute();
    await db.updateTable('people').set({ role: 'agent' }).where('id', '=', 1_002).execute();
    const day = 24 * 60 * minute;
    const bought = (person_id: number, days: number) => {
      return { person_id, orders: 1, charged: 1, last_at: world.clock.now() - days * day };
    };
    await db
      .insertInto('buyer_totals')
      .values([bought(1_000, 29), bought(1_001, 31)])
      .execute();
    const sentTo = async (audience: Parameters<typeof world.shop.broadcasts.reach>[1] & object) => {
      const id = await draft(world);
      await world.shop.broadcasts.change(id, ownerId, { audience });
      const { reachable } = await world.shop.broadcasts.reach(ownerId, audience);
      got.length = 0;
      await world.shop.broadcasts.send(id, ownerId, 8);
      await rounds(world, 6);
      expect(got).toHaveLength(reachable);
      return got.toSorted((a, b) => a - b);
    };
    const of = (kind: 'everyone' | 'customers' | 'agents' | 'buyers' | 'fa') => ({ kind, tierId: null });
    expect(await sentTo(of('everyone'))).toEqual([1_000, 1_001, 1_002, 1_003, 2_000]);
    expect(await sentTo(of('customers'))).toEqual([1_000, 1_003, 2_000]);
    expect(await sentTo(of('agents'))).toEqual([1_001, 1_002]);
    expect(await sentTo(of('buyers'))).toEqual([1_000]);
    expect(await sentTo(of('fa'))).toEqual([2_000]);
    expect(await sentTo({ kind: 'tier', tierId: 5 })).toEqual([1_001]);
  });

  test('people who blocked the bot and newcomers do not get it; paused people do', async () => {
    const { world, got } = await openHall(place, () => ({ kind: 'sent' }));
    const { agents, broadcasts, people: known } = world.shop;
    await meet(world, people(4));
    await known.markUnreachable(1_001);
    await agents.pause(ownerId, 1_002, 'a dispute');
    expect(await broadcasts.reach(ownerId)).toEqual({ reachable: 3, blocked: 1 });
    const id = await begin(world);
    await meet(world, [2_000]);
    await rounds(world, 5);
    expect(got.toSorted((a, b) => a - b)).toEqual([1_000, 1_002, 1_003]);
    expect(await stands(world, id)).toMatchObject({ state: 'done', total: 3, sent: 3 });
  });

  test('blocked, refused and unanswered are counted; at most two attempts for a person', async () => {
    const tries = new Map<number, number>();
    const { world } = await openHall(place, (to) => {
      tries.set(to, (tries.get(to) ?? 0) + 1);
      if (to === 1_000) return { kind: 'blocked' };
      if (to === 1_001) return { kind: 'failed' };
      if (to === 1_002) return { kind: 'unsure' };
      return to === 1_003 && tries.get(to) === 1 ? { kind: 'unsure' } : { kind: 'sent' };
    });
    await meet(world, people(5));
    const id = await begin(world);
    await rounds(world, 8);
    expect(await stands(world, id)).toMatchObject({ state: 'done', total: 5, sent: 2, blocked: 1, failed: 2 });
    expect([...tries].toSorted(([a], [b]) => a - b).map(([, count]) => count)).toEqual([1, 1, 2, 2, 1]);
  });

  test('a pause that Telegram asks for delays everyone, and is not an attempt', async () => {
    let asked = 0;
    const { world, got } = await openHall(place, () => {
      asked += 1;
      return asked % 3 === 1 && asked < 20 ? { kind: 'later', retryAfterMs: 30 * second } : { kind: 'sent' };
    });
    await meet(world, people(12));
    const id = await begin(world);
    await world.broadcastWorker.runOnce();
    const before = asked;
    world.clock.pass(29 * second);
    await world.broadcastWorker.runOnce();
    expect(asked).toBe(before);
    for (let round = 0; round < 12; round += 1) {
      world.clock.pass(31 * second);
      await world.broadcastWorker.runOnce();
    }
    expect(new Set(got).size).toBe(12);
    expect(await stands(world, id)).toMatchObject({ state: 'done', sent: 12, failed: 0 });
  });

  test('stopped, it is sent to no one else; messages in flight are still counted', async () => {
    const { world, got, seen } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(50));
    const id = await begin(world);
    await rounds(world, 2);
    const stops = await Promise.all([1, 2, 3].map(() => world.shop.broadcasts.stop(id, ownerId)));
    expect(stops.every(({ ok }) => ok)).toBe(true);
    await rounds(world, 4);
    expect(got).toHaveLength(10);
    expect(await stands(world, id)).toMatchObject({ state: 'stopped', total: 50, sent: 10 });
    expect(seen.at(-1)).toMatchObject({ state: 'stopped', sent: 10 });
    expect(await left(world)).toBe(0);
    expect((await world.shop.audit.list(0, 10, { actions: ['stop-announcing'] })).entries).toHaveLength(1);
    await begin(world);
  });

  test('stops by itself when its message was deleted', async () => {
    const { world, seen } = await openHall(place, () => ({ kind: 'lost' }));
    await meet(world, people(10));
    const id = await begin(world);
    await rounds(world, 3);
    expect(await stands(world, id)).toMatchObject({ state: 'stopped', sent: 0 });
    expect(seen.at(-1)).toMatchObject({ state: 'stopped' });
    await begin(world);
  });

  test('the batch of a crashed process is sent again after its lease, once more at most', async () => {
    const deaths: number[] = [];
    const state: { dies: boolean } = { dies: true };
    const { world, got } = await openHall(place, (to) => {
      if (state.dies) {
        deaths.push(to);
        throw new Error('killed here');
      }
      return { kind: 'sent' };
    });
    await meet(world, people(20));
    const id = await begin(world);
    await world.broadcastWorker.runOnce();
    state.dies = false;
    world.clock.pass(250);
    await rounds(world, 5);
    // Everyone except that batch, which may still be in flight.
    expect(got).toHaveLength(15);
    expect(await stands(world, id)).toMatchObject({ state: 'sending' });
    world.clock.pass(minute);
    state.dies = true;
    await world.broadcastWorker.runOnce();
    world.clock.pass(minute + second);
    await rounds(world, 4);
    // Twice in flight already: not a third time.
    expect(new Set(deaths)).toEqual(new Set(people(5)));
    expect(await stands(world, id)).toMatchObject({ state: 'done', sent: 15, failed: 5 });
  });

  test.each(['blocked', 'failed', 'sent'] as const)(
    '%s, heard after the lease by the process that slept',
    async (late) => {
      const woken = Promise.withResolvers<SendResult>();
      const world = await openWorld(place.database, {
        announcing: { send: () => woken.promise, report: async () => true },
      });
      await meet(world, people(1));
      const id = await begin(world);
      const sleeping = world.broadcastWorker.runOnce();
      const leased = () => place.database.db.selectFrom('announcement_people').selectAll().executeTakeFirst();
      await expect.poll(leased).toMatchObject({ attempts: 1 });
      world.clock.pass(minute + second);
      const claim = { now: world.clock.now(), leaseMs: minute, limit: 5 };
      const [other] = await claimRecipients(place.database, id, claim);
      woken.resolve({ kind: late });
      await sleeping;
      // What was sent is a fact; otherwise the other process still has the person.
      expect(await stands(world, id)).toMatchObject({ sent: late === 'sent' ? 1 : 0, blocked: 0, failed: 0 });
      await finishRecipient(place.database, other ?? expect.fail('nobody is left'), 'sent');
      expect(await stands(world, id)).toMatchObject({ sent: 1, blocked: 0, failed: 0 });
    },
  );

  test('takes smaller batches while receipts wait, but continues', async () => {
    const { world, got } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(30));
    for (let count = 0; count < 3; count += 1) await world.buy();
    await world.purchaseWorker.runOnce();
    await begin(world);
    await rounds(world, 2);
    expect(got).toHaveLength(4);
    await world.receipts.runOnce();
    await rounds(world, 2);
    expect(got).toHaveLength(14);
    for (let count = 0; count < 9; count += 1) await world.buy();
    await world.purchaseWorker.runOnce();
    await rounds(world, 2);
    expect(got).toHaveLength(16);
  });

  test('a summary that failed is shown again later', async () => {
    const telegram: { well: boolean } = { well: false };
    const taken: string[] = [];
    const deaf = await openWorld(place.database, {
      announcing: {
        report: async ({ state }) => {
          if (telegram.well) taken.push(state);
          return telegram.well;
        },
      },
    });
    await meet(deaf, people(2));
    await begin(deaf);
    await rounds(deaf, 4);
    telegram.well = true;
    await deaf.broadcastWorker.runOnce();
    expect(taken).toEqual([]);
    deaf.clock.pass(3 * second);
    await deaf.broadcastWorker.runOnce();
    deaf.clock.pass(minute);
    await deaf.broadcastWorker.runOnce();
    expect(taken).toEqual(['done']);
  });
});

describe('two processes on one PostgreSQL', () => {
  const place = useDatabase('postgres');

  test('share the work and the rate: everyone gets it once', async () => {
    const got: number[] = [];
    const by = new Map<string, number>();
    const clock = { now: Date.now, steady: Date.now, pass: () => undefined };
    const hall = (name: string) => ({
      send: async (_: Broadcast, to: number): Promise<SendResult> => {
        got.push(to);
        by.set(name, (by.get(name) ?? 0) + 1);
        return { kind: 'sent' };
      },
    });
    const pace = { everyMs: 5, perSecond: 500 };
    const first = await openWorld(place.database, { clock, pace, announcing: hall('first') });
    const otherDatabase = await openDatabase(place.settings, { log: quiet });
    onTestFinished(() => otherDatabase.close());
    const second = await openWorld(otherDatabase, { clock, pace, sandbox: first.sandbox, announcing: hall('second') });
    await meet(first, people(200));
    const began = Date.now();
    const id = await begin(first);
    for (const { broadcastWorker } of [first, second]) broadcastWorker.start();
    await expect.poll(async () => (await stands(first, id)).state, { timeout: 60_000, interval: 20 }).toBe('done');
    const tookMs = Date.now() - began;
    await Promise.all([first, second].map(({ broadcastWorker }) => broadcastWorker.stop()));
    expect(got.toSorted((a, b) => a - b)).toEqual(people(200));
    expect(await stands(first, id)).toMatchObject({ sent: 200, total: 200 });
    expect(by.get('first')).toBeGreaterThan(0);
    expect(by.get('second')).toBeGreaterThan(0);
    // Forty batches, the first at once: two processes are no faster than one.
    expect(tookMs).toBeGreaterThanOrEqual(39 * 10);
  });

  test('a Stop during the count of an expired lease waits for it', async () => {
    const { world } = await openHall(place, () => ({ kind: 'sent' }));
    await meet(world, people(3));
    const id = await begin(world);
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let stopped: ReturnType<typeof world.shop.broadcasts.stop> | undefined;
    await place.database.transaction(async (tx) => {
      await tx.deleteFrom('announcement_people').where('person_id', '=', 1_000).execute();
      stopped = world.shop.broadcasts.stop(id, ownerId);
      await expect.poll(async () => (await waiting.execute(place.database.db)).rows, { interval: 5 }).toHaveLength(1);
      await tx.updateTable('announcements').set({ sent: 1 }).where('id', '=', id).execute();
    });
    expect(await stopped).toMatchObject({ ok: true, value: { state: 'stopping', sent: 1 } });
  });
});
