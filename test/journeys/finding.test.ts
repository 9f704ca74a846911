import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, startOf } from '#domain/calendar.ts';
import { look, makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { labels, read, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

const day = 24 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

/** The latest stored order for a number. */
async function orderOf(number: string) {
  const mobile = `98${number.slice(1)}`;
  const [order] = await look(world, ({ db }) =>
    db.selectFrom('orders').selectAll().where('mobile', '=', mobile).orderBy('quoted_at', 'desc').execute(),
  );
  if (!order) throw new Error(`nothing was ordered for ${number}`);
  return order;
}

describe.each(journeyLanguages)('finding orders, in %s', (language) => {
  const { t, phone } = storyIn(language, () => world);

  async function buy(person: Person, number: string): Promise<void> {
    await forge(person, { to: 'product', id: topUp.id, mobile: `98${number.slice(1)}` });
    await tap(person, { to: 'confirm' });
    await person.sees(says(language, 'state-delivered'));
  }
  const opened = (person: Person) => keysOn(person.last()).flatMap(({ press }) => ('order' in press ? [press] : []));

  test('the owner finds an order by its code and sees its facts, events and buyer', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    const number = phone('0912');
    await buy(buyer, number);
    const { webservice_code: code } = await orderOf(number);
    await owner.type('/start');
    await tap(owner, { to: 'menu' });
    await tap(owner, { to: 'latest' });
    const [row = ''] = labels(owner.last());
    expect(row).toContain(`Buyer ${String(buyer.id).slice(0, 5)}`);
    expect(opened(owner)[0]?.order).toBe((await orderOf(number)).id);
    expect(() => find(owner, { to: 'reviews' })).toThrow();
    await tap(owner, { to: 'askFind' });
    await owner.type(code.toLowerCase().replace('-', ' '));
    const text = read(owner);
    for (const fact of [t('mark-delivered'), spoken(number), code, `Buyer ${buyer.id}`]) expect(text).toContain(fact);
    for (const mark of ['quoted', 'confirmed', 'delivered']) expect(text).toContain(`· ${t(`mark-${mark}`)}`);
    // The owner sees the gateway's message unchanged, and no internal reasons.
    expect(text).toContain('خرید با موفقیت انجام شد.');
    expect(text).not.toMatch(/asked for|: confirmed/);
    expect(() => find(owner, { to: 'askDecide' })).toThrow();
    await tap(owner, { to: 'buyer' });
    expect(read(owner)).toContain(`Buyer ${buyer.id}`);

    // A code is recognised even without a question.
    await owner.type(code);
    expect(read(owner)).toBe(text);
    await buyer.type(code);
    expect(read(buyer)).toContain(says(language, 'state-delivered'));
    expect(read(buyer)).not.toContain(t('mark-quoted'));
  });

  test('the owner finds everyone’s orders for a number, newest first, in pages and back', async () => {
    const owner = await meetOwner(world, language);
    const number = phone('0912');
    const mobile = `98${number.slice(1)}`;
    const buyers = [await greet(world, { language }), await greet(world, { language })];
    for (let at = 0; at < 9; at += 1) {
      world.pass(61_000);
      await buy(buyers[at % 2] as Person, number);
    }
    await forge(owner, { to: 'askFind' });
    await owner.type(number);
    expect(read(owner)).toContain(spoken(number));
    const first = opened(owner).map(({ order }) => order);
    expect(first).toHaveLength(5);
    expect(first[0]).toBe((await orderOf(number)).id);
    // All orders are for one number, so a row shows the buyer.
    const [row = ''] = labels(owner.last());
    expect(row).toContain(`Buyer ${String(buyers[0]?.id).slice(0, 5)}`);
    expect(row).not.toContain(spoken(number));
    await tap(owner, { to: 'numberOrders', page: 2 });
    const second = opened(owner).map(({ order }) => order);
    expect(new Set([...first, ...second]).size).toBe(9);
    await tap(owner, { to: 'found' });
    expect(read(owner)).toContain(`Buyer ${buyers[1]?.id}`);
    expect(find(owner, { to: 'numberOrders', mobile, page: 2 })).toBeDefined();
    await tap(owner, { to: 'numberOrders', page: 2 });
    expect(opened(owner).map(({ order }) => order)).toEqual(second);
  });

  test('the owner decides an order in review where it was found', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language, wallet: topUp.total });
    const number = phone('0912');
    await forge(buyer, { to: 'product', id: topUp.id, mobile: `98${number.slice(1)}` });
    await world.fault('purchase', '503', null);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-unsure'));
    world.pass(2 * day);
    await buyer.sees(says(language, 'state-review'));
    await world.fault('purchase', null);
    await forge(owner, { to: 'askFind' });
    await owner.type((await orderOf(number)).webservice_code);
    await tap(owner, { to: 'askDecide', as: 'rejected' });
    await owner.type('the operator knows nothing of it');
    await buyer.sees(says(language, 'state-rejected'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: 0 });
  });

  test('the owner is asked again for an unknown code, and nobody else may search', async () => {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'askFind' });
    await owner.type('ZZZZZ-ZZZZ9');
    expect(read(owner)).toContain(t('failure-order-unknown'));
    const number = phone('0912');
    await owner.type(number);
    expect(read(owner)).toContain(t('number-orders-none'));
    const agent = await makeAgent(world, { language, owner });
    await forge(agent, { to: 'askFind' });
    expect(read(agent)).toContain(t('failure-not-allowed'));
  });
});

