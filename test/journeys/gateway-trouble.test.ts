import { describe, expect, onTestFinished, test } from 'vitest';
import { slowAfterMs } from '#bot/buying/orders/order-view.ts';
import { moneyText } from '#domain/money.ts';
import { makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp, watch } from '#test/support/buyer.ts';
import { inStorage, languages, unmarked } from '#test/support/story.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

const minute = 60_000;

async function open(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({ products: 120, ...options });
  onTestFinished(() => world.close());
  return world;
}

describe.each(languages)('an unrecognised answer, in %s', (language) => {
  test('the buyer reads that a person checks, the owner reads the message, and the money stays on hold', async () => {
    const world = await open({ successPattern: /was delivered/ });
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language, wallet: topUp.total });
    await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-review'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: topUp.total });
    const alert = await owner.sees('خرید با موفقیت انجام شد.');
    expect(alert.text).toContain('GATEWAY_SUCCESS_PATTERN');
    await tap(owner, { to: 'review' });
    expect(unmarked(owner.last().text)).toContain('خرید با موفقیت انجام شد.');
    await tap(owner, { to: 'askDecide', as: 'delivered' });
    await owner.type('it is there');
    await buyer.sees(says(language, 'state-delivered'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
    expect(await world.sales()).toHaveLength(1);
  });
});

describe.each(languages)('a refused token, in %s', (language) => {
  test('the buyer reads at once not to buy again, and Refresh shows the same', async () => {
    const world = await open();
    const buyer = await greet(world, { language, wallet: topUp.total });
    await world.fault('purchase', '401', null);
    await choose(buyer, '989121234567');
    const shown = watch(world, buyer);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-unsure'));
    expect(shown.filter((text) => text.includes(says(language, 'state-unsure')))).toHaveLength(1);
    await tap(buyer, { to: 'order' });
    expect(buyer.last().text).toContain(says(language, 'state-unsure'));
    // If it takes longer than people look at it, the bot adds the hold and the duration by itself.
    const held = says(language, 'order-held', { hours: 24 });
    expect(buyer.last().text).not.toContain(held);
    world.pass(slowAfterMs);
    await buyer.sees(held);
    expect(await walletOf(world, buyer)).toMatchObject({ held: topUp.total });
    await world.fault('purchase', null);
    world.pass(minute);
    await buyer.sees(says(language, 'state-delivered'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
    expect(await world.sales()).toHaveLength(1);
  });
});

describe.each(languages)('an empty account at the gateway, in %s', (language) => {
  const t = (key: string, variables?: Record<string, number | string>) => unmarked(says(language, key, variables));
  /** The text up to the first figure. */
  const begins = (key: string) => t(key, { balance: '|', total: '|', ago: '|' }).split('|')[0] ?? '';
  const rials = (amount: number) => unmarked(moneyText(amount, 'rial', language));

  test('the buyer gets a neutral text and the money, the owner reads the balance, and sales resume by themselves', async () => {
    const world = await open();
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    const desk = async () => {
      await forge(owner, { to: 'menu' });
      return unmarked(owner.last().text);
    };
    expect(await desk()).toContain(t('desk-selling'));
    await choose(buyer, '989121234567');
    await world.setBalance(5_000);
    // Opening the menu asks for the balance.
    expect(await desk()).toContain(rials(5_000));
    await tap(buyer, { to: 'confirm' });
    const receipt = await buyer.sees(says(language, 'state-rejected'));
    expect(receipt.text).toContain(t('outcome-account-empty'));
    expect(receipt.text).not.toMatch(/موجودی حساب|account-empty|balance/);
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 1_000_000, held: 0 });

    const alert = await owner.sees(begins('alert-account-empty'));
    expect(unmarked(alert.text)).toContain(rials(5_000));
    expect(unmarked(alert.text)).toContain(rials(topUp.total));
    expect(await desk()).toContain(t('desk-paused-account'));
    await tap(owner, { to: 'deskShop' });
    expect(unmarked(owner.last().text)).toContain(t('desk-paused-account'));
    expect(keysOn(owner.last()).map(({ press }) => press.to)).toContain('resumeSelling');
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989121234567' });
    expect(unmarked(buyer.last().text)).toContain(t('failure-selling-paused'));

    await world.setBalance(20_000);
    world.pass(minute);
    await owner.sees(begins('alert-account-filled'));
    await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    expect(await world.sales()).toHaveLength(1);
  });

  test('an agent reads the same text for the rejected numbers of a list', async () => {
    const world = await open({ balance: 5_000 });
    const agent = await makeAgent(world, { language });
    await agent.type('09121234567\n09121234568');
    const batch = keysOn(agent.last()).flatMap(({ press }) => ('batch' in press ? [press.batch] : []))[0] ?? '';
    await forge(agent, { to: 'bulkItem', batch, id: topUp.id, amount: null, bought: 'no' });
    await tap(agent, { to: 'bulkConfirm' });
    const over = await agent.sees(({ text }) => text.includes(t('outcome-account-empty').slice(0, 20)));
    expect(over.text).not.toMatch(/موجودی حساب|account-empty/);
  });
});

