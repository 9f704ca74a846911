import { describe, expect, test } from 'vitest';
import { err, type Result } from '#domain/result.ts';
import type { PurchaseFailure } from '#gateway/failure.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Bought } from '#gateway/purchase-outcome.ts';
import { createUnevenClock, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { buyerId, openWorld, ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';

type Answer = Result<Bought, PurchaseFailure>;

/** The first process sleeps with its answer unread until the test wakes it; null: the gateway sells then. */
function sleepyGateway() {
  const woken = Promise.withResolvers<Answer | null>();
  /** What the second call is answered, without reaching the gateway; null: what the gateway says. */
  let second: Answer | null = null;
  let calls = 0;
  const wrap = (real: Gateway): Gateway => ({
    ...real,
    buyPackage: async (request, more) => {
      calls += 1;
      const answer = calls === 1 ? await woken.promise : calls === 2 ? second : null;
      return answer ?? real.buyPackage(request, more);
    },
  });
  const answerSecond = (answer: Answer): void => {
    second = answer;
  };
  return { wrap, wake: woken.resolve, answerSecond, calls: () => calls };
}

const unknownWords: Answer = err({ kind: 'unrecognised', status: 200, message: '?' });

const noes: Readonly<Record<string, Answer>> = {
  'an unknown address': err({ kind: 'rejected', status: 404, message: 'Not Found' }),
  'a refusal': err({ kind: 'rejected', status: 422, message: 'no' }),
  'an empty account': err({ kind: 'account-empty', status: 402, message: 'no money' }),
  'unknown words': unknownWords,
  'no answer': err({ kind: 'unsure', why: 'timeout', retryAfterMs: null }),
};

describe.each(databaseKinds)('an answer that comes after the lease, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const gateway = sleepyGateway();
    const world = await openWorld(place.database, { clock: createUnevenClock(), gateway: gateway.wrap });
    const other = await world.another();
    const order = await world.buy();
    const sleeping = world.purchaseWorker.runOnce();
    await expect.poll(gateway.calls).toBe(1);
    world.clock.pass(2 * minute);
    return { world, other, order, sleeping, ...gateway };
  }

  const books = async ({ shop, sandbox, stands }: ShopWorld, order: Parameters<typeof stands>[0]) => {
    const { balance, held } = await shop.wallet.read(buyerId);
    return { sold: await sandbox.sold(), state: (await stands(order)).state, balance, held };
  };

  test.each(Object.keys(noes))('%s does not end what another process sold under the same key', async (name) => {
    const { world, other, order, sleeping, wake } = await open();
    await world.sandbox.fault('purchase', 'cut-after', 1);
    await other.purchaseWorker.runOnce();
    const { charge } = order;
    expect(await books(world, order)).toEqual({ sold: 1, state: 'unsure', balance: charge, held: charge });
    const before = await place.database.db.selectFrom('orders').selectAll().where('id', '=', order.id).execute();
    wake(noes[name] ?? null);
    await sleeping;
    const after = await place.database.db.selectFrom('orders').selectAll().where('id', '=', order.id).execute();
    expect(after).toEqual(before);
    world.clock.pass(minute);
    await other.purchaseWorker.runOnce();
    expect(await books(world, order)).toEqual({ sold: 1, state: 'delivered', balance: 0, held: 0 });
    expect(await world.shop.salesPause.paused()).toBeNull();
  });

  test('a sale ends the order although another process has it by now', async () => {
    const { world, other, order, sleeping, wake } = await open();
    await world.sandbox.fault('purchase', 'cut-after', 1);
    await other.purchaseWorker.runOnce();
    wake(null);
    await sleeping;
    expect(await books(world, order)).toEqual({ sold: 1, state: 'delivered', balance: 0, held: 0 });
  });

  test('a refusal leaves an order that is in review to its owner', async () => {
    const { world, other, order, sleeping, wake, answerSecond } = await open();
    answerSecond(unknownWords);
    await other.purchaseWorker.runOnce();
    wake(err({ kind: 'rejected', status: 422, message: 'no' }));
    await sleeping;
    expect(await books(world, order)).toMatchObject({ sold: 0, state: 'review', held: order.charge });
  });

  test('a sale that meets a refund alerts owners, once', async () => {
    const { world, other, order, sleeping, wake, answerSecond } = await open();
    answerSecond(unknownWords);
    await other.purchaseWorker.runOnce();
    const decision = { orderId: order.id, by: ownerId, to: 'rejected', why: 'the operator says no' } as const;
    expect(await world.shop.manualReview.decide(decision)).toMatchObject({ ok: true });
    wake(null);
    await sleeping;
    expect(await books(world, order)).toMatchObject({ sold: 1, state: 'rejected', held: 0 });
    while ((await world.alertWorker.runOnce()) > 0);
    const { id: orderId, code, charge: amount } = order;
    const told = world.alerts.filter(({ kind }) => kind === 'sold-after-refund');
    expect(told).toEqual([{ kind: 'sold-after-refund', orderId, code, amount }]);
  });
});
