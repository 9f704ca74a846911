import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { find, keysOn, languages, says, tap } from '#test/support/buyer.ts';
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

describe.each(languages)('repairing a list, in %s', (language) => {
  const amount = language === 'fa' ? '۲۰ هزار تومان' : '20k toman';
  const wrong = [`09351112233 ${amount}`, `0935111224 ${amount}`, '09351112255 999 gb', `0912111227 ${amount}`].join(
    '\n',
  );

  async function listed(): Promise<Person> {
    const seller = await makeAgent(world, { language, owner });
    await world.grant(seller.id, 9_000_000);
    await seller.type(wrong);
    return seller;
  }

  test('all wrong rows come back corrected in one message; what is not named stays', async () => {
    const seller = await listed();
    await tap(seller, { to: 'bulkFix', out: 'no' });
    expect(read(seller)).toContain(says(language, 'bulk-fix-hint'));
    expect(read(seller)).toContain('0935111224');
    expect(read(seller)).toContain('09351112255 999 gb');
    await seller.type(`09351112244\n${amount}\n09121112277`);
    expect(leads(seller)).toContain('bulkConfirm');
    expect(read(seller)).toContain(
      says(language, 'bulk-row-now', { number: '', what: '', price: '' }).split(':')[0] ?? '',
    );
    const before = (await world.sales()).length;
    await tap(seller, { to: 'bulkConfirm' });
    await expect.poll(async () => (await world.sales()).length).toBe(before + 4);
    const sales = (await world.sales()).slice(before);
    expect(new Set(sales.map(({ mobile }) => mobile))).toEqual(
      new Set(['989351112233', '989351112244', '989351112255', '989121112277']),
    );
    expect(new Set(sales.map(({ price }) => price))).toEqual(new Set([220_000]));
  });

  test('a line of "-" leaves its row out; what is still wrong is asked for again; another count is said', async () => {
    const seller = await listed();
    await tap(seller, { to: 'bulkFix', out: 'no' });
    await seller.type('09351112244\n-');
    expect(read(seller)).toContain(says(language, 'failure-list-lines', { count: 3 }));
    await seller.type('09351112244\n-\n091211122');
    expect(read(seller)).toContain(says(language, 'bulk-number-invalid', { count: 1, which: '' }).split(':')[0] ?? '');
    await tap(seller, { to: 'bulkRow' });
    await tap(seller, { to: 'bulkRowOut', out: 'yes' });
    expect(leads(seller)).toContain('bulkConfirm');
  });

  test('every wrong row can be left out, also one that is no number, and skipped for the next one', async () => {
    const seller = await listed();
    await tap(seller, { to: 'bulkFix', out: 'no' });
    await tap(seller, { to: 'bulkRow' });
    const first = find(seller, { to: 'bulkRowOut' }).press;
    await seller.press(says(language, 'key-next'));
    const second = find(seller, { to: 'bulkRowOut' }).press;
    expect(second).not.toEqual(first);
    await tap(seller, { to: 'bulkRowOut', out: 'yes' });
    await tap(seller, { to: 'bulkRowOut', out: 'yes' });
    await tap(seller, { to: 'bulkRowOut', out: 'yes' });
    expect(leads(seller)).toContain('bulkConfirm');
    const other = await listed();
    await tap(other, { to: 'bulkFix', out: 'no' });
    await tap(other, { to: 'bulkFix', out: 'yes' });
    expect(leads(other)).toContain('bulkConfirm');
  });

  test('two lines with the same number are one purchase', async () => {
    const seller = await listed();
    await tap(seller, { to: 'bulkFix', out: 'no' });
    await seller.type(`09351112288 ${amount}\n-\n09351112288 ${amount}`);
    const before = (await world.sales()).length;
    await tap(seller, { to: 'bulkConfirm' });
    await expect.poll(async () => (await world.sales()).length).toBe(before + 2);
  });
});
