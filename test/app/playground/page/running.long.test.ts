import { afterAll, beforeAll, expect, test } from 'vitest';
import { botOf, spawnPlayground } from '#test/support/playground.ts';
import { personOf, type Stage, setStage, wordsIn } from './stage.ts';

const t = wordsIn('en');
const emma = personOf('customer', 'en').id;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a taken port is reported clearly', async () => {
  const port = Number(new URL(stage.playground.url).port);
  await expect(spawnPlayground('.', { port })).rejects.toThrow(`Port ${port} is taken. Set PORT to another one.`);
});

test('Ctrl-C ends the playground and its bot, and the next start has the same chats and orders', async () => {
  const first = await stage.open(emma);
  await first.start();
  await first.type('0935 123 4567');
  await first.sees(t('number-what'));
  await first.tap(t('key-offers'));
  await first.tap(/^1 GB · 7 days/);
  await first.tap(/Confirm/);
  await first.sees(t('state-delivered'));
  await first.soldForOrder(1);
  const said = await first.page.locator('.message').allInnerTexts();
  const code = await first.page.locator('.order code[dir="ltr"]').last().innerText();
  await first.page.context().close();

  const bot = botOf(stage.playground);
  expect(bot).toBeGreaterThan(0);
  expect(await stage.restart()).toBe(0);
  expect(isAlive(bot)).toBe(false);

  const second = await stage.open(emma);
  await second.sees(t('state-delivered'));
  expect(await second.page.locator('.message').allInnerTexts()).toEqual(said);
  expect(await second.page.locator('.order code[dir="ltr"]').last().innerText()).toBe(code);
  await second.soldForOrder(1);
  // The buttons of the old receipt still work.
  await second.tap(t('key-home'));
  await second.sees(t('home-title'));
  await second.page.context().close();
});

test('a killed playground leaves no bot behind', async () => {
  const bot = botOf(stage.playground);
  expect(bot).toBeGreaterThan(0);
  await stage.playground.kill();
  await expect.poll(() => isAlive(bot)).toBe(false);
});