describe.each(journeyLanguages)('my orders by state, in %s', (language) => {
  const { t, phone } = storyIn(language, () => world);

  test('a seller filters by state, time and number, and pages keep the filter', async () => {
    const agent = await makeAgent(world, { language });
    const [usual, once] = [phone('0912'), phone('0912')];
    const sell = async (number: string, end: string) => {
      await forge(agent, { to: 'product', id: topUp.id, mobile: `98${number.slice(1)}` });
      await tap(agent, { to: 'confirm' });
      await agent.sees(says(language, `state-${end}`));
    };
    await sell(once, 'delivered');
    // It is noon, so that no midnight comes in between.
    world.pass(startOf(dayOf(world.now()) + 40) + day / 2 - world.now());
    for (let at = 0; at < 9; at += 1) {
      world.pass(61_000);
      await sell(usual, 'delivered');
    }
    await world.fault('purchase', '503', null);
    await sell(once, 'unsure');

    const listed = () =>
      keysOn(agent.last()).filter(({ press }) => press.to === 'order' || press.to === 'historyOrder');
    await agent.type('/orders');
    expect(listed()).toHaveLength(5);
    await tap(agent, { to: 'history', state: 'open' });
    expect(read(agent)).toContain(t('past-open'));
    expect(listed()).toHaveLength(1);
    await tap(agent, { to: 'historyOrder' });
    expect(read(agent)).toContain(spoken(once));
    await tap(agent, { to: 'history', state: 'open' });
    expect(listed()).toHaveLength(1);
    await world.fault('purchase', null);
    await expect.poll(async () => (await orderOf(once)).state, { timeout: 60_000 }).toBe('delivered');

    await agent.type('/orders');
    await tap(agent, { to: 'history', state: 'open' });
    expect(read(agent)).toContain(t('past-none'));
    await tap(agent, { to: 'history', state: 'delivered' });
    await tap(agent, { to: 'history', page: 2 });
    expect(listed()).toHaveLength(5);
    // Filters are on the first page.
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'history' && press.time === 'day')).toBe(false);
    await tap(agent, { to: 'history', page: 1 });
    await tap(agent, { to: 'history', state: 'delivered', time: 'day' });
    expect(labels(agent.last())).toContain(`🗓 ${t('past-time-day')}`);
    await tap(agent, { to: 'history', time: 'week' });
    await tap(agent, { to: 'history', time: 'month' });
    await tap(agent, { to: 'history', page: 2 });
    expect(listed()).toHaveLength(5);
    await tap(agent, { to: 'history', page: 1 });
    await tap(agent, { to: 'askHistoryNumber' });
    await agent.type(once);
    expect(read(agent)).toContain(spoken(once));
    expect(listed()).toHaveLength(1);
    // The text above says it once, because the buttons have no room for it.
    expect(labels(agent.last()).join()).not.toContain(spoken(once));
    expect(labels(agent.last())).toContain(t('key-any-number'));
    await tap(agent, { to: 'history', time: 'all' });
    expect(listed()).toHaveLength(2);
    await tap(agent, { to: 'history', state: 'rejected' });
    expect(read(agent)).toContain(t('past-none'));
    await tap(agent, { to: 'history', state: 'all' });
    await tap(agent, { to: 'orders' });
    expect(listed()).toHaveLength(5);
  });

  test('a customer with few orders sees no filters', async () => {
    const customer = await greet(world, { language });
    const number = phone('0912');
    await forge(customer, { to: 'product', id: topUp.id, mobile: `98${number.slice(1)}` });
    await tap(customer, { to: 'confirm' });
    await customer.sees(says(language, 'state-delivered'));
    await customer.type('/orders');
    expect(() => find(customer, { to: 'history' })).toThrow();
  });
});
