import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';

import { buyByPlanAfterBackup, openPlannedWorld } from '#test/shop/returning/plans/planned.ts';
import { createUnevenClock, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { backUp } from '#test/support/restored.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

/** The sandbox behind a front that can lose the address of purchases, as during a deployment. */
async function behindFront() {
  const sandbox = await openSandbox();
  const front = { answer: null as null | { status: number; body: string } };
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const isPurchase = incoming.headers['idempotency-key'] !== undefined;
      if (isPurchase && front.answer) {
        outgoing.writeHead(front.answer.status, { 'content-type': 'application/json' });
        return void outgoing.end(front.answer.body);
      }
      const headers = new Headers();
      for (const name of ['authorization', 'content-type', 'accept', 'idempotency-key']) {
        const value = incoming.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const body = Buffer.concat(chunks);
      const answer = await fetch(`${sandbox.url}${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers,
        ...(body.length > 0 ? { body } : {}),
      });
      const text = await answer.text();
      outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
      outgoing.end(text);
    })().catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { front, sandbox: { ...sandbox, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } };
}

describe.each(sampledDatabases())('an order that may have been sold, on %s', (kind) => {
  const place = useDatabase(kind);

  test.each([
    [404, '{"message":"Not Found"}'],
    [404, '{"message":"The route api/top-up/package could not be found."}'],
    [405, '{"message":"The POST method is not supported for this route."}'],
  ])('is not given up while the gateway does not know the address: %i %s', async (status, body) => {
    const clock = createUnevenClock();
    const { front, sandbox } = await behindFront();
    const world = await openWorld(place.database, { clock, sandbox });
    const order = await world.buy();
    await sandbox.fault('purchase', 'cut-after', 1);
    await world.purchaseWorker.runOnce();
    expect([await sandbox.sold(), (await world.stands(order)).state]).toEqual([1, 'unsure']);
    front.answer = { status, body };
    clock.pass(minute);
    await world.purchaseWorker.runOnce();
    front.answer = null;
    clock.pass(minute);
    await world.purchaseWorker.runOnce();
    const { balance } = await world.shop.wallet.read(buyerId);
    expect({ sold: await sandbox.sold(), state: (await world.stands(order)).state, balance }).toEqual({
      sold: 1,
      state: 'delivered',
      balance: 0,
    });
  });

  test('goes to a person when it was sold after the archive that the shop was restored from', async () => {
    const clock = createUnevenClock();
    const { front, sandbox } = await behindFront();
    const first = await openWorld(place.database, { clock, sandbox });
    const order = await first.buy();
    const restore = await backUp(place.settings, clock.now);
    await settleAll(first);
    expect([await sandbox.sold(), (await first.stands(order)).state]).toEqual([1, 'delivered']);
    clock.pass(minute);
    const later = await openWorld(await restore(kind, [ownerId]), { clock, sandbox });
    front.answer = { status: 404, body: '{"message":"Not Found"}' };
    await later.purchaseWorker.runOnce();
    front.answer = null;
    clock.pass(minute);
    await later.purchaseWorker.runOnce();
    const { balance } = await later.shop.wallet.read(buyerId);
    expect({ sold: await sandbox.sold(), state: (await later.stands(order)).state, balance }).toEqual({
      sold: 1,
      state: 'review',
      balance: order.charge,
    });
  });

  test('goes to a person when a plan bought it between the archive and the restore, and buys it again', async () => {
    const clock = createUnevenClock();
    const { front, sandbox } = await behindFront();
    const first = await openPlannedWorld(place.database, { clock, sandbox });
    const restore = await buyByPlanAfterBackup(first, place.settings);
    clock.pass(hour);
    const later = await openWorld(await restore(kind, [ownerId]), { clock, sandbox });
    await later.shop.ownerPause.resume(ownerId);
    front.answer = { status: 404, body: '{"message":"Not Found"}' };
    await later.planWorker.runOnce();
    await later.purchaseWorker.runOnce();
    front.answer = null;
    clock.pass(minute);
    await later.purchaseWorker.runOnce();
    const orders = await later.database.db.selectFrom('orders').select('state').execute();
    expect({ sold: await sandbox.sold(), states: orders.map(({ state }) => state) }).toEqual({
      sold: 2,
      states: ['delivered', 'review'],
    });
  });

  test('but what was never sent is rejected', async () => {
    const { front, sandbox } = await behindFront();
    const world = await openWorld(place.database, { sandbox });
    const order = await world.buy();
    front.answer = { status: 404, body: '{"message":"Not Found"}' };
    await world.purchaseWorker.runOnce();
    expect((await world.stands(order)).state).toBe('rejected');
  });

  test('owners hear once that nothing is answered, also while new orders are rejected', async () => {
    const clock = createUnevenClock();
    const { front, sandbox } = await behindFront();
    const world = await openWorld(place.database, { clock, sandbox });
    for (let nth = 0; nth < 8; nth += 1) await world.buy();
    await sandbox.fault('purchase', 'cut-before', 8);
    await world.purchaseWorker.runOnce();
    front.answer = { status: 404, body: '{"message":"Not Found"}' };
    for (let minutes = 0; minutes < 20; minutes += 1) {
      await world.buy();
      await world.purchaseWorker.runOnce();
      await world.alertWorker.runOnce();
      clock.pass(minute);
    }
    expect(world.alerts.map(({ kind }) => kind)).toEqual(['purchases-failing']);
    front.answer = null;
    await sandbox.fault('purchase', null);
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await settleAll(world);
      await world.alertWorker.runOnce();
      clock.pass(minute);
    }
    expect(world.alerts.map(({ kind }) => kind)).toEqual(['purchases-failing', 'purchases-answered']);
    const open = await world.database.db.selectFrom('orders').select('id').where('state', '=', 'unsure').execute();
    expect(open).toEqual([]);
  });
});
