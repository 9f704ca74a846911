import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { findBrowserHere, openBrowser } from './browser.ts';
import { makeFolder, spawnPlayground } from './playground.ts';

/** The screens that people use most, in Persian on a phone, to be looked at: `node test/support/everyday-pictures.ts`. */

const folder = 'data/pictures/everyday';
const [customer, agent, owner] = [410_000_001, 410_000_003, 410_000_005];

await mkdir(folder, { recursive: true });
const place = await makeFolder();
const playground = await spawnPlayground(place.path);
const browser = await openBrowser(await findBrowserHere());
let taken = 0;

async function open(person: number): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    timezoneId: 'Asia/Tehran',
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${playground.url}/#${person}`);
  return page;
}

/** What was sent or pressed, and the screen that answers it. */
async function look(page: Page, name: string, act: () => Promise<unknown>): Promise<void> {
  const messages = page.locator('.message.theirs');
  const before = await messages.allInnerTexts();
  await act();
  while (isDeepStrictEqual(await messages.allInnerTexts(), before)) await page.waitForTimeout(100);
  await page.locator('.toast').waitFor({ state: 'detached' });
  taken += 1;
  await page.screenshot({ path: `${folder}/${String(taken).padStart(2, '0')}-${name}.png` });
}

const type = (page: Page, text: string) => async () => {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
};
const tap = (page: Page, name: RegExp) => async () =>
  page.locator('.message').last().getByRole('button', { name }).first().click();

try {
  const buyer = await open(customer);
  await look(buyer, 'start', async () => buyer.getByRole('button', { name: 'شروع', exact: true }).first().click());
  await look(buyer, 'number', type(buyer, '09351234567'));
  await look(buyer, 'packages', tap(buyer, /بستهٔ? ?اینترنت/));
  await look(buyer, 'confirm', type(buyer, '09351234567 50 تومن'));
  await look(buyer, 'change', tap(buyer, /تغییر/));
  await look(buyer, 'receipt', async () => {
    await tap(buyer, /بازگشت/)();
    await tap(buyer, /تأیید ·/)();
    await buyer.locator('.log').getByText('تحویل شد').last().waitFor();
  });
  await look(buyer, 'home-again', type(buyer, '/start'));
  await look(buyer, 'orders', type(buyer, '/orders'));
  await look(buyer, 'wallet', type(buyer, '/wallet'));
  await look(buyer, 'settings', type(buyer, '/settings'));
  await look(buyer, 'not-understood', type(buyer, 'قققققق'));
  const seller = await open(agent);
  await look(seller, 'agent-start', async () =>
    seller.getByRole('button', { name: 'شروع', exact: true }).first().click(),
  );
  await look(seller, 'agent-list', type(seller, '09121112233\n09351234567'));
  await look(seller, 'agent-today', type(seller, '/today'));
  const boss = await open(owner);
  await look(boss, 'owner-start', async () => boss.getByRole('button', { name: 'شروع', exact: true }).first().click());
  await look(boss, 'desk', type(boss, '/desk'));
  await look(boss, 'desk-orders', tap(boss, /سفارش‌ها/));
  await look(boss, 'desk-again', type(boss, '/desk'));
  await look(boss, 'report', tap(boss, /گزارش/));
  await look(boss, 'report-parts', tap(boss, /ریز فروش/));
} finally {
  await browser.close();
  await playground.interrupt();
  await place.remove();
}
