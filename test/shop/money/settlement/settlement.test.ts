import { describe, expect, test } from 'vitest';
import { startOf } from '#domain/calendar.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import type { Delivery } from '#shop/base/outbox/outbox.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { hearRight } from '#test/support/recall.ts';
import { settleAll } from '#test/support/settling.ts';
import { ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';
import { agent, buy, move, openAgentWorld, order, paymentsAt, payOnline } from './agent.ts';

describe.each(sampledDatabases())('settlement on %s', (kind) => {
  const place = useDatabase(kind);

  /** In debt by 500,000. */
  async function open(graceDays = 3): Promise<ShopWorld> {
    const world = await openAgentWorld(place.database, { graceDays });
    await move(world, 'grant', 100_000);
    await buy(world, 600_000);
    return world;
  }
  const pausedWhy = async (world: ShopWorld) => (await world.shop.people.find(agent))?.pausedWhy;
  /** In the order in which it was written. */
  const heard = async (world: ShopWorld) => {
    await world.alertWorker.runOnce();
    const rows = await place.database.db.selectFrom('alerts').selectAll().orderBy('id').execute();
    return rows.flatMap((row) => (row.done_at === null ? [] : [(JSON.parse(row.alert) as Alert).kind]));
  };
  const openStatements = async (world: ShopWorld) => (await world.shop.statements.open(8)).statements;
  const left = async (world: ShopWorld) => (await openStatements(world)).map((one) => one.left);
  const statements = () => place.database.db.selectFrom('settlements').selectAll().orderBy('id').execute();
  /** What the workers do at one moment. */
  async function round(world: ShopWorld, ms: number): Promise<void> {
    world.clock.pass(ms);
    hearRight(world.shop.clock);
    await world.clockWorker.runOnce();
    await world.settlementWorker.runOnce();
    await world.alertWorker.runOnce();
  }

  test('a statement on its day, in the morning, once, also with two workers', async () => {
    const world = await open();
    await round(world, 9 * hour);
    expect(await heard(world)).toEqual([]);
    const second = await world.another();
    world.clock.pass(hour);
    await Promise.all([world.settlementWorker.runOnce(), second.settlementWorker.runOnce()]);
    await world.settlementWorker.runOnce();
    await Promise.all([world.alertWorker.runOnce(), second.alertWorker.runOnce()]);
    expect([...world.alerts, ...second.alerts]).toMatchObject([
      { kind: 'settlement-due', before: 0, bought: 600_000, paid: 100_000, owed: 500_000, graceMs: 3 * day },
    ]);
    expect(await openStatements(world)).toMatchObject([
      { personId: agent, name: 'Reza', owed: 500_000, left: 500_000, isPaused: false },
    ]);
    expect((await statements())[0]?.ledger_id).toBeGreaterThan(0);
    await round(world, 6 * day);
    await heard(world);
    const due = [...world.alerts, ...second.alerts].filter((alert) => alert.kind === 'settlement-due');
    expect(due).toHaveLength(1);
  });

  test('not paid in time: selling pauses, both hear of it; paid in parts: it continues by itself', async () => {
    const world = await open();
    await round(world, 10 * hour);
    await move(world, 'pay', 200_000);
    await round(world, 2 * day);
    expect(await pausedWhy(world)).toBeNull();
    await round(world, day);
    expect(await pausedWhy(world)).toBe(settlementPause);
    expect(await heard(world)).toEqual(['settlement-due', 'own-settlement-pause', 'settlement-pause']);
    expect(await openStatements(world)).toMatchObject([{ left: 300_000, isPaused: true }]);
    await move(world, 'pay', 299_999);
    await round(world, 10_000);
    expect(await pausedWhy(world)).toBe(settlementPause);
    await move(world, 'pay', 1);
    await round(world, 10_000);
    expect(await pausedWhy(world)).toBeNull();
    expect((await heard(world)).slice(3)).toEqual(['own-settlement-resume', 'settlement-resume']);
    expect(await openStatements(world)).toEqual([]);
    const trail = await world.shop.audit.list(0, 8, { personId: agent });
    expect(trail.entries).toMatchObject([
      { action: 'settlement-resume', details: { amount: 500_000 } },
      { action: 'settlement-pause', details: { amount: 500_000 } },
    ]);
  });

  test('is looked at each minute, pauses the moment its time is over, then is looked at each two seconds', async () => {
    const world = await open();
    const { clock, settlementWorker } = world;
    const looks = (ms: number) => {
      clock.pass(ms);
      return settlementWorker.runOnce();
    };
    await round(world, 10 * hour);
    expect([await looks(minute - 1), await looks(1)]).toEqual([0, 1]);
    const [statement] = await openStatements(world);
    clock.pass((statement?.graceEndsAt ?? 0) - 1 - clock.now());
    expect(await looks(1)).toBe(1);
    expect(await pausedWhy(world)).toBe(settlementPause);
    expect([await looks(1_999), await looks(1)]).toEqual([0, 1]);
  });

  test('paid in time: nothing happens; new debt is for the next statement', async () => {
    const world = await open();
    await round(world, 10 * hour);
    await move(world, 'pay', 500_000);
    await buy(world, 700_000);
    await round(world, 4 * day);
    expect(await pausedWhy(world)).toBeNull();
    await round(world, 3 * day);
    expect(await heard(world)).toEqual(['settlement-due', 'settlement-due']);
    expect(world.alerts.at(-1)).toMatchObject({ before: 500_000, bought: 700_000, paid: 500_000, owed: 700_000 });
  });

  test('a pause by the owner stays when the statement is paid, and an owner may end the other one early', async () => {
    const world = await open(0);
    await world.shop.agents.pause(ownerId, agent, 'holiday');
    await round(world, 10 * hour);
    await round(world, minute);
    await move(world, 'pay', 500_000);
    await round(world, minute);
    expect(await pausedWhy(world)).toBe('holiday');
    expect(await statements()).toMatchObject([{ state: 'paid' }]);
    await world.shop.agents.pause(ownerId, agent, null);
    await move(world, 'take', 1);
    await round(world, 7 * day);
    await round(world, minute);
    expect(await pausedWhy(world)).toBe(settlementPause);
    await world.shop.agents.pause(ownerId, agent, null);
    await round(world, minute);
    expect(await pausedWhy(world)).toBeNull();
  });

  test('a pause by the owner over the end of the grace: selling pauses for the debt once the owner’s pause ends', async () => {
    const world = await open(1);
    await buy(world, 500_000);
    await round(world, 12 * hour);
    await world.shop.agents.pause(ownerId, agent, 'holiday');
    for (let days = 0; days < 3; days += 1) await round(world, 24 * hour);
    await world.shop.agents.pause(ownerId, agent, null);
    for (let looks = 0; looks < 5; looks += 1) await round(world, 5 * hour);
    expect(await pausedWhy(world)).toBe(settlementPause);
    expect(world.alerts.map(({ kind }) => kind)).toContain('settlement-pause');
  });

  test('after days without any process one statement is made; own terms and no debt count', async () => {
    const world = await open();
    const { settlementTerms } = world.shop;
    await round(world, 17 * day + 12 * hour);
    expect(await heard(world)).toEqual(['settlement-due']);
    await settlementTerms.set(ownerId, agent, { cycle: 'never', day: 0, graceDays: 1 });
    expect(await settlementTerms.of(agent)).toMatchObject({ own: true, terms: { cycle: 'never' } });
    await move(world, 'pay', 500_000);
    await round(world, 7 * day);
    expect(await heard(world)).toEqual(['settlement-due']);
    await settlementTerms.set(ownerId, agent, null);
    expect(await settlementTerms.of(agent)).toMatchObject({ own: false, terms: { cycle: 'weekly' } });
    await round(world, 7 * day);
    expect(await heard(world)).toEqual(['settlement-due']);
    expect((await world.shop.audit.list(0, 8, { actions: ['settlement'] })).entries).toMatchObject([
      { personId: agent, details: { note: 'default', day: null, grace: null } },
      { personId: agent, details: { note: 'never', day: 0, grace: 1 } },
      { personId: null, details: { note: 'weekly', day: 0, grace: 3 } },
    ]);
    expect(await settlementTerms.set(agent, 0, null)).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await settlementTerms.set(ownerId, 0, { cycle: 'weekly', day: 9, graceDays: 1 })).toMatchObject({
      error: { code: 'days-invalid' },
    });
  });

  test('a debt of after the day waits for the next, also in a shop that never looked; one agent may have terms', async () => {
    const world = await openAgentWorld(place.database);
    await round(world, 10 * hour);
    await buy(world, 500_000);
    await round(world, day);
    await place.database.db.deleteFrom('switches').where('name', '=', 'settlement-day').execute();
    await round(world, day);
    expect(await heard(world)).toEqual([]);
    await world.shop.settlementTerms.set(ownerId, agent, { cycle: 'weekly', day: 0, graceDays: 3 });
    await world.shop.settlementTerms.set(ownerId, 0, { cycle: 'never', day: 0, graceDays: 3 });
    await round(world, 5 * day);
    expect(await heard(world)).toEqual(['settlement-due']);
  });

  describe('a debt that is older than what the first statement shows', () => {
    /** Weeks ago; nothing moved since. */
    async function openOld(): Promise<ShopWorld> {
      const world = await open();
      const { settlementTerms } = world.shop;
      await settlementTerms.set(ownerId, 0, { cycle: 'never', day: 0, graceDays: 3 });
      for (let week = 0; week < 4; week += 1) await round(world, 7 * day);
      await settlementTerms.set(ownerId, 0, { cycle: 'weekly', day: 0, graceDays: 3 });
      return world;
    }

    test('is open until it is paid, and the next statement is right', async () => {
      const world = await openOld();
      await round(world, 10 * hour);
      await round(world, minute);
      expect(world.alerts).toMatchObject([{ before: 500_000, bought: 0, paid: 0, owed: 500_000 }]);
      expect(await left(world)).toEqual([500_000]);
      await round(world, 3 * day);
      expect(await pausedWhy(world)).toBe(settlementPause);
      await move(world, 'pay', 200_000);
      await round(world, 4 * day);
      expect(world.alerts.at(-1)).toMatchObject({ before: 500_000, bought: 0, paid: 200_000, owed: 300_000 });
    });
  });

  describe('what is open is what was not paid by money that stayed', () => {
    test.each<readonly [string, (world: ShopWorld) => Promise<unknown>, readonly number[]]>([
      ['a payment', (world) => move(world, 'pay', 400_000), [100_000]],
      ['more than is owed', (world) => move(world, 'pay', 900_000), []],
      [
        'credit that was deducted again',
        async (world) => {
          await move(world, 'grant', 500_000);
          await move(world, 'take', 500_000);
        },
        [500_000],
      ],
      [
        'less deducted than came in',
        async (world) => {
          await move(world, 'pay', 300_000);
          await move(world, 'take', 100_000);
        },
        [300_000],
      ],
      ['a deduction alone', (world) => move(world, 'take', 100_000), [500_000]],
      ['a later purchase', (world) => buy(world, 200_000), [500_000]],
      [
        'a later purchase that was reversed',
        async (world) => {
          const { id } = await buy(world, 500_000);
          await world.shop.reverse(id, ownerId);
        },
        [500_000],
      ],
      [
        'an older purchase that was reversed',
        async (world) => {
          const [bought] = await world.database.db.selectFrom('orders').select('id').execute();
          await world.shop.reverse(bought?.id ?? '', ownerId);
        },
        [],
      ],
    ])('%s', async (_, happens, expected) => {
      const world = await open();
      await round(world, 10 * hour);
      await happens(world);
      await round(world, minute);
      expect(await left(world)).toEqual(expected);
      expect((await statements()).map(({ state }) => state)).toEqual([expected.length === 0 ? 'paid' : 'open']);
    });

    test('an order that was confirmed before the statement and delivered after it is a later purchase', async () => {
      const world = await open();
      const { id } = await order(world, 300_000);
      await round(world, 10 * hour);
      expect(world.alerts).toMatchObject([{ owed: 500_000, bought: 600_000 }]);
      await settleAll(world);
      await round(world, minute);
      expect(await left(world)).toEqual([500_000]);
      await world.shop.reverse(id, ownerId);
      await round(world, minute);
      expect(await left(world)).toEqual([500_000]);
    });

    test('a payment that was paid back', async () => {
      const bank = createTestProvider();
      const world = await openAgentWorld(place.database, { payments: paymentsAt(bank) });
      await buy(world, 500_000);
      await round(world, 10 * hour);
      const paymentId = await payOnline(world, bank, agent, 500_000);
      expect(await left(world)).toEqual([]);
      const back = { paymentId, by: ownerId, key: 'back', amount: 500_000, note: 'by mistake' };
      expect(await world.shop.payments.payBack.payBack(back)).toMatchObject({ ok: true });
      await round(world, minute);
      expect(await left(world)).toEqual([500_000]);
      await round(world, 3 * day);
      expect(await pausedWhy(world)).toBe(settlementPause);
    });

    test('of two statements the older is paid first; selling continues when both are', async () => {
      const world = await open();
      await round(world, 10 * hour);
      await round(world, 3 * day);
      expect(await pausedWhy(world)).toBe(settlementPause);
      await world.shop.agents.pause(ownerId, agent, null);
      await buy(world, 300_000);
      await round(world, 4 * day);
      expect(world.alerts.at(-1)).toMatchObject({ before: 500_000, bought: 300_000, paid: 0, owed: 800_000 });
      await round(world, 3 * day);
      expect(await pausedWhy(world)).toBe(settlementPause);
      expect(await left(world)).toEqual([500_000, 800_000]);
      await move(world, 'pay', 500_000);
      await round(world, minute);
      expect((await statements()).map(({ state }) => state)).toEqual(['paid', 'paused']);
      expect(await left(world)).toEqual([300_000]);
      expect(await pausedWhy(world)).toBe(settlementPause);
      await move(world, 'pay', 300_000);
      await round(world, minute);
      expect(await pausedWhy(world)).toBeNull();
    });

    test('two statements that are paid by one payment, looked at by two processes at once', async () => {
      const world = await open();
      const second = await world.another();
      await round(world, 10 * hour);
      for (let days = 0; days < 10; days += 1) await round(world, day);
      expect((await statements()).map(({ state }) => state)).toEqual(['paused', 'paused']);
      await move(world, 'pay', 500_000);
      world.clock.pass(minute);
      await place.database.db.updateTable('settlements').set({ next_attempt_at: 0 }).execute();
      await Promise.all([world.settlementWorker.runOnce(), second.settlementWorker.runOnce()]);
      expect((await statements()).map(({ state }) => state)).toEqual(['paid', 'paid']);
      expect(await pausedWhy(world)).toBeNull();
    });

    test('money that paid a statement and is taken later: it opens again, is told, and has its grace period', async () => {
      const world = await open();
      await round(world, 10 * hour);
      await round(world, 4 * day);
      expect(await pausedWhy(world)).toBe(settlementPause);
      await move(world, 'pay', 600_000);
      await round(world, minute);
      expect(await pausedWhy(world)).toBeNull();
      const before = world.alerts.length;
      await move(world, 'take', 50_000);
      await round(world, minute);
      expect((await statements()).map(({ state }) => state)).toEqual(['paid']);
      await move(world, 'take', 350_000);
      await round(world, minute);
      expect(world.alerts.slice(before)).toMatchObject([
        { kind: 'settlement-reopened', left: 300_000, graceMs: 3 * day },
      ]);
      expect(await left(world)).toEqual([300_000]);
      expect(await world.settlementWorker.runOnce()).toBe(0);
      expect(await pausedWhy(world)).toBeNull();
      await round(world, 3 * day - minute);
      expect(world.alerts.at(-1)).toMatchObject({ kind: 'settlement-due', paid: 200_000, owed: 300_000 });
      await round(world, minute);
      expect(await pausedWhy(world)).toBe(settlementPause);
      expect(await heard(world)).toEqual([
        ...['settlement-due', 'own-settlement-pause', 'settlement-pause', 'own-settlement-resume', 'settlement-resume'],
        ...['settlement-reopened', 'settlement-due', 'own-settlement-pause', 'settlement-pause'],
      ]);
      await move(world, 'pay', 300_000);
      await round(world, minute);
      expect(await pausedWhy(world)).toBeNull();
    });
  });

  test('a clock that was a year ahead for a moment stops nothing', async () => {
    const world = await openAgentWorld(place.database, {});
    await round(world, 365 * day);
    await round(world, -365 * day);
    await buy(world, 500_000);
    await round(world, 10 * hour);
    expect(await heard(world)).toEqual(['settlement-due']);
    await round(world, minute);
    expect(await statements()).toHaveLength(1);
  });

  describe('the grace period counts from when the agent has the statement', () => {
    async function answering(answer: (alert: Alert) => Delivery): Promise<ShopWorld> {
      const world = await openAgentWorld(place.database, { tellOwner: async (_, alert) => answer(alert) });
      await buy(world, 500_000);
      return world;
    }

    test('after a standstill of days it comes in the morning, and the pause days later', async () => {
      const world = await open(2);
      const night = 10 * day + 4 * hour;
      await round(world, night);
      await round(world, minute);
      expect(await heard(world)).toEqual([]);
      expect(await pausedWhy(world)).toBeNull();
      expect(await openStatements(world)).toMatchObject([{ left: 500_000, graceEndsAt: null }]);
      await round(world, 5 * hour);
      expect(await heard(world)).toEqual(['settlement-due']);
      const told = world.clock.now();
      expect(await openStatements(world)).toMatchObject([{ graceEndsAt: told + 2 * day }]);
      await round(world, 2 * day - minute);
      expect(await pausedWhy(world)).toBeNull();
      await round(world, minute);
      expect(await pausedWhy(world)).toBe(settlementPause);
    });

    test('selling does not pause in quiet hours, nor is it said in them', async () => {
      const world = await open(2);
      await round(world, 22 * hour);
      expect(await heard(world)).toEqual(['settlement-due']);
      const midnight = startOf((await statements())[0]?.day ?? 0) + 3 * day;
      await round(world, midnight - world.clock.now());
      await round(world, 7 * hour);
      expect(await pausedWhy(world)).toBeNull();
      world.clock.pass(hour);
      await world.settlementWorker.runOnce();
      expect(await pausedWhy(world)).toBe(settlementPause);
      // The process stands still before it could say so, until the next night.
      await round(world, 18 * hour);
      expect(await heard(world)).toEqual(['settlement-due']);
      await round(world, 6 * hour);
      expect(await heard(world)).toEqual(['settlement-due', 'own-settlement-pause', 'settlement-pause']);
    });

    test('while it is not delivered nothing pauses', async () => {
      let answer: Delivery = { kind: 'later', retryAfterMs: null };
      const world = await answering(() => answer);
      await round(world, 10 * hour);
      for (let days = 0; days < 5; days += 1) await round(world, day);
      expect(await pausedWhy(world)).toBeNull();
      answer = { kind: 'delivered' };
      await round(world, hour);
      expect(await heard(world)).toEqual(['settlement-due']);
      await round(world, 3 * day - minute);
      expect(await pausedWhy(world)).toBeNull();
      await round(world, minute);
      expect(await pausedWhy(world)).toBe(settlementPause);
    });

    test('who blocked the bot does not escape it: it counts from when it was tried', async () => {
      const world = await answering(({ kind: what }) => ({
        kind: what === 'settlement-due' ? 'unreachable' : 'delivered',
      }));
      await round(world, 10 * hour);
      await round(world, 3 * day - minute);
      expect(await pausedWhy(world)).toBeNull();
      await round(world, minute);
      expect(await pausedWhy(world)).toBe(settlementPause);
    });
  });

  test('the list has every statement that is not paid, of one agent or of all, and counts those it leaves out', async () => {
    const world = await open();
    const { db } = place.database;
    const others = Array.from({ length: 12 }, (_, nth) => 500 + nth);
    for (const id of others) {
      await world.shop.people.loadOrCreate({ id, name: `Agent ${id}`, language: 'fa' });
      await db.updateTable('people').set({ role: 'agent' }).where('id', '=', id).execute();
      await world.shop.wallet.take({ key: `debt ${id}`, personId: id, amount: 1_000, actor: 'owner', note: null });
    }
    await round(world, 10 * hour);
    const all = await world.shop.statements.open(8);
    expect(all.statements).toHaveLength(8);
    expect(all.more).toBe(5);
    const last = await world.shop.statements.open(8, 511);
    expect(last).toMatchObject({ statements: [{ personId: 511, left: 1_000 }], more: 0 });
  });
});
