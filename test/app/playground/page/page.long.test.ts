import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { newBot, SAMPLE_PHOTO } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf, type Stage, setStage, wordsIn } from './stage.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const emma = personOf('customer', 'en').id;
const sara = personOf('customer', 'fa').id;
const reza = personOf('agent', 'fa').id;
const en = wordsIn('en');
const fa = wordsIn('fa');
const phone = { viewport: { width: 360, height: 740 } } as const;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

describe('the list of people', () => {
  test('shows when a person has become an agent', async () => {
    const owner = await stage.open(personOf('owner', 'en').id);
    await owner.start();
    await owner.tap(en('key-desk'));
    await owner.tap(en('key-desk-people'));
    await owner.tap(en('key-agents'));
    await owner.tap(en('key-invite'));
    await owner.type('0');
    const link = owner.newest.getByText('https://t.me/').first();
    const code = /start=(\S+)/.exec((await link.textContent()) ?? '')?.[1];
    const play = await stage.open(emma);
    const part = play.page.locator(`.person[href="#${emma}"] .part`);
    expect(await part.textContent()).toBe('Customer');
    await play.start();
    await play.newest
      .getByRole('button', { name: en('key-packages') })
      .first()
      .waitFor();
    await play.type(`/start ${code}`);
    await play.page.locator(`.person[href="#${emma}"] .part`, { hasText: 'Agent' }).waitFor();
    await play.page.context().close();
    await owner.page.context().close();
  });
});

