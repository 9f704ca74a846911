import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { makeAgent } from '#test/support/agents.ts';
import { forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { inStorage, labels, read, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

const tenGigabytes = 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت';

let numbers = 0;
const newNumber = (prefix = '0912') => {
  numbers += 1;
  return `${prefix}${String(7_000_000 + numbers)}`;
};

describe.each(journeyLanguages)('after a purchase, in %s', (language) => {
  const { t, money, price, ware } = storyIn(language, () => world);
  const text = (key: string, variables?: Parameters<typeof says>[2]) => says(language, key, variables);
  const toman = (rials: number) => money(rials, 'toman');

  test('a person sees first what others buy most for this kind of number', async () => {
    const monthly = await ware(1, 'credit', tenGigabytes);
    const weekly = await ware(1, 'credit', 'بسته اینترنت ۷ روزه ۱ گیگابایت');
    const others = await ware(2, 'credit', tenGigabytes);
    const day = dayOf(world.now());
    const sums = { base: 1, vat: 0, total: 1, discount: 0, known: 0, cost: 0, profit: 0, title: null, title_en: null };
    const sold = ({ id }: { id: number }, count: number) =>
      ({ seller_id: 0, part: 'product', part_id: id, day, count, ...sums }) as const;
    const rows = [sold(others, 99), sold(monthly, 3), sold(weekly, 7)];
    await inStorage(world, ({ db }) =>
      db
        .insertInto('daily_sales')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    const buyer = await greet(world, { language });
    await buyer.type(newNumber());
    await tap(buyer, { to: 'shelf', type: 'data' });
    expect(read(buyer)).toContain(text('shelf-best'));
    const first = keysOn(buyer.last()).flatMap(({ press }) => (press.to === 'product' ? [press.id] : []));
    expect(first).toEqual([weekly.id, monthly.id]);
    expect(labels(buyer.last())[0]).toMatch(/^🔥 /);
    await tap(buyer, { to: 'product', id: monthly.id });
    expect(read(buyer)).toContain(text('confirm-title'));
  });

  test('a buyer reads the credit that arrives, the tax on top, and the balance after it', async () => {
    const buyer = await greet(world, { language, wallet: 1_000_000 });
    const mobile = newNumber();
    await buyer.type(`${mobile} 10000 toman`);
    expect(read(buyer)).toContain(t('confirm-credit', { base: toman(100_000) }));
    expect(read(buyer)).toContain(t('confirm-vat', { percent: 10, vat: toman(10_000) }));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(text('state-delivered'));
    const receipt = read(buyer);
    const named = { fa: 'شارژ ۱۰٬۰۰۰ تومانی', en: 'Top-up of 10,000 tomans' }[language];
    expect(receipt).toContain(`${named}\n`);
    expect(receipt).toContain(toman(110_000));
    expect(receipt).toContain(t('receipt-balance', { balance: toman(890_000) }));
    const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(receipt) ?? [];

    await forge(buyer, { to: 'statement', page: 1 });
    expect(read(buyer)).toMatch(new RegExp(`${named} · ${spoken(mobile)} · ${code}`));
    await forge(buyer, { to: 'setSim', mobile: `98${mobile.slice(1)}`, sim: 'prepaid', purpose: 'any' });
    await forge(buyer, { to: 'label', mobile: `98${mobile.slice(1)}` });
    await buyer.type('Mrs K');
    await buyer.type('/orders');
    expect(labels(buyer.last())[0]).toMatch(/^✅ ⚡ (۱۰٬۰۰۰ ت|10,000 T) · Mrs K · [\d۰-۹]{1,2}:[\d۰-۹]{2}$/);
  });

  test('a buyer reads in Persian that a data package is active instead of delivered', async () => {
    const buyer = await greet(world, { language, wallet: 5_000_000 });
    const { id } = await ware(1, 'credit', tenGigabytes);
    await forge(buyer, { to: 'product', id, mobile: `98${newNumber().slice(1)}` });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(text('state-activated'));
    await tap(buyer, { to: 'share' });
    const [link = ''] = /https:\/\/t\.me\/\S+/.exec(buyer.last().text) ?? [];
    await buyer.open(link);
    expect(read(buyer)).toContain(text('state-activated'));
  });

  test('an agent passes a receipt on without the balance, which is on a button and on the order’s page', async () => {
    const agent = await makeAgent(world, { language });
    await forge(agent, { to: 'product', id: topUp.id, mobile: `98${newNumber().slice(1)}` });
    await tap(agent, { to: 'confirm' });
    await agent.sees(text('state-delivered'));
    for (const key of ['receipt-balance', 'receipt-debt'])
      expect(read(agent)).not.toContain(t(key, { balance: '', debt: '' }).trim());
    expect(labels(agent.last()).at(-1)).toBe(t('key-debt-after', { debt: price(topUp.total) }));
    await tap(agent, { to: 'wallet' });
    expect(read(agent)).toContain(t('wallet-debt', { debt: money(topUp.total) }));
    await agent.type('/orders');
    await tap(agent, { to: 'order' });
    expect(read(agent)).toContain(t('receipt-debt', { debt: money(topUp.total) }));
  });

  test('a buyer reads an example of the tax, and a wonder top-up has the name that buyers use', async () => {
    const buyer = await greet(world, { language });
    const mobile = `98${newNumber('0935').slice(1)}`;
    await forge(buyer, { to: 'topup', mobile });
    expect(read(buyer)).toContain(t('topup-price', { credit: toman(1_000_000), price: toman(1_100_000) }));
    const wonder = labels(buyer.last()).find((label) => label.includes({ fa: 'شگفت‌انگیز', en: 'Wonder' }[language]));
    expect(wonder).toBeDefined();
    await tap(buyer, { to: 'shelf', type: 'topup', all: 'yes' });
    const rows = labels(buyer.last()).map((label) => label.replace(/\s/g, ' '));
    expect(rows).toContain({ fa: '۱٬۰۰۰ تومانی · ۱٬۱۰۰ ت', en: '1,000 tomans · 1,100 T' }[language]);
    expect(rows.join()).not.toMatch(/ریال|rial/);
  });
});
