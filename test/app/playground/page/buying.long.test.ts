import { runCurlLines } from '@sharj/sandbox/test/shell.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#test/support/story.ts';
import { type Play, personOf, type Stage, setStage, wordsIn } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

describe.each(languages)('a newcomer with a %s browser', (language) => {
  const t = wordsIn(language);
  const confirm = new RegExp(t('key-confirm', { total: '' }).trim());
  /** The receipt of a top-up or of a package. */
  const bought = new RegExp([t('state-delivered'), t('state-activated')].join('|'));
  let play: Play;
  beforeAll(async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    play = await stage.open(personOf('customer', language).id, { permissions });
  });

  async function confirmed(): Promise<void> {
    await play.tap(confirm);
    await play.sees(bought);
    await play.soldForOrder(1);
  }

  test('finds the page in their language and direction, and starts', async () => {
    await play.start();
    await play.newest
      .getByRole('button', { name: t('key-packages') })
      .first()
      .waitFor();
    expect(await play.page.locator('html').getAttribute('dir')).toBe(language === 'fa' ? 'rtl' : 'ltr');
    expect(await play.page.locator('html').getAttribute('lang')).toBe(language);
    const heading = play.newest.locator('.line', { hasText: t('home-title') });
    expect(await heading.getAttribute('dir')).toBe(language === 'fa' ? 'rtl' : 'ltr');
  });

  test('buys by number', async () => {
    await play.type('0935 123 4501');
    await play.sees(t('number-what'));
    await play.tap(t('key-packages'));
    await play.tap(/هفتگی|Weekly/);
    await play.tap(language === 'fa' ? /۱ گیگ/ : /1 GB/);
    await confirmed();
    const number = play.newest.locator('.line', { hasText: '4501' });
    expect(await number.textContent()).toMatch(/\u2066.*0935 123 4501.*\u2069/);
  });

  test('buys by category and is asked for the number last', async () => {
    await play.start();
    await play.tap(t('key-packages'));
    await play.tap(language === 'fa' ? 'ایرانسل' : 'Irancell');
    await play.tap(t('sim-prepaid'));
    await play.tap(/هفتگی|Weekly/);
    await play.tap(language === 'fa' ? /۳ گیگ/ : /3 GB/);
    await play.sees(t('ask-number').split('\n')[0] ?? '');
    await play.type('0935 123 4502');
    await confirmed();
  });

  test('buys a personal offer', async () => {
    await play.start();
    await play.tap(t('key-offers'));
    await play.type('0935 123 4503');
    await play.tap(language === 'fa' ? /^۱ گیگ · ۷ روز/ : /^1 GB · 7 days/);
    await confirmed();
    await play.newest.locator('code').last().click();
    const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await play.newest.innerText())?.[0];
    expect(code).toBeDefined();
    await expect.poll(() => play.page.evaluate('navigator.clipboard.readText()')).toBe(code);
  });

  test('sees the outcome when the connection is cut after the purchase', async () => {
    await play.fault('cut-after');
    await play.type('0935 123 4504');
    await play.sees(t('number-what'));
    await play.tap(t('key-offers'));
    await play.tap(language === 'fa' ? /^۱ گیگ · ۷ روز/ : /^1 GB · 7 days/);
    await play.tap(confirm);
    await play.page.locator('.timeline [data-state="unsure"]').waitFor();
    await play.sees(bought);
    await play.soldForOrder(1);
    // The list has both attempts, with the same key.
    const key = await play.page.locator('.order .key-chip').getAttribute('data-key');
    const sent = play.page.locator(`.call .key-chip[data-key="${key}"]`);
    await expect.poll(() => sent.count()).toBe(2);
    await play.page.locator('[data-fault="cut-after"][aria-checked="false"]').waitFor();
  });

  test('gets their money back when the operator refuses', async () => {
    await play.fault('rejected');
    await play.type('0935 123 4507');
    await play.sees(t('number-what'));
    await play.tap(t('key-offers'));
    await play.tap(language === 'fa' ? /^۱ گیگ · ۷ روز/ : /^1 GB · 7 days/);
    await play.tap(confirm);
    await play.page.locator('.state[data-state="rejected"]').waitFor();
    await play.soldForOrder(0);
    await play.page.locator('[data-fault="rejected"][aria-checked="false"]').waitFor();
  });

  test('gets the receipt of a purchase during which the bot was killed', async () => {
    await play.fault('slow');
    await play.type('0935 123 4505');
    await play.sees(t('number-what'));
    await play.tap(t('key-offers'));
    await play.tap(language === 'fa' ? /^۱ گیگ · ۷ روز/ : /^1 GB · 7 days/);
    await play.tap(confirm);
    await play.page.locator('.state[data-state="confirmed"]').waitFor();
    // The package is bought, and the answer is still on its way.
    await play.soldForOrder(1);
    await play.bot('kill', 'killed');
    await play.page.locator('.notice button').waitFor();
    await play.bot('start', 'running');
    await play.sees(bought);
    await play.soldForOrder(1);
  });

  test('pays with an invoice what the wallet lacks', async () => {
    await play.type('0935 123 4506');
    await play.sees(t('number-what'));
    await play.tap(t('key-topup'));
    await play.sees(t('topup-choose'));
    await play.type('180000');
    await play.tap('💳');
    await play.tap(t('key-pay-invoice'));
    const invoice = play.page.locator('.message', { has: play.page.locator('.invoice') }).last();
    await invoice.getByRole('button').click();
    await play.page.locator('dialog .primary').click();
    await play.sees(t('state-delivered'));
    await play.soldForOrder(1);
    expect(await invoice.getByRole('button').isDisabled()).toBe(true);
  });

  test('gets an answer later when they write while the bot is stopped', async () => {
    await play.bot('stop', 'stopped');
    await play.type('/orders');
    await play.page.locator('.message.mine', { hasText: '/orders' }).waitFor();
    await play.page.locator('.notice button').click();
    await play.sees(t('orders-title'));
    await play.page.locator('.bot-state[data-state="running"]').waitFor();
    expect(await play.newest.getByRole('button').count()).toBeGreaterThanOrEqual(5);
  });
});

