import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createRenderer } from '#bot/pictures/renderer.ts';
import { iconPicture } from '#bot/pictures/svg.ts';
import { control, switchFault } from '#test/payments/bank-stage.ts';
import { openBrowser } from '#test/support/browser.ts';
import { minute } from '#test/support/clock.ts';
import { ownerId, quiet, useDatabase } from '#test/support/shop.ts';
import { shopPhoto } from '#test/support/shop-picture.ts';
import { languages } from '#test/support/story.ts';
import { amount, chatUrl, openPaymentStage, texts } from './payment-stage.ts';

const place = useDatabase('sqlite');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const phone = { viewport: { width: 360, height: 740 } } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser(inject('browser'));
});
afterAll(() => browser.close());

/** A payer with a phone. Any complaint of the browser (a blocked source, a script) fails the test. */
async function payer(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...phone, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // One of the pages is meant to be missing, and the browser complains about that.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  return page;
}

const press = (page: Page, button: 'pay' | 'close' | 'late' | 'cancel') =>
  page.locator(`button[value="${button}"]`).click();
const says = (page: Page, kind: string) => page.locator(`main[data-state="${kind}"]`).waitFor();

describe.each(languages)('a payer who reads %s', (language) => {
  const t = (key: string) => texts.translate(language, key);

  test('pays, waits, and sees the page change by itself', async () => {
    const { begin, settle, balance, taken } = await openPaymentStage(place.database, { language });
    const { url } = await begin('zarinpal');
    const page = await payer();
    await page.goto(url);
    await press(page, 'pay');
    await says(page, 'checking');
    expect(page.url()).toBe(`${url}/result`);
    await settle();
    await says(page, 'paid');
    expect(await page.title()).toBe(t('payment-page-paid'));
    expect(await page.locator('html').getAttribute('dir')).toBe(language === 'fa' ? 'rtl' : 'ltr');
    const back = page.getByRole('link', { name: t('payment-page-chat') });
    expect(await back.getAttribute('href')).toBe(chatUrl);
    expect([await balance(), taken()]).toEqual([amount, amount]);
    // The browser's back button leads to the bank, where the payment is over.
    await page.goBack();
    expect([await balance(), taken()]).toEqual([amount, amount]);
  });

  test('cancels and sees that nothing was paid', async () => {
    const { begin, settle, balance, taken } = await openPaymentStage(place.database, { language });
    const { url } = await begin('zibal');
    const page = await payer();
    await page.goto(url);
    await press(page, 'cancel');
    await says(page, 'checking');
    await settle();
    await says(page, 'unpaid');
    await page.getByText(t('payment-page-unpaid-text')).waitFor();
    expect([await balance(), taken()]).toEqual([0, 0]);
  });
});

test('a payer sees the shop’s name and picture, and a long name wraps on a phone', async () => {
  const { begin, shop } = await openPaymentStage(place.database, { language: 'fa' });
  const renderer = createRenderer({ log: quiet });
  onTestFinished(() => renderer.close());
  const photo = await shopPhoto();
  await shop.shopProfile.setPicture(ownerId, { photo, icon: await renderer.render(iconPicture(photo, 128)) });
  await shop.shopProfile.setText(ownerId, 'name', 'فروشگاه شارژ و بستهٔ اینترنت پارسیان تهران', 'Bot');
  const { url } = await begin('zarinpal');
  const page = await payer();
  await page.goto(`${url}/result`);
  await page.getByText('پارسیان').waitFor();
  expect(await page.evaluate("document.querySelector('.shop img').naturalWidth")).toBe(128);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.viewport.width);
});

/** Other tests check each provider's answers without a browser. */
describe('a payment that ends in another way', () => {
  const method = 'zibal';

  test('a payer who closes the tab is credited and later sees the page say so', async () => {
    const { begin, settle, balance, clock } = await openPaymentStage(place.database);
    const { url } = await begin(method);
    const page = await payer();
    await page.goto(url);
    await press(page, 'close');
    await page.getByRole('status').waitFor();
    await page.close();
    clock.pass(minute);
    await settle();
    expect(await balance()).toBe(amount);
    const again = await payer();
    await again.goto(url);
    await says(again, 'paid');
  });

  test('a payer who pays after the time is over is credited late', async () => {
    const { begin, bank, settle, balance, taken, clock } = await openPaymentStage(place.database);
    await control(bank, 'PUT', '/late', { ms: 30 * minute });
    const { url } = await begin(method);
    const page = await payer();
    await page.goto(url);
    await press(page, 'late');
    await page.getByRole('status').waitFor();
    clock.pass(21 * minute);
    await settle();
    await page.goto(url);
    await says(page, 'expired');
    expect(await balance()).toBe(0);
    clock.pass(60 * minute);
    await settle();
    await page.reload();
    await says(page, 'paid');
    expect([await balance(), taken()]).toEqual([amount, amount]);
  });

  test('a payer whose verification fails sees the page check until the payment is known', async () => {
    const { begin, bank, settle, balance, clock } = await openPaymentStage(place.database);
    const { url } = await begin(method);
    const page = await payer();
    await switchFault(bank, 'verify-fails', { times: 1 });
    await page.goto(url);
    await press(page, 'pay');
    await settle();
    await says(page, 'checking');
    expect(await balance()).toBe(0);
    clock.pass(minute);
    await settle();
    await says(page, 'paid');
    expect(await balance()).toBe(amount);
  });

  test('a payer whose callback comes twice is credited once', async () => {
    const { begin, bank, settle, balance, taken } = await openPaymentStage(place.database);
    const { url } = await begin(method);
    const page = await payer();
    await switchFault(bank, 'callback-twice');
    await page.goto(url);
    await press(page, 'pay');
    await settle();
    await says(page, 'paid');
    await settle();
    expect([await balance(), taken()]).toEqual([amount, amount]);
  });
});

test.each(['light', 'dark'] as const)('axe finds no violation and the page fits a phone: %s', async (colorScheme) => {
  const { begin, settle, publicUrl } = await openPaymentStage(place.database, { language: 'fa' });
  const { url } = await begin();
  const page = await payer({ colorScheme, bypassCSP: true });
  const inspect = async (name: string) => {
    await page.addScriptTag({ content: axe });
    const run = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))";
    expect(await page.evaluate(run), name).toEqual([]);
    const width = 'document.documentElement.scrollWidth';
    expect(await page.evaluate(width), name).toBeLessThanOrEqual(phone.viewport.width);
  };
  await page.goto(url);
  await inspect('the bank');
  await press(page, 'cancel');
  await settle();
  await says(page, 'unpaid');
  await inspect('unpaid');
  await page.goto(`${publicUrl}/pay/unknown-payment`);
  await says(page, 'unknown');
  await inspect('unknown');
});
