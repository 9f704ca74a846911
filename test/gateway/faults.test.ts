import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '#gateway/gateway.ts';
import { purchaseBody } from '#gateway/purchase-body.ts';
import { canary, connect, secrets } from './client.ts';
import { startSandbox } from './sandbox.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

const body = purchaseBody({
  productId: 510,
  mobile: canary.mobile,
  price: 33_000,
  webserviceCode: 'S-1',
  offer: { code: '40100', type: 'DATA' },
  profileId: null,
});

const calls: Record<
  string,
  { endpoint: string; run: (gateway: Gateway) => Promise<{ ok: boolean; error?: unknown }> }
> = {
  list: { endpoint: 'products', run: (gateway) => gateway.listProducts() },
  filter: { endpoint: 'filter', run: (gateway) => gateway.filterProducts({ withCategories: true }) },
  everything: { endpoint: 'filter', run: (gateway) => gateway.filterProducts({ unpaginated: true }) },
  offers: { endpoint: 'offers', run: (gateway) => gateway.personalOffers(canary.mobile) },
  purchase: {
    endpoint: 'purchase',
    run: (gateway) => gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') }),
  },
};

/** Each fault with the failure of a read and the failure of a purchase. */
const kinds: [fault: string, read: object, purchase: object][] = [
  ['slow', { kind: 'unavailable' }, { kind: 'unsure' }],
  ['cut-before', { kind: 'unavailable', why: 'connection cut' }, { kind: 'unsure', why: 'connection cut' }],
  ['cut-after', { kind: 'unavailable', why: 'connection cut' }, { kind: 'unsure', why: 'connection cut' }],
  ['500', { kind: 'unavailable', why: 'status 500' }, { kind: 'unsure', why: 'status 500' }],
  ['503', { kind: 'unavailable', why: 'status 503' }, { kind: 'unsure', why: 'status 503' }],
  ['429', { kind: 'unavailable', retryAfterMs: 1_000 }, { kind: 'unsure', retryAfterMs: 1_000 }],
  ['401', { kind: 'unauthorized', status: 401 }, { kind: 'unauthorized', status: 401 }],
  ['empty', { kind: 'malformed' }, { kind: 'unsure', why: 'answer is not JSON' }],
  ['broken-json', { kind: 'malformed' }, { kind: 'unsure', why: 'answer is not JSON' }],
  ['html', { kind: 'malformed' }, { kind: 'unsure', why: 'answer is not JSON' }],
  ['wrong-types', { kind: 'malformed' }, { kind: 'unsure', why: 'answer is not a JSON object' }],
  ['huge', { kind: 'malformed' }, { kind: 'unsure', why: 'answer is too large' }],
  ['redirect', { kind: 'malformed', why: 'status 302' }, { kind: 'unsure', why: 'status 302' }],
];

const pairs = kinds.flatMap(([fault, read, purchase]) =>
  Object.keys(calls).map((name) => [fault, name, name === 'purchase' ? purchase : read] as const),
);

test.each(pairs)('%s on %s ends as %j', async (fault, name, error) => {
  const call = calls[name];
  if (!call) throw new Error('no such call');
  const sandbox = await startSandbox();
  const shortly = { page: 60, catalogue: 60, offers: 60, purchase: 60 };
  const { gateway, lines } = connect(sandbox.url, fault === 'slow' ? { deadlines: shortly } : {});
  await sandbox.fault(call.endpoint, fault);
  const result = await call.run(gateway);
  expect(result).toMatchObject({ ok: false, error });
  const told = [JSON.stringify(result), inspect(result, { depth: null, showHidden: true }), ...lines].join('\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of [...secrets, sandbox.url, body]) expect(told).not.toContain(secret);

  await sandbox.fault(call.endpoint, null);
  expect(await call.run(connect(sandbox.url).gateway)).toMatchObject({ ok: true });
  expect(unhandled).toEqual([]);
});

test('after a lost answer the same key returns the outcome of the only sale', async () => {
  const sandbox = await startSandbox();
  const { gateway } = connect(sandbox.url);
  for (const [fault] of kinds.filter(([, , purchase]) => 'kind' in purchase && purchase.kind === 'unsure')) {
    if (fault === 'slow') continue;
    await sandbox.fault('purchase', fault, 1);
    expect(await gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') })).toMatchObject({
      ok: false,
      error: { kind: 'unsure' },
    });
  }
  expect(await gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') })).toMatchObject({
    ok: true,
  });
  expect(await sandbox.sold()).toMatchObject({ count: 1, purchases: [{ key: canary.key }] });
});
