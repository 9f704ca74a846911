import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BANK_FAULTS, type Bank, createBank, writeBankBanner } from '@sharj/sandbox';
import { runCurlLines } from '@sharj/sandbox/test/shell.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bankSettings } from '#app/bank-settings.ts';
import { readConfig } from '#config/config.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import { paymentProviders } from '#payments/providers.ts';
import { json, serve } from '#test/gateway/wire-server.ts';
import {
  bankMethods,
  clientOf,
  control,
  merchantId,
  startBank,
  switchFault,
  visit,
} from '#test/payments/bank-stage.ts';
import { asRead } from '#test/support/story.ts';

const amount = 250_000;

/** Begins a payment with our client and returns the page where the payer pays. */
async function begin(bank: Bank, method: OnlineMethod, callbackUrl = 'https://shop.example/pay/p1/back') {
  const provider = clientOf(method, bank.url);
  onTestFinished(() => provider.close());
  const begun = await provider.begin({ id: 'p1', amount, description: 'Wallet', callbackUrl });
  if (!begun.ok) throw new Error(begun.error.why);
  const { reference } = begun.value;
  return {
    reference,
    page: provider.payUrl(reference),
    verify: async () => (await provider.verify({ reference, amount })).kind,
  };
}

const count = async (bank: Bank, query = '') => {
  const { body } = await control(bank, 'GET', `/payments${query}`);
  return { count: body.count, taken: body.taken };
};

/** The parameters with which each provider sends a payer back. */
const callbacks: Partial<Record<OnlineMethod, Readonly<Record<'paid' | 'cancelled', (reference: string) => string>>>> =
  {
    zarinpal: {
      paid: (reference) => `Authority=${reference}&Status=OK`,
      cancelled: (reference) => `Authority=${reference}&Status=NOK`,
    },
    zibal: {
      paid: (reference) => `trackId=${reference}&success=1&status=2&orderId=p1`,
      cancelled: (reference) => `trackId=${reference}&success=0&status=3&orderId=p1`,
    },
  };
const addressBack = (method: OnlineMethod, outcome: 'paid' | 'cancelled', reference: string): string =>
  `https://shop.example/pay/p1/back?${callbacks[method]?.[outcome](reference)}`;

