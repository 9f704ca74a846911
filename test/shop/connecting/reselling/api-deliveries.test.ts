import { createHmac } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { createHookSender } from '#server/hook-sender.ts';
import { apiNotice } from '#shop/base/outbox/api-deliveries.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { HookCall, SendHook } from '#shop/connecting/reselling/delivery-worker.ts';
import { openDatabase } from '#storage/database.ts';
import { day, hour, minute, second } from '#test/support/clock.ts';
import { openHookReceiver, type Received } from '#test/support/hook-receiver.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  openWorld,
  ownerId,
  quiet,
  type ShopWorld,
  strangerId,
  useDatabase,
  type WorldOptions,
} from '#test/support/shop.ts';

const agentId = buyerId;
const otherId = strangerId;

const rowsIn = ({ database }: ShopWorld) =>
  database.db.selectFrom('api_deliveries').selectAll().orderBy('created_at').orderBy('id').execute();

/** Sends to servers of this machine. */
function openSender(options: { now?: () => number; timeoutMs?: number } = {}): SendHook {
  const sender = createHookSender({ now: Date.now, isAnyAllowed: true, ...options });
  onTestFinished(() => sender.close());
  return sender.send;
}

/** An agent who may use the API and has this address. */
async function allow({ shop, database }: ShopWorld, personId: number, url: string | null): Promise<void> {
  await shop.people.loadOrCreate({ id: personId, name: 'Reza', language: 'fa' });
  await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', personId).execute();
  expect(await shop.apiAccess.allow(ownerId, personId, true)).toEqual({ ok: true, value: true });
  if (url !== null) expect(await shop.apiAccess.setHook(personId, url)).toMatchObject({ ok: true });
}

/** As a purchase by the API leaves it. */
async function buyByApi(world: ShopWorld, buyer: number = agentId): Promise<Order> {
  const order = await world.buy({ buyer });
  const { db } = world.database;
  await db.updateTable('orders').set({ source: 'api' }).where('id', '=', order.id).execute();
  const asked = { person_id: buyer, key: order.id, fingerprint: '', code: `till-${order.id}`, order_id: order.id };
  await db
    .insertInto('api_purchases')
    .values({ ...asked, language: 'fa', refusal: null, at: order.quotedAt })
    .execute();
  return order;
}

async function deliverOne(world: ShopWorld, buyer: number = agentId): Promise<Order> {
  const order = await buyByApi(world, buyer);
  await world.purchaseWorker.runOnce();
  return order;
}

const secretOf = async ({ shop }: ShopWorld): Promise<string> => (await shop.apiAccess.of(agentId))?.hook?.secret ?? '';

/** Written from the page, without our own code. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const mac = createHmac('sha256', secret);
  mac.update(String(headers['sharj-time']), 'utf8');
  mac.update('.');
  mac.update(Buffer.from(body, 'utf8'));
  return headers['sharj-signature'] === `v1=${mac.digest().toString('hex')}`;
}

/** As the API's description has it. */
function bodyOf({ body }: { readonly body: string }): Record<string, unknown> {
  const read = JSON.parse(body) as Record<string, unknown>;
  expect(apiNotice.strict().parse(read)).toEqual(read);
  return read;
}

