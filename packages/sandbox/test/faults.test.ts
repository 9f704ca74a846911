import { expect, test } from 'vitest';
import { type Call, type Driver, offerPurchase, type Reply, read, SUBSCRIBER, startSandbox } from './driver.ts';
import { complaint } from './wire.ts';

const MIB = 1024 * 1024;

/** A valid request to each endpoint. */
const requests: Record<string, [path: string, call: Call]> = {
  products: ['/api/clients/products', {}],
  filter: ['/api/filter', { json: { table: 'product', items: { pagination: 'false' } } }],
  offers: ['/api/second/offers/', { json: { mobile: SUBSCRIBER } }],
  purchase: ['/api/top-up/package/', { form: offerPurchase() }],
};
const endpoints = Object.keys(requests);

const send = (sandbox: Driver, endpoint: string, headers: Record<string, string> = {}): Promise<Reply> => {
  const [path, call] = requests[endpoint] ?? ['/', {}];
  return sandbox.call(path, { ...call, headers: { 'idempotency-key': 'key', ...headers } });
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The answer of each fault, and whether the purchase was made. */
const answered: Record<
  string,
  { status: number; bought: boolean; looks: (reply: Reply, endpoint: string) => boolean }
> = {
  '500': { status: 500, bought: true, looks: ({ text }) => isJson(text) },
  '503': { status: 503, bought: false, looks: ({ text }) => isJson(text) },
  '429': { status: 429, bought: false, looks: ({ headers }) => headers['retry-after'] === '1' },
  '401': { status: 401, bought: false, looks: ({ text }) => isJson(text) },
  rejected: { status: 422, bought: false, looks: ({ text }) => /[\u0600-\u06ff]/.test(JSON.parse(text).message) },
  'account-empty': { status: 402, bought: false, looks: ({ text }) => /موجودی/.test(JSON.parse(text).message) },
  empty: { status: 200, bought: true, looks: ({ text }) => text === '' },
  'broken-json': { status: 200, bought: true, looks: ({ text }) => text.startsWith('{') && !isJson(text) },
  html: {
    status: 200,
    bought: true,
    looks: (r) => String(r.headers['content-type']).includes('html') && !isJson(r.text),
  },
  'wrong-types': {
    status: 200,
    bought: true,
    looks: ({ text }) => {
      const body = JSON.parse(text);
      return Array.isArray(body) || !Array.isArray(body.data ?? body.offersList);
    },
  },
  huge: {
    status: 200,
    bought: true,
    looks: ({ text, headers }, endpoint) =>
      headers['content-length'] === undefined &&
      text.length > (endpoint === 'products' || endpoint === 'filter' ? 70 * MIB : 2 * MIB),
  },
  redirect: {
    status: 302,
    bought: false,
    looks: ({ headers }) => String(headers.location).startsWith('http://127.0.0.1:1/'),
  },
};

test.for(Object.entries(answered))(
  '%s is answered on every endpoint when a request asks for it',
  async ([name, fault]) => {
    const sandbox = await startSandbox();
    for (const endpoint of endpoints) {
      const reply = await send(sandbox, endpoint, { 'sandbox-fault': name });
      expect(reply.status, endpoint).toBe(fault.status);
      expect(fault.looks(reply, endpoint), endpoint).toBe(true);
    }
    const isRefused = name === 'rejected' || name === 'account-empty';
    const { count, purchases } = await sandbox.sold();
    expect([count, purchases.length]).toEqual(fault.bought ? [1, 1] : [0, isRefused ? 1 : 0]);
    // Afterwards the same key returns the outcome: bought once, or refused for good.
    for (const endpoint of endpoints) {
      const { status } = await send(sandbox, endpoint);
      expect(status, endpoint).toBe(isRefused && endpoint === 'purchase' ? fault.status : 200);
    }
    expect((await sandbox.sold()).count).toBe(isRefused ? 0 : 1);
  },
);

test.for([
  ['cut-before', 0],
  ['cut-after', 1],
] as const)('%s ends the connection on every endpoint', async ([name, bought]) => {
  const sandbox = await startSandbox();
  for (const endpoint of endpoints) await expect(send(sandbox, endpoint, { 'sandbox-fault': name })).rejects.toThrow();
  expect((await sandbox.sold()).count).toBe(bought);
  for (const endpoint of endpoints) expect((await send(sandbox, endpoint)).status, endpoint).toBe(200);
  expect((await sandbox.sold()).count).toBe(1);
});

test('slow gives the right answer late on every endpoint', async () => {
  const sandbox = await startSandbox();
  for (const endpoint of endpoints) {
    await sandbox.fault(endpoint, 'slow', 1, 80);
    const begun = performance.now();
    const late = await send(sandbox, endpoint);
    expect(performance.now() - begun).toBeGreaterThan(75);
    expect(late.status).toBe(200);
    const { TransactionID: _, ...right } = read<Record<string, unknown>>(await send(sandbox, endpoint));
    expect(read(late)).toMatchObject(right);
  }
});

test('a slow purchase is made at once, and only its answer is late', async () => {
  const sandbox = await startSandbox();
  const waiting = expect(send(sandbox, 'purchase', { 'sandbox-fault': 'slow' })).rejects.toThrow();
  await expect.poll(async () => (await sandbox.sold()).count).toBe(1);
  expect((await send(sandbox, 'purchase')).status).toBe(200);
  await sandbox.close();
  await waiting;
});

test('a completed purchase is not refused when its key comes again', async () => {
  const sandbox = await startSandbox();
  expect((await send(sandbox, 'purchase')).status).toBe(200);
  for (const name of ['rejected', 'account-empty'])
    expect((await send(sandbox, 'purchase', { 'sandbox-fault': name })).status, name).toBe(200);
  expect((await sandbox.sold()).count).toBe(1);
});

test('a switched fault strikes only the next N requests of its endpoint', async () => {
  const sandbox = await startSandbox();
  const on = await sandbox.fault('products', '503', 2);
  expect([on.status, read(on)]).toEqual([
    200,
    { faults: [{ endpoint: 'products', fault: '503', times: 2, ms: 15_000 }] },
  ]);
  expect((await send(sandbox, 'filter')).status).toBe(200);
  const seen: number[] = [];
  for (let at = 0; at < 3; at += 1) seen.push((await send(sandbox, 'products')).status);
  expect(seen).toEqual([503, 503, 200]);
  expect(read(await sandbox.call('/sandbox/faults'))).toEqual({ faults: [] });
});

test('a switched fault without a number stays until it is switched off', async () => {
  const sandbox = await startSandbox();
  await sandbox.fault('purchase', '500');
  for (let at = 0; at < 5; at += 1) expect((await send(sandbox, 'purchase')).status).toBe(500);
  await sandbox.fault('purchase', null);
  expect((await send(sandbox, 'purchase')).status).toBe(200);
  expect((await sandbox.sold()).count).toBe(1);
});

test('a fault in the request comes first and leaves the switched one for later', async () => {
  const sandbox = await startSandbox();
  await sandbox.fault('offers', '503', 1);
  expect((await send(sandbox, 'offers', { 'sandbox-fault': '429' })).status).toBe(429);
  expect((await send(sandbox, 'offers')).status).toBe(503);
  expect((await send(sandbox, 'offers')).status).toBe(200);
});

test('a wrong token is refused before any fault', async () => {
  const sandbox = await startSandbox();
  await sandbox.fault('products', '500', 1);
  expect((await send(sandbox, 'products', { authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await send(sandbox, 'products')).status).toBe(500);
});

test('an unknown fault is refused, and nothing is bought', async () => {
  const sandbox = await startSandbox();
  expect((await send(sandbox, 'purchase', { 'sandbox-fault': 'gremlins' })).status).toBe(422);
  expect((await sandbox.sold()).purchases).toEqual([]);
  for (const [json, field] of [
    [{ endpoint: 'purchase', fault: 'gremlins', times: null }, 'fault'],
    [{ endpoint: 'moon', fault: '500', times: null }, 'endpoint'],
    [{ endpoint: 'purchase', fault: '500', times: 0 }, 'times'],
    [{ endpoint: 'purchase', times: 1 }, 'fault'],
  ] as const) {
    const reply = await sandbox.call('/sandbox/faults', { method: 'PUT', json });
    expect(reply.status).toBe(422);
    expect(Object.keys(complaint.parse(JSON.parse(reply.text)).errors)).toEqual([field]);
  }
});
