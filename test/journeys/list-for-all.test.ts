import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, greet, keysOn, languages, says, tap, topUp } from '#test/support/buyer.ts';
import { read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 450 });
  owner = await meetOwner(world, 'fa');
});
afterAll(() => world.close());

const leads = (person: Person): string[] => keysOn(person.last()).map(({ press }) => press.to);

describe.each(languages)('what is said for a whole list, in %s', (language) => {
  const inWords = language === 'fa';
  async function agent(): Promise<Person> {
    const seller = await makeAgent(world, { language, owner });
    await world.grant(seller.id, 9_000_000);
    return seller;
  }

  async function bought(person: Person, count: number): Promise<string[]> {
    const before = (await world.sales()).length;
    await tap(person, { to: 'bulkConfirm' });
    await expect.poll(async () => (await world.sales()).length).toBe(before + count);
    return (await world.sales()).slice(before).map(({ mobile }) => mobile);
  }

  test('a last or a first line is for every number without an item of its own', async () => {
    const seller = await agent();
    for (const text of [
      inWords
        ? '۰۹۳۵۱۱۱۲۲۳۳ ۵۰ هزار تومان\n۰۹۱۲۲۲۲۳۳۴۴\nهمه ۲۰ هزار تومان'
        : '09351112233 50k toman\n09122223344\neveryone 20k toman',
      inWords
        ? 'نفری ۲۰ هزار تومان\n۰۹۳۵۱۱۱۲۲۳۴ ۵۰ هزار تومان\n۰۹۱۲۲۲۲۳۳۴۵'
        : 'each 20k toman\n09351112234 50k toman\n09122223345',
    ]) {
      await seller.type(text);
      expect(leads(seller)).toContain('bulkConfirm');
      await bought(seller, 2);
    }
    const prices = (await world.sales()).slice(-4).map(({ price }) => price);
    expect(prices.toSorted((one, other) => one - other)).toEqual([220_000, 220_000, 550_000, 550_000]);
  });

  test('a package for all is found for each operator', async () => {
    const seller = await agent();
    await seller.type(
      inWords ? '۰۹۳۵۱۱۱۲۲۳۳\n۰۹۱۲۲۲۲۳۳۴۴\nهمه ۱۰ گیگ ماهانه' : '09351112233\n09122223344\neveryone 10 GB monthly',
    );
    expect(leads(seller)).toContain('bulkConfirm');
  });

  test('"x2" and «دو تا» are one list with one Confirm; row numbers and brackets are no amounts', async () => {
    const seller = await agent();
    await seller.type(inWords ? '۰۹۳۵۱۱۱۲۲۵۵ ۲۰ هزار تومان دو تا' : '09351112255 20k toman x2');
    expect(await bought(seller, 2)).toEqual(['989351112255', '989351112255']);
    await seller.type('09351112281 20k toman x2\n* 09351112282 20k toman');
    expect((await bought(seller, 3)).filter((mobile) => mobile === '989351112282')).toHaveLength(1);
    await seller.type(
      inWords
        ? '۱- ۰۹۳۵۱۱۱۲۲۶۶ ۲۰ هزار تومان\n۲- (0935) 111 22 77 20 هزار تومان'
        : '1) 09351112266 20k toman\n2) (0935) 111 22 77 20k toman',
    );
    expect(new Set(await bought(seller, 2))).toEqual(new Set(['989351112266', '989351112277']));
  });

  test('a repeat on purpose is not questioned: «دوباره» is a Confirm without a warning, "x2" a list', async () => {
    const seller = await agent();
    await forge(seller, { to: 'product', id: topUp.id, mobile: '989121234567' });
    await tap(seller, { to: 'confirm' });
    await seller.sees(says(language, 'state-delivered'));
    await seller.type(inWords ? 'دوباره' : 'again');
    expect(leads(seller)).toContain('confirm');
    expect(read(seller)).not.toMatch(/⚠️/u);
    await seller.type('x2');
    expect(await bought(seller, 2)).toEqual(['989121234567', '989121234567']);
  });

  test('a repeat of what is still on its way says so', async () => {
    const seller = await agent();
    await world.fault('purchase', '503', null);
    await forge(seller, { to: 'product', id: topUp.id, mobile: '989121234599' });
    await tap(seller, { to: 'confirm' });
    await seller.sees(says(language, 'state-unsure'));
    await seller.type(inWords ? 'دوباره' : 'again');
    expect(read(seller)).toMatch(/⚠️/u);
    await world.fault('purchase', null);
    await seller.sees(says(language, 'state-delivered'));
  });

  test('who does not sell buys one after the other, and reads so', async () => {
    const buyer = await greet(world, { language });
    await buyer.type(inWords ? '۰۹۱۲۱۲۳۴۵۶۷ ۲۰ هزار تومان دو تا' : '09121234567 20k toman x2');
    expect(read(buyer)).toContain(says(language, 'one-at-a-time'));
    const [next] = keysOn(buyer.last());
    await buyer.forge(next?.data ?? '', { message: buyer.last().id });
    expect(leads(buyer)).toContain('confirm');
  });
});
