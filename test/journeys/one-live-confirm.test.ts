import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, orderOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { read, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
  owner = await meetOwner(world, 'fa');
  await forge(owner, { to: 'askBankCard' });
  await owner.type('۶۰۳۷ ۹۹۱۱ ۱۱۱۱ ۱۱۱۲ سارا احمدی');
});
afterAll(() => world.close());

describe.each(journeyLanguages)('a sale has only one live Confirm, in %s', (language) => {
  const { t, isReceipt, phone, sold } = storyIn(language, () => world);
  const amount = { fa: 'شارژ ۵۰۰۰۰ ریال', en: '50000 rials' }[language];

  const buyer = () => greet(world, { language, wallet: 10_000_000 });

  /** Makes a whole sale in one line and returns its Confirm button, which stays where it is. */
  async function line(person: Person, number: string, what = amount) {
    await person.type(`${number} ${what}`);
    return find(person, { to: 'confirm' });
  }

  const press = (person: Person, { data, message }: { readonly data: string; readonly message: number }) =>
    person.forge(data, { message });

  const textOf = (person: Person, message: number) =>
    person
      .messages()
      .find(({ id }) => id === message)
      ?.text.replaceAll('\u00a0', ' ') ?? '';

  test('a buyer who types a line twice sees the first Confirm replaced and buys once', async () => {
    const person = await buyer();
    const number = phone('0912');
    const first = await line(person, number);
    const second = await line(person, number);
    expect(second.message).not.toBe(first.message);
    // The message above says so by itself.
    world.pass(1_000);
    await expect.poll(() => textOf(person, first.message)).toContain(t('retired'));
    await press(person, first);
    expect(await sold(number)).toHaveLength(0);
    expect(textOf(person, first.message)).toContain(t('retired'));
    await press(person, second);
    await person.sees(isReceipt);
    await press(person, first);
    await world.telegram.quiet();
    expect(await sold(number)).toHaveLength(1);
  });

  test('a buyer who presses the replaced message gets the newer Confirm, which buys', async () => {
    const person = await buyer();
    const number = phone('0912');
    const first = await line(person, number);
    await line(person, number);
    const newer = orderOn(person);
    await press(person, first);
    await person.forge(find(person, { to: 'again' }).data, { message: first.message });
    const shown = person.messages().find(({ id }) => id === first.message);
    expect(shown && keysOn(shown).find(({ press: key }) => key.to === 'confirm')?.press).toMatchObject({
      order: newer,
    });
    await forge(person, { to: 'confirm', order: newer }, { message: first.message });
    await person.sees(isReceipt);
    expect(await sold(number)).toHaveLength(1);
  });

  test('a buyer who types a promo code below a Confirm cannot buy above at the old price', async () => {
    const code = `ONE${language.toUpperCase()}`;
    await forge(owner, { to: 'askPromoTerms', audience: 'everyone', operator: null, type: null });
    await owner.type(`${code} 10% 0 0`);
    await tap(owner, { to: 'makePromo' });
    const person = await buyer();
    const number = phone('0912');
    const first = await line(person, number);
    await person.type(code);
    const second = find(person, { to: 'confirm' });
    expect(second.data).not.toBe(first.data);
    await press(person, first);
    expect(await sold(number)).toHaveLength(0);
    await press(person, second);
    await person.sees(isReceipt);
    expect(await sold(number)).toHaveLength(1);
  });

  test.each(['cancel', '/cancel', 'never mind', 'لغو', 'بی‌خیال', 'بیخیال شدم', 'انسَ الأمر'])(
    'a buyer who types a line and then "%s" can no longer buy by the Confirm above',
    async (word) => {
      const person = await buyer();
      const number = phone('0912');
      const confirm = await line(person, number);
      await person.type(word);
      expect(read(person)).toContain(spoken(number));
      expect(read(person)).toContain(says(language, 'home-title'));
      world.pass(1_000);
      await expect.poll(() => textOf(person, confirm.message)).toContain(says(language, 'state-cancelled'));
      await press(person, confirm);
      await world.telegram.quiet();
      expect(await sold(number)).toHaveLength(0);
    },
  );

  test('a buyer with two numbers open cancels the newest by "cancel" and the other by a reply', async () => {
    const person = await buyer();
    const numbers = [phone('0912'), phone('0912'), phone('0912')] as const;
    const first = await line(person, numbers[0]);
    const second = await line(person, numbers[1]);
    const third = await line(person, numbers[2]);
    await person.type('cancel');
    expect(read(person)).toContain(spoken(numbers[2]));
    expect(read(person)).toContain(t('confirms-open', { count: 2 }));
    await person.type('cancel', { replyTo: first.message });
    expect(read(person)).toContain(spoken(numbers[0]));
    expect(read(person)).toContain(t('confirms-open', { count: 1 }));
    for (const key of [first, third, second]) await press(person, key);
    await person.sees(isReceipt);
    expect(await Promise.all(numbers.map(async (number) => (await sold(number)).length))).toEqual([0, 1, 0]);
    await person.type('cancel');
    expect(read(person)).toContain(t('left'));
  });

  test('a buyer who types "menu" keeps the Confirm', async () => {
    const person = await buyer();
    const number = phone('0912');
    const confirm = await line(person, number);
    await person.type('menu');
    await press(person, confirm);
    await person.sees(isReceipt);
    expect(await sold(number)).toHaveLength(1);
  });

  test('a buyer can also cancel in words a screen that was reached by buttons', async () => {
    const person = await buyer();
    const number = phone('0912');
    await person.type(number);
    await forge(person, { to: 'product', id: topUp.id, mobile: `98${number.slice(1)}` });
    const confirm = find(person, { to: 'confirm' });
    await person.type('cancel');
    world.pass(1_000);
    await expect.poll(() => textOf(person, confirm.message)).toContain(says(language, 'state-cancelled'));
    await press(person, confirm);
    await world.telegram.quiet();
    expect(await sold(number)).toHaveLength(0);
  });

  test.each(['typed', 'chosen from recent numbers'])(
    'a buyer who changes the number, %s, can buy only for the new one',
    async (how) => {
      const person = await buyer();
      const [wrong, right] = [phone('0912'), phone('0912')];
      if (how !== 'typed') await person.type(right);
      const first = await line(person, wrong);
      await tap(person, { to: 'change' });
      await tap(person, { to: 'changeNumber' });
      if (how === 'typed') await person.type(right);
      else await tap(person, { to: 'renumber', mobile: `98${right.slice(1)}` });
      expect(read(person)).toContain(spoken(right));
      const second = find(person, { to: 'confirm' });
      await press(person, { data: first.data, message: second.message });
      expect(read(person)).toContain(t('retired'));
      await tap(person, { to: 'again' });
      await tap(person, { to: 'confirm' });
      await person.sees(isReceipt);
      expect([(await sold(wrong)).length, (await sold(right)).length]).toEqual([0, 1]);
    },
  );

  test('a buyer who pays exactly what was named gets a new Confirm, and the old one does not buy', async () => {
    const person = await buyer();
    const number = phone('0912');
    const first = await line(person, number);
    await tap(person, { to: 'change' });
    await tap(person, { to: 'payExactly' });
    const second = find(person, { to: 'confirm' });
    expect(second.data).not.toBe(first.data);
    await press(person, { data: first.data, message: second.message });
    expect(read(person)).toContain(t('retired'));
    await tap(person, { to: 'again' });
    await tap(person, { to: 'confirm' });
    await person.sees(isReceipt);
    expect(await sold(number)).toMatchObject([{ price: 50_000 }]);
  });

  test('an agent sells the same item to the same number twice on purpose, with a line and a tap each time', async () => {
    const agent = await makeAgent(world, { language, limit: 100_000_000 });
    const number = phone('0912');
    for (const times of [1, 2, 3]) {
      await agent.type(`${number} ${amount}`);
      await tap(agent, { to: 'confirm' });
      await expect.poll(() => sold(number)).toHaveLength(times);
      await world.telegram.quiet();
    }
  });

  test('an agent with two equal Confirms sells the second with one more tap', async () => {
    const agent = await makeAgent(world, { language, limit: 100_000_000 });
    const number = phone('0912');
    const first = await line(agent, number);
    const second = await line(agent, number);
    await press(agent, second);
    await agent.sees(isReceipt);
    await press(agent, first);
    expect(await sold(number)).toHaveLength(1);
    await tap(agent, { to: 'again' });
    await tap(agent, { to: 'confirm' });
    await expect.poll(() => sold(number)).toHaveLength(2);
  });

  test('an agent reads what a list has bought in the meantime before buying it again', async () => {
    const agent = await makeAgent(world, { language, limit: 100_000_000 });
    const [number, other] = [phone('0912'), phone('0912')];
    const single = await line(agent, number);
    await agent.type(`${number} ${amount}\n${other} ${amount}`);
    await tap(agent, { to: 'bulkConfirm' });
    await expect.poll(() => sold(number)).toHaveLength(1);
    await world.telegram.quiet();
    await press(agent, single);
    expect(await sold(number)).toHaveLength(1);
    expect(textOf(agent, single.message)).toContain(t('failure-bought-meanwhile'));
    await agent.forge(find(agent, { to: 'confirm' }).data, { message: single.message });
    await expect.poll(() => sold(number)).toHaveLength(2);
  });

  test('a buyer who types a line again while paying for it gets to its payment', async () => {
    const person = await greet(world, { language, wallet: 0 });
    const number = phone('0912');
    await person.type(`${number} ${amount}`);
    await tap(person, { to: 'pay' });
    const payment = person.last().text;
    await person.type(`${number} ${amount}`);
    expect(person.last().text).toBe(payment);
  });

  test('a buyer who presses Confirm of what is being paid gets to its payment, even after its own time', async () => {
    const person = await greet(world, { language, wallet: 60_000 });
    const paid = await line(person, phone('0912'));
    await press(person, await line(person, phone('0912')));
    await person.sees(isReceipt);
    // By now the wallet is too small.
    await press(person, paid);
    await tap(person, { to: 'pay' });
    const payment = textOf(person, paid.message);
    world.pass(11 * 60_000);
    await press(person, paid);
    expect(textOf(person, paid.message)).toBe(payment);
    expect(payment).toContain('6037 9911 1111 1112');
  });
});
