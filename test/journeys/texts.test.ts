import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(async () => {
  expect(world.errors()).toEqual([]);
  await world.close();
});

let phones = 0;
const phone = () => {
  phones += 1;
  return `0912${String(7_000_000 + phones)}`;
};
const stored = (mobile: string) => `98${mobile.slice(1)}`;
const t = (key: string, variables?: Parameters<typeof says>[2]) => says('en', key, variables);

async function save(person: Person, label: string): Promise<string> {
  const mobile = phone();
  await forge(person, { to: 'label', mobile: stored(mobile) });
  await person.type(label);
  return mobile;
}

const opensNumber = (person: Person, mobile: string) =>
  expect(keysOn(person.last()).map(({ press }) => press)).toContainEqual({ to: 'topup', mobile: stored(mobile) });

describe('a text that can mean several things', () => {
  test('is read as a greeting, help or an order’s code before it is read as a saved name', async () => {
    const buyer = await greet(world);
    await save(buyer, 'Hello');
    await save(buyer, 'help');
    await buyer.type('hello');
    expect(buyer.last().text).toContain(t('talk-greeting'));
    await buyer.type('help');
    expect(buyer.last().text).toContain(t('help'));
    await choose(buyer, stored(phone()));
    await tap(buyer, { to: 'confirm' });
    const { text } = await buyer.sees(t('state-delivered'));
    const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(text)?.[0] ?? '';
    await save(buyer, code);
    await buyer.type(code);
    expect(buyer.last().text).toContain(t('state-delivered'));
    expect(buyer.last().text).toContain(code);
  });

  test('is read as a page of the bot or the way out, even while a number is asked for', async () => {
    const buyer = await greet(world);
    for (const [typed, key] of [
      ['راهنما', 'help'],
      ['wallet', 'wallet-title'],
      ['cancel', 'left'],
    ] as const) {
      const { messages } = await forge(buyer, { to: 'product', id: topUp.id, mobile: null });
      expect(messages.some(({ text }) => text.includes(t('ask-number')))).toBe(true);
      await buyer.type(typed);
      expect(buyer.last().text, typed).toContain(t(key));
    }
  });

  test('is read as a saved name before it is read as a search', async () => {
    const buyer = await greet(world);
    await buyer.type('10gb');
    expect(keysOn(buyer.last()).some(({ press }) => press.to === 'product')).toBe(true);
    const mobile = await save(buyer, '10gb');
    await buyer.type('10gb');
    opensNumber(buyer, mobile);
  });

  test('is read as a number before a code, and as a wrong number before an unknown code', async () => {
    const buyer = await greet(world);
    const mobile = phone();
    await buyer.type(mobile.slice(1));
    opensNumber(buyer, mobile);
    await buyer.type('1234567890');
    expect(buyer.last().text).toContain(t('failure-number-invalid'));
    await buyer.type('ABCDE-12345');
    expect(buyer.last().text).toContain(t('failure-order-unknown'));
    await buyer.type('abcdefghjk');
    expect(buyer.last().text).toContain(t('not-understood'));
  });

  test('does not send an owner to support, which is themselves', async () => {
    const owner = await meetOwner(world);
    await owner.type('abcdefghjk');
    expect(owner.last().text).toContain(t('not-understood'));
    expect(owner.last().text).not.toContain('/support');
    expect(keysOn(owner.last()).map(({ press }) => press.to)).not.toContain('support');
  });

  test('goes to an open conversation if it is a greeting or unknown, but not if it is a number', async () => {
    const buyer = await greet(world);
    await forge(buyer, { to: 'support', order: null });
    await buyer.type('My money is gone');
    expect(buyer.last().text).toContain(t('support-sent'));
    // The question is left and the conversation stays open.
    await buyer.type('/start');
    // Each message is acknowledged, with a way home.
    for (const send of [
      () => buyer.type('thanks'),
      () => buyer.type('abcdefghjk'),
      () => buyer.type('1234567890'),
      () => buyer.type('It was for 09121112233, and nothing came'),
      () => buyer.sendSticker('🙏'),
    ]) {
      const { messages } = await send();
      expect(messages.map(({ text }) => text)).toEqual([t('support-added')]);
      expect(keysOn(buyer.last()).some(({ press }) => press.to === 'home')).toBe(true);
    }
    await buyer.type('0912111223 50 toman');
    expect(buyer.last().text).toContain(t('failure-number-short', { missing: 1 }));
    const mobile = phone();
    await buyer.type(mobile);
    // The amount is kept.
    expect(keysOn(buyer.last()).some(({ press }) => press.to === 'confirm')).toBe(true);
    await buyer.type('/hello');
    expect(buyer.last().text).toContain(t('not-understood'));
  });
});

describe('a message with more than plain text', () => {
  test('is read only for its numbers if it is an unknown command', async () => {
    const buyer = await greet(world);
    await buyer.type('/hello');
    expect(buyer.last().text).toContain(t('not-understood'));
    const mobile = phone();
    await buyer.type(`/hello ${mobile}`);
    opensNumber(buyer, mobile);
  });

  test('is read only for its numbers if it is a caption', async () => {
    const agent = await makeAgent(world);
    const [first, second] = [await save(agent, 'Ali'), await save(agent, 'Mina')];
    await agent.sendPhoto({ caption: 'Ali\nMina' });
    expect(agent.last().text).toContain(t('not-text'));
    await agent.sendPhoto({ caption: 'hello' });
    expect(agent.last().text).toContain(t('not-text'));
    for (const send of [
      () => agent.type('Ali\nMina'),
      () => agent.sendPhoto({ caption: `${first}\nMina` }),
      () => agent.sendPhoto({ caption: `${first} ${second}` }),
    ]) {
      await send();
      expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkItem')).toBe(true);
    }
  });

  test('is a wrong number if it is a contact without one', async () => {
    const buyer = await greet(world);
    await buyer.shareContact({ phone_number: '+44 7911 123456' });
    expect(buyer.last().text).toContain(t('failure-number-foreign'));
  });
});

test('a blocked agent is told so for any number, and their texts start no lists or sales', async () => {
  const owner = await meetOwner(world);
  const agent = await makeAgent(world, { owner });
  const mobile = await save(agent, 'Ali');
  await save(agent, 'Mina');
  await forge(owner, { to: 'askPause', person: agent.id });
  await owner.type('Later');
  for (const text of [mobile, `${mobile}\nMina`, `${mobile} 5000`]) {
    await agent.type(text);
    expect(agent.last().text, text).toContain('Later');
  }
  await agent.type('Ali\nMina');
  expect(agent.last().text).toContain(t('not-understood'));
  await agent.type('hello');
  expect(agent.last().text).toContain(t('talk-greeting'));
});
