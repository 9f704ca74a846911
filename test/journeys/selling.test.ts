import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRateLimits } from '#bot/intake/rate-limiter.ts';
import { makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, rangedTopUpId, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { labels, read, spoken } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, pace: { rateLimits: defaultRateLimits } });
});
afterAll(() => world.close());

let phones = 0;
const phone = (prefix = '0912') => {
  phones += 1;
  return `${prefix}${String(8_000_000 + phones)}`;
};
const soldTo = async (number: string) =>
  (await world.sales()).filter(({ mobile }) => mobile === `98${number.slice(1)}`);

describe.each(journeyLanguages)('an agent sells all day, in %s', (language) => {
  const delivered = says(language, 'state-delivered');

  test('an agent gets from a number straight to the products, and repeats a sale with a paste and two taps', async () => {
    const agent = await makeAgent(world, { language });
    const number = phone();
    await agent.type(number);
    expect(read(agent)).toContain(spoken(number));
    await tap(agent, { to: 'topup' });
    await tap(agent, { to: 'credit', credit: 50_000 });
    await tap(agent, { to: 'confirm' });
    await agent.sees(delivered);

    await agent.type(`+98${number.slice(1)}`);
    const [first] = keysOn(agent.last());
    expect(first?.press.to).toBe('again');
    expect(labels(agent.last())[0]).toMatch(/50,000.*55,000|۵۰٬۰۰۰.*۵۵٬۰۰۰/);
    await tap(agent, { to: 'again' });
    // The confirm screen warns of the duplicate.
    expect(read(agent)).toContain('⚠️');
    await tap(agent, { to: 'confirm' });
    await agent.until(({ messages }) => messages.filter(({ text }) => text.includes(delivered)).length === 2);
    expect(await soldTo(number)).toMatchObject([{ price: 55_000 }, { price: 55_000 }]);
  });

  test('an agent sees on home the balance, today’s sales and the last customers, and has the commands of the role', async () => {
    const agent = await makeAgent(world, { language });
    // They appear at once, with the invitation.
    const menu = () =>
      world.telegram.journal
        .calls('setMyCommands')
        .map(({ params }) => JSON.stringify(params))
        .findLast((params) => params.includes(`"chat_id":${agent.id}`));
    await expect.poll(menu).toContain('"sell"');
    await agent.type('/start');
    expect(read(agent)).toContain(says(language, 'today-none'));
    const number = phone();
    await agent.type(`${number} 5000 toman`);
    await tap(agent, { to: 'confirm' });
    await agent.sees(delivered);
    await agent.type('/start');
    expect(read(agent)).toContain(says(language, 'seller-today', { count: 1, profit: '' }).slice(0, 10));
    expect(labels(agent.last()).slice(0, 2)).toContain(says(language, 'key-sell'));
    expect(labels(agent.last())[2]).toContain(spoken(number));
    await tap(agent, { to: 'number' });
    expect(read(agent)).toContain(spoken(number));
    await agent.type('/today');
    expect(read(agent)).toContain(says(language, 'today-title'));
    await agent.type('/sell');
    expect(read(agent)).toContain(says(language, 'ask-number'));
  });

  test('an agent gets recent sales offered only for numbers of the same operator', async () => {
    const agent = await makeAgent(world, { language });
    const [one, next, other] = [phone(), phone(), phone('0935')];
    await forge(agent, { to: 'product', id: topUp.id, mobile: `98${one.slice(1)}` });
    await tap(agent, { to: 'confirm' });
    await agent.sees(delivered);
    await agent.type(next);
    await tap(agent, { to: 'product', id: topUp.id });
    await tap(agent, { to: 'confirm' });
    await agent.until(({ messages }) => messages.filter(({ text }) => text.includes(delivered)).length === 2);
    expect(await soldTo(next)).toMatchObject([{ product_id: topUp.id, price: topUp.total }]);
    await agent.type(other);
    expect(keysOn(agent.last()).filter(({ press }) => press.to === 'product' || press.to === 'again')).toEqual([]);
  });

  test('an agent saves customers by name and finds them wherever a number is asked for', async () => {
    const agent = await makeAgent(world, { language });
    const number = phone();
    await agent.type(number);
    await tap(agent, { to: 'label' });
    await agent.type('Mrs Karimi, baker');
    expect(read(agent)).toContain('Mrs Karimi, baker');
    await agent.type('/start');
    expect(labels(agent.last())).toContain(says(language, 'key-sell'));
    await tap(agent, { to: 'askNumber', purpose: 'any' });
    expect(labels(agent.last())[0]).toContain('Mrs Karimi, baker');
    await agent.press('Mrs Karimi');
    expect(read(agent)).toContain(spoken(number));
  });

  test('an agent reads the same sums in Today, the wallet and the statement, and turns pages', async () => {
    const agent = await makeAgent(world, { language });
    await world.grant(agent.id, 30_000);
    const numbers = Array.from({ length: 9 }, () => phone());
    await agent.type(numbers.join('\n'));
    await agent.type('20000 rials');
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => keysOn(message).some(({ press }) => press.to === 'bulkFile'));
    await world.fault('purchase', '503');
    await forge(agent, { to: 'amount', id: rangedTopUpId, mobile: `98${phone().slice(1)}`, amount: 30_000 });
    await tap(agent, { to: 'confirm' });
    await agent.sees(says(language, 'state-unsure'));

    await forge(agent, { to: 'today' });
    expect(read(agent)).toMatch(/198,000|۱۹۸٬۰۰۰/);
    expect(read(agent)).toContain(
      says(language, 'today-waiting', { count: 1, total: language === 'fa' ? '۳۰٬۰۰۰ ریال' : '30,000 rials' }),
    );
    await forge(agent, { to: 'wallet' });
    for (const [key, name, amount] of [
      ['wallet-debt', 'debt', ['۱۶۸٬۰۰۰ ریال', '168,000 rials']],
      ['wallet-held', 'held', ['۳۰٬۰۰۰ ریال', '30,000 rials']],
      ['wallet-limit', 'limit', ['۱٬۰۰۰٬۰۰۰ ریال', '1,000,000 rials']],
      ['wallet-available', 'available', ['۸۰۲٬۰۰۰ ریال', '802,000 rials']],
    ] as const)
      expect(read(agent)).toContain(says(language, key, { [name]: amount[language === 'fa' ? 0 : 1] }));
    await tap(agent, { to: 'statement' });
    const lines = () =>
      read(agent)
        .split('\n')
        .filter((line) => /[←→]/.test(line));
    expect(lines()).toHaveLength(8);
    await tap(agent, { to: 'statement', page: 2 });
    expect(lines()).toHaveLength(2);
    expect(lines().at(-1)).toContain(says(language, 'ledger-grant'));
    await tap(agent, { to: 'statement', page: 1 });
    expect(lines()).toHaveLength(8);
    await world.fault('purchase', null);
    await agent.sees(delivered);
    expect(await walletOf(world, agent)).toMatchObject({ balance: -198_000, held: 0 });
  });

  test('a customer without money is sent to the owner if there are no invoices, and buys after a grant', async () => {
    const owner = await meetOwner(world, language);
    const customer = await greet(world, { language, wallet: 0 });
    const number = phone();
    await forge(customer, { to: 'product', id: topUp.id, mobile: `98${number.slice(1)}` });
    await tap(customer, { to: 'confirm' });
    expect(read(customer)).toContain(says(language, 'the-owner'));
    expect(customer.last().message.entities).toContainEqual(
      expect.objectContaining({ type: 'text_mention', user: expect.objectContaining({ id: owner.id }) }),
    );
    const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(customer.last().text) ?? [];
    await owner.type(code);
    await tap(owner, { to: 'askCredit', action: 'grant', person: customer.id });
    await owner.type('11000');
    await tap(owner, { to: 'confirmCredit' });
    await customer.sees('👛');
    const { data, message } = find(customer, { to: 'confirm' });
    await customer.forge(data, { message });
    await customer.sees(delivered);
    expect(await soldTo(number)).toHaveLength(1);
    expect(await walletOf(world, customer)).toMatchObject({ balance: 0, held: 0 });
  });
});
