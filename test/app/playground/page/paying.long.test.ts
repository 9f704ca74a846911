import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journeyLanguages } from '#test/support/length.ts';
import { addMoney, type Play, personOf, type Stage, setStage, wordsIn } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

interface Taken {
  readonly count: number;
  readonly taken: number;
  readonly payments: readonly { readonly callbackUrl: string }[];
}

describe.each(journeyLanguages)('a person who pays online and reads %s', (language) => {
  const t = wordsIn(language);
  let play: Play;
  beforeAll(async () => {
    play = await stage.open(personOf('customer', language).id);
    await play.start();
    await play.newest
      .getByRole('button', { name: t('key-packages') })
      .first()
      .waitFor();
  });

  /** Chooses the first amount and opens its link in a tab: our page, which leads to the bank at once. */
  async function openBank(): Promise<Page> {
    await addMoney(play, t);
    const link = play.newest.getByRole('button', { name: t('key-pay-zarinpal') });
    const [tab] = await Promise.all([play.page.waitForEvent('popup'), link.click()]);
    await tab.locator('button[value="pay"]').waitFor();
    return tab;
  }

  const bankOf = (tab: Page) => new URL(tab.url()).origin;
  const takenBy = async (bank: string): Promise<Taken> =>
    (await (await fetch(`${bank}/bank/payments`)).json()) as Taken;

  test('pays, sees tab and chat change by themselves, and comes back to the chat', async () => {
    const tab = await openBank();
    const bank = bankOf(tab);
    const before = await takenBy(bank);
    await tab.locator('button[value="pay"]').click();
    await tab.locator('main[data-state="paid"]').waitFor();
    expect(new URL(tab.url()).pathname).toMatch(/^\/pay\/[\w-]{22}\/result$/);
    expect(new URL(tab.url()).search).toBe('');
    await play.sees(t('payment-balance', { balance: '' }).trim());
    const after = await takenBy(bank);
    expect(after.count).toBe(before.count + 1);
    await tab.getByRole('link', { name: t('payment-page-chat') }).click();
    await tab.waitForURL(`${stage.playground.url}/**`);
    await tab.close();
  });

  test('cancels, reads so in the tab, and can still pay from the chat', async () => {
    const tab = await openBank();
    const bank = bankOf(tab);
    const before = await takenBy(bank);
    await tab.locator('button[value="cancel"]').click();
    await tab.locator('main[data-state="unpaid"]').waitFor();
    await play.newest.getByRole('button', { name: t('key-pay-zarinpal') }).waitFor();
    expect((await takenBy(bank)).taken).toBe(before.taken);
    await tab.close();
  });

  test('switches trouble at the bank on, and a cancelled payment that comes back as paid credits nothing', async () => {
    const on = (state: boolean) => play.page.locator(`[data-bank-fault="callback-forged"][aria-checked="${state}"]`);
    await on(false).click();
    await on(true).waitFor();
    const tab = await openBank();
    const bank = bankOf(tab);
    const before = await takenBy(bank);
    await tab.locator('button[value="cancel"]').click();
    await tab.locator('main[data-state="unpaid"]').waitFor();
    expect((await takenBy(bank)).taken).toBe(before.taken);
    await on(false).waitFor();
    await tab.close();
  });

  test('is credited by a bot that was killed while they were at the bank', async () => {
    const tab = await openBank();
    const bank = bankOf(tab);
    const before = await takenBy(bank);
    await play.bot('kill', 'killed');
    await tab.locator('button[value="pay"]').click();
    await expect.poll(async () => (await takenBy(bank)).count, { timeout: 60_000 }).toBe(before.count + 1);
    await play.bot('start', 'running');
    // The first tab may still be on its way to a shop that was down.
    const again = await tab.context().newPage();
    await again.goto((await takenBy(bank)).payments.at(-1)?.callbackUrl ?? '');
    await again.locator('main[data-state="paid"]').waitFor();
    await play.sees(t('payment-balance', { balance: '' }).trim());
    await Promise.all([tab.close(), again.close()]);
  });
});
