import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { canary, connect } from './client.ts';
import { wireEnvelope, wireOffers, wireProduct } from './samples.ts';
import { json, raw, serve } from './wire-server.ts';

const purchase = { key: canary.key, body: 'product_id=41', route: 'post-form /api/top-up/package/' };
const never = () => {};

test('the deadline covers the wait for an answer', async () => {
  const { url } = await serve(never);
  const { gateway } = connect(url, { deadlines: { page: 40, offers: 40, purchase: 40, catalogue: 40 } });
  const unavailable = { ok: false, error: { kind: 'unavailable', why: 'no answer in 0.04 s', retryAfterMs: null } };
  expect(await gateway.listProducts()).toEqual(unavailable);
  expect(await gateway.filterProducts({})).toEqual(unavailable);
  expect(await gateway.filterProducts({ unpaginated: true })).toEqual(unavailable);
  expect(await gateway.personalOffers(canary.mobile)).toEqual(unavailable);
  expect(await gateway.buyPackage(purchase)).toEqual({
    ok: false,
    error: { kind: 'unsure', why: 'no answer in 0.04 s', retryAfterMs: null },
  });
});

test('the deadline covers a body that never ends', async () => {
  const { url } = await serve((response) => {
    response.writeHead(200);
    response.write('{"message":"ok","data":[');
  });
  const { gateway } = connect(url, { deadlines: { page: 40, purchase: 40 } });
  expect(await gateway.listProducts()).toMatchObject({ error: { kind: 'unavailable', why: 'no answer in 0.04 s' } });
  expect(await gateway.buyPackage(purchase)).toMatchObject({ error: { kind: 'unsure', why: 'no answer in 0.04 s' } });
});

test('the deadline covers a request that waits for its connection', async () => {
  // The server accepts the connection and says nothing, not even a TLS hello, so it is never established.
  const mute = createServer();
  await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening));
  const address = mute.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { gateway } = connect(`https://127.0.0.1:${port}`, { deadlines: { purchase: 40 } });
  const bought = gateway.buyPackage(purchase);
  // This is far beyond the deadline and far before the connect timeout.
  const result = await Promise.race([bought, wait(4_000, 'still waiting', { ref: false })]);
  expect(result).toMatchObject({ error: { kind: 'unsure', why: 'no answer in 0.04 s' } });
  mute.close();
});

test('a caller can set a deadline of its own or abort the call', async () => {
  const { url } = await serve(never);
  const { gateway } = connect(url);
  expect(await gateway.filterProducts({}, { deadlineMs: 30 })).toMatchObject({ error: { why: 'no answer in 0.03 s' } });
  const stop = new AbortController();
  const stopped = gateway.listProducts({}, { signal: stop.signal });
  stop.abort();
  expect(await stopped).toMatchObject({ error: { kind: 'unavailable', why: 'stopped' } });
  expect(await gateway.listProducts({}, { signal: stop.signal })).toMatchObject({ error: { why: 'stopped' } });
});

test('closing aborts calls in flight', async () => {
  const arrived = Promise.withResolvers<void>();
  const { url } = await serve(() => arrived.resolve());
  const { gateway } = connect(url);
  const bought = gateway.buyPackage(purchase);
  await arrived.promise;
  await gateway.close();
  expect(await bought).toMatchObject({ ok: false, error: { kind: 'unsure' } });
});

test('the client does not follow a redirect, so the token stays with its host', async () => {
  const elsewhere = await serve(json(wireEnvelope([wireProduct])));
  const { url, heard } = await serve((response) => {
    response.writeHead(302, { location: `${elsewhere.url}/api/clients/products` }).end('{}');
  });
  const { gateway } = connect(url);
  const malformed = { ok: false, error: { kind: 'malformed', why: 'status 302' } };
  expect(await gateway.listProducts()).toEqual(malformed);
  expect(await gateway.filterProducts({})).toEqual(malformed);
  expect(await gateway.personalOffers(canary.mobile)).toEqual(malformed);
  expect(await gateway.buyPackage(purchase)).toMatchObject({ error: { kind: 'unsure', why: 'status 302' } });
  expect(heard).toHaveLength(4);
  expect(elsewhere.heard).toEqual([]);
});

