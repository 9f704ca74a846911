import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';
import { createRandom } from '#test/crash/random.ts';
import { long } from '#test/support/length.ts';
import { ownerId, startShopApi } from '#test/support/shop-api.ts';

const count = long ? 10_000 : 600;

const nasty = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  "'; drop table orders; --",
  '<script>',
  '\u202e',
  '😀',
];
const strange = [...nasty, 'NaN', 'null', '../..', '%00', 'a'.repeat(5_000), '۱۲۳', '989121234567', '510', '33000'];
const names = ['product_id', 'mobile', 'price', 'webservice_code', 'offerCode', 'offerType', 'profile_id', 'x'];
const paths = ['/api/clients/products', '/api/filter', '/api/second/offers/', '/api/top-up/package/', '/api/top-up'];
const otherPaths = ['/api/orders/', '/api/me', '/api', '/api/', '/api/../metrics', '/api/%2e%2e/x', '/api/second/x'];

test(`${count} hostile requests each get an answer, buy nothing and stop nothing`, { timeout: 900_000 }, async () => {
  const stage = await startShopApi();
  const { pick, chance, whole } = createRandom(inject('seed'));
  const { shop, database } = stage;
  await shop.people.loadOrCreate({ id: 502, name: 'Poor', language: 'fa' });
  await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', 502).execute();
  await shop.apiAccess.allow(ownerId, 502, true);
  const poor = await shop.apiTokens.create(502, 'site');
  if (!poor.ok) throw new Error(poor.error.code);
  const forged = `${stage.token.slice(0, -4)}AAAA`;
  // No caller has both a good token and money.
  const tokens = [poor.value.token, poor.value.token, forged, '', 'x', 'a'.repeat(3_000), stage.token.slice(0, 18)];

  const field = (): string => pick(strange);
  const fields = () => Array.from({ length: whole(0, 8) }, () => [pick(names), field()] as const);
  const json = (): unknown =>
    pick<unknown>([
      Object.fromEntries(fields()),
      { table: 'product', items: Object.fromEntries(fields()) },
      { table: 'product', items: { pagination: 'false', name: field() } },
      { mobile: field() },
      [],
      null,
      field(),
      { a: { b: { c: [[[[]]]] } } },
    ]);
  function request(): [string, RequestInit] {
    const path = chance(0.7) ? pick(paths) : `${pick(otherPaths)}${chance(0.5) ? encodeURIComponent(field()) : ''}`;
    const query = chance(0.4) ? `?${new URLSearchParams(fields().map(([name, value]) => [name, value]))}` : '';
    const method = pick(['GET', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
    const headers: Record<string, string> = { authorization: `Bearer ${pick(tokens)}` };
    if (chance(0.7)) headers['idempotency-key'] = `k${whole(1, 50)}`;
    if (method === 'GET' || method === 'OPTIONS') return [`${path}${query}`, { method, headers }];
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'text/xml',
    ];
    headers['content-type'] = pick(types);
    const body = chance(0.5)
      ? JSON.stringify(json())
      : pick([String(new URLSearchParams(fields().map(([name, value]) => [name, value]))), '{', '--b\r\n', field()]);
    return [`${path}${query}`, { method, headers, body }];
  }

  // Other clients never finish their bodies.
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(Number(new URL(stage.url).port), '127.0.0.1');
    const head = ['POST /api/filter HTTP/1.1', 'Host: a', `Authorization: Bearer ${poor.value.token}`];
    socket.on('error', () => undefined);
    socket.write(`${[...head, 'Content-Type: application/json', 'Content-Length: 1000'].join('\r\n')}\r\n\r\n{`);
    return socket;
  });
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < count; ) {
    const together = Array.from({ length: Math.min(20, count - sent) }, request);
    sent += together.length;
    await Promise.all(
      together.map(async ([path, init]) => {
        const answer = await fetch(`${stage.url}${path}`, init);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const text = await answer.text();
        // Node itself refuses headers that are too large.
        if (answer.status === 200 || answer.status === 431 || !new URL(answer.url).pathname.startsWith('/api/')) return;
        const told = `${init.method} ${path.slice(0, 80)} ${answer.status} ${text.slice(0, 200)}`;
        expect([400, 401, 402, 404, 409, 413, 415, 422, 429, 503], told).toContain(answer.status);
        // Offers have a shape of their own.
        expect(text, told).toMatch(/^\{/);
        expect(JSON.parse(text), told).toMatchObject({ message: expect.any(String) });
      }),
    );
  }
  for (const socket of slow) socket.destroy();
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 415, 422]));
  expect(await stage.sold()).toEqual({ count: 0, purchases: [] });
  expect((await stage.upstream()).purchases).toEqual([]);
  expect(stage.lines.filter((line) => /"level":"error"/.test(line))).toEqual([]);
  const secrets = [stage.token, poor.value.token].map((token) => token.slice(-20));
  expect(stage.lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  // Other agents are still served.
  const me = await stage.call('/api/me');
  expect([me.status, await me.json()]).toMatchObject([200, { name: 'Agent', balance: 50_000_000_000 }]);
});
