import { afterAll, beforeAll, expect, test } from 'vitest';
import { botOf } from '#test/support/playground.ts';
import { personOf, type Stage, setStage, wordsIn } from './stage.ts';

const t = wordsIn('en');

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

test('a visitor watches a purchase survive a kill, brings plans forward, and Start over forgets everything', async () => {
  const play = await stage.open(personOf('owner', 'en').id);
  const { page } = play;
  await page
    .locator('.intro')
    .getByText(/A real Telegram shop/)
    .waitFor();
  await page.locator('.bot-state[data-state="running"]').waitFor();
  const bot = botOf(stage.playground);
  await page.getByRole('button', { name: 'Watch a purchase survive a kill' }).click();
  await page.locator('.demo[data-step="starting"]').waitFor({ timeout: 60_000 });
  expect(await page.locator('.notice').isVisible()).toBe(false);
  await page.locator('.demo[data-step="done"]').waitFor({ timeout: 60_000 });
  expect(botOf(stage.playground)).not.toBe(bot);
  // The customer in the page's language bought it.
  expect(page.url()).toContain(String(personOf('customer', 'en').id));
  await play.sees(t('state-delivered'));
  await play.soldForOrder(1);
  await page.locator('.demo').getByText('The receipt is below.').waitFor();
  await page.locator('.demo .proof').getByText('Sent 2×, sold 1×.').waitFor();
  // The buyer gets one receipt; the message from before the kill points to it.
  expect(await page.locator('.log .message').getByText(t('state-delivered')).count()).toBe(1);
  await page.locator('.log').getByText(t('order-below')).waitFor();
  expect(await page.locator('.sold .figure').getAttribute('data-sold')).toBe('1');

  // A toast has a place of its own and covers no button.
  await play.newest.locator('code').last().click();
  const toast = await page.locator('.toast').boundingBox();
  const covered = await page.getByRole('button').evaluateAll(
    (buttons, { top, bottom }) =>
      buttons.filter((button) => {
        const box = button.getBoundingClientRect();
        return box.height > 0 && box.top < bottom && box.bottom > top;
      }).length,
    { top: toast?.y ?? 0, bottom: (toast?.y ?? 0) + (toast?.height ?? 0) },
  );
  expect(toast?.height).toBeGreaterThan(10);
  expect(covered).toBe(0);

  // The visitor plans it for next week, and the panel brings first its notice and then its purchase forward.
  await play.tap(t('key-more'));
  await play.tap(t('key-make-plan-of'));
  await play.tap(t('schedule-days', { days: 7 }));
  await play.tap(t('key-plan-ceiling', { ceiling: '' }).trim());
  await play.sees(t('plan-title'));
  const [, announced = ''] = t('notice-plan-tomorrow', { day: '|' }).split('|');
  await page.locator('.control.forward').click();
  await play.newest.getByText(announced).waitFor({ timeout: 60_000 });
  // A plan whose price came too late waits, so the visitor presses again.
  await expect
    .poll(
      async () => {
        await page.locator('.control.forward').click();
        return page.locator('.sold .figure').getAttribute('data-sold');
      },
      { interval: 8_000, timeout: 90_000 },
    )
    .toBe('2');
  await play.soldForOrder(1);

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Start over' }).click();
  await page.locator('.greeting').waitFor({ timeout: 60_000 });
  await page.locator('.sold .figure[data-sold="0"]').waitFor();
  expect(await page.locator('.demo').isVisible()).toBe(false);
  await page.locator('.bot-state[data-state="running"]').waitFor({ timeout: 60_000 });
  // A guide leads into the chat of a customer and types what they write.
  await page.locator('.intro .example').first().click();
  await page
    .getByRole('button', { name: new RegExp(t('key-confirm', { total: '' }).trim()) })
    .last()
    .waitFor();
}, 240_000);
