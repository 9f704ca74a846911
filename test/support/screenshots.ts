import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { findBrowserHere, openBrowser } from './browser.ts';
import { makeFolder, spawnPlayground } from './playground.ts';

/** Screenshots of the playground, also those of the README: `npm run pictures`. */

const folder = 'data/pictures';
const showpieces: Readonly<Record<string, string>> = {
  'en-desktop-light-5-receipt': 'docs/playground.jpg',
  'fa-phone-dark-5-receipt': 'docs/playground-phone.jpg',
};
const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } } as const;
const themes = ['light', 'dark'] as const;

interface Story {
  readonly language: 'fa' | 'en';
  readonly person: number;
  readonly start: string;
  readonly home: string;
  readonly packages: RegExp;
  readonly ware: RegExp;
  readonly sure: RegExp;
  readonly confirm: RegExp;
  readonly delivered: string;
  readonly number: string;
}

const stories: readonly Story[] = [
  {
    language: 'fa',
    person: 410_000_001,
    start: 'شروع',
    home: 'چه چیزی می‌خواهید بخرید؟',
    packages: /بستهٔ? ?(های )?اینترنت|بسته/,
    ware: /۳ گیگ/,
    sure: /موجودی پس از خرید/,
    confirm: /تأیید ·/,
    delivered: 'فعال شد',
    number: '0935 123 4567',
  },
  {
    language: 'en',
    person: 410_000_002,
    start: 'Start',
    home: 'What would you like to buy?',
    packages: /packages/i,
    ware: /3 GB/,
    sure: /Balance after it/,
    confirm: /Confirm ·/,
    delivered: 'Delivered',
    number: '0935 123 4567',
  },
];

async function openPages(browser: Browser, url: string, story: Story): Promise<{ name: string; page: Page }[]> {
  const pages: { name: string; page: Page }[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      const page = await browser.newPage({
        viewport,
        colorScheme,
        deviceScaleFactor: size === 'phone' ? 2 : 1,
        timezoneId: 'Asia/Tehran',
      });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${url}/#${story.person}`);
      pages.push({ name: `${story.language}-${size}-${colorScheme}`, page });
    }
  }
  return pages;
}

async function tell(browser: Browser, url: string, story: Story): Promise<void> {
  const pages = await openPages(browser, url, story);
  const lead = pages.find(({ name }) => name.includes('desktop-light'))?.page;
  if (!lead) throw new Error('No person found.');
  const shoot = async (moment: string, sight: string | RegExp): Promise<void> => {
    for (const { name, page } of pages) {
      await page.locator('.log').getByText(sight).last().waitFor();
      await page.locator('.toast').waitFor({ state: 'detached' });
      await page.screenshot({ path: `${folder}/${name}-${moment}.png` });
      const showpiece = showpieces[`${name}-${moment}`];
      if (showpiece) await page.screenshot({ path: showpiece, type: 'jpeg', quality: 88 });
    }
  };
  const newest = lead.locator('.message').last();

  await lead.getByRole('button', { name: story.start, exact: true }).first().click();
  await shoot('1-home', story.home);
  await lead.getByRole('textbox').fill(story.number);
  await lead.keyboard.press('Enter');
  await newest.getByText(story.number).waitFor();
  await newest.getByRole('button', { name: story.packages }).first().click();
  await newest.getByRole('button', { name: /هفتگی|Weekly/ }).waitFor();
  await shoot('2-categories', story.number);
  await newest.getByRole('button', { name: /هفتگی|Weekly/ }).click();
  await newest.getByRole('button', { name: story.ware }).waitFor();
  await shoot('3-packages', story.number);
  await newest.getByRole('button', { name: story.ware }).click();
  await newest.getByRole('button', { name: story.confirm }).waitFor();
  await shoot('4-confirm', story.sure);
  await lead.locator('[data-fault="cut-after"]').click();
  await lead.locator('[data-fault="cut-after"][aria-checked="true"]').waitFor();
  await newest.getByRole('button', { name: story.confirm }).click();
  await shoot('5-receipt', story.delivered);
  for (const { name, page } of pages.filter((one) => one.name.includes('phone'))) {
    await page.goto(`${url}/#${story.person}/panel`);
    await page.locator('.order-sold').waitFor();
    await page.screenshot({ path: `${folder}/${name}-6-panel.png` });
    await page.goto(`${url}/#`);
    await page.locator('.person').first().waitFor();
    await page.screenshot({ path: `${folder}/${name}-7-list.png` });
  }
  for (const { page } of pages) await page.close();
}

await mkdir(folder, { recursive: true });
await mkdir('docs', { recursive: true });
const place = await makeFolder();
const playground = await spawnPlayground(place.path);
const browser = await openBrowser(await findBrowserHere());
try {
  for (const story of stories) await tell(browser, playground.url, story);
} finally {
  await browser.close();
  await playground.interrupt();
  await place.remove();
}
