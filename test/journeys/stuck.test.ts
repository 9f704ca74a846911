import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, greet, keysOn, languages, says, tap, topUp } from '#test/support/buyer.ts';
import { read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
  owner = await meetOwner(world, 'fa');
});
afterAll(() => world.close());

const leads = (person: Person): string[] => keysOn(person.last()).map(({ press }) => press.to);

describe.each(languages)('in %s', (language) => {
  test('a number that is wrong twice brings three ways out, and the question stays open', async () => {
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'askNumber', purpose: 'topup' });
    await buyer.type('0912 123 456');
    expect(leads(buyer)).not.toContain('orders');
    const first = buyer.last().text;
    await buyer.type('0912 123 456');
    expect(buyer.last().text).not.toBe(first);
    expect(read(buyer)).toContain(says(language, 'not-understood-again'));
    expect(leads(buyer)).toEqual(['operators', 'orders', 'support']);
    await buyer.type('0912 123 45');
    expect(read(buyer)).not.toContain(says(language, 'not-understood-again'));
    await buyer.type('09121234567');
    expect(leads(buyer)).toContain('credit');
  });

  test('a wrong number that answers no question is not said twice in the same way', async () => {
    const buyer = await greet(world, { language });
    await buyer.type('0912 123 456');
    expect(leads(buyer)).not.toContain('orders');
    await buyer.type('0912 123 456');
    expect(leads(buyer)).toEqual(['operators', 'orders', 'support']);
  });

  test('an agent asks for the state of a number by its last digits', async () => {
    const seller = await makeAgent(world, { language, owner });
    const ends = language === 'fa' ? '4567' : '4568';
    for (const mobile of [`98912123${ends}`, `98912777${ends}`, '989121230000']) {
      await forge(seller, { to: 'product', id: topUp.id, mobile });
      await tap(seller, { to: 'confirm' });
      await seller.sees(says(language, 'state-delivered'));
    }
    await seller.type(language === 'fa' ? 'وضعیت ۰۰۰۰' : 'state 0000');
    expect(read(seller)).toContain('0912 123 0000');
    await seller.type(language === 'fa' ? `وضعیت ${ends}` : `state ${ends}`);
    expect(leads(seller).slice(0, 2)).toEqual(['history', 'history']);
    await seller.type(language === 'fa' ? 'وضعیت ۱۲۱۲۱' : 'state 12121');
    expect(read(seller)).toContain(says(language, 'numbers-ending-none', { digits: '12121' }));
  });

  test('after a day of silence an answered conversation can be closed by its writer', async () => {
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'support', order: null });
    await buyer.type('my phone is broken and nobody helps');
    await owner.sees('my phone is broken and nobody helps');
    await forge(owner, { to: 'askAnswer', person: buyer.id });
    await owner.type('we will look');
    await buyer.sees('we will look');
    await buyer.type('/start');
    await buyer.type('the weather is lovely my friend');
    expect(leads(buyer)).not.toContain('settled');
    await forge(owner, { to: 'askAnswer', person: buyer.id });
    await owner.type('it is');
    await buyer.sees('it is');
    world.pass(25 * 3_600_000);
    await buyer.type('/start');
    await buyer.type('the weather is lovely again my friend');
    await tap(buyer, { to: 'settled' });
    expect(read(buyer)).toContain(says(language, 'support-settled').split(':')[0] ?? '');
    await forge(owner, { to: 'conversation', person: buyer.id });
    expect(read(owner)).toContain(says('fa', 'support-is-closed'));
  });

  test('whoever looks at slips and orders of others asks about them', async () => {
    await owner.type(language === 'fa' ? 'کی پول ریخته' : 'who paid');
    expect(read(owner)).toContain(says('fa', 'payments-waiting-title'));
  });
});