test('the client reuses connections', async () => {
  const ports = new Set<number | undefined>();
  const { url } = await serve((response, request) => {
    ports.add(response.socket?.remotePort);
    json(wireEnvelope([]))(response, request);
  });
  const { gateway } = connect(url);
  for (let call = 0; call < 20; call++) await gateway.listProducts();
  // The client may open a second connection before the first is free again.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test('the client retries a read with full jitter and never a purchase', async () => {
  const { url, heard } = await serve(json({ message: 'x' }, 503));
  const { gateway, slept } = connect(url);
  expect(await gateway.listProducts()).toMatchObject({ error: { kind: 'unavailable', why: 'status 503' } });
  expect(heard).toHaveLength(3);
  expect(slept).toEqual([100, 200]);
  await gateway.buyPackage(purchase);
  expect(heard).toHaveLength(4);
});

test('a read succeeds when its second attempt succeeds', async () => {
  let asked = 0;
  const { url } = await serve((response, request) => {
    if (++asked === 1) response.socket?.destroy();
    else json(wireOffers([]))(response, request);
  });
  expect(await connect(url).gateway.personalOffers(canary.mobile)).toMatchObject({ ok: true });
});

test('a retried answer contains nothing of the answer that was cut', async () => {
  let asked = 0;
  const { url } = await serve((response, request) => {
    if (++asked > 1) return json(wireEnvelope([wireProduct]))(response, request);
    response.writeHead(200);
    const half = JSON.stringify(wireEnvelope(Array(400).fill(wireProduct))).slice(0, -5_000);
    response.write(half, () => response.socket?.destroy());
  });
  const result = await connect(url).gateway.listProducts();
  expect(result).toMatchObject({ ok: true, value: { dropped: 0 } });
  expect(result.ok && result.value.products).toHaveLength(1);
});

test('the client waits for a short Retry-After and returns a long one', async () => {
  const { url, heard } = await serve((response, request) => {
    json({}, 429, { 'retry-after': request.url.includes('page=2') ? '60' : '1' })(response, request);
  });
  const { gateway, slept } = connect(url);
  await gateway.listProducts({ page: 1 });
  expect(slept).toEqual([1_100, 1_200]);
  expect(await gateway.listProducts({ page: 2 })).toEqual({
    ok: false,
    error: { kind: 'unavailable', why: 'status 429', retryAfterMs: 60_000 },
  });
  expect(heard).toHaveLength(4);
});

test.each([400, 404, 409, 422])(
  'a read refused with %i is rejected, or malformed if the answer is no object',
  async (status) => {
    const refused = await serve(json({ message: 'bad filter' }, status));
    expect(await connect(refused.url).gateway.filterProducts({})).toEqual({
      ok: false,
      error: { kind: 'rejected', status, message: 'bad filter' },
    });
    const page = await serve(raw('<html>', status));
    expect(await connect(page.url).gateway.filterProducts({})).toEqual({
      ok: false,
      error: { kind: 'malformed', why: `status ${status}` },
    });
    expect([refused.heard.length, page.heard.length]).toEqual([1, 1]);
  },
);

test.each([408, 425, 429, 500, 502, 504])('a read answered with %i is unavailable', async (status) => {
  const { url } = await serve(json({}, status));
  expect(await connect(url).gateway.listProducts()).toMatchObject({
    error: { kind: 'unavailable', why: `status ${status}` },
  });
});

test('an answer that is too large is malformed', async () => {
  const offers = await serve(raw(JSON.stringify(wireOffers([], { padding: 'x'.repeat(1024 * 1024) }))));
  const tooLarge = { ok: false, error: { kind: 'malformed', why: 'answer is too large' } };
  expect(await connect(offers.url).gateway.personalOffers(canary.mobile)).toEqual(tooLarge);
  const element = `${JSON.stringify(wireProduct)},`.repeat(1_000);
  const list = await serve((response) => {
    response.writeHead(200);
    response.write('{"data":[');
    const more = () => {
      while (response.write(element));
      response.once('drain', more);
    };
    more();
  });
  const { gateway } = connect(list.url, { deadlines: { page: 100_000 } });
  expect(await gateway.listProducts()).toEqual(tooLarge);
});
