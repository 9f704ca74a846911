import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { findBrowserHere, openBrowser } from './browser.ts';
import { type Frame, movingPicture } from './moving-picture.ts';
import { makeFolder, spawnPlayground } from './playground.ts';
import { readPng } from './png.ts';

/** The moving pictures of the READMEs, from the playground: `npm run pictures`. */

interface Story {
  readonly language: 'fa' | 'en';
  readonly person: number;
  readonly start: string;
  readonly line: string;
  readonly confirm: RegExp;
  readonly buying: string;
  readonly delivered: RegExp;
}

const stories: readonly Story[] = [
  {
    language: 'fa',
    person: 410_000_001,
    start: 'شروع',
    line: '۰۹۳۵۱۲۳۴۵۶۷ ۵۰ تومن',
    confirm: /تأیید ·/,
    buying: 'در حال خرید',
    delivered: /تحویل شد/,
  },
  {
    language: 'en',
    person: 410_000_002,
    start: 'Start',
    line: '09351234567 50k toman',
    confirm: /Confirm ·/,
    buying: 'Buying',
    delivered: /Delivered/,
  },
];

/** Time to read a screen, and to see a key typed. */
const readMs = 2_600;
const lookMs = 1_200;
const keyMs = 120;
const patienceMs = 120_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

async function openPage(browser: Browser, url: string, { person }: Story, viewport: Size): Promise<Page> {
  const page = await browser.newPage({ viewport, timezoneId: 'Asia/Tehran' });
  // A bot that was killed takes its time on a busy machine.
  page.setDefaultTimeout(patienceMs);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${url}/#${person}`);
  return page;
}

function recorder(page: Page, clip: Size & { readonly x: number; readonly y: number }) {
  const frames: Frame[] = [];
  return {
    frames,
    async shoot(ms: number): Promise<void> {
      await page.locator('.toast').waitFor({ state: 'detached' });
      frames.push({ ...readPng(await page.screenshot({ clip, caret: 'hide' })), ms });
    },
  };
}

async function begin(page: Page, { start }: Story): Promise<void> {
  await page.getByRole('button', { name: start, exact: true }).first().click();
  await page.locator('.message').last().getByRole('button').first().waitFor();
}

async function typeLine(page: Page, line: string, shoot: (ms: number) => Promise<void>): Promise<void> {
  const box = page.getByRole('textbox');
  for (let length = 2; length < line.length; length += 2) {
    await box.fill(line.slice(0, length));
    await shoot(keyMs);
  }
  await box.fill(line);
  await shoot(lookMs);
  await page.keyboard.press('Enter');
}

/** A number and an amount in one message, one tap, and the receipt. */
async function tellSale(browser: Browser, url: string, story: Story): Promise<Frame[]> {
  const size = { width: 400, height: 700 };
  const page = await openPage(browser, url, story, size);
  const { frames, shoot } = recorder(page, { x: 0, y: 0, ...size });
  const newest = page.locator('.message').last();
  await begin(page, story);
  await shoot(lookMs);
  await typeLine(page, story.line, shoot);
  await newest.getByRole('button', { name: story.confirm }).waitFor();
  await shoot(readMs);
  await newest.getByRole('button', { name: story.confirm }).click();
  await newest.getByText(story.delivered).first().waitFor();
  await shoot(2 * readMs);
  await page.close();
  return frames;
}

/** The process is killed while it buys; after the restart there is one purchase, and its receipt. */
async function tellKill(browser: Browser, url: string, story: Story): Promise<Frame[]> {
  const page = await openPage(browser, url, story, { width: 1_200, height: 780 });
  // The chat and the panel, without the list of people, which is at the other side in Persian.
  const clip = { x: story.language === 'fa' ? 0 : 320, y: 0, width: 880, height: 780 };
  const { frames, shoot } = recorder(page, clip);
  const newest = page.locator('.message').last();
  await begin(page, story);
  await typeLine(page, story.line, shoot);
  await newest.getByRole('button', { name: story.confirm }).waitFor();
  // The gateway buys at once and answers late.
  await page.locator('[data-fault="slow"]').click();
  await page.locator('[data-fault="slow"][aria-checked="true"]').waitFor();
  await shoot(readMs);
  await newest.getByRole('button', { name: story.confirm }).click();
  await newest.getByText(story.buying).first().waitFor();
  await page.locator('.order-sold[data-sold="1"]').waitFor();
  await shoot(lookMs);
  await page.locator('.control.kill').click();
  await page.locator('.bot-state[data-state="killed"]').waitFor();
  await shoot(readMs);
  await page.locator('.control.start').click();
  await newest.getByText(story.delivered).first().waitFor();
  await page.locator('.bot-state[data-state="running"]').waitFor();
  await page.locator('.order-sold[data-sold="1"]').waitFor();
  await shoot(2 * readMs);
  await page.close();
  return frames;
}

/** Each in a playground of its own: what was bought before would be counted. */
async function record(browser: Browser, story: Story, tell: typeof tellSale): Promise<Buffer> {
  const place = await makeFolder();
  const playground = await spawnPlayground(place.path);
  try {
    return movingPicture(await tell(browser, playground.url, story));
  } finally {
    await playground.interrupt();
    await place.remove();
  }
}

const browser = await openBrowser(await findBrowserHere());
try {
  for (const story of stories) {
    await writeFile(`docs/sale-${story.language}.png`, await record(browser, story, tellSale));
    await writeFile(`docs/kill-${story.language}.png`, await record(browser, story, tellKill));
  }
} finally {
  await browser.close();
}
