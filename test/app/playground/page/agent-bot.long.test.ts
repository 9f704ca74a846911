import { afterAll, beforeAll, test } from 'vitest';
import { personOf, type Stage, setStage, wordsIn } from './stage.ts';

const fa = wordsIn('fa');
const en = wordsIn('en');

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

test('an agent makes a bot in two taps, finds it in the list, and a customer buys in it', async () => {
  const agent = await stage.open(personOf('agent', 'fa').id);
  await agent.start();
  await agent.sees(fa('seller-hint'));
  await agent.tap(fa('key-settings'));
  await agent.tap(fa('key-own-bot'));
  await agent.tap(fa('key-make-bot'));
  await agent.page.locator('dialog .primary').click();
  const made = agent.page.locator('.bot-chat').nth(1);
  await made.waitFor();
  const [, username = ''] = ((await made.getAttribute('href')) ?? '').split('@');
  await made.click();
  await agent.page.locator('.composer .start').click();
  await agent.sees(fa('home-hint'));

  const emma = personOf('customer', 'en').id;
  const customer = await stage.open(emma, { viewport: { width: 390, height: 844 } });
  await customer.page.goto(`${stage.playground.url}/#${emma}@${username}`);
  await customer.page.locator('.composer .start').click();
  await customer.sees(en('home-title'));

  // The new shop knows its customer, who pays its owner in cash.
  await agent.tap(fa('key-desk'));
  await agent.tap(fa('key-desk-people'));
  await agent.tap(fa('key-customers'));
  await agent.tap(/Emma/);
  await agent.tap(fa('key-grant'));
  await agent.sees(fa('ask-grant', { unit: '|' }).split('|')[0] ?? '');
  await agent.type('500000');
  await agent.tap(new RegExp(fa('key-yes-grant', { amount: '|' }).split('|')[0]?.trim() ?? ''));
  await customer.sees(en('notice-grant', { amount: '' }).trim());

  await customer.type('0935 123 4501');
  await customer.sees(en('number-what'));
  await customer.tap(en('key-packages'));
  await customer.tap(/Weekly/);
  await customer.tap(/1 GB/);
  await customer.tap(new RegExp(en('key-confirm', { total: '' }).trim()));
  await customer.sees(en('state-activated'));
  await customer.page.locator('.sold .figure[data-sold="1"]').waitFor({ state: 'attached' });
});
