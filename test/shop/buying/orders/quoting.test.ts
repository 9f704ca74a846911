import { describe, expect, test } from 'vitest';
import { purchaseRoute } from '#gateway/purchase-body.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  countRows,
  openWorld,
  rangedTopUpId,
  strangerId,
  subscriber,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

/** These gateways take any. */
const anyRoute = purchaseRoute('post-form', null);

const topUp = { kind: 'product', productId: topUpId, amount: null } as const;
const everybodysOffer = { kind: 'offer', code: '40100', type: 'DATA' } as const;
const wanted = { item: topUp, mobile: subscriber, simType: 'prepaid' } as const;

describe.each(sampledDatabases())('a quote on %s', (kind) => {
  const place = useDatabase(kind);

  test('stores its key, code, request and price before it can be confirmed', async () => {
    const { quote, database, clock, sandbox } = await openWorld(place.database);
    const order = await quote();
    const row = await database.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'quoted', base: 10_000, vat: 1_000, total: 11_000, buyer_id: buyerId });
    expect(row.idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(row.webservice_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(row.body).toBe(`product_id=37&mobile=${subscriber}&price=11000&webservice_code=${row.webservice_code}`);
    expect(row.expires_at - row.quoted_at).toBe(600_000);
    expect(row.quoted_at).toBe(clock.now());
    expect(await sandbox.purchases()).toEqual([]);
  });

  test('of a personal offer has the offer, 510 or 511, and 33,000 for 30,000', async () => {
    const { quote, database } = await openWorld(place.database);
    const prepaid = await quote({ item: everybodysOffer });
    const postpaid = await quote({ item: everybodysOffer, simType: 'postpaid' });
    const rows = await database.db.selectFrom('orders').select(['id', 'body']).execute();
    const bodyOf = (id: string) => Object.fromEntries(new URLSearchParams(rows.find((row) => row.id === id)?.body));
    const shared = { mobile: subscriber, price: '33000', offerCode: '40100', offerType: 'DATA' };
    expect(bodyOf(prepaid.id)).toEqual({ ...shared, product_id: '510', webservice_code: prepaid.code });
    expect(bodyOf(postpaid.id)).toEqual({ ...shared, product_id: '511', webservice_code: postpaid.code });
  });

  test('of a ranged product sends the named amount', async () => {
    const { quote, database } = await openWorld(place.database);
    const order = await quote({ item: { kind: 'product', productId: rangedTopUpId, amount: 123_456 } });
    expect(order).toMatchObject({ total: 123_456, item: { amount: 123_456 } });
    const { body } = await database.db.selectFrom('orders').select('body').executeTakeFirstOrThrow();
    expect(new URLSearchParams(body).get('price')).toBe('123456');
  });

  test('of a product with a profile sends it', async () => {
    const { quote, product, database } = await openWorld(place.database);
    const { id, profileId } = product((one) => one.profileId !== null && one.type === 'data' && one.onSale);
    await quote({ item: { kind: 'product', productId: id, amount: null } });
    const { body } = await database.db.selectFrom('orders').select('body').executeTakeFirstOrThrow();
    expect(new URLSearchParams(body).get('profile_id')).toBe(profileId);
  });

  test('by the same update is the same order, also twenty times at once', async () => {
    const { shop, database } = await openWorld(place.database);
    const ask = () => shop.orders.quote({ idempotencySource: 'update:same', buyerId, wanted });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const later = await ask();
    const codes = new Set([...answers, later].map((answer) => (answer.ok ? answer.value.code : answer.error.code)));
    expect(codes.size).toBe(1);
    expect(await countRows(database)).toMatchObject({ orders: 1, order_events: 1 });
    // It was asked for before.
    await shop.salesPause.pause('owner', 'Back at nine', 'owner');
    expect(await ask()).toEqual(later);
  });

  test('is never shown to another person, even in a race', async () => {
    const { shop } = await openWorld(place.database);
    const people = [buyerId, strangerId, buyerId, strangerId];
    const ask = (person: number) => shop.orders.quote({ idempotencySource: 'update:shared', buyerId: person, wanted });
    const answers = await Promise.all(people.map(ask));
    const owner = answers.find((answer) => answer.ok);
    const buyer = owner?.ok ? owner.value.buyerId : null;
    expect(people).toContain(buyer);
    for (const [at, answer] of answers.entries()) {
      if (people[at] === buyer) expect(answer).toMatchObject({ ok: true, value: { buyerId: buyer } });
      else expect(answer).toEqual({ ok: false, error: { code: 'order-not-yours' } });
    }
  });

  test('generates another code if the first is taken', async () => {
    const { shop, quote } = await openWorld(place.database);
    const first = await quote();
    await place.database.db.updateTable('orders').set({ webservice_code: '00000-00000' }).execute();
    const { createQuotes } = await import('#shop/buying/orders/quotes.ts');
    const draws = [0, 0, 1].map((byte) => new Uint8Array(10).fill(byte));
    const quotes = createQuotes({
      receiptsDue: { notify: () => undefined, subscribe: () => undefined },
      purchaseRoute: () => anyRoute,
      database: place.database,
      pricing: {
        shortageFor: async () => null,
        price: async () => ({
          ok: true,
          value: {
            item: topUp,
            productId: topUpId,
            offer: null,
            profileId: null,
            productType: 'topup',
            operatorId: 1,
            simType: 'prepaid',
            title: 'A top-up',
            titleEn: null,
            days: null,
            price: { base: 10_000, vat: 1_000, total: 11_000 },
            charge: { charge: 11_000, priceName: null, cost: null, profit: null },
          },
        }),
      },
      salesPause: shop.salesPause,
      quoteMinutes: 10,
      now: () => 1,
      newKey: () => crypto.randomUUID(),
      randomBytes: () => draws.shift() ?? new Uint8Array(10).fill(2),
    });
    const second = await quotes.quote({ idempotencySource: 'another', buyerId, wanted });
    expect(second).toMatchObject({ ok: true, value: { code: '11111-11111' } });
    expect(second.ok && second.value.id).not.toBe(first.id);
  });

  describe('of an item that cannot be sold fails, and nothing is written', () => {
    const tdLte = 1;
    const modem = '989411234567';
    const offSale = 27;
    const cases = [
      ['a number that is none', { ...wanted, mobile: '98123' }, 'number-invalid'],
      ['a number with a letter', { ...wanted, mobile: '98935123456a' }, 'number-invalid'],
      ['a number that is none, for an offer', { ...wanted, item: everybodysOffer, mobile: '' }, 'number-invalid'],
      ['a number as people write it', { ...wanted, mobile: '09351234567' }, 'number-invalid'],
      ['an amount under the range', ranged(9_999), 'amount-out-of-range'],
      ['an amount over the range', ranged(2_000_001), 'amount-out-of-range'],
      ['an amount with a fraction', ranged(20_000.5), 'amount-invalid'],
      ['a negative amount', ranged(-20_000), 'amount-invalid'],
      ['no number at all', ranged(Number.NaN), 'amount-invalid'],
      ['an amount that is not exact', ranged(2 ** 60), 'amount-invalid'],
      ['no amount for a range', ranged(null), 'amount-invalid'],
      ['an amount for a fixed price', { ...wanted, item: { ...topUp, amount: 10_000 } }, 'amount-invalid'],
      ['a product that is none', product(999_999), 'product-gone'],
      [
        'a product out of sale',
        { ...product(offSale), item: { ...ranged(20_000).item, productId: offSale } },
        'product-off-sale',
      ],
      ['a fixed-wireless package for a phone', product(tdLte), 'product-not-for-number'],
      ['a top-up for a fixed-wireless number', { ...wanted, mobile: modem }, 'number-only-tdlte'],
      ['a named top-up for a fixed-wireless number', { ...ranged(20_000), mobile: modem }, 'number-only-tdlte'],
      [
        'an offer for a fixed-wireless number',
        { ...wanted, item: everybodysOffer, mobile: modem },
        'number-only-tdlte',
      ],
      ['an offer that is none', { ...wanted, item: { ...everybodysOffer, code: '1' } }, 'offer-gone'],
      ['an offer of another type', { ...wanted, item: { ...everybodysOffer, type: 'VOICE' } }, 'offer-gone'],
      [
        'offers of a number without any',
        { ...wanted, item: everybodysOffer, mobile: '989121234567' },
        'offers-refused',
      ],
    ] as const;

    test('whatever is wrong with it', async () => {
      const { shop, database } = await openWorld(place.database);
      const before = await countRows(database);
      for (const [what, bad, code] of cases) {
        const answer = await shop.orders.quote({ idempotencySource: what, buyerId, wanted: bad });
        expect(answer, what).toMatchObject({ ok: false, error: { code } });
        expect(await countRows(database), what).toEqual(before);
      }
    });

    test('every mobile product for a fixed-wireless number, whatever its operator', async () => {
      const { shop, database } = await openWorld(place.database);
      const mobiles = shop.catalogue.products().filter(({ onSale, maxPrice }) => onSale && maxPrice === null);
      const answers = await Promise.all(
        mobiles.map(async ({ id, type }) => {
          const ordered = { ...product(id), mobile: modem };
          const answer = await shop.orders.quote({ idempotencySource: `modem ${id}`, buyerId, wanted: ordered });
          return [type, answer.ok ? 'sold' : answer.error.code] as const;
        }),
      );
      const outcomes = new Set(answers.map((answer) => answer.join()));
      expect(outcomes).toEqual(new Set(['data,number-only-tdlte', 'topup,number-only-tdlte', 'tdlte,sold']));
      expect((await countRows(database)).orders).toBe(answers.filter(([type]) => type === 'tdlte').length);
    });

    test('any item while sales are paused', async () => {
      const { shop, database } = await openWorld(place.database);
      await shop.salesPause.pause('owner', 'Back at nine', 'owner');
      const before = await countRows(database);
      expect(await shop.orders.quote({ idempotencySource: 'paused', buyerId, wanted })).toEqual({
        ok: false,
        error: { code: 'selling-paused', reason: 'Back at nine' },
      });
      expect(await countRows(database)).toEqual(before);
    });

    test('unavailable offers', async () => {
      const { shop, database, sandbox } = await openWorld(place.database);
      await sandbox.fault('offers', 'broken-json');
      const answer = await shop.orders.quote({
        idempotencySource: 'none',
        buyerId,
        wanted: { ...wanted, item: everybodysOffer },
      });
      expect(answer).toEqual({ ok: false, error: { code: 'offers-unavailable' } });
      expect(await countRows(database)).toMatchObject({ orders: 0, order_events: 0 });
    });
  });
});

function product(productId: number) {
  return { ...wanted, item: { kind: 'product', productId, amount: null } } as const;
}

function ranged(amount: number | null) {
  return { ...wanted, item: { kind: 'product', productId: rangedTopUpId, amount } } as const;
}
