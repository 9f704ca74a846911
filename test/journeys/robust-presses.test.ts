import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decode } from '#test/support/actions.ts';
import { choose, find, forge, greet, orderOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { createWorld, type World } from '#test/support/world.ts';

const day = 86_400_000;
const mobile = '989121234567';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** What was sold for a number that only this test uses. */
const soldTo = async (number: string) => (await world.sales()).filter((sale) => sale.mobile === number);

async function remove(chat_id: number, message_id: number): Promise<void> {
  const { url, token } = world.telegram;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ chat_id, message_id });
  const answer = await fetch(`${url}/bot${token}/deleteMessage`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

describe.each(journeyLanguages)('a Confirm button, in %s', (language) => {
  const number = (last: number) => `98912${language === 'fa' ? 1 : 2}00000${last}`;
  const delivered = says(language, 'state-delivered');

  test('buys once when it is tapped twice', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, number(1));
    const { data, message } = find(buyer, { to: 'confirm' });
    await Promise.all([1, 2].map(() => buyer.forge(data, { message, wait: false })));
    await buyer.sees(delivered);
    await world.telegram.quiet();
    expect(await soldTo(number(1))).toMatchObject([{ price: topUp.total }]);
    expect(buyer.last().text).toContain(delivered);
  });

  test('buys once when it is tapped twenty times at once, and ends on the receipt', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, number(2));
    const { data, message } = find(buyer, { to: 'confirm' });
    await Promise.all(Array.from({ length: 20 }, () => buyer.forge(data, { message, wait: false })));
    await world.telegram.quiet();
    await buyer.sees(delivered);
    expect(await soldTo(number(2))).toHaveLength(1);
    expect(buyer.messages().find(({ id }) => id === message)?.text).toContain(delivered);
  });

  test('shows the current price in the same message when it is tapped a month later', async () => {
    const buyer = await greet(world, { language });
    const order = await choose(buyer, number(3));
    const { message } = find(buyer, { to: 'confirm' });
    world.pass(30 * day);
    await tap(buyer, { to: 'confirm' });
    expect(await soldTo(number(3))).toHaveLength(0);
    expect(buyer.last().id).toBe(message);
    expect(buyer.last().text).toContain(says(language, 'failure-quote-expired'));
    expect(orderOn(buyer)).not.toBe(order);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(delivered);
    expect(await soldTo(number(3))).toHaveLength(1);
  });

  test('shows the receipt and buys nothing when it is tapped a month after it', async () => {
    const buyer = await greet(world, { language });
    const order = await choose(buyer, number(4));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(delivered);
    world.pass(30 * day);
    await forge(buyer, { to: 'home' });
    await forge(buyer, { to: 'confirm', order });
    expect(await soldTo(number(4))).toHaveLength(1);
    expect(buyer.last().text).toContain(delivered);
  });

  test('buys once when its message is deleted, and the receipt is a new message', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, number(5));
    const { data, message } = find(buyer, { to: 'confirm' });
    const shown = buyer.last();
    await remove(buyer.id, message);
    const from = { id: buyer.id, is_bot: false, first_name: 'Buyer', language_code: language };
    const since = buyer.mark();
    // The message was deleted during the press.
    world.telegram.deliver({
      callback_query: { id: `${message}`, from, message: shown.message, chat_instance: '1', data },
    });
    const receipt = await buyer.sees(delivered, { since });
    expect(receipt.id).toBeGreaterThan(message);
    await world.telegram.quiet();
    expect(await soldTo(number(5))).toHaveLength(1);
    // No message still says that it is being bought.
    expect(buyer.messages().filter(({ text }) => text.includes(says(language, 'state-confirmed')))).toEqual([]);
  });

  test('works even if the press is too old to be answered', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, number(6));
    await tap(buyer, { to: 'confirm' }, { stale: true });
    await buyer.sees(delivered);
    expect(await soldTo(number(6))).toHaveLength(1);
    expect(world.errors()).toEqual([]);
  });
});

describe.each(journeyLanguages)('another person’s order, in %s', (language) => {
  const ways = { confirm: '1c:', cancel: '1x:', changeNumber: '1cn:', again: '1ag:', order: '1r:' } as const;

  test.each(Object.entries(ways))('cannot be reached by a forged %s', async (name, tag) => {
    const buyer = await greet(world, { language });
    const order = await choose(buyer, mobile);
    const data = tag + order + (name === 'order' && decode(tag + order) === null ? ':' : '');
    expect(decode(data)?.to).toBe(name);
    const thief = await greet(world, { language });
    const before = (await soldTo(mobile)).length;
    await thief.forge(data);
    expect(thief.last().text).toContain(says(language, 'failure-order-not-yours'));
    expect(thief.last().text).not.toContain('123');
    expect(await soldTo(mobile)).toHaveLength(before);
    // The order is still the buyer's, and still open.
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    expect(await soldTo(mobile)).toHaveLength(before + 1);
  });

  test.each(Object.entries(ways))('that does not exist is reported by %s', async (name, tag) => {
    const buyer = await greet(world, { language });
    const data = `${tag}AAAAAAAAAAAAAA`;
    await buyer.forge(name === 'order' && decode(data) === null ? `${data}:` : data);
    expect(buyer.last().text).toContain(says(language, 'failure-order-unknown'));
  });
});

