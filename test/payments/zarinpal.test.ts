import { describe, expect, onTestFinished, test } from 'vitest';
import { paymentProviders } from '#payments/providers.ts';
import { createZarinpal } from '#payments/zarinpal.ts';
import { json, type Reply, raw, serve } from '#test/gateway/wire-server.ts';
import { merchantId } from './bank-stage.ts';
import { request } from './provider-contract.ts';
import { zarinpal } from './recorded.ts';

const authority = 'A00000000000000000000000000217885159';
const payment = { reference: authority, amount: request.amount };

/** A client whose calls get `reply`; inquiry gets `inquiry`, by default an unknown authority. */
async function open(reply: Reply, inquiry: Reply = json(zarinpal.failed(-54), 400)) {
  const server = await serve((response, heard) => (/inquiry/.test(heard.url) ? inquiry : reply)(response, heard));
  const provider = createZarinpal({ merchant: merchantId, url: server.url, deadlineMs: 5_000 });
  onTestFinished(() => provider.close());
  return { provider, heard: server.heard };
}

test('the client talks to the published host by default', async () => {
  const provider = createZarinpal({ merchant: merchantId, url: paymentProviders.zarinpal.defaultUrl });
  onTestFinished(() => provider.close());
  expect(provider.payUrl(authority)).toBe(`https://payment.zarinpal.com/pg/StartPay/${authority}`);
});

test('a payment request is in rials and says nothing about the person', async () => {
  const { provider, heard } = await open(json(zarinpal.begun(authority)));
  expect(await provider.begin(request)).toEqual({ ok: true, value: { reference: authority } });
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /pg/v4/payment/request.json']);
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
    merchant_id: merchantId,
    amount: 250_000,
    currency: 'IRR',
    description: 'Wallet',
    callback_url: request.callbackUrl,
    metadata: { order_id: 'payment-1' },
  });
});

test('verify sends the amount of the request', async () => {
  const { provider, heard } = await open(json(zarinpal.paid));
  expect(await provider.verify(payment)).toEqual({
    kind: 'paid',
    amount: null,
    receipt: '201',
    card: '502229******5995',
  });
  expect(heard.map(({ url }) => url)).toEqual(['/pg/v4/payment/verify.json']);
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ merchant_id: merchantId, amount: 250_000, authority });
});

test('a path in the configured address is kept', async () => {
  const server = await serve(json(zarinpal.begun(authority)));
  const provider = createZarinpal({ merchant: merchantId, url: `${server.url}/double` });
  onTestFinished(() => provider.close());
  await provider.begin(request);
  expect(server.heard[0]?.url).toBe('/double/pg/v4/payment/request.json');
  expect(provider.payUrl('A/1')).toBe(`${server.url}/double/pg/StartPay/A%2F1`);
});

describe('begin', () => {
  test.each([
    [-9, 422, 'misconfigured'],
    [-10, 401, 'misconfigured'],
    [-11, 400, 'misconfigured'],
    [-12, 400, 'unavailable'],
    [-14, 400, 'misconfigured'],
    [-15, 200, 'misconfigured'],
    [-99, 400, 'unavailable'],
  ])('code %i with status %i is %s', async (code, status, kind) => {
    const { provider } = await open(json(zarinpal.failed(code), status));
    expect(await provider.begin(request)).toEqual({ ok: false, error: { kind, why: `code ${code}` } });
  });

  test.each([
    ['without an authority', { data: { code: 100, message: 'Success' }, errors: [] }],
    ['with an authority that could leave its address', zarinpal.begun('../../evil')],
    ['with an empty authority', zarinpal.begun('')],
  ])('a success %s is unavailable', async (_, body) => {
    const { provider } = await open(json(body));
    expect(await provider.begin(request)).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
  });
});