describe.each(bankMethods)('%s', (method) => {
  const paidBack = (reference: string) => addressBack(method, 'paid', reference);
  const cancelledBack = (reference: string) => addressBack(method, 'cancelled', reference);

  test('a payer who presses Pay several times pays once and returns to the shop', async () => {
    const bank = await startBank();
    const { page, reference, verify } = await begin(bank, method);
    expect(await count(bank)).toEqual({ count: 0, taken: 0 });
    const first = await visit(page, 'pay');
    expect([first.status, first.location]).toEqual([303, paidBack(reference)]);
    const again = await visit(page, 'pay');
    expect(again.status).toBe(200);
    expect(again.html).toContain(paidBack(reference).replaceAll('&', '&amp;'));
    await visit(page, 'cancel');
    expect(await verify()).toBe('paid');
    expect(await count(bank, `?reference=${reference}`)).toEqual({ count: 1, taken: amount });
  });

  test('one of fifty simultaneous presses counts, with Pay and Cancel mixed', async () => {
    const bank = await startBank();
    const { page, reference } = await begin(bank, method);
    const presses = Array.from({ length: 50 }, (_, index) => visit(page, index % 2 === 0 ? 'pay' : 'cancel'));
    const sentBack = (await Promise.all(presses)).filter(({ status }) => status === 303);
    expect(sentBack).toHaveLength(1);
    const paid = sentBack[0]?.location === paidBack(reference);
    expect(await count(bank)).toEqual(paid ? { count: 1, taken: amount } : { count: 0, taken: 0 });
  });

  test('a payer who pays and closes the tab has paid, without a way back', async () => {
    const bank = await startBank();
    const { page, verify } = await begin(bank, method);
    const reply = await visit(page, 'close');
    expect([reply.status, reply.location]).toEqual([200, null]);
    expect(reply.html).not.toContain('shop.example');
    expect(await verify()).toBe('paid');
    expect(await count(bank)).toEqual({ count: 1, taken: amount });
  });

  test('a payer who cancels pays nothing, and the payment stays cancelled', async () => {
    const bank = await startBank();
    const { page, reference, verify } = await begin(bank, method);
    expect((await visit(page, 'cancel')).location).toBe(cancelledBack(reference));
    await visit(page, 'pay');
    expect(await verify()).toBe('unpaid');
    expect(await count(bank)).toEqual({ count: 0, taken: 0 });
  });

  test('a late payment takes the money when its time has come', async () => {
    let clock = 1_000_000;
    const bank = await startBank({ now: () => clock });
    await control(bank, 'PUT', '/late', { ms: 5_000 });
    const { page, verify } = await begin(bank, method);
    expect((await visit(page, 'late')).status).toBe(200);
    clock += 4_999;
    expect(await verify()).toBe('unpaid');
    expect(await count(bank)).toEqual({ count: 0, taken: 0 });
    clock += 1;
    expect(await count(bank)).toEqual({ count: 1, taken: amount });
    expect(await verify()).toBe('paid');
  });

  test('a verification that fails after settling the payment tells the truth when it is repeated', async () => {
    const bank = await startBank();
    const { page, verify } = await begin(bank, method);
    await visit(page, 'pay');
    await switchFault(bank, 'verify-fails', { times: 1 });
    expect(await verify()).toBe('unsure');
    expect(bank.payments().map(({ state, taken }) => [state, taken])).toEqual([['verified', amount]]);
    expect(await verify()).toBe('paid');
  });

  test('the bank can send a callback twice', async () => {
    const bank = await startBank();
    const shop = await serve(json({}));
    const { page, reference } = await begin(bank, method, `${shop.url}/pay/p1/back?own=1`);
    await switchFault(bank, 'callback-twice', { times: 1 });
    const { location } = await visit(page, 'pay');
    const { pathname, search } = new URL(location ?? '');
    expect(shop.heard.map(({ method: verb, url }) => `${verb} ${url}`)).toEqual([`GET ${pathname}${search}`]);
    expect(search).toContain('own=1');
    expect(search).toContain(reference);
    expect(await count(bank)).toEqual({ count: 1, taken: amount });
  });

  test('the bank can forge a callback that says paid while verify says unpaid', async () => {
    const bank = await startBank();
    const { page, reference, verify } = await begin(bank, method);
    await switchFault(bank, 'callback-forged');
    expect((await visit(page, 'cancel')).location).toBe(paidBack(reference));
    expect(await verify()).toBe('unpaid');
    expect(await count(bank)).toEqual({ count: 0, taken: 0 });
  });

  test('the bank can take another amount', async () => {
    const bank = await startBank();
    const { page, verify } = await begin(bank, method);
    await switchFault(bank, 'amount-differs');
    await visit(page, 'pay');
    expect(await verify()).toBe('mismatch');
    expect(await count(bank)).toEqual({ count: 1, taken: 225_000 });
  });

  test('payments survive a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sharj-bank-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const database = join(folder, 'deep', 'bank.db');
    const first = await startBank({ database });
    const { page, reference } = await begin(first, method);
    await visit(page, 'close');
    await first.close();
    const second = await startBank({ database });
    const provider = clientOf(method, second.url);
    onTestFinished(() => provider.close());
    expect(await provider.verify({ reference, amount })).toMatchObject({ kind: 'paid' });
  });

  test('the bank keeps the payments of merchants apart', async () => {
    const bank = await startBank();
    const { page, reference } = await begin(bank, method);
    await visit(page, 'pay');
    const other = paymentProviders[method].create({ merchant: merchantId.replace('0d', '1d'), url: bank.url });
    onTestFinished(() => other.close());
    expect(await other.verify({ reference, amount })).toMatchObject({ kind: 'mismatch' });
    expect(bank.payments()[0]?.state).toBe('paid');
  });
});

describe('the sandbox bank refuses what the provider refuses', () => {
  const post = async (bank: Bank, path: string, body: object | string) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return (await fetch(`${bank.url}${path}`, { method: 'POST', body: sent })).json();
  };
  const good = { merchant_id: merchantId, amount: 10_000, description: 'd', callback_url: 'https://shop.example' };

  test.each([
    ['a merchant that is not a UUID', { ...good, merchant_id: 'zibal' }],
    ['too small an amount', { ...good, currency: 'IRR', amount: 9_999 }],
    ['a fraction', { ...good, amount: 10_000.5 }],
    ['no callback', { ...good, callback_url: '' }],
    ['a callback that runs', { ...good, callback_url: 'javascript:alert(1)' }],
    ['no description', { ...good, description: '' }],
    ['a body that is not JSON', '{'],
  ])('ZarinPal: %s', async (_, body) => {
    const bank = await startBank();
    expect(await post(bank, '/pg/v4/payment/request.json', body)).toMatchObject({ data: [], errors: { code: -9 } });
    expect(bank.payments()).toEqual([]);
  });

  test.each([
    ['no merchant', 102, { amount: 1_000, callbackUrl: 'https://shop.example' }],
    ['too small an amount', 105, { merchant: 'zibal', amount: 999, callbackUrl: 'https://shop.example' }],
    ['a callback that runs', 106, { merchant: 'zibal', amount: 1_000, callbackUrl: 'javascript:alert(1)' }],
  ])('Zibal: %s', async (_, result, body) => {
    const bank = await startBank();
    expect(await post(bank, '/v1/request', body)).toMatchObject({ result });
    expect(bank.payments()).toEqual([]);
  });

  test('ZarinPal counts in tomans unless the request says rials', async () => {
    const bank = await startBank();
    await post(bank, '/pg/v4/payment/request.json', good);
    await post(bank, '/pg/v4/payment/request.json', { ...good, currency: 'IRR' });
    expect(bank.payments().map((payment) => payment.amount)).toEqual([100_000, 10_000]);
  });
});

