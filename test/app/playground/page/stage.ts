import { cast } from '@sharj/local-telegram';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { loadTexts, type Variables } from '#bot/kit/texts.ts';
import { openBrowser } from '#test/support/browser.ts';
import { bundled } from '#test/support/bundle.ts';
import { main, makeFolder, type RunningPlayground, spawnPlayground } from '#test/support/playground.ts';

const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname);

/** The bot's text without tags and direction marks, as a person reads it. */
export const wordsIn =
  (language: 'fa' | 'en') =>
  (key: string, variables?: Variables): string =>
    texts.translate(language, key, variables).replace(/<[^>]*>/g, '');

export const personOf = (part: 'customer' | 'agent' | 'owner', language: 'fa' | 'en') => {
  const found = cast.find((actor) => actor.part === part && actor.language === language);
  if (!found) throw new Error(`No person with the role ${part} in ${language}.`);
  return found;
};

/** The whole playground with a browser. */
export interface Stage {
  readonly playground: RunningPlayground;
  readonly browser: Browser;
  open(person: number, options?: BrowserContextOptions): Promise<Play>;
  /** Ends the playground with Ctrl-C and starts it again on its data. */
  restart(): Promise<number | null>;
  close(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const folder = await makeFolder();
  const program = await bundled(main);
  let playground = await spawnPlayground(folder.path, { program });
  const browser = await openBrowser(inject('browser'));
  return {
    get playground() {
      return playground;
    },
    browser,
    async open(person, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      await page.goto(`${playground.url}/#${person}`);
      await page.locator('.log > *').first().waitFor({ state: 'attached' });
      return createPlay(page);
    },
    async restart() {
      const code = await playground.interrupt();
      playground = await spawnPlayground(folder.path, { program });
      return code;
    },
    async close() {
      await browser.close();
      await playground.interrupt();
      await folder.remove();
    },
  };
}

/** What a visitor does and sees. */
export interface Play {
  readonly page: Page;
  /** The bot's newest message. */
  readonly newest: Locator;
  start(): Promise<void>;
  type(text: string): Promise<void>;
  /** Taps the button of the newest message that contains this text. */
  tap(name: string | RegExp): Promise<void>;
  sees(text: string | RegExp): Promise<void>;
  /** Turns a switch of the panel on. */
  fault(name: string): Promise<void>;
  bot(what: 'start' | 'stop' | 'kill', then: string): Promise<void>;
  /** Waits until the panel shows this many sales for the latest order. */
  soldForOrder(times: number): Promise<void>;
}

/** Goes from home to the ways to pay for the first of the offered amounts. */
export async function addMoney(play: Play, t: ReturnType<typeof wordsIn>): Promise<void> {
  const messages = play.page.locator('.message.theirs');
  const before = await messages.count();
  await play.type('/start');
  await messages.nth(before).getByText(t('home-title')).waitFor();
  await play.tap(t('key-wallet'));
  await play.sees(t('wallet-add-money'));
  await play.newest.getByRole('button').first().click();
}

function createPlay(page: Page): Play {
  const newest = page.locator('.message.theirs').last();
  const play: Play = {
    page,
    newest,
    async start() {
      const start = page.locator('.composer .start');
      if (await start.isVisible()) await start.click();
      else await play.type('/start');
    },
    async type(text) {
      await page.locator('textarea').fill(text);
      await page.keyboard.press('Enter');
    },
    tap: (name) => newest.getByRole('button', { name }).first().click(),
    sees: (text) => newest.getByText(text).first().waitFor(),
    async fault(name) {
      await page.locator(`[data-fault="${name}"]`).click();
      await page.locator(`[data-fault="${name}"][aria-checked="true"]`).waitFor();
    },
    async bot(what, then) {
      await page.locator(`.control.${what}`).click();
      await page.locator(`.bot-state[data-state="${then}"]`).waitFor();
    },
    soldForOrder: (times) => page.locator(`.order-sold[data-sold="${times}"]`).waitFor(),
  };
  return play;
}