describe.each(languages)('purchases without an answer, in %s', (language) => {
  const t = (key: string, variables?: Record<string, number | string>) => unmarked(says(language, key, variables));
  const begins = (key: string) => t(key, { ago: '|', since: '|' }).split('|')[0] ?? '';

  test('owners are alerted once, menu and health page begin with it, and buyers read it before Confirm', async () => {
    const world = await open();
    const owner = await meetOwner(world, language);
    const told = watch(world, owner);
    const buyer = await greet(world, { language });
    const agent = await makeAgent(world, { language, owner });
    const page = async (to: 'menu' | 'health') => {
      await forge(owner, { to });
      return unmarked(owner.last().text);
    };
    await choose(buyer, '989121234567');
    expect(unmarked(buyer.last().text)).not.toContain(t('confirm-slow'));
    await world.fault('purchase', '503', null);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-unsure'));
    await owner.sees(says(language, 'alert-purchases-failing'));

    for (const to of ['menu', 'health'] as const)
      expect((await page(to)).split('\n')[0]).toContain(begins('desk-failing'));
    expect(await page('health')).not.toContain(t('health-well'));
    expect(await page('health')).toContain(t('health-waiting', { count: 1, unsure: 1, ago: '|' }).split('|')[0]);
    const other = await greet(world, { language });
    await choose(other, '989121234568');
    expect(unmarked(other.last().text)).toContain(t('confirm-slow'));
    await agent.type('09121234567\n09121234569');
    const batch = keysOn(agent.last()).flatMap(({ press }) => ('batch' in press ? [press.batch] : []))[0] ?? '';
    await forge(agent, { to: 'bulkItem', batch, id: topUp.id, amount: null, bought: 'no' });
    expect(unmarked(agent.last().text)).toContain(t('confirm-slow'));

    await world.fault('purchase', null);
    world.pass(2 * minute);
    await buyer.sees(says(language, 'state-delivered'));
    await owner.sees(begins('alert-purchases-answered'));
    expect(await page('menu')).not.toContain(begins('desk-failing'));
    const health = await page('health');
    expect(health).toContain(t('health-well'));
    expect(health).toContain(t('health-none-waiting'));
    expect(health).not.toContain(begins('desk-failing'));
    await choose(other, '989121234568');
    expect(unmarked(other.last().text)).not.toContain(t('confirm-slow'));
    expect(told.filter((text) => text.includes(says(language, 'alert-purchases-failing')))).toHaveLength(1);
  });

  test('every waiting order is bought within half a minute after a long outage, and the menu is green again', async () => {
    const world = await open({ timeoutMs: 20_000 });
    const owner = await meetOwner(world, language);
    const buyers = [await greet(world, { language }), await greet(world, { language })];
    await world.fault('purchase', '503', null);
    for (const [at, buyer] of buyers.entries()) {
      await choose(buyer, `98912123456${at}`);
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(says(language, 'state-unsure'));
    }
    await owner.sees(says(language, 'alert-purchases-failing'));
    const attempts = async () => {
      let sum = 0;
      await inStorage(world, async ({ db }) => {
        for (const row of await db.selectFrom('orders').select('attempts').execute()) sum += row.attempts;
      });
      return sum;
    };
    for (let minutes = 0; minutes < 8; minutes += 1) {
      const before = await attempts();
      world.pass(minute);
      await expect.poll(attempts).toBeGreaterThan(before);
    }
    await world.fault('purchase', null);
    world.pass(minute / 2);
    for (const buyer of buyers) await buyer.sees(says(language, 'state-delivered'));
    await owner.sees(begins('alert-purchases-answered'));
    await forge(owner, { to: 'menu' });
    expect(unmarked(owner.last().text)).not.toContain(begins('desk-failing'));
    expect(await world.sales()).toHaveLength(2);
  });
});
