import { describe, expect, test } from 'vitest';
import { err, type Result } from '#domain/result.ts';
import { dueAt, lastTryAt, noticeAt } from '#domain/schedule.ts';
import type { PurchaseFailure } from '#gateway/failure.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Bought } from '#gateway/purchase-outcome.ts';
import { createAlerts } from '#shop/base/alerts/alerts.ts';
import {
  claimAlerts,
  claimApiDeliveries,
  claimOrders,
  claimPayments,
  claimPlanCycles,
} from '#shop/base/jobs/leases.ts';
import { defaultLeaseMs } from '#shop/base/jobs/work-loop.ts';
import type { Database } from '#storage/database.ts';
import { at, grant, openPlannedWorld, plan } from '#test/shop/returning/plans/planned.ts';
import { hour } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newUpdate, openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

/** A call of the process that sleeps: it is told nothing until `wake`. */
function createSleep<T>() {
  const began = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<T>();
  const call = (): Promise<T> => {
    began.resolve();
    return woken.promise;
  };
  return { call, began: began.promise, wake: woken.resolve };
}

describe.each(databaseKinds)('a process that sleeps until another one has claimed its row, on %s', (kind) => {
  const place = useDatabase(kind);

  interface Sleeper<T> {
    readonly table: 'orders' | 'plan_cycles' | 'payments' | 'alerts' | 'api_deliveries';
    readonly worker: { runOnce(): Promise<number> };
    readonly clock: { now(): number; pass(ms: number): void };
    readonly sleep: ReturnType<typeof createSleep<T>>;
  }

  const claims = {
    orders: claimOrders,
    plan_cycles: claimPlanCycles,
    payments: claimPayments,
    alerts: claimAlerts,
    api_deliveries: claimApiDeliveries,
  } as const satisfies Record<Sleeper<unknown>['table'], unknown>;

  const rowsOf = ({ db }: Database, table: Sleeper<unknown>['table']) => db.selectFrom(table).selectAll().execute();

  /** `late`: what it hears when the other process has the row already. The row stays as that one has it. */
  async function expectNothing<T>({ table, worker, clock, sleep }: Sleeper<T>, late: T): Promise<void> {
    const sleeping = worker.runOnce();
    await sleep.began;
    clock.pass(defaultLeaseMs + 1);
    const claim = { now: clock.now(), leaseMs: defaultLeaseMs, limit: 5 };
    expect(await claims[table](place.database, claim)).toHaveLength(1);
    const before = await rowsOf(place.database, table);
    sleep.wake(late);
    await sleeping;
    expect(await rowsOf(place.database, table)).toEqual(before);
  }

  const answers: readonly PurchaseFailure[] = [
    { kind: 'rejected', status: 404, message: 'Not Found' },
    { kind: 'rejected', status: 422, message: 'no' },
    { kind: 'account-empty', status: 402, message: 'no money' },
    { kind: 'unrecognised', status: 200, message: '?' },
    { kind: 'unauthorized', status: 401 },
    { kind: 'unsure', why: 'timeout', retryAfterMs: null },
  ];

  describe.each([false, true])('while it asks the gateway (again, after a lost answer: %s)', (isAgain) => {
    test.each(answers)('"$kind" moves no order that the other one is asking about', async (error) => {
      const sleep = createSleep<Result<Bought, PurchaseFailure>>();
      let calls = isAgain ? 0 : 1;
      const gateway = (real: Gateway): Gateway => ({
        ...real,
        buyPackage: (...request) => {
          calls += 1;
          return calls === 1 ? real.buyPackage(...request) : sleep.call();
        },
      });
      const { clock, purchaseWorker: worker, sandbox, buy } = await openWorld(place.database, { gateway });
      await buy();
      if (isAgain) {
        await sandbox.fault('purchase', 'cut-after', 1);
        await worker.runOnce();
        clock.pass(hour);
      }
      await expectNothing({ table: 'orders', worker, clock, sleep }, err(error));
      const [order] = await rowsOf(place.database, 'orders');
      expect(order).toMatchObject({ state: isAgain ? 'unsure' : 'confirmed', attempts: isAgain ? 3 : 2 });
    });
  });

  describe('while it asks for the price of a plan', () => {
    /** At the hour of the cycle, with this much in the wallet. `meanwhile` happens as it begins to sleep. */
    async function open(money: number, when = dueAt, meanwhile: () => Promise<unknown> = async () => undefined) {
      const world = await openPlannedWorld(place.database);
      const { id, nextDay: day } = await plan(world, 'd7');
      await grant(world, money);
      await at(world, noticeAt(day));
      world.clock.pass(when(day) - world.clock.now());
      const sleep = createSleep<void>();
      world.market.afterPrices = async () => {
        await meanwhile();
        await sleep.call();
      };
      const { clock, planWorker: worker, sandbox, messages } = world;
      const told = messages.length;
      const planned = async () => {
        while ((await world.alertWorker.runOnce()) > 0);
        const row = await place.database.db.selectFrom('plans').select('state').where('id', '=', id).executeTakeFirst();
        return { state: row?.state, sold: await sandbox.sold(), told: messages.length - told };
      };
      return { sleeper: { table: 'plan_cycles', worker, clock, sleep } as const, planned };
    }

    test.each([
      ['nor puts it off: there is too little money', 0, dueAt],
      ['nor skips it: there is too little money on the last try', 0, lastTryAt],
      ['nor orders it: there is enough', 1_000_000, dueAt],
    ] as const)('it neither tells of it %s', async (_, money, when) => {
      const { sleeper, planned } = await open(money, when);
      await expectNothing(sleeper, undefined);
      expect(await planned()).toEqual({ state: 'active', sold: 1, told: 0 });
    });

    test('it does not pause the plan of a person whom the owner has paused', async () => {
      const { sleeper, planned } = await open(1_000_000, dueAt, () =>
        place.database.db.updateTable('people').set({ paused_why: 'owner' }).where('id', '=', buyerId).execute(),
      );
      await expectNothing(sleeper, undefined);
      expect(await planned()).toEqual({ state: 'active', sold: 1, told: 0 });
    });
  });

  test.each([
    { kind: 'unpaid' },
    { kind: 'reversed' },
    { kind: 'unsure', why: 'timeout' },
    { kind: 'mismatch', why: 'another amount', paid: 1 },
  ] as const)('a provider that says "$kind" changes no payment', async (late) => {
    const sleep = createSleep<typeof late>();
    const provider = { ...createTestProvider(), verify: sleep.call };
    const setup = { providers: [provider], invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const { shop, clock, paymentWorker: worker } = await openWorld(place.database, { payments: setup });
    const { online } = shop.payments;
    const wanted = { source: newUpdate(), by: buyerId, method: provider.method, amount: 200_000, orderId: null };
    const opened = await online.open(wanted);
    if (!opened.ok) return expect.fail(opened.error.code);
    await online.forward(opened.value.id);
    await online.returned(opened.value.id);
    await expectNothing({ table: 'payments', worker, clock, sleep }, late);
  });

  test.each([{ kind: 'later', retryAfterMs: null }, { kind: 'unreachable' }] as const)(
    'an owner who is told "$kind" loses no alert',
    async (late) => {
      const sleep = createSleep<typeof late>();
      const { clock, alertWorker: worker } = await openWorld(place.database, { tellOwner: sleep.call });
      const alerts = createAlerts({ ownerIds: [ownerId], now: clock.now });
      await place.database.transaction((tx) => alerts.write(tx, 1, { kind: 'purchases-failing' }));
      await expectNothing({ table: 'alerts', worker, clock, sleep }, late);
    },
  );

  test.each([
    ['puts off', 0],
    ['gives up', 24 * hour],
  ])('an address that does not answer: it %s no delivery', async (_, age) => {
    const sleep = createSleep<{ readonly ok: false; readonly error: 'timeout' }>();
    const { shop, clock, deliveryWorker: worker } = await openWorld(place.database, { sendHook: sleep.call });
    const { db } = place.database;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Reza', language: 'fa' });
    await db.updateTable('people').set({ role: 'agent' }).where('id', '=', buyerId).execute();
    await shop.apiAccess.allow(ownerId, buyerId, true);
    await shop.apiAccess.setHook(buyerId, 'https://agent.example/hook');
    const due = { created_at: clock.now() - age, next_attempt_at: clock.now() };
    const still = { tried_at: null, result: null, done_at: null, done_how: null };
    await db
      .insertInto('api_deliveries')
      .values({ id: 'd', person_id: buyerId, order_id: null, body: '{}', ...due, ...still })
      .execute();
    await expectNothing({ table: 'api_deliveries', worker, clock, sleep }, { ok: false, error: 'timeout' });
  });
});
