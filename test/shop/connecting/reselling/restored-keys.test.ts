import { describe, expect, test } from 'vitest';
import { ok } from '#domain/result.ts';
import { hour, minute } from '#test/support/clock.ts';
import { schemaKinds } from '#test/support/length.ts';
import { backUp } from '#test/support/restored.ts';
import { ownerId, type ShopWorld, topUpId } from '#test/support/shop.ts';
import { agentId, mobile, openChain } from './chain.ts';

const reseller = { personId: agentId, language: 'en', token: null } as const;

/** As a client of the API asks: nobody knows when it first did. */
const request = (key: string, price = 11_000) => ({
  key,
  fingerprint: `${key} ${price}`,
  item: ok({ productId: topUpId, mobile, price, code: `code-${key}`, offer: null, profileId: null }),
  only: null,
});

const ask = ({ shop }: ShopWorld, key: string, price?: number) =>
  shop.apiPurchases.buy(reseller, request(key, price)).then(({ kind }) => kind);

const lookUp = ({ shop }: ShopWorld, key: string) =>
  shop.apiPurchases.answerTo(agentId, key).then((answer) => answer?.kind ?? null);

describe.each(schemaKinds)('a key that a restored shop does not know, on %s', (kind) => {
  /** Bought by key `a` after the archive, and restored an hour later. */
  async function restored(laterMs = hour) {
    const { parent, clock, settings, gate } = await openChain(kind);
    const restore = await backUp(settings.upper, clock.now);
    expect(await ask(parent, 'a')).toBe('order');
    await parent.purchaseWorker.runOnce();
    expect(await parent.sandbox.sold()).toBe(1);
    clock.pass(laterMs);
    const later = await parent.another(await restore(kind, [ownerId]));
    const resume = () => later.shop.ownerPause.resume(ownerId);
    return { parent, later, clock, resume, gate };
  }

  test('is asked again with the same key until the shop is resumed, whatever is wrong with the request', async () => {
    const { later } = await restored();
    expect(await ask(later, 'a')).toBe('restored');
    expect(await ask(later, 'a', 1)).toBe('restored');
    expect(await later.database.db.selectFrom('api_purchases').selectAll().execute()).toEqual([]);
  });

  test('is looked up: ask again, then in doubt, and unknown when no gateway remembers it', async () => {
    const { later, clock, resume } = await restored();
    expect(await lookUp(later, 'a')).toBe('restored');
    await resume();
    expect(await lookUp(later, 'a')).toBe('in-doubt');
    expect(await ask(later, 'a')).toBe('order');
    expect(await lookUp(later, 'a')).toBe('order');
    clock.pass(25 * hour);
    expect(await lookUp(later, 'b')).toBeNull();
  });

  test('is asked again with the same key also when nobody resumes the shop for days', async () => {
    const { later, clock } = await restored();
    clock.pass(50 * hour);
    expect(await ask(later, 'a')).toBe('restored');
    expect(await ask(later, 'a', 1)).toBe('restored');
    expect(await later.database.db.selectFrom('api_purchases').selectAll().execute()).toEqual([]);
  });

  test('is asked about at the gateway afterwards, which knows it', async () => {
    const { parent, later, resume } = await restored();
    await resume();
    expect(await ask(later, 'a')).toBe('order');
    await later.purchaseWorker.runOnce();
    const orders = await later.database.db.selectFrom('orders').select('state').execute();
    expect([orders, await parent.sandbox.sold()]).toEqual([[{ state: 'delivered' }], 1]);
  });

  test('goes to a person when the gateway does not know the address just then', async () => {
    const { later, resume, gate } = await restored();
    await resume();
    expect(await ask(later, 'a')).toBe('order');
    gate.isMissing = true;
    await later.purchaseWorker.runOnce();
    const orders = await later.database.db.selectFrom('orders').select('state').execute();
    expect(orders).toEqual([{ state: 'review' }]);
  });

  test('is in doubt, not refused, when it cannot be bought by now, and owners see it', async () => {
    const { later, clock, resume } = await restored();
    await resume();
    await later.shop.wallet.setCreditLimit(agentId, 0);
    expect(await ask(later, 'a')).toBe('in-doubt');
    expect(await ask(later, 'a')).toBe('in-doubt');
    while ((await later.alertWorker.runOnce()) > 0);
    const told = later.alerts.filter(({ kind }) => kind === 'api-key-in-doubt');
    expect(told).toEqual([{ kind: 'api-key-in-doubt', personId: agentId, code: 'code-a' }]);
    // Nothing was stored: with credit it is asked about.
    await later.shop.wallet.setCreditLimit(agentId, 50_000_000);
    clock.pass(minute);
    expect(await ask(later, 'a')).toBe('order');
  });

  test('is refused for good when no gateway remembers keys from before the restore', async () => {
    const { later, clock, resume } = await restored();
    await resume();
    clock.pass(25 * hour);
    expect(await ask(later, 'b', 1)).toBe('refused');
    expect(await ask(later, 'b', 1)).toBe('refused');
  });
});