describe('the chat', () => {
  test('shows foreign text as text, never as markup', async () => {
    const play = await stage.open(emma);
    const complaints: string[] = [];
    play.page.on('pageerror', (error) => complaints.push(error.message));
    play.page.on('dialog', (dialog) => complaints.push(dialog.message()));
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b> &amp; "quoted"';
    await play.start();
    await play.type(evil);
    const said = play.page.locator('.message.mine', { hasText: 'onerror' });
    expect(await said.locator('.text').innerText()).toBe(evil);
    await play.page.locator('.icon-button', { has: play.page.locator('.icon-attach') }).click();
    await play.page.getByRole('menuitem', { name: 'Contact' }).click();
    await play.page.locator('dialog input').first().fill('<svg onload=alert(3)>');
    await play.page.locator('dialog input').last().fill('+989351234567');
    await play.page.getByRole('button', { name: 'Share', exact: true }).click();
    await play.page.locator('.message.mine .card', { hasText: '<svg onload=alert(3)>' }).waitFor();
    expect(await play.page.locator('.log img, .log script, .log svg[onload]').count()).toBe(0);
    expect(complaints).toEqual([]);
    await play.page.context().close();
  });

  test.each(['fa', 'en'] as const)(
    'cuts a button to one line like phones do, without losing a price: %s',
    async (language) => {
      const t = language === 'fa' ? fa : en;
      const play = await stage.open(language === 'fa' ? reza : emma, { viewport: { width: 390, height: 844 } });
      const measure = () =>
        play.newest.locator('.inline .label').evaluateAll((all) =>
          all.map((label) => ({
            text: label.textContent ?? '',
            lines: label.clientHeight < 30 ? 1 : 2,
            cut: label.scrollWidth > label.clientWidth,
          })),
        );
      await play.start();
      await play.newest
        .getByRole('button', { name: t('key-packages') })
        .first()
        .waitFor();
      await play.type('0935 123 4577');
      await play.sees(t('number-what'));
      await play.tap(t('key-packages'));
      await play.tap(/^(Everything here|همهٔ این بخش)/);
      await play.sees(t('sort-price'));
      const products = await measure();
      expect(products.length).toBeGreaterThan(8);
      expect(products.filter(({ lines }) => lines !== 1)).toEqual([]);
      expect(products.filter(({ cut }) => cut)).toEqual([]);
      // A very long name would be cut.
      const cut = await play.newest
        .locator('.inline .label')
        .first()
        .evaluate((label) => {
          label.textContent = 'a name that goes on and on and on and on and on and on and on and on';
          return { lines: label.clientHeight < 30 ? 1 : 2, cut: label.scrollWidth > label.clientWidth };
        });
      expect(cut).toEqual({ lines: 1, cut: true });
      const log = play.page.locator('.log');
      expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      await play.page.context().close();
    },
  );

  test('keeps everything after a reload and counts unread messages', async () => {
    const play = await stage.open(emma);
    await play.type('/help');
    await play.newest.getByText('What is your question').waitFor();
    const before = await play.page.locator('.message').count();
    await play.page.reload();
    await play.newest.getByText('What is your question').waitFor();
    expect(await play.page.locator('.message').count()).toBe(before);
    const other = await stage.open(sara);
    await other.page.locator(`.person[href="#${emma}"] .unread`).waitFor();
    await other.page.locator(`.person[href="#${emma}"]`).click();
    await other.page.locator(`.person[href="#${emma}"] .unread`).waitFor({ state: 'detached' });
    expect(await other.page.locator('html').getAttribute('dir')).toBe('ltr');
    await other.page.context().close();
    await play.page.context().close();
  });

  test('names pretend money in the language of the person', async () => {
    const play = await stage.open(sara);
    await play.start();
    await play.sees(fa('home-title'));
    await play.tap(fa('key-wallet'));
    await play.tap(fa('key-statement'));
    await play.sees('پول آزمایشی');
    await play.page.context().close();
  });

  test('asks before it shares the visitor’s number', async () => {
    const play = await stage.open(sara);
    await play.start();
    await play.sees(fa('home-title'));
    await play.tap(fa('key-topup'));
    await play.page.locator('.keys .key', { hasText: fa('key-share-number') }).click();
    await play.page.locator('dialog .primary').click();
    await play.page.locator('.message.mine .card', { hasText: '+98 935 123 4567' }).waitFor();
    await play.page.locator('.keys').waitFor({ state: 'hidden' });
    await play.page.context().close();
  });

  test('lists the commands after a slash, can be used with keys, and follows start links', async () => {
    const play = await stage.open(emma);
    await play.page.locator('textarea').pressSequentially('/se');
    const items = play.page.getByRole('menuitem');
    await items.first().waitFor();
    // Emma became an agent in an earlier test.
    expect(await items.allInnerTexts()).toEqual([
      expect.stringContaining('/sell'),
      expect.stringContaining('/search'),
      expect.stringContaining('/settings'),
    ]);
    await play.page.locator('textarea').fill('');
    await play.page.locator('.icon-button', { has: play.page.locator('.icon-slash') }).click();
    await play.page.keyboard.press('ArrowDown');
    await play.page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    await play.type('see https://t.me/sharj_bot?start=hello');
    await play.page.locator('.message.mine a', { hasText: 't.me' }).last().click();
    await play.page.locator('.message.mine', { hasText: '/start hello' }).waitFor();
    await play.newest
      .getByRole('button', { name: en('key-packages') })
      .first()
      .waitFor();
    await play.page.context().close();
  });

  test('shows everything a bot can send: formatting, pictures, files, chat actions', async () => {
    const play = await stage.open(emma);
    const { token } = newBot({}, 0);
    const call = async (method: string, fields: Record<string, string | Blob>): Promise<void> => {
      const form = new FormData();
      form.set('chat_id', String(emma));
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === 'string') form.set(name, value);
        else form.set(name, value, method === 'sendDocument' ? '<b>sales</b>.csv' : 'dot.png');
      }
      const answer = await fetch(`${stage.playground.url}/bot${token}/${method}`, { method: 'POST', body: form });
      expect(await answer.json()).toMatchObject({ ok: true });
    };
    await call('sendChatAction', { action: 'typing' });
    await play.page.locator('#chat .doing', { hasText: 'typing' }).waitFor();
    const text =
      '<b>bold <i>both</i></b> <code>1 &lt; 2</code>\n<blockquote>said</blockquote>\nسلام <a href="https://example.com/">link</a>';
    await call('sendMessage', { text, parse_mode: 'HTML' });
    await play.newest.locator('b i', { hasText: 'both' }).waitFor();
    await play.page.locator('#chat .doing').waitFor({ state: 'detached' });
    expect(await play.newest.locator('code').innerText()).toBe('1 < 2');
    expect(await play.newest.locator('blockquote').innerText()).toBe('said');
    expect(await play.newest.locator('.line', { hasText: 'سلام' }).getAttribute('dir')).toBe('rtl');
    await call('sendPhoto', { photo: new Blob([SAMPLE_PHOTO.slice()], { type: 'image/png' }), caption: 'A dot' });
    await play.newest.locator('img.photo').waitFor();
    // The test polls from outside, because the page's policy forbids evaluated scripts.
    const width = () => play.page.evaluate("[...document.querySelectorAll('img.photo')].at(-1)?.naturalWidth");
    await expect.poll(width).toBe(1);
    await call('sendDocument', { document: new Blob(['a,b\n1,2\n'], { type: 'text/csv' }) });
    const file = play.newest.locator('a.document', { hasText: '<b>sales</b>.csv' });
    const [download] = await Promise.all([play.page.waitForEvent('download'), file.click()]);
    expect(await readFile(await download.path(), 'utf8')).toBe('a,b\n1,2\n');
    await play.page.context().close();
  });

  test('is one column on a phone: list, chat, panel and back', async () => {
    const play = await stage.open(emma, phone);
    const visible = (selector: string) => play.page.locator(selector).isVisible();
    expect([await visible('#people'), await visible('#chat'), await visible('#panel')]).toEqual([false, true, false]);
    await play.page.locator('.to-panel').click();
    await play.page.locator('.bot-state').waitFor();
    expect([await visible('#chat'), await visible('#panel')]).toEqual([false, true]);
    await play.page.locator('.back-to-chat').click();
    await play.page.locator('#chat .back').click();
    await play.page.locator('.person').first().waitFor();
    const overflow = await play.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    await play.page.context().close();
  });
});

describe('axe', () => {
  const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
    // A wide screen has the list and the panel beside the chat.
    { name: `${colorScheme} desktop`, colorScheme, viewport: { width: 1440, height: 900 }, views: [''] },
    { name: `${colorScheme} phone`, colorScheme, ...phone, views: ['', '/panel', 'list'] },
  ]);

  test.each(looks)('finds nothing serious: $name', async ({ colorScheme, viewport, views }) => {
    const play = await stage.open(emma, { colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' });
    await play.page.addScriptTag({ content: axe });
    for (const person of [emma, sara]) {
      for (const view of views) {
        await play.page.goto(`${stage.playground.url}/#${view === 'list' ? '' : `${person}${view}`}`);
        if (view === '') await play.start();
        if (view === '') await play.newest.getByRole('button').first().waitFor();
        const run = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)";
        const found = (await play.page.evaluate(run)) as { id: string; impact: string; nodes: { html: string }[] }[];
        const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(serious.map(({ id, nodes }) => `${view} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
    }
    await play.page.context().close();
  });
});