const nonsense = [
  ...[' ', 'x', '0h', '1', '1:', '1zz', '1h:1', 'h', '2h', '9c:AAAAAAAAAAAAAA', '1c', '1c:', '1c:short'],
  ...['1c:AAAAAAAAAAAAAA:extra', '1c:AAAAAAAAAAAAA\u0000', '1n:12', '1n:9121234567890', '1n:912123456x', '1os:-1'],
  ...['1os:1.5', '1p:zzzzzzzzzzz:', '1p:NaN:9121234567', '1sl:7', '1sl:__proto__', '1su:', '1s:0:1:0', '1so:9:9'],
  ...['__proto__', 'constructor', '1__proto__', '1constructor:x', '1toString', '{"to":"confirm"}', '<b>', '\u202e1h'],
  ...["1c:' OR 1=1 -- x", '1c:A; DROP orders', '1'.repeat(64)],
];

test.each(journeyLanguages)('unknown callback data gets one helpful line, in %s', async (language) => {
  const buyer = await greet(world, { language });
  const before = (await world.sales()).length;
  const unheard: string[] = [];
  for (const data of nonsense) {
    const { toast } = await buyer.forge(data);
    if (toast?.text !== says(language, 'button-old')) unheard.push(data);
  }
  expect(unheard).toEqual([]);
  expect(await world.sales()).toHaveLength(before);
  expect(world.errors()).toEqual([]);
});

test('pages and products far beyond the last are harmless', async () => {
  const buyer = await greet(world);
  const since = buyer.mark();
  for (const data of ['1os:1y2p0ij32e8e7', '1os:0', '1ns:zzzzzzzzz', '1p:zzzzzzzzz:9121234567', '1tn:h:9121234567:0']) {
    await buyer.forge(data);
  }
  await buyer.sees(() => true, { since });
  expect(world.errors()).toEqual([]);
});

test('a press on a game or an inline message is answered', async () => {
  const buyer = await greet(world);
  const from = { id: buyer.id, is_bot: false, first_name: 'Buyer', language_code: 'en' };
  const { message } = buyer.last();
  world.telegram.deliver({ callback_query: { from, chat_instance: '1', id: '11', message, game_short_name: 'x' } });
  world.telegram.deliver({
    callback_query: { from, chat_instance: '1', id: '12', inline_message_id: 'abc', data: '1h' },
  });
  await world.telegram.quiet();
  const answered = world.telegram.journal.calls('answerCallbackQuery').map(({ params }) => params.callback_query_id);
  expect(answered).toEqual(expect.arrayContaining(['11', '12']));
  expect(world.errors()).toEqual([]);
});

describe('the bot makes no more calls than it needs', () => {
  async function callsOf(press: () => Promise<unknown>): Promise<string[]> {
    const before = world.telegram.journal.calls().length;
    await press();
    const calls = world.telegram.journal.calls().slice(before);
    return calls
      .map(({ method }) => method)
      .filter((method) => method !== 'getUpdates')
      .sort();
  }

  test('for a step of browsing: one edit and one answer', async () => {
    const buyer = await greet(world);
    const steps = [
      () => tap(buyer, { to: 'operators' }),
      () => tap(buyer, { to: 'sims', operator: 1 }),
      () => tap(buyer, { to: 'shelf', sim: 'prepaid' }),
      () => tap(buyer, { to: 'home' }),
      () => tap(buyer, { to: 'settings' }),
    ];
    for (const step of steps) expect(await callsOf(step)).toEqual(['answerCallbackQuery', 'editMessageText']);
  });

  test('for a purchase: one answer, the progress and the receipt', async () => {
    const buyer = await greet(world);
    await choose(buyer, mobile);
    // Otherwise the bot may know the result before it shows the progress.
    await world.fault('purchase', 'slow', 1, 1_500);
    const calls = await callsOf(async () => {
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(says('en', 'state-delivered'));
      await world.telegram.quiet();
    });
    expect(calls).toEqual(['answerCallbackQuery', 'editMessageText', 'editMessageText']);
  });
});
