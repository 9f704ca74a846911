import { Readable } from 'node:stream';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { type Call, createSandbox, type Sandbox } from '#sandbox.ts';
import { OPTIONS, offerPurchase, read, startSandbox, TOKEN } from './driver.ts';
import { runCurlLines } from './shell.ts';
import { message, offersAnswer } from './wire.ts';

const upload = ({ url }: Sandbox, body: string | Readable) =>
  request(`${url}/api/top-up/package`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'key',
    },
    body,
  });

test('every path requires the token before anything else', async () => {
  const sandbox = await startSandbox();
  const paths = ['/api/clients/products', '/sandbox/purchases', '/sandbox/faults', '/', '/nowhere'];
  for (const path of paths) {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer wrong',
      'Basic canary-token',
      'canary-token',
      'Bearer canary-token2',
    ]) {
      const reply = await sandbox.call(path, { headers: { authorization } });
      expect([reply.status, message.parse(JSON.parse(reply.text)).message]).toEqual([401, 'Unauthenticated.']);
    }
  }
  const bought = await sandbox.buy('key', offerPurchase(), { authorization: 'Bearer wrong' });
  expect(bought.status).toBe(401);
  expect((await sandbox.sold()).purchases).toEqual([]);
});

test('an unknown path or method is answered with 404 in JSON', async () => {
  const sandbox = await startSandbox();
  for (const [path, method] of [
    ['/', 'GET'],
    ['/api/nowhere', 'GET'],
    ['/api/filter', 'GET'],
    ['/api/clients/products', 'DELETE'],
    ['/sandbox/nothing', 'GET'],
  ] as const) {
    const reply = await sandbox.call(path, { method });
    expect(reply.status, path).toBe(404);
    message.parse(JSON.parse(reply.text));
  }
});

test('a body over a mebibyte is refused, with or without Content-Length', async () => {
  const sandbox = await startSandbox();
  const body = new URLSearchParams(offerPurchase({ padding: 'x'.repeat(1024 * 1024) })).toString();
  for (const sent of [body, [body.slice(0, 600_000), body.slice(600_000)]]) {
    const reply = await upload(sandbox, typeof sent === 'string' ? sent : Readable.from(sent));
    expect(reply.statusCode).toBe(413);
    message.parse(await reply.body.json());
  }
  expect((await sandbox.sold()).purchases).toEqual([]);
});

test('a chunked body is read like any other', async () => {
  const sandbox = await startSandbox();
  const body = new URLSearchParams(offerPurchase()).toString();
  const reply = await upload(sandbox, Readable.from([body.slice(0, 20), body.slice(20)]));
  expect(reply.statusCode).toBe(200);
  await reply.body.dump();
  expect((await sandbox.sold()).count).toBe(1);
});

test('the counter can be filtered by key', async () => {
  const sandbox = await startSandbox();
  await sandbox.buy('one', offerPurchase());
  await sandbox.buy('two', offerPurchase());
  await sandbox.buy('wrong', offerPurchase({ price: '1' }));
  const ask = async (query: string) => {
    const reply = await sandbox.call(`/sandbox/purchases${query}`);
    const { count, purchases } = read<{ count: number; purchases: { key: string }[] }>(reply);
    return [count, ...purchases.map(({ key }) => key)];
  };
  expect(await ask('')).toEqual([2, 'one', 'two', 'wrong']);
  expect(await ask('?key=two')).toEqual([1, 'two']);
  expect(await ask('?key=wrong')).toEqual([0, 'wrong']);
  expect(await ask('?key=none')).toEqual([0]);
});

test('the three curl lines of the banner work as printed', async () => {
  const token = "it's a secret";
  const sandbox = await startSandbox({ token });
  const banner = sandbox.banner();
  expect(banner).toContain(sandbox.url);
  expect(banner).toContain(token);
  const answers = await runCurlLines(banner);
  expect(answers).toHaveLength(3);
  expect(answers[0]).toMatchObject({ data: expect.any(Array), meta: { per_page: 100 } });
  expect(offersAnswer.parse(answers[1]).status).toBe(true);
  expect(message.parse(answers[2]).message).toContain('موفقیت');
});

test('a taken port is reported', async () => {
  const { port } = await startSandbox();
  await expect(createSandbox({ ...OPTIONS, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a subscriber gets every call with its key, fault and outcome, until it unsubscribes', async () => {
  let clock = 1_000;
  const sandbox = await startSandbox({ now: () => clock++ });
  const heard: Call[] = [];
  const stop = sandbox.subscribe((call) => heard.push(call));
  await sandbox.call('/api/clients/products?page=2');
  await sandbox.buy('key', offerPurchase());
  await sandbox.buy('key', offerPurchase());
  await sandbox.buy('wrong', offerPurchase({ price: '1' }));
  await sandbox.buy('cut', offerPurchase(), { 'sandbox-fault': 'cut-after' }).catch(() => undefined);
  await sandbox.call('/api/clients/products', { headers: { authorization: '' } });
  await sandbox.call('/sandbox/purchases');
  stop();
  await sandbox.call('/api/clients/products');
  const told = heard.map(({ method, path, key, fault, status, outcome }) => [
    method,
    path,
    key,
    fault,
    status,
    outcome,
  ]);
  const purchase = ['POST', '/api/top-up/package'];
  expect(told).toEqual([
    ['GET', '/api/clients/products', null, null, 200, null],
    [...purchase, 'key', null, 200, 'bought'],
    [...purchase, 'key', null, 200, 'replayed'],
    [...purchase, 'wrong', null, 422, 'rejected'],
    [...purchase, 'cut', 'cut-after', null, 'bought'],
    ['GET', '/api/clients/products', null, null, 401, null],
  ]);
  expect(heard[0]).toMatchObject({ at: 1_000, ms: expect.any(Number) });
});

test('closing ends keep-alive connections and may be repeated', async () => {
  const sandbox = await startSandbox();
  await sandbox.call('/api/clients/products');
  await Promise.all([sandbox.close(), sandbox.close()]);
  await expect(sandbox.call('/api/clients/products')).rejects.toThrow();
});