describe.each(sampledDatabases())('what an agent is told on %s', (kind) => {
  const place = useDatabase(kind);

  async function open(options: WorldOptions & { url?: string | null } = {}) {
    const receiver = await openHookReceiver();
    const world = await openWorld(place.database, { sendHook: openSender(), ...options });
    await allow(world, agentId, options.url === undefined ? receiver.url : options.url);
    return { world, receiver };
  }

  test('a delivery is told once, signed, as it was when the order ended', async () => {
    const { world, receiver } = await open();
    const { id } = await deliverOne(world);
    const order = await world.shop.orders.find(id);
    expect(await world.deliveryWorker.runOnce()).toBe(1);
    world.clock.pass(day);
    expect(await world.deliveryWorker.runOnce()).toBe(0);
    expect(receiver.received).toHaveLength(1);
    const [told = {} as Received] = receiver.received;
    expect(told.headers).toMatchObject({ 'sharj-delivery': `${id}:delivered` });
    expect(isSigned(told, await secretOf(world))).toBe(true);
    expect(isSigned(told, 'another')).toBe(false);
    expect(bodyOf(told)).toEqual({
      id: `${id}:delivered`,
      event: 'order.delivered',
      at: new Date(order?.endedAt ?? 0).toISOString(),
      webservice_code: `till-${id}`,
      code: order?.code,
      state: 'delivered',
      mobile: order?.mobile,
      product_id: 37,
      price: 11_000,
      charge: 11_000,
      message: order?.outcome,
    });
    expect(order?.outcome).not.toBeNull();
    expect(await world.shop.apiDeliveries.recent(agentId)).toEqual([
      {
        id: `${id}:delivered`,
        orderCode: order?.code,
        createdAt: order?.endedAt,
        triedAt: expect.any(Number) as number,
        result: '204',
        state: 'delivered',
        attempts: 1,
      },
    ]);
  });

  test('a rejection, the decision of a review and a reversal are told, each once', async () => {
    const { world, receiver } = await open({ keyHours: 1 });
    await world.sandbox.fault('purchase', 'rejected', 1);
    const rejected = await deliverOne(world);
    await world.sandbox.fault('purchase', '503');
    const reviewed = await deliverOne(world);
    world.clock.pass(2 * hour);
    await world.purchaseWorker.runOnce();
    expect((await world.stands(reviewed)).state).toBe('review');
    const decision = { orderId: reviewed.id, by: ownerId, to: 'delivered', why: 'asked' } as const;
    for (let time = 0; time < 2; time += 1) {
      await world.shop.manualReview.decide(decision);
      await world.shop.reverse(reviewed.id, ownerId);
    }
    while ((await world.deliveryWorker.runOnce()) > 0);
    const told = receiver.received.map(bodyOf).toSorted((a, b) => String(a.event).localeCompare(String(b.event)));
    expect(told).toMatchObject([
      { id: `${reviewed.id}:delivered`, event: 'order.delivered', state: 'delivered', message: 'asked' },
      { id: `${rejected.id}:rejected`, event: 'order.rejected', state: 'rejected' },
      { id: `${reviewed.id}:reversed`, event: 'order.reversed', state: 'reversed', message: null },
    ]);
  });

  test('a delivery that could not be told is not told any more once its reversal was', async () => {
    const { world, receiver } = await open();
    const order = await deliverOne(world);
    receiver.answers((_, response) => response.writeHead(503).end());
    await world.deliveryWorker.runOnce();
    expect(receiver.received.map(bodyOf)).toMatchObject([{ event: 'order.delivered' }]);
    world.clock.pass(1);
    await world.shop.reverse(order.id, ownerId);
    receiver.answers((_, response) => response.writeHead(204).end());
    // The delivery waits for its next try, the reversal does not.
    await world.deliveryWorker.runOnce();
    world.clock.pass(hour);
    while ((await world.deliveryWorker.runOnce()) > 0);
    expect(receiver.received.map((one) => bodyOf(one).event)).toEqual(['order.delivered', 'order.reversed']);
  });

  test('that our own account is empty is not told', async () => {
    const { world, receiver } = await open();
    await world.sandbox.setBalance(0);
    await deliverOne(world);
    await world.deliveryWorker.runOnce();
    expect(receiver.received.map(bodyOf)).toMatchObject([{ event: 'order.rejected', message: null }]);
  });

  test('orders of the chat, and of agents without an address, are not told', async () => {
    const { world } = await open();
    await allow(world, otherId, null);
    await world.buy({ buyer: agentId });
    await world.purchaseWorker.runOnce();
    await deliverOne(world, otherId);
    expect(await rowsIn(world)).toEqual([]);
  });

  test.each([
    [500, { ok: true, value: 500 }],
    [302, { ok: true, value: 302 }],
    [404, { ok: true, value: 404 }],
    ['timeout', { ok: false, error: 'timeout' }],
    ['not-public', { ok: false, error: 'not-public' }],
  ] as const)('after %s it is sent again, the same, with growing pauses', async (result, answer) => {
    const calls: HookCall[] = [];
    const address: { works: boolean } = { works: false };
    const sendHook: SendHook = (call) => {
      calls.push(call);
      return Promise.resolve(address.works ? { ok: true, value: 200 } : answer);
    };
    const { world } = await open({ sendHook, random: () => 1 });
    await deliverOne(world);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 13; attempt += 1) {
      expect(await world.deliveryWorker.runOnce()).toBe(1);
      expect(await world.deliveryWorker.runOnce()).toBe(0);
      const [row] = await rowsIn(world);
      expect(row).toMatchObject({ attempts: attempt, result: String(result), done_at: null, lease_until: 0 });
      const pause = (row?.next_attempt_at ?? 0) - world.clock.now();
      pauses.push(pause);
      world.clock.pass(pause);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600].map((s) => s * second));
    address.works = true;
    expect(await world.deliveryWorker.runOnce()).toBe(1);
    expect(await rowsIn(world)).toMatchObject([{ result: '200', done_how: 'delivered' }]);
    expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  test('after a day it is given up, with a last try', async () => {
    const { world, receiver } = await open({ random: () => 1 });
    receiver.answers((_, response) => response.writeHead(500).end());
    await deliverOne(world);
    const [{ created_at: created } = { created_at: 0 }] = await rowsIn(world);
    let tries = 0;
    for (let [row] = await rowsIn(world); row?.done_at === null; [row] = await rowsIn(world)) {
      world.clock.pass(Math.max(0, row.next_attempt_at - world.clock.now()));
      tries += await world.deliveryWorker.runOnce();
    }
    const [row] = await rowsIn(world);
    expect(row).toMatchObject({ done_how: 'given-up', result: '500' });
    expect((row?.done_at ?? 0) - created).toBeGreaterThanOrEqual(day);
    expect((row?.done_at ?? 0) - created).toBeLessThan(day + minute);
    expect(tries).toBe(receiver.received.length);
    expect(tries).toBeGreaterThan(30);
    world.clock.pass(day);
    expect(await world.deliveryWorker.runOnce()).toBe(0);
    expect(await world.shop.apiDeliveries.recent(agentId)).toMatchObject([{ state: 'given-up', attempts: tries }]);
  });

  test('what waits goes to the new address, with its secret, and ends when there is none', async () => {
    const { world, receiver } = await open();
    receiver.answers((_, response) => response.writeHead(500).end());
    await deliverOne(world);
    await world.deliveryWorker.runOnce();
    const before = await secretOf(world);
    const next = await openHookReceiver((_, response) => response.writeHead(503).end());
    await world.shop.apiAccess.setHook(agentId, next.url);
    world.clock.pass(minute);
    await world.deliveryWorker.runOnce();
    expect(receiver.received).toHaveLength(1);
    const [told = {} as Received] = next.received;
    expect(isSigned(told, before)).toBe(false);
    expect(isSigned(told, await secretOf(world))).toBe(true);
    await world.shop.apiAccess.setHook(agentId, null);
    world.clock.pass(minute);
    expect(await world.deliveryWorker.runOnce()).toBe(1);
    expect(await rowsIn(world)).toMatchObject([{ done_how: 'removed', result: 'removed' }]);
    expect(await world.shop.apiDeliveries.recent(agentId)).toMatchObject([{ state: 'given-up', result: 'removed' }]);
    expect(next.received).toHaveLength(1);
  });

  test('an agent whom the owner has forbidden the API is told nothing more', async () => {
    const { world, receiver } = await open();
    await deliverOne(world);
    await world.shop.apiAccess.allow(ownerId, agentId, false);
    await deliverOne(world);
    await world.deliveryWorker.runOnce();
    expect(await rowsIn(world)).toMatchObject([{ done_how: 'removed' }]);
    expect(receiver.received).toEqual([]);
  });

  test('a process that dies between the answer and its commit: told again, with the same id', async () => {
    const send = openSender();
    const life: { isEnding: boolean } = { isEnding: true };
    const sendHook: SendHook = async (call) => {
      const answer = await send(call);
      if (life.isEnding) throw new Error('killed');
      return answer;
    };
    const { world, receiver } = await open({ sendHook });
    await deliverOne(world);
    await world.deliveryWorker.runOnce();
    expect(await rowsIn(world)).toMatchObject([{ done_at: null, tried_at: null }]);
    life.isEnding = false;
    // Its lease.
    expect(await world.deliveryWorker.runOnce()).toBe(0);
    world.clock.pass(minute);
    expect(await world.deliveryWorker.runOnce()).toBe(1);
    const [first, second, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['sharj-delivery']).toBe(first?.headers['sharj-delivery']);
  });

  test('an agent has two calls at once, whatever waits, and delays nobody', async () => {
    const mayAnswer = Promise.withResolvers<void>();
    const calls: string[] = [];
    const receiver = await openHookReceiver();
    const send = openSender();
    const world = await openWorld(place.database, {
      sendHook: async (call) => {
        calls.push(call.url);
        if (call.url.endsWith('slow')) await mayAnswer.promise;
        return send(call);
      },
    });
    await allow(world, agentId, `${receiver.url}-slow`);
    await allow(world, otherId, receiver.url);
    for (let at = 0; at < 12; at += 1) await buyByApi(world);
    await world.purchaseWorker.runOnce();
    await deliverOne(world, otherId);
    const second = await world.another();
    world.deliveryWorker.start();
    second.deliveryWorker.start();
    onTestFinished(async () => void (await Promise.all([world, second].map((one) => one.deliveryWorker.stop()))));
    await expect.poll(() => calls.filter((url) => url === receiver.url)).toHaveLength(1);
    await expect.poll(() => calls.filter((url) => url.endsWith('slow'))).toHaveLength(2);
    const isDone = async () => (await rowsIn(world)).filter(({ done_at }) => done_at !== null).length;
    await expect.poll(isDone).toBe(1);
    expect(calls).toHaveLength(3);
    mayAnswer.resolve();
    await expect.poll(isDone).toBe(13);
    expect(calls).toHaveLength(13);
  });

  test('a test is sent, and again only when it has ended', async () => {
    const { world, receiver } = await open();
    receiver.answers((_, response) => response.writeHead(500).end());
    const { test: sendTest, recent } = world.shop.apiDeliveries;
    const pressed = await Promise.all([sendTest(agentId), sendTest(agentId), sendTest(agentId)]);
    expect(pressed.every(({ ok }) => ok)).toBe(true);
    expect(await world.deliveryWorker.runOnce()).toBe(1);
    expect(await recent(agentId)).toMatchObject([{ orderCode: null, state: 'waiting', result: '500' }]);
    // Without waiting for the pause.
    receiver.answers((_, response) => response.writeHead(200).end());
    await sendTest(agentId);
    expect(await world.deliveryWorker.runOnce()).toBe(1);
    world.clock.pass(second);
    await sendTest(agentId);
    expect(await world.deliveryWorker.runOnce()).toBe(1);
    expect(await recent(agentId)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    const [told = {} as Received] = receiver.received;
    expect(bodyOf(told)).toMatchObject({ event: 'test', webservice_code: null, code: null, price: null });
    expect(isSigned(told, await secretOf(world))).toBe(true);
    await world.shop.apiAccess.setHook(agentId, null);
    expect(await sendTest(agentId)).toEqual({ ok: false, error: { code: 'not-allowed' } });
  });

  test('the last ten are shown, and none of another agent', async () => {
    const { world } = await open();
    await allow(world, otherId, 'https://till.example/');
    for (let at = 0; at < 12; at += 1) {
      await buyByApi(world);
      world.clock.pass(second);
      await world.purchaseWorker.runOnce();
    }
    const all = (await rowsIn(world)).map(({ id }) => id).toReversed();
    const shown = await world.shop.apiDeliveries.recent(agentId);
    expect(shown.map(({ id }) => id)).toEqual(all.slice(0, 10));
    expect(await world.shop.apiDeliveries.recent(otherId)).toEqual([]);
  });

  test('a worker is woken by the end of an order, and sends nothing while the API is off', async () => {
    const { world, receiver } = await open({ pace: { everyMs: 60_000 } });
    world.deliveryWorker.start();
    onTestFinished(() => world.deliveryWorker.stop());
    await deliverOne(world);
    await expect.poll(() => receiver.received).toHaveLength(1);
    await world.deliveryWorker.stop();
    world.clock.pass(second);
    await deliverOne(world);
    const off = await openWorld(place.database, { clock: world.clock });
    expect(await off.deliveryWorker.runOnce()).toBe(0);
    expect(await rowsIn(world)).toMatchObject([{ done_how: 'delivered' }, { done_how: null }]);
  });

  test('neither the secret, the address nor the number is logged', async () => {
    const logged: string[] = [];
    const log = createLog('debug', { write: (line) => void logged.push(line) });
    const { world, receiver } = await open({ log });
    await world.shop.apiAccess.setHook(agentId, `${receiver.url}?token=canary-token`);
    receiver.answers((_, response) => response.writeHead(500).end('canary-answer'));
    const { mobile } = await deliverOne(world);
    await world.deliveryWorker.runOnce();
    receiver.answers((_, response) => response.writeHead(200).end('canary-answer'));
    world.clock.pass(minute);
    await world.deliveryWorker.runOnce();
    const all = logged.join('');
    expect(all).toContain('delivery failed; will retry');
    expect(all).toContain('delivery handled');
    for (const word of [await secretOf(world), 'canary', String(receiver.port), mobile.slice(2)])
      expect(all).not.toContain(word);
  });

  test('what ended a month ago is swept, and what waits stays', async () => {
    const { world, receiver } = await open();
    await deliverOne(world);
    await world.deliveryWorker.runOnce();
    receiver.answers((_, response) => response.writeHead(500).end());
    const waiting = await deliverOne(world);
    world.clock.pass(31 * day);
    await world.expiryWorker.runOnce();
    expect(await rowsIn(world)).toMatchObject([{ order_id: waiting.id }]);
  });

  if (kind === 'postgres')
    test('two processes never send the same one at once', async () => {
      const { world, receiver } = await open();
      const otherDatabase = await openDatabase(place.settings, { log: quiet });
      onTestFinished(() => otherDatabase.close());
      const second = await world.another(otherDatabase);
      for (let at = 0; at < 10; at += 1) await buyByApi(world);
      await world.purchaseWorker.runOnce();
      const runAll = async ({ deliveryWorker }: ShopWorld) => {
        while ((await rowsIn(world)).some(({ done_at }) => done_at === null)) await deliveryWorker.runOnce();
      };
      await Promise.all([runAll(world), runAll(second)]);
      const ids = receiver.received.map(({ headers }) => headers['sharj-delivery']);
      expect(ids).toHaveLength(10);
      expect(new Set(ids).size).toBe(10);
    });
});