describe('the page of the bank', () => {
  test('speaks Persian and English, runs no script and sends forms only to itself and the shop', async () => {
    const bank = await startBank();
    const { page } = await begin(bank, 'zarinpal');
    const persian = await visit(page);
    expect(persian.html).toContain('<html lang="fa" dir="rtl">');
    expect(asRead(persian.html)).toContain('۲۵٬۰۰۰ تومان');
    const english = await visit(`${page}?lang=en`);
    expect(english.html).toContain('<html lang="en" dir="ltr">');
    expect(asRead(english.html)).toContain('25,000 tomans');
    expect(english.html).not.toMatch(/<script|onclick|style=/i);
    expect(english.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' https://shop.example",
    );
  });

  test('shows markup from outside as plain text', async () => {
    const bank = await startBank();
    const provider = clientOf('zibal', bank.url);
    onTestFinished(() => provider.close());
    const description = '<script>alert(1)</script>"\'&';
    const begun = await provider.begin({ id: 'p', amount, description, callbackUrl: 'https://shop.example/?a="><b>' });
    if (!begun.ok) throw new Error(begun.error.why);
    const { html } = await visit(provider.payUrl(begun.value.reference));
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    await visit(provider.payUrl(begun.value.reference), 'pay');
    expect((await visit(provider.payUrl(begun.value.reference))).html).not.toContain('<b>');
  });

  test('rejects a reference that it never gave and a button that it never showed', async () => {
    const bank = await startBank();
    for (const address of ['/pg/StartPay/A1', '/start/1', '/start/%3Cscript%3E']) {
      expect((await visit(`${bank.url}${address}`)).status).toBe(404);
      expect((await visit(`${bank.url}${address}`, 'pay')).status).toBe(404);
    }
    const { page } = await begin(bank, 'zibal');
    expect((await visit(page, 'steal')).status).toBe(200);
    expect(await count(bank)).toEqual({ count: 0, taken: 0 });
  });
});

describe('the bank’s own paths', () => {
  test('list payments, give money back and forget everything', async () => {
    const bank = await startBank();
    const one = await begin(bank, 'zarinpal');
    const two = await begin(bank, 'zibal');
    await visit(one.page, 'pay');
    await visit(two.page, 'pay');
    expect(await count(bank)).toEqual({ count: 2, taken: 2 * amount });
    expect((await control(bank, 'PUT', `/payments/${one.reference}/reversed`)).status).toBe(200);
    expect((await control(bank, 'PUT', `/payments/${one.reference}/reversed`)).status).toBe(409);
    expect(await count(bank)).toEqual({ count: 1, taken: amount });
    await switchFault(bank, 'down');
    await control(bank, 'DELETE', '/payments');
    expect(await count(bank)).toEqual({ count: 0, taken: 0 });
    expect((await control(bank, 'GET', '/faults')).body).toEqual({ faults: [] });
    expect(await two.verify()).toBe('mismatch');
  });

  test.each(BANK_FAULTS)('switch %s on and off', async (fault) => {
    const bank = await startBank();
    await switchFault(bank, fault, { times: 2 });
    const on = (await control(bank, 'GET', '/faults')).body.faults as { fault: string; times: number }[];
    expect(new Set(on.map((one) => `${one.fault} ${one.times}`))).toEqual(new Set([`${fault} 2`]));
    await switchFault(bank, null);
    expect((await control(bank, 'GET', '/faults')).body).toEqual({ faults: [] });
  });

  test('refuse a fault that cannot strike there, or does not exist', async () => {
    const bank = await startBank();
    for (const body of [
      { fault: 'callback-twice', endpoint: 'verify' },
      { fault: 'down', endpoint: 'page' },
      { fault: 'x' },
    ]) {
      expect((await control(bank, 'PUT', '/faults', body)).status).toBe(422);
    }
  });
});

test('the settings in the banner turn online payments on, and its curl lines work', async () => {
  const bank = await startBank();
  const banner = writeBankBanner(bank.url, bankSettings(bank.url));
  const settings = Object.fromEntries(
    banner.split('\n').flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.+)$/.exec(line) ?? [];
      return name && value ? [[name, value]] : [];
    }),
  );
  const config = readConfig(settings);
  expect(config).toMatchObject({
    ok: true,
    value: { onlinePayments: { accounts: bankMethods.map((method) => ({ method, url: bank.url })) } },
  });
  expect(await runCurlLines(banner)).toMatchObject([
    { count: 0, taken: 0, payments: [] },
    { faults: [{ fault: 'down' }, {}, {}, {}] },
  ]);
});

test('a bank whose port is taken reports it as such', async () => {
  const { port } = await startBank();
  await expect(createBank({ database: ':memory:', host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
