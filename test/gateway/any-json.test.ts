import { expect, test } from 'vitest';
import fc from '#test/support/property.ts';
import { canary, connect } from './client.ts';
import { wireEnvelope, wireOffer, wireOffers, wireProduct } from './samples.ts';
import { type Reply, raw, serve } from './wire-server.ts';

const kinds = ['rejected', 'unauthorized', 'unsure', 'unavailable', 'malformed'];

/** One server whose answer changes. */
async function changing() {
  let reply: Reply = raw('');
  const { url } = await serve((response, request) => reply(response, request));
  const { gateway } = connect(url);
  return {
    gateway,
    answer: (body: string, status = 200) => {
      reply = raw(body, status);
    },
  };
}

const statuses = fc.constantFrom(200, 200, 200, 201, 302, 400, 401, 404, 409, 422, 429, 500);

test('any JSON as the body gives a value or a failure, never a crash', async () => {
  const { gateway, answer } = await changing();
  await fc.assert(
    fc.asyncProperty(fc.json(), statuses, async (body, status) => {
      answer(body, status);
      const results = [
        await gateway.listProducts(),
        await gateway.filterProducts({ unpaginated: true }),
        await gateway.personalOffers(canary.mobile),
        await gateway.buyPackage({ key: canary.key, body: 'product_id=1', route: gateway.purchaseRoute('data') }),
      ];
      for (const result of results) if (!result.ok) expect(kinds).toContain(result.error.kind);
    }),
    { numRuns: 150 },
  );
});

/** A sample with any JSON in one of its fields. */
const spoilt = (sample: object) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(sample)), fc.jsonValue())
    .map(([field, value]) => ({ ...sample, [field]: value }));

test('any JSON in any field gives a value or a failure, never a crash', async () => {
  const { gateway, answer } = await changing();
  await fc.assert(
    fc.asyncProperty(
      spoilt(wireProduct),
      spoilt(wireOffer),
      spoilt(wireEnvelope([])),
      async (product, offer, envelope) => {
        answer(JSON.stringify({ ...wireEnvelope([product]), ...wireOffers([offer]) }));
        const page = await gateway.listProducts();
        expect(page.ok && page.value.products.length + page.value.dropped).toBe(1);
        const offers = await gateway.personalOffers(canary.mobile);
        expect(offers.ok && offers.value.offers.length + offers.value.dropped).toBe(1);
        answer(JSON.stringify(envelope));
        await gateway.listProducts();
      },
    ),
    { numRuns: 150 },
  );
});

const unsellable = fc.oneof(
  fc.jsonValue().filter((value) => typeof value !== 'object' || value === null || !('id' in value)),
  fc
    .constantFrom('id', 'name', 'price', 'type', 'status', 'sim_card_type', 'operator_id')
    .map((field) => ({ ...wireProduct, [field]: { wrong: true } })),
);

test('the client drops one bad product among a hundred and keeps the rest', async () => {
  const { gateway, answer } = await changing();
  await fc.assert(
    fc.asyncProperty(unsellable, fc.nat({ max: 99 }), async (bad, at) => {
      const products: unknown[] = Array.from({ length: 100 }, (_, index) => ({ ...wireProduct, id: index + 1 }));
      products[at] = bad;
      answer(JSON.stringify(wireEnvelope(products)));
      const page = await gateway.listProducts();
      const ids = page.ok ? page.value.products.map(({ id }) => id) : [];
      expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => index + 1).filter((id) => id !== at + 1));
      expect(page.ok && page.value.dropped).toBe(1);
    }),
    { numRuns: 60 },
  );
});