describe('verify', () => {
  test.each([
    [-9, 422, 'unsure'],
    [-10, 401, 'unsure'],
    [-12, 400, 'unsure'],
    [-50, 400, 'mismatch'],
    [-50, 200, 'mismatch'],
    [-51, 400, 'unpaid'],
    [-51, 200, 'unpaid'],
    [-52, 400, 'unsure'],
    [-53, 400, 'mismatch'],
    [-54, 400, 'mismatch'],
    [-55, 400, 'unsure'],
    [-51, 500, 'unsure'],
    [-50, 429, 'unsure'],
    [-51, 302, 'unsure'],
  ])('data: [] and code %i with status %i is %s', async (code, status, kind) => {
    const { provider } = await open(json(zarinpal.failed(code), status));
    expect((await provider.verify(payment)).kind).toBe(kind);
  });

  test.each([
    ['PAID', 'unsure'],
    ['VERIFIED', 'unsure'],
    ['IN_BANK', 'unpaid'],
    ['FAILED', 'unpaid'],
    ['REVERSED', 'reversed'],
    ['SOMETHING NEW', 'unpaid'],
  ])('-51 is decided by an inquiry that says %s: %s', async (status, kind) => {
    const { provider } = await open(json(zarinpal.failed(-51), 400), json(zarinpal.inquired(status)));
    expect((await provider.verify(payment)).kind).toBe(kind);
  });

  test('101 is paid, even if inquiry does not answer', async () => {
    const { provider } = await open(json(zarinpal.paidBefore), raw('', 503));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'paid', receipt: '201' });
  });

  test('101 is reversed when inquiry says so', async () => {
    const { provider } = await open(json(zarinpal.paidBefore), json(zarinpal.inquired('REVERSED')));
    expect(await provider.verify(payment)).toEqual({ kind: 'reversed' });
  });

  test.each([
    ['numbers as text', { data: { code: '100', ref_id: '201', card_pan: '502229******5995' }, errors: [] }],
    ['errors left out', { data: zarinpal.paid.data }],
    ['errors null', { data: zarinpal.paid.data, errors: null }],
  ])('100 with %s is paid', async (_, body) => {
    const { provider } = await open(json(body));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'paid', receipt: '201', card: '502229******5995' });
  });

  test('an unreadable receipt does not undo a payment, and a whole card number is not kept', async () => {
    const data = { code: 100, ref_id: { no: 1 }, card_pan: '5022291234565995' };
    const { provider } = await open(json({ data, errors: [] }));
    expect(await provider.verify(payment)).toEqual({ kind: 'paid', amount: null, receipt: null, card: null });
  });

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '100'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['empty lists', '{"data":[],"errors":[]}'],
    ['an unpublished code', '{"data":{"code":102},"errors":[]}'],
    ['a fraction of a code', '{"data":{"code":100.5},"errors":[]}'],
    ['success and failure at once', '{"data":{"code":100},"errors":{"code":-51}}'],
    ['a success among the errors', '{"data":[],"errors":{"code":100}}'],
    ['half an answer', '{"data":{"code":100,'],
    ['more than anyone should read', `{"data":{"code":100,"message":"${'x'.repeat(300_000)}"},"errors":[]}`],
  ])('a 200 with %s is unsure', async (_, body) => {
    const { provider } = await open(raw(body));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'unsure', why: expect.stringMatching(/^[a-z]/) });
  });

  test('100 with an HTTP failure is unsure', async () => {
    const { provider } = await open(json(zarinpal.paid, 404));
    expect(await provider.verify(payment)).toEqual({ kind: 'unsure', why: 'status 404' });
  });

  test('the client does not follow a redirect', async () => {
    const elsewhere = await serve(json(zarinpal.paid));
    const { provider } = await open(json({}, 307, { location: `${elsewhere.url}/pg/v4/payment/verify.json` }));
    expect(await provider.verify(payment)).toMatchObject({ kind: 'unsure' });
    expect(elsewhere.heard).toEqual([]);
  });

  test('a host that does not answer is unsure', async () => {
    const provider = createZarinpal({ merchant: merchantId, url: 'http://127.0.0.1:1', deadlineMs: 5_000 });
    onTestFinished(() => provider.close());
    expect(await provider.verify(payment)).toEqual({ kind: 'unsure', why: 'connection failed' });
  });
});

describe('the list of unverified payments', () => {
  test('leaves out entries that it cannot read', async () => {
    const list = zarinpal.unverified([authority]);
    const authorities = [{ authority: 5.5 }, null, 'text', { authority: 'A1', amount: -1 }, ...list.data.authorities];
    const { provider } = await open(json({ data: { code: 100, authorities }, errors: [] }));
    expect(await provider.listUnverified()).toEqual([
      {
        ...{ reference: authority, amount: request.amount, callbackUrl: request.callbackUrl },
        date: '2025-07-01 17:34:59',
      },
    ]);
  });

  test.each([
    ['refused', json(zarinpal.failed(-10), 401)],
    ['without a list', json({ data: { code: 100 }, errors: [] })],
  ])('is null when it is %s', async (_, reply) => {
    const { provider } = await open(reply);
    expect(await provider.listUnverified()).toBeNull();
  });
});
