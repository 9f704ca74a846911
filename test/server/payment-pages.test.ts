import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { moneyText } from '#domain/money.ts';
import { createPaymentPages } from '#server/payment-pages.ts';
import { createServer } from '#server/server.ts';
import { openDatabase } from '#storage/database.ts';
import { bankMethods, switchFault, visit } from '#test/payments/bank-stage.ts';
import { minute, second } from '#test/support/clock.ts';
import { makeDatabase } from '#test/support/databases.ts';
import fc, { anyText } from '#test/support/property.ts';
import { openWorld, ownerId, quiet, useDatabase } from '#test/support/shop.ts';
import { asRead } from '#test/support/story.ts';
import { amount, chatUrl, openPaymentStage, type StageOptions, texts } from './payment-stage.ts';

const place = useDatabase('sqlite');
const open = (options?: StageOptions) => openPaymentStage(place.database, options);

interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly html: string;
  /** The state that the page shows. */
  readonly says: string | null;
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Page> {
  const answer = await request(url, { method, headers, body: body ?? null });
  const html = asRead(await answer.body.text());
  const { location } = answer.headers;
  return {
    status: answer.statusCode,
    location: typeof location === 'string' ? new URL(location, url).href : null,
    headers: answer.headers,
    html,
    says: /data-state="(\w+)"/.exec(html)?.[1] ?? null,
  };
}

const translated = (language: 'fa' | 'en', key: string) => texts.translate(language, key);

describe.each(bankMethods)('a payer who goes to %s and back', (method) => {
  test.each([
    ['en', 'ltr', '25,000 tomans'],
    ['fa', 'rtl', '۲۵٬۰۰۰ تومان'],
  ] as const)('is forwarded, pays, waits and reads the result in %s', async (language, direction, money) => {
    const { begin, bank, settle, balance, taken } = await open({ language });
    const { url } = await begin(method);
    const forwarded = await ask(url);
    expect([forwarded.status, forwarded.location?.startsWith(bank.url)]).toEqual([302, true]);
    const paid = await visit(forwarded.location ?? '', 'pay');
    const back = await ask(paid.location ?? '');
    expect([back.status, back.location]).toEqual([303, `${url}/result`]);
    expect(await balance()).toBe(0);

    const checking = await ask(`${url}/result`);
    expect([checking.status, checking.says]).toEqual([200, 'checking']);
    expect(checking.html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(checking.html).toContain('<meta http-equiv="refresh" content="2">');
    expect((await ask(url)).location).toBe(`${url}/result`);

    await settle();
    const result = await ask(`${url}/result`);
    expect(result.says).toBe('paid');
    expect(result.html).toContain(money);
    expect(result.html).toContain(translated(language, 'payment-page-paid-text'));
    expect(result.html).toContain(`href="${chatUrl}"`);
    expect(result.html).not.toContain('http-equiv="refresh"');
    expect((await ask(url)).location).toBe(`${url}/result`);
    expect([await balance(), taken()]).toEqual([amount, amount]);
  });

  test('cancels and gets no credit', async () => {
    const { begin, settle, balance, taken } = await open();
    const { url } = await begin(method);
    const back = (await visit((await ask(url)).location ?? '', 'cancel')).location ?? '';
    await ask(back);
    await settle();
    expect((await ask(`${url}/result`)).says).toBe('unpaid');
    expect([await balance(), taken()]).toEqual([0, 0]);
  });

  test('closes the tab, is credited, and sees the page say so later', async () => {
    const { begin, settle, balance, clock } = await open();
    const { url } = await begin(method);
    await visit((await ask(url)).location ?? '', 'close');
    clock.pass(minute);
    await settle();
    expect(await balance()).toBe(amount);
    expect((await ask((await ask(url)).location ?? '')).says).toBe('paid');
  });

  test('gets no credit from a forged callback', async () => {
    const { begin, bank, settle, balance } = await open();
    await switchFault(bank, 'callback-forged');
    const { url } = await begin(method);
    const back = (await visit((await ask(url)).location ?? '', 'cancel')).location ?? '';
    expect(back).toMatch(/Status=OK|success=1/);
    await ask(back);
    await settle();
    expect((await ask(`${url}/result`)).says).toBe('unpaid');
    expect(await balance()).toBe(0);
  });

  test('pays another amount and waits for the owner, who credits what was paid', async () => {
    const { begin, bank, settle, balance, clock, shop } = await open();
    await switchFault(bank, 'amount-differs');
    const { id, url } = await begin(method);
    await ask((await visit((await ask(url)).location ?? '', 'pay')).location ?? '');
    await settle();
    expect((await ask(`${url}/result`)).says).toBe('checking');
    clock.pass(31 * second);
    expect((await ask(`${url}/result`)).html).toContain('<meta http-equiv="refresh" content="10">');
    clock.pass(10 * minute);
    const late = await ask(`${url}/result`);
    expect(late.says).toBe('waiting');
    expect(late.html).not.toContain('http-equiv="refresh"');
    expect(await balance()).toBe(0);
    await shop.payments.decisions.approve({ paymentId: id, by: ownerId, amount: 225_000 });
    expect((await ask(`${url}/result`)).html).toContain(asRead(moneyText(225_000, 'toman', 'en')));
  });

  test('is credited once by fifty simultaneous callbacks and a worker', async () => {
    const { begin, settle, balance, taken } = await open();
    const { url } = await begin(method);
    const back = (await visit((await ask(url)).location ?? '', 'pay')).location ?? '';
    const callbacks = Array.from({ length: 50 }, (_, nth) => ask(back, { method: nth % 2 === 0 ? 'GET' : 'POST' }));
    const [answers] = await Promise.all([Promise.all(callbacks), settle(), settle()]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 303));
    await settle();
    expect([await balance(), taken()]).toEqual([amount, amount]);
    expect((await ask(`${url}/result`)).says).toBe('paid');
  });
});

