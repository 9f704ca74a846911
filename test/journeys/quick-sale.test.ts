import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, orderOn, rangedTopUpId, says, tap, topUp } from '#test/support/buyer.ts';
import { minute } from '#test/support/clock.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

let numbers = 0;
const newNumber = (prefix = '0912') => {
  numbers += 1;
  return `${prefix}${String(4_000_000 + numbers)}`;
};
const stored = (mobile: string) => `98${mobile.slice(1)}`;
const soldTo = async (mobile: string) => (await world.sales()).filter((sale) => sale.mobile === stored(mobile));

describe.each(journeyLanguages)('a person who buys in one line, in %s', (language) => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says(language, key, variables);
  const backKeys = language === 'fa' ? ['home', 'number'] : ['number', 'home'];

  test.each([
    ['5000', 50_000],
    ['۵٬۰۰۰', 50_000],
    ['5000 toman', 50_000],
    ['۵۰ تومن', 500_000],
    ['۵۰ هزار تومان', 500_000],
    ['50k toman', 500_000],
    ['شارژ ۵۰۰۰', 50_000],
    ['5 هزار', 50_000],
    ['100,000 rials', 100_000],
  ])('buys with a number and "%s" in one message and one tap', async (amount, rials) => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await buyer.type(`${mobile} ${amount}`);
    expect(buyer.last().text).toContain(t('confirm-title'));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    expect(await soldTo(mobile)).toMatchObject([{ price: rials + rials / 10 }]);
  });

  test('gets a warning for a repeated line while its order is open, however late', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await world.fault('purchase', '503', null);
    await buyer.type(`${mobile} 5000`);
    const order = orderOn(buyer);
    await tap(buyer, { to: 'confirm' });
    const [first] = await look(world, ({ db }) =>
      db.selectFrom('orders').select('webservice_code').where('id', '=', order).execute(),
    );
    for (const later of [0, 12 * minute]) {
      world.pass(later);
      await buyer.type(`${mobile} 5000`);
      expect(read(buyer)).toContain(t('confirm-on-its-way', { code: first?.webservice_code ?? '' }));
      const [[confirm] = []] = buyer.last().message.reply_markup?.inline_keyboard ?? [];
      expect(confirm).not.toHaveProperty('style', 'success');
    }
    await buyer.type(`${newNumber()} 5000`);
    expect(read(buyer)).not.toContain(t('confirm-on-its-way', { code: first?.webservice_code ?? '' }));
    await world.fault('purchase', null);
    world.pass(minute);
    await buyer.sees(t('state-delivered'));
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('is asked about an amount that is as plausible in the other unit', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await buyer.type(`${mobile} 20000`);
    expect(buyer.last().text).toContain(t('quick-sale-which'));
    const amounts = keysOn(buyer.last()).flatMap(({ press }) => (press.to === 'credit' ? [press.credit] : []));
    expect(amounts).toEqual([200_000, 20_000]);
    await tap(buyer, { to: 'credit', credit: 20_000 });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    expect(await soldTo(mobile)).toMatchObject([{ price: 22_000 }]);
  });

  test('is asked whether a small number means thousands of tomans or gigabytes', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await buyer.type(`${mobile} 50`);
    expect(buyer.last().text).toContain(t('quick-sale-which'));
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toEqual(['credit', 'product', ...backKeys]);
    await tap(buyer, { to: 'credit', credit: 500_000 });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    expect(await soldTo(mobile)).toMatchObject([{ price: 550_000 }]);
  });

  test.each(['10gb monthly', '۱۰ گیگ ماهانه', '10 GB 30 days'])(
    'gets the one package that fits a number and "%s", one tap from buying',
    async (words) => {
      const buyer = await greet(world, { language, wallet: 5_000_000 });
      const mobile = newNumber();
      await buyer.type(`${mobile} ${words}`);
      expect(buyer.last().text).toContain(t('confirm-title'));
      expect(buyer.last().text).not.toMatch(/night|شبانه/);
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(t('state-activated'));
      expect(await soldTo(mobile)).toHaveLength(1);
    },
  );

  test('gets all packages that fit the words', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await buyer.type(`10gb ${mobile}`);
    expect(buyer.last().text).toContain(t('quick-sale-which'));
    const products = keysOn(buyer.last()).filter(({ press }) => press.to === 'product');
    expect(products.length).toBeGreaterThan(1);
    expect(products.length).toBeLessThanOrEqual(8);
  });

  test('can write the label of a saved number instead of the number', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await buyer.type(mobile);
    await forge(buyer, { to: 'label', mobile: stored(mobile) });
    await buyer.type('مامان');
    await buyer.type('مامان ۵۰۰۰');
    expect(buyer.last().text).toContain(t('confirm-title'));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    expect(await soldTo(mobile)).toMatchObject([{ price: 55_000 }]);
    await buyer.type('مامان');
    expect(find(buyer, { to: 'topup' }).press).toMatchObject({ mobile: stored(mobile) });

    // A second number has that name: the bot asks which one and keeps the amount.
    const other = newNumber();
    await buyer.type(other);
    await forge(buyer, { to: 'label', mobile: stored(other) });
    await buyer.type('مامان');
    await buyer.type('مامان ۵۰۰۰');
    expect(buyer.last().text).toContain(t('quick-sale-whose'));
    const choices = keysOn(buyer.last()).flatMap(({ press }) => (press.to === 'credit' ? [press.mobile] : []));
    expect(new Set(choices)).toEqual(new Set([stored(mobile), stored(other)]));
    await tap(buyer, { to: 'credit', mobile: stored(other) });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees((shown) => shown.text.includes(t('state-delivered')) && shown.html.includes(other.slice(-4)));
    expect(await soldTo(other)).toMatchObject([{ price: 55_000 }]);
  });

  test('gets the same again by replying to an old receipt with a number', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, stored(newNumber()));
    await tap(buyer, { to: 'confirm' });
    const receipt = await buyer.sees(t('state-delivered'));
    const mobile = newNumber();
    await buyer.type(mobile, { replyTo: receipt.id });
    expect(buyer.last().text).toContain(t('confirm-title'));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees((message) => message.id > receipt.id && message.text.includes(t('state-delivered')));
    expect(await soldTo(mobile)).toMatchObject([{ price: topUp.total }]);
  });

  test('gets to the number when the other words mean nothing', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    for (const text of [`سلام ${mobile}`, `Ali: ${mobile}`, `${mobile} please`]) {
      await buyer.type(text);
      expect(buyer.last().text).not.toContain(t('quick-sale-which'));
      expect(keysOn(buyer.last()).some(({ press }) => press.to === 'confirm')).toBe(false);
    }
    // The bot names an item that is meant but not sold.
    await buyer.type(`${mobile} 1.7 gb`);
    expect(read(buyer)).toContain(t('quick-sale-none', { words: '1.7 gb' }));
    expect(find(buyer, { to: 'topup' }).press).toMatchObject({ mobile: stored(mobile) });
  });

  test('gets the amounts of the number when the amount is outside the limits', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await buyer.type(`${mobile} 900,000,000 toman`);
    expect(find(buyer, { to: 'credit' }).press).toMatchObject({ id: rangedTopUpId, mobile: stored(mobile) });
  });

  test('buys a monthly package for a new number with one message and four taps', async () => {
    const buyer = await greet(world, { language, wallet: 5_000_000 });
    const mobile = newNumber();
    await buyer.type(mobile);
    await tap(buyer, { to: 'shelf', type: 'data' });
    const monthly = buyer
      .last()
      .message.reply_markup?.inline_keyboard.flat()
      .find(({ text }) => /ماهانه|monthly/i.test(text));
    await buyer.press(monthly?.text ?? '');
    await tap(buyer, { to: 'product' });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-activated'));
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('can type an amount where amounts are shown, and a bad one keeps the question', async () => {
    const buyer = await greet(world, { language });
    const mobile = newNumber();
    await buyer.type(mobile);
    await tap(buyer, { to: 'topup' });
    for (const bad of ['1 rial', '2 rials', '3 rials', '4 rials']) {
      await buyer.type(bad);
      expect(find(buyer, { to: 'credit' }).press).toMatchObject({ mobile: stored(mobile), credit: 10_000 });
    }
    await buyer.type('۵ تومن');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    expect(await soldTo(mobile)).toMatchObject([{ price: 55_000 }]);
  });
});
