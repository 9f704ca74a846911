import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { inStorage, labels, read, spoken, storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

const tenGigabytes = 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت';

describe.each(journeyLanguages)('once more, in %s', (language) => {
  const { t, money, price, phone, ware, sold } = storyIn(language, () => world);
  const short = { fa: '۱۰ گیگ ۳۰ روز', en: '10 GB 30 days' }[language];

  async function buys(person: Person, number: string, product = tenGigabytes): Promise<number> {
    const { id, total } = await ware(1, 'credit', product);
    await forge(person, { to: 'product', id, mobile: `98${number.slice(1)}` });
    await tap(person, { to: 'confirm' });
    await person.sees(says(language, 'state-activated'));
    return total;
  }

  test('a customer buys the same for the same number from home with one tap and Confirm', async () => {
    const buyer = await greet(world, { language, wallet: 10_000_000 });
    await buyer.type('/start');
    expect(labels(buyer.last())).toHaveLength(8);
    const number = phone('0912');
    const total = await buys(buyer, number);

    await buyer.type('/start');
    const again = unmarked(labels(buyer.last())[0] ?? '');
    expect(again).toContain(`↻ ${short.slice(0, 5)}`);
    expect(again).toContain(` · …${number.slice(-4)} · ${unmarked(price(total, 'toman'))}`);
    await tap(buyer, { to: 'again' });
    expect(read(buyer)).toContain(spoken(number));
    await tap(buyer, { to: 'confirm' });
    await expect.poll(() => sold(number)).toHaveLength(2);

    await forge(buyer, { to: 'label', mobile: `98${number.slice(1)}` });
    await buyer.type('Mother');
    const ending = phone('0912');
    await buys(buyer, ending, 'بسته اینترنت ۷ روزه ۱ گیگابایت');
    await buys(buyer, phone('0912'));
    const confirmedAt = Date.now() - 5 * 86_400_000;
    await inStorage(world, ({ db }) =>
      db
        .updateTable('orders')
        .set({ confirmed_at: confirmedAt })
        .where('mobile', '=', `98${ending.slice(1)}`)
        .execute(),
    );
    await forge(buyer, { to: 'home' });
    const home = labels(buyer.last());
    expect(home[0]).toContain(`…${ending.slice(-4)}`);
    expect(home).toHaveLength(10);
    expect(home.filter((label) => label.startsWith('↻ '))).toHaveLength(2);
  });

  test.each(['customer', 'agent'])('a %s sees the current price on the page of a number', async (role) => {
    const buyer =
      role === 'agent'
        ? await makeAgent(world, { language, limit: 100_000_000 })
        : await greet(world, { language, wallet: 10_000_000 });
    await forge(buyer, { to: 'unit', unit: 'toman' });
    const number = phone('0912');
    const total = await buys(buyer, number);
    const old = { base: 20_000, vat: 2_000, total: 22_000, charge: 22_000 };
    await inStorage(world, ({ db }) =>
      db
        .updateTable('orders')
        .set(old)
        .where('mobile', '=', `98${number.slice(1)}`)
        .execute(),
    );
    await buys(buyer, number);
    await buyer.type('/start');
    await buyer.type(number);
    const again = labels(buyer.last()).filter((label) => label.startsWith('↻ '));
    expect(again).toEqual([`↻ ${short} · ${price(total, 'toman')}`]);
    await tap(buyer, { to: 'again' });
    expect(read(buyer)).toContain(money(total, 'toman'));
    // An item that is not sold any more has no price.
    await inStorage(world, ({ db }) =>
      db
        .updateTable('orders')
        .set({ product_id: 99_999_999 })
        .where('mobile', '=', `98${number.slice(1)}`)
        .where('state', '=', 'delivered')
        .execute(),
    );
    await buyer.type('/start');
    await buyer.type(number);
    expect(labels(buyer.last())[0]).toBe(`↻ ${short}`);
  });

  test('the page of a number offers what it got and what the buyer got for others', async () => {
    const buyer = await greet(world, { language, wallet: 10_000_000 });
    const [first, second] = [phone('0912'), phone('0912')];
    const total = await buys(buyer, first);
    await buyer.type(first);
    expect(labels(buyer.last())[0]).toBe(`↻ ${short} · ${price(total, 'toman')}`);
    await tap(buyer, { to: 'again' });
    expect(read(buyer)).toContain(spoken(first));

    await buyer.type(second);
    expect(labels(buyer.last())[0]).toBe(`↻ ${short} · ${price(total, 'toman')}`);
    expect(labels(buyer.last()).length).toBeLessThanOrEqual(10);
    await tap(buyer, { to: 'product' });
    expect(read(buyer)).toContain(spoken(second));
  });

  test('the history begins with what was bought and then says for whom', async () => {
    const agent = await makeAgent(world, { language });
    const number = phone('0912');
    await buys(agent, number);
    await agent.type('/orders');
    expect(labels(agent.last())[0]).toMatch(new RegExp(`^✅ .+ · …${number.slice(-4)} · .+`));
    await tap(agent, { to: 'order' });
    await tap(agent, { to: 'orders' });
    await forge(agent, { to: 'history', page: 1, state: 'all', time: 'all', mobile: `98${number.slice(1)}` });
    expect(labels(agent.last())[0]).toMatch(new RegExp(`^✅ ${short} · [\\d۰-۹]+:`));
  });

  test('a failed order can be tried again, and a delivered one bought again', async () => {
    const buyer = await greet(world, { language, wallet: 10_000_000 });
    const number = phone('0912');
    await world.fault('purchase', 'rejected', 1);
    const { id } = await ware(1, 'credit', tenGigabytes);
    await forge(buyer, { to: 'product', id, mobile: `98${number.slice(1)}` });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-rejected'));
    expect(labels(buyer.last())).toContain(t('key-try-again'));
    expect(labels(buyer.last())).not.toContain(t('key-buy-again'));
    // A failed order is not offered as a shortcut.
    await buyer.type('/start');
    expect(labels(buyer.last())).toHaveLength(8);
    await tap(buyer, { to: 'again' });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-activated'));
    expect(labels(buyer.last())).toContain(t('key-buy-again'));
  });

  test('the counts of the categories add up to the count of everything', async () => {
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'sims', type: 'data', operator: 1 });
    await tap(buyer, { to: 'shelf', sim: 'prepaid' });
    const counts = (label: string) => {
      const [, count] = /\((.+)\)$/.exec(label) ?? [];
      return count === undefined
        ? []
        : [Number(count.replace(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit))))];
    };
    const shown = labels(buyer.last());
    const sum = (some: readonly string[]) => some.flatMap(counts).reduce((total, count) => total + count, 0);
    const everything = shown.filter((label) => label === t('key-all', { count: sum([label]) }));
    expect(sum(everything)).toBeGreaterThan(20);
    expect(sum(shown)).toBe(2 * sum(everything));
    // The gateway's own offers have no count and come on top.
    await tap(buyer, { to: 'shelf', all: 'yes' });
    await tap(buyer, { to: 'shelfOptions' });
    expect(labels(buyer.last())).toContain({ fa: 'پیشنهاد ویژه', en: 'Special offers' }[language]);
  });

  test('Back from a package keeps the order of the list', async () => {
    const buyer = await greet(world, { language });
    const number = phone('0912');
    for (const isFor of [true, false]) {
      await (isFor ? buyer.type(number) : forge(buyer, { to: 'sims', type: 'data', operator: 1 }));
      await tap(buyer, { to: 'shelf', type: 'data' });
      await tap(buyer, { to: 'shelf', all: 'yes' });
      await tap(buyer, { to: 'shelfOptions' });
      await buyer.press(t('sort-price'));
      await tap(buyer, { to: 'sortedProduct' });
      if (isFor) await tap(buyer, { to: 'change' });
      await buyer.press(t(isFor ? 'key-change-package' : 'key-back'));
      expect(find(buyer, { to: 'sortedProduct' }).press).toMatchObject({ sort: 'price' });
    }
  });

  test('a search finds mobile packages before TD-LTE', async () => {
    const buyer = await greet(world, { language });
    await buyer.type({ fa: 'ماهانه', en: 'monthly' }[language]);
    const found = keysOn(buyer.last()).flatMap(({ press }) => (press.to === 'product' ? [press.id] : []));
    expect(found.length).toBe(6);
    expect(labels(buyer.last()).slice(0, 6).join()).not.toContain('TD-LTE');
  });
});
