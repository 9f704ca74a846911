import { afterAll, beforeAll, expect, test } from 'vitest';
import { personOf, type Stage, setStage, wordsIn } from './stage.ts';

const t = wordsIn('en');

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

test('a visitor restores a backup after Start over: order and wallet are back, and the owner resumes sales', async () => {
  const customer = personOf('customer', 'en').id;
  const play = await stage.open(customer);
  const { page } = play;
  const wallet = page.locator('.wallet-box dd').first();
  await page.locator('.bot-state[data-state="running"]').waitFor();
  await page.getByRole('button', { name: 'Watch a purchase survive a kill' }).click();
  await page.locator('.demo[data-step="done"]').waitFor({ timeout: 120_000 });
  await play.soldForOrder(1);
  const code = await page.locator('.order-box code').first().innerText();
  const balance = await wallet.innerText();
  expect(await page.locator('.control.restore').isDisabled()).toBe(true);
  await page.locator('.control.back-up').click();
  await page.locator('.archive-made').waitFor();

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Start over' }).click();
  await page.locator('.greeting').waitFor({ timeout: 60_000 });
  await page.locator('.bot-state[data-state="running"]').waitFor({ timeout: 60_000 });
  await page.locator('.sold .figure[data-sold="0"]').waitFor();
  await expect.poll(() => wallet.innerText()).not.toBe(balance);

  await page.locator('.control.restore').click();
  await expect.poll(() => wallet.innerText(), { timeout: 60_000 }).toBe(balance);
  await expect.poll(() => page.locator('.order-box code').first().innerText()).toBe(code);
  await page.locator('.bot-state[data-state="running"]').waitFor({ timeout: 60_000 });

  const owner = await stage.open(personOf('owner', 'en').id);
  await owner.start();
  await owner.sees(t('home-hint'));
  await owner.type('/desk');
  await owner.sees(t('desk-paused-restore'));
  await owner.tap(t('key-desk-shop'));
  await owner.tap(t('key-resume-selling'));
  await owner.sees(t('restored-about'));
  await owner.tap(t('key-resume-selling'));
  await owner.sees(t('desk-selling'));
}, 300_000);
