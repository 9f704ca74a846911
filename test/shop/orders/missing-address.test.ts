import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createUnevenClock, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { buyerId, openWorld, useDatabase } from '#test/support/shop.ts';

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
});