test('an agent’s site buys with the line that the panel shows, and a second run gets the same answer', async () => {
  const { page } = await stage.open(personOf('agent', 'fa').id);
  await page.locator('.bot-state[data-state="running"]').waitFor();
  const sold = page.locator('.sold .figure');
  const before = Number(await sold.getAttribute('data-sold'));
  await page.locator('.make-token').click();
  const line = await page.locator('.api-line').innerText();
  const answers = await runCurlLines(line);
  expect(answers).toEqual([expect.objectContaining({ code: 'delivered', order_code: expect.any(String) })]);
  await page.locator('.run-line').click();
  const shown = await page.locator('.api-answer').innerText();
  expect(shown).toMatch(/^200 /);
  expect(JSON.parse(shown.slice('200 '.length))).toEqual(answers[0]);
  await page.locator(`.sold .figure[data-sold="${before + 1}"]`).waitFor();
  await page.locator('.make-token').click();
  await expect.poll(() => page.locator('.api-line').innerText()).not.toBe(line);
  const [revoked] = await runCurlLines(line);
  expect(revoked).toMatchObject({ code: 'unauthenticated' });
  await page.context().close();
});

// This test comes last because it pauses sales for a while.
test('a buyer gets their money back while our account is empty', async () => {
  const t = wordsIn('fa');
  const play = await stage.open(personOf('agent', 'fa').id);
  await play.start();
  await play.sees(t('home-hint'));
  await play.fault('account-empty');
  await play.type('0935 123 4508');
  await play.sees(t('number-what'));
  await play.tap(t('key-offers'));
  await play.tap(/^۱ گیگ · ۷ روز/);
  await play.tap(new RegExp(t('key-confirm', { total: '' }).trim()));
  await play.page.locator('.state[data-state="rejected"]').waitFor();
  await play.soldForOrder(0);
});
