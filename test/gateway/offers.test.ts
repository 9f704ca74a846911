import { expect, test } from 'vitest';
import { canary, connect } from './client.ts';
import { wireOffer, wireOffers } from './samples.ts';
import { json, serve } from './wire-server.ts';

async function ask(body: unknown, status = 200) {
  const { url } = await serve(json(body, status));
  return connect(url).gateway.personalOffers(canary.mobile);
}

async function readOne(over: object) {
  const result = await ask(wireOffers([{ ...wireOffer, ...over }]));
  if (!result.ok) throw new Error(result.error.kind);
  return result.value.offers[0] ?? null;
}

test('the client reads every field of an offer', async () => {
  expect(await ask(wireOffers([wireOffer]))).toEqual({
    ok: true,
    value: {
      offers: [
        {
          code: '40100',
          type: 'DATA',
          name: 'یک گیگ هفتگی',
          description: '1 GB for 7 days',
          descriptionLocal: '۱ گیگابایت هفت‌روزه',
          days: 7,
          amount: 30_000,
        },
      ],
      dropped: 0,
    },
  });
});

test.each([
  ['', null],
  ['30', 30],
  [30, 30],
  ['soon', null],
  [null, null],
])('validityDays %j is read as %j days', async (validityDays, days) => {
  expect((await readOne({ validityDays }))?.days).toBe(days);
});

test.each(['30000.5', '30,000', '', '-5', 'free', '1e4', '99999999999999999', '9000000000000000', 9e15, null, {}])(
  'an offer for %j is dropped, counted and logged, and the others stay',
  async (amount) => {
    const { url } = await serve(json(wireOffers([{ ...wireOffer, amount }, wireOffer])));
    const { gateway, lines } = connect(url);
    expect(await gateway.personalOffers(canary.mobile)).toMatchObject({
      ok: true,
      value: { offers: [{ amount: 30_000 }], dropped: 1 },
    });
    expect(lines.join()).toContain('"dropped":1');
  },
);

test('an offer needs its code and its type, which a purchase sends back unchanged', async () => {
  expect(await readOne({ offerCode: undefined })).toBeNull();
  expect(await readOne({ offerCode: '' })).toBeNull();
  expect(await readOne({ offerType: undefined })).toBeNull();
  expect(await readOne({ offerCode: '40\u0000100' })).toBeNull();
  expect(await readOne({ offerType: 'DA\u0000TA' })).toBeNull();
  expect(await readOne({ offerCode: ' 40 100 ', offerType: 7 })).toMatchObject({ code: ' 40 100 ', type: '7' });
});

test('an offer without a name is named by its description', async () => {
  expect((await readOne({ name: '' }))?.name).toBe('۱ گیگابایت هفت‌روزه');
  expect((await readOne({ name: undefined, offerDescLN: ' ' }))?.name).toBe('1 GB for 7 days');
  expect((await readOne({ name: null, offerDescLN: null, offerDesc: null }))?.name).toBe('40100');
});

test('an empty list of offers is valid', async () => {
  expect(await ask(wireOffers([]))).toMatchObject({ ok: true, value: { offers: [], dropped: 0 } });
  expect(await ask(wireOffers(null))).toMatchObject({ ok: true, value: { offers: [] } });
});

test('an answer about offers needs only its list', async () => {
  expect(await ask({ offersList: [wireOffer] })).toMatchObject({
    ok: true,
    value: { offers: [{ code: '40100' }], dropped: 0 },
  });
});

test('status false is a refusal with the gateway’s message, shortened and on one line', async () => {
  const message = `not\u0000 a\r\nsubscriber ${'x'.repeat(5_000)}`;
  const result = await ask(wireOffers([], { status: false, message }));
  expect(result).toMatchObject({ ok: false, error: { kind: 'rejected', status: 200 } });
  const told = !result.ok && result.error.kind === 'rejected' ? result.error.message : '';
  expect(told).toMatch(/^not a subscriber x+…$/);
  expect(told).toHaveLength(500);
});

test('a refusal by HTTP status carries the gateway’s message', async () => {
  expect(await ask({ message: 'wrong operator' }, 422)).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 422, message: 'wrong operator' },
  });
});

test.each([[[]], [{}], [{ offersList: {} }], [{ status: true }], ['text'], [null]])('%j is malformed', async (body) => {
  expect(await ask(body)).toMatchObject({ ok: false, error: { kind: 'malformed' } });
});

test.each(['', '09301234567', '+989301234567', '9301234567', '98930123456x', '98', '980000000000'])(
  'the number %j is a bug of the caller and is not logged',
  async (mobile) => {
    const { url, heard } = await serve(json(wireOffers([])));
    await expect(connect(url).gateway.personalOffers(mobile)).rejects.toThrow(
      new TypeError('mobile must be 98 followed by the number'),
    );
    expect(heard).toEqual([]);
  },
);
