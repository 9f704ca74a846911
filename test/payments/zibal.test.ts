import { describe, expect, onTestFinished, test } from 'vitest';
import { paymentProviders } from '#payments/providers.ts';
import { createZibal } from '#payments/zibal.ts';
import { json, type Reply, raw, serve } from '#test/gateway/wire-server.ts';
import { request } from './provider-contract.ts';
import { zibal } from './recorded.ts';

const trackId = '3714061191';
const payment = { reference: trackId, amount: request.amount };

/** A client whose calls get `reply`; inquiry gets `inquiry`, by default a failure. */
async function open(reply: Reply, inquiry: Reply = raw('', 503)) {
  const server = await serve((response, heard) => (/inquiry/.test(heard.url) ? inquiry : reply)(response, heard));
  const provider = createZibal({ merchant: 'zibal', url: server.url, deadlineMs: 5_000 });
  onTestFinished(() => provider.close());
  return { provider, heard: server.heard };
}

test('the client talks to the published host by default', async () => {
  const provider = createZibal({ merchant: 'zibal', url: paymentProviders.zibal.defaultUrl });
  onTestFinished(() => provider.close());
  expect(provider.payUrl(trackId)).toBe(`https://gateway.zibal.ir/start/${trackId}`);
});

test('a payment request is in rials and says nothing about the person', async () => {
  const { provider, heard } = await open(json(zibal.begun(trackId)));
  expect(await provider.begin(request)).toEqual({ ok: true, value: { reference: trackId } });
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /v1/request']);
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
    merchant: 'zibal',
    amount: 250_000,
    callbackUrl: request.callbackUrl,
    description: 'Wallet',
    orderId: 'payment-1',
  });
});

test('verify sends the number of the payment and believes the amount in the answer', async () => {
  const { provider, heard } = await open(json(zibal.described(100, 1, request.amount)));
  expect(await provider.verify(payment)).toEqual({
    kind: 'paid',
    amount: request.amount,
    receipt: '456789',
    card: '62741****44',
  });
  expect(heard.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/v1/verify', { merchant: 'zibal', trackId: 3_714_061_191 }],
  ]);
});

describe('begin', () => {
  test.each([
    [102, 'misconfigured'],
    [103, 'misconfigured'],
    [104, 'misconfigured'],
    [105, 'misconfigured'],
    [106, 'misconfigured'],
    [113, 'misconfigured'],
    [-1, 'unavailable'],
    [999, 'unavailable'],
  ])('result %i is %s', async (result, kind) => {
    const { provider } = await open(json(zibal.failed(result)));
    expect(await provider.begin(request)).toEqual({ ok: false, error: { kind, why: `result ${result}` } });
  });

  test.each([
    ['without a trackId', { result: 100 }],
    ['with a trackId that could leave its address', { result: 100, trackId: '../evil' }],
    ['with a trackId of null', { result: 100, trackId: null }],
  ])('a success %s is unavailable', async (_, body) => {
    const { provider } = await open(json(body));
    expect(await provider.begin(request)).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
  });

  test('a trackId may come as text', async () => {
    const { provider } = await open(json({ result: '100', trackId }));
    expect(await provider.begin(request)).toEqual({ ok: true, value: { reference: trackId } });
  });
});

describe('verify', () => {
  test.each([
    [102, 200, 'unsure'],
    [202, 200, 'unpaid'],
    [202, 400, 'unpaid'],
    [203, 200, 'mismatch'],
    [999, 200, 'unsure'],
    [202, 500, 'unsure'],
    [203, 429, 'unsure'],
  ])('result %i with status %i is %s', async (result, status, kind) => {
    const { provider } = await open(json(zibal.failed(result), status));
    expect((await provider.verify(payment)).kind).toBe(kind);
  });

  test.each([
    [1, 'unsure'],
    [2, 'unsure'],
    [-1, 'unpaid'],
    [3, 'unpaid'],
    [15, 'reversed'],
    [18, 'reversed'],
  ])('202 is decided by an inquiry with status %i: %s', async (status, kind) => {
    const { provider } = await open(json(zibal.failed(202)), json(zibal.described(100, status, request.amount)));
    expect((await provider.verify(payment)).kind).toBe(kind);
  });

  test('an answer with another amount is a mismatch', async () => {
    const { provider } = await open(json(zibal.described(100, 1, request.amount - 1)));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'mismatch' });
  });

  test('201 without an amount takes the amount from inquiry', async () => {
    const { provider } = await open(json(zibal.paidBefore), json(zibal.described(100, 1, request.amount)));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'paid', amount: request.amount, receipt: '456789' });
    const other = await open(json(zibal.paidBefore), json(zibal.described(100, 1, request.amount * 10)));
    expect(await other.provider.verify(payment)).toMatchObject({ kind: 'mismatch' });
  });

  test('201 is unsure while nobody knows the amount', async () => {
    const { provider } = await open(json(zibal.paidBefore));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'unsure' });
  });

  test('201 is reversed when inquiry says so', async () => {
    const { provider } = await open(json(zibal.paidBefore), json(zibal.described(100, 18, request.amount)));
    expect(await provider.verify(payment)).toEqual({ kind: 'reversed' });
  });

  test('100 with an HTTP failure is unsure', async () => {
    const { provider } = await open(json(zibal.described(100, 1, request.amount), 404));
    expect(await provider.verify(payment)).toEqual({ kind: 'unsure', why: 'status 404' });
  });

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[{"result":100,"amount":250000,"status":1}]'],
    ['an empty object', '{}'],
    ['a result in words', '{"result":"success","amount":250000}'],
    ['a fraction of a result', '{"result":100.1,"amount":250000}'],
    ['half an answer', '{"result":100,"amount":250000'],
    ['an amount in words', '{"result":100,"amount":"many","status":1}'],
  ])('a 200 with %s is unsure', async (_, body) => {
    const { provider } = await open(raw(body));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'unsure' });
  });
});