describe('a payment that ends in another way', () => {
  test('expires when it is not paid in time', async () => {
    const { begin, settle, clock } = await open();
    const { url } = await begin();
    clock.pass(21 * minute);
    await settle();
    expect((await ask((await ask(url)).location ?? '')).says).toBe('expired');
  });

  test('is shown as reversed when the bank gave it back', async () => {
    const { begin, bank, settle } = await open();
    const { url } = await begin();
    const bankPage = (await ask(url)).location ?? '';
    const back = (await visit(bankPage, 'pay')).location ?? '';
    const [payment] = bank.payments();
    await request(`${bank.url}/bank/payments/${payment?.reference}/reversed`, { method: 'PUT' });
    await ask(back);
    await settle();
    expect((await ask(`${url}/result`)).says).toBe('reversed');
  });

  test('shows a page that tries again while the provider is unreachable', async () => {
    const { begin, bank } = await open();
    const { url } = await begin();
    await switchFault(bank, 'down');
    const answer = await ask(url);
    expect([answer.status, answer.says]).toEqual([503, 'unavailable']);
    expect(answer.html).toContain('<meta http-equiv="refresh" content="10">');
    await switchFault(bank, null);
    expect((await ask(url)).status).toBe(302);
  });

  test('is shown as refused when the provider refuses the shop', async () => {
    const { begin, bank } = await open();
    const { url } = await begin();
    await switchFault(bank, 'refused');
    expect((await ask((await ask(url)).location ?? '')).says).toBe('refused');
  });

  test('shows a page that tries again while the database does not answer', async () => {
    const made = await makeDatabase('sqlite');
    onTestFinished(() => made.remove());
    const database = await openDatabase(made.settings, { log: quiet });
    const world = await openWorld(database);
    const { online } = world.shop.payments;
    const pages = createPaymentPages({
      publicUrl: 'https://shop.example',
      payments: online,
      personOf: world.shop.people.find,
      translate: texts.translate,
      shop: world.shop.shopProfile,
      shopLanguage: 'fa',
      chatUrl: () => null,
      now: Date.now,
    });
    const server = createServer({ host: '127.0.0.1', port: 0, apps: [pages], stopping: new AbortController().signal });
    await server.start();
    onTestFinished(() => server.close());
    await database.close();
    const answer = await ask(`${server.url()}/pay/0123456789abcdef/back?Status=OK`);
    expect([answer.status, answer.says]).toEqual([503, 'busy']);
    expect(answer.html).toContain('http-equiv="refresh"');
    expect(answer.html).not.toContain('<a ');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the shop’s own name and picture', () => {
  const icon = Buffer.from('icon').toString('base64');

  test('appear on every page as they are now, escaped, and leave no gap when they are missing', async () => {
    const { begin, publicUrl, shop } = await open();
    const { url } = await begin();
    expect((await ask(`${url}/result`)).html).not.toContain('class="shop"');
    // Another process sets the name; this one has had no update since.
    const { shop: other } = await openWorld(place.database);
    await other.shopProfile.setText(ownerId, 'name', 'Pars <b>&', 'Bot');
    expect((await ask(`${url}/result`)).html).toContain(
      '<p class="shop"><span dir="auto">Pars &lt;b&gt;&amp;</span></p>',
    );
    await shop.shopProfile.setPicture(ownerId, { photo: Buffer.from('photo'), icon: Buffer.from('icon') });
    const pages = [await ask(`${url}/result`), await ask(`${publicUrl}/pay/unknown-payment`)];
    for (const { html, headers } of pages) {
      expect(html).toContain(`<img src="data:image/png;base64,${icon}" alt=""`);
      expect(html).toContain('Pars &lt;b&gt;&amp;');
      expect(headers['content-security-policy']).toContain('img-src data:;');
    }
    await shop.shopProfile.remove(ownerId, 'name');
    expect((await ask(`${url}/result`)).html).toMatch(/<p class="shop"><img [^>]*><\/p>/);
  });
});

describe('a stranger', () => {
  test('sees the same friendly page for an unknown id and for a card payment', async () => {
    const { publicUrl, database, begin } = await open();
    const { id } = await begin();
    await database.db.updateTable('payments').set({ method: 'card' }).where('id', '=', id).execute();
    for (const path of ['', '/back', '/result', '/back?Status=OK&Authority=A1']) {
      for (const name of ['unknown-payment-id', id]) {
        const answer = await ask(`${publicUrl}/pay/${name}${path}`, { headers: { 'accept-language': 'en-GB,en' } });
        expect([answer.status, answer.says], path).toEqual([404, 'unknown']);
        expect(answer.html).toContain(translated('en', 'payment-page-unknown-text'));
      }
    }
    expect((await ask(`${publicUrl}/pay/unknown-payment-id`)).html).toContain('<html lang="fa" dir="rtl">');
  });

  test.each([
    'a',
    '..%2f..%2fetc',
    "1'%20or%201=1",
    '%00%00%00%00%00%00%00%00',
    'x'.repeat(65),
    '%D9%BE'.repeat(10),
    '%ff%fe%fd',
  ])('gets nothing for %s', async (id) => {
    const { publicUrl } = await open();
    const answer = await ask(`${publicUrl}/pay/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.html).not.toContain('etc');
  });

  test('finds no other pages', async () => {
    const { publicUrl, begin } = await open();
    const { url } = await begin();
    for (const path of [`${publicUrl}/pay`, `${publicUrl}/pay/`, `${url}/other`, `${url}/back/more`])
      expect((await ask(path)).status, path).toBe(404);
    expect((await ask(url, { method: 'POST' })).status).toBe(404);
  });
});

test('no callback, whatever it carries, credits money, echoes text or dirties the address', async () => {
  const generous = { burst: 100_000, perSecond: 100_000 };
  const { begin, settle, balance } = await open({ limits: { address: generous, payment: generous } });
  const { url } = await begin();
  await ask(url);
  const names = fc.oneof(
    fc.constantFrom('Authority', 'Status', 'trackId', 'success', 'status', 'orderId', 'amount', '__proto__'),
    fc.string({ maxLength: 20 }),
  );
  const values = fc.oneof(
    fc.constantFrom('OK', 'NOK', '1', '2', '100', '<script>alert(1)</script>', "' or 1=1 --", '\u0000', '٪'),
    anyText(200),
  );
  const callback = fc.record({
    method: fc.constantFrom('GET' as const, 'POST' as const),
    fields: fc.array(fc.tuple(names, values), { maxLength: 8 }),
    raw: fc.stringMatching(/^[\x21\x24-\x7e]{0,60}$/),
    type: fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'multipart/form-data', 'text/plain'),
  });
  await fc.assert(
    fc.asyncProperty(callback, async ({ method, fields, raw, type }) => {
      const query = new URLSearchParams(fields.map(([name, value]) => [name, value.toWellFormed()])).toString();
      const body = method === 'POST' ? { body: raw, headers: { 'content-type': type } } : {};
      const answer = await ask(`${url}/back?${query}&${encodeURI(raw)}`, { method, ...body });
      expect([answer.status, answer.location, answer.html]).toEqual([303, `${url}/result`, '']);
    }),
    { numRuns: 150 },
  );
  await settle();
  expect(await balance()).toBe(0);
  expect((await ask(`${url}/result`)).says).toBe('unpaid');
});

test('every answer keeps out scripts, frames, caches and referrers, and names no person', async () => {
  const { begin, publicUrl, settle } = await open();
  const { id, url } = await begin();
  const forwarded = await ask(url);
  const answers = [
    forwarded,
    await ask(`${url}/back`),
    await ask(`${url}/result`),
    await ask(`${publicUrl}/pay/unknown-id`),
  ];
  await visit(forwarded.location ?? '', 'pay');
  await settle();
  answers.push(await ask(`${url}/result`));
  for (const { headers, html } of answers) {
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'/,
    );
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(html).not.toMatch(/<script|<form|<iframe|\son\w+=|style=/i);
    expect(html).not.toMatch(/Sara|Ahmadi/);
    expect(html).not.toContain(id);
  }
});

describe('rate limits', () => {
  const few = { burst: 3, perSecond: 1 };
  const many = { burst: 1_000, perSecond: 1_000 };

  test('one payment can be asked about only so often', async () => {
    const { begin, clock } = await open({ limits: { payment: few, address: many } });
    const { url } = await begin();
    const other = await begin('zibal', 'another tap');
    for (let nth = 0; nth < 3; nth += 1) expect((await ask(`${url}/result`)).status).toBe(200);
    const refused = await ask(`${url}/result`);
    expect([refused.status, refused.says, refused.headers['retry-after']]).toEqual([429, 'busy', '10']);
    expect((await ask(`${other.url}/result`)).status).toBe(200);
    clock.pass(second);
    expect((await ask(`${url}/result`)).status).toBe(200);
    expect((await ask(`${url}/result`)).status).toBe(429);
  });

  test('one address can ask only so often, counted by the address that the proxy adds', async () => {
    const { publicUrl } = await open({ limits: { payment: many, address: few } });
    const from = (address: string, nth: number) =>
      ask(`${publicUrl}/pay/guessed-id-${nth}`, { headers: { 'x-forwarded-for': address } });
    // A client's own claim comes before what the proxy adds.
    for (let nth = 0; nth < 3; nth += 1) expect((await from(`198.51.100.${nth}, 203.0.113.7`, nth)).status).toBe(404);
    expect((await from('198.51.100.9, 203.0.113.7', 4)).status).toBe(429);
    expect((await from('203.0.113.8', 5)).status).toBe(404);
    expect((await from('not an address', 6)).status).toBe(404);
  });

  test('a network of IPv6 addresses can ask only as often as one address', async () => {
    const { publicUrl } = await open({ limits: { payment: many, address: few } });
    const from = (address: string, nth: number) =>
      ask(`${publicUrl}/pay/guessed-id-${nth}`, { headers: { 'x-forwarded-for': address } });
    for (let nth = 0; nth < 3; nth += 1) expect((await from(`2001:db8:0:1::${nth}`, nth)).status).toBe(404);
    expect((await from('2001:0DB8::1:ffff:0:0:9', 4)).status).toBe(429);
    expect((await from('2001:db8:0:2::1', 5)).status).toBe(404);
    for (let nth = 6; nth < 9; nth += 1) expect((await from(`::ffff:203.0.113.${nth}`, nth)).status).toBe(404);
    expect((await from('::ffff:203.0.113.9', 9)).status).toBe(404);
  });
});

test('the pages are served below the path of PUBLIC_URL', async () => {
  const { begin, settle, balance, publicUrl } = await open({ path: '/shop/one' });
  const { url } = await begin();
  expect(url).toContain('/shop/one/pay/');
  const back = (await visit((await ask(url)).location ?? '', 'pay')).location ?? '';
  expect((await ask(back)).location).toBe(`${url}/result`);
  await settle();
  expect((await ask(`${url}/result`)).says).toBe('paid');
  expect(await balance()).toBe(amount);
  expect((await ask(url.replace('/shop/one', ''))).status).toBe(404);
  expect(publicUrl.endsWith('/shop/one')).toBe(true);
});
