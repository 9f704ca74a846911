import type { Person } from '@sharj/local-telegram';
import type { Bank } from '@sharj/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { switchFault, visit } from '#test/payments/bank-stage.ts';
import { driftIn, look, makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { atBank, backFrom, begins, creditedFor, openBankWorld, payLink, takenBy } from '#test/support/payments.ts';
import { labels, read, storyIn, unmarked } from '#test/support/story.ts';
import type { World } from '#test/support/world.ts';

const minute = 60_000;
const amount = 1_000_000;

let bank: Bank;
let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ bank, world, close } = await openBankWorld());
});
afterAll(() => close());

const stateOf = async (person: Person) =>
  look(world, async ({ db }) => {
    const rows = await db.selectFrom('payments').select('state').where('person_id', '=', person.id).execute();
    return rows.map(({ state }) => state);
  });

describe.each(journeyLanguages)('paying online, in %s', (language) => {
  const t = (key: string) => begins(language, key);
  const paid = t('payment-paid');
  const story = storyIn(language, () => world);
  const text = (key: string, variables?: Record<string, string>) =>
    unmarked(says(language, key, variables)).replace(/<[^>]*>/g, '');

  async function ask(sum = amount): Promise<Person> {
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(buyer, { to: 'wallet' });
    await tap(buyer, { to: 'payAmount', amount: sum });
    return buyer;
  }

  test('a payer reaches the bank in three taps, the chat changes by itself, and the money is in the wallet', async () => {
    const before = takenBy(bank);
    const buyer = await ask();
    const { opened } = await buyer.press(says(language, 'key-pay-zarinpal'));
    expect(opened).toBe(payLink(buyer));
    expect(await backFrom(await atBank(opened ?? '', 'pay'))).toMatch(/checking|paid/);
    await buyer.sees(paid);
    expect(await walletOf(world, buyer)).toMatchObject({ balance: amount, held: 0 });
    expect(takenBy(bank) - before).toBe(amount);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
    expect(await visit(opened ?? '')).toMatchObject({ status: 303 });
    // Everything that the payer or the bank could name finds the payment.
    const { reference, receipt, payer_tail } = await look(world, ({ db }) =>
      db.selectFrom('payments').selectAll().where('person_id', '=', buyer.id).executeTakeFirstOrThrow(),
    );
    const owner = await meetOwner(world, language);
    for (const words of [reference, receipt, payer_tail]) {
      await forge(owner, { to: 'askFindPayment' });
      await owner.type(words ?? '');
      expect(labels(owner.last()).some((label) => label.includes(buyer.first_name))).toBe(true);
    }
  });

  test('a payer who presses the other provider’s button gets there', async () => {
    const buyer = await ask();
    await forge(buyer, { to: 'payAmountBy', method: 'zibal', amount });
    await backFrom(await atBank(payLink(buyer), 'pay'));
    await buyer.sees(paid);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer who cancelled and opens the link again begins another payment', async () => {
    const buyer = await ask();
    const link = payLink(buyer);
    await backFrom(await atBank(link, 'cancel'));
    await expect.poll(() => stateOf(buyer)).toEqual(['asked']);
    await backFrom(await atBank(link, 'pay'));
    await buyer.sees(paid);
    await world.telegram.quiet();
    expect(buyer.messages().filter(({ text }) => text.includes(paid))).toHaveLength(1);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
    expect(new Set(await stateOf(buyer))).toEqual(new Set(['expired', 'paid']));
    // The old link pays nothing twice.
    const again = await visit(link);
    expect(again.location ?? '').not.toContain('StartPay');
  });

  test('a payer who cancelled gets no credit, and a new link works a minute later', async () => {
    const buyer = await ask();
    const link = payLink(buyer);
    await backFrom(await atBank(link, 'cancel'));
    await expect.poll(() => stateOf(buyer)).toEqual(['asked']);
    expect(await creditedFor(world, buyer.id)).toBe(0);
    await forge(buyer, { to: 'payAmount', amount });
    await backFrom(await atBank(payLink(buyer), 'pay'));
    await buyer.sees(paid);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer who is blocked at the bank keeps the money, buys nothing, and both sides read it', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language, wallet: 0 });
    const mobile = language === 'fa' ? '989126007001' : '989126007002';
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await tap(buyer, { to: 'pay' });
    const { location } = await visit(payLink(buyer));
    await forge(owner, { to: 'agent', person: buyer.id });
    await tap(owner, { to: 'personTerms' });
    await tap(owner, { to: 'askPause' });
    await owner.type('stolen cards');
    await buyer.sees('stolen cards');
    await backFrom((await visit(location ?? '', 'pay')).location);
    await buyer.sees(t('payment-kept-why'));
    await owner.sees(t('alert-payment-kept-person-paused'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 100_000, held: 0 });
    expect((await world.purchases()).filter((sold) => sold.mobile === mobile)).toEqual([]);

    // A blocked person cannot pay in more, even by an old button.
    await forge(buyer, { to: 'addMoney' });
    expect(buyer.last().text).toContain('stolen cards');
    await forge(buyer, { to: 'payAmount', amount });
    expect(buyer.last().text).toContain('stolen cards');
  });

  test('a payer who closes the tab after paying is credited', async () => {
    const buyer = await ask();
    expect(await atBank(payLink(buyer), 'close')).toBeNull();
    world.pass(minute);
    await buyer.sees(paid);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer who pays too late is credited once and reads why', async () => {
    const buyer = await ask();
    const link = payLink(buyer);
    const { location } = await visit(link);
    world.pass(21 * minute);
    await buyer.sees(t('payment-expired'));
    await visit(location ?? '', 'pay');
    world.pass(20 * minute);
    await buyer.sees(paid);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer who returns many times, even with forged parameters, is credited once', async () => {
    const buyer = await ask();
    const link = payLink(buyer);
    await visit(link);
    for (const forged of ['?Authority=x&Status=OK', '?success=1&status=2&trackId=9'])
      await visit(`${link}/back${forged}`);
    await expect.poll(() => stateOf(buyer)).toEqual(['asked']);
    expect(await creditedFor(world, buyer.id)).toBe(0);
    const location = await atBank(link, 'pay');
    await Promise.all(Array.from({ length: 50 }, () => visit(location ?? '')));
    await buyer.sees(paid);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer of another amount gets no credit until the owner, who is alerted, decides', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await ask();
    await switchFault(bank, 'amount-differs', { times: 1 });
    await backFrom(await atBank(payLink(buyer), 'pay'));
    await owner.sees(begins(language, 'alert-payment-mismatch'));
    expect(await creditedFor(world, buyer.id)).toBe(0);
    await tap(owner, { to: 'deskPayment' });
    await tap(owner, { to: 'askPaymentAmount' });
    await owner.type('900000');
    await tap(owner, { to: 'approveAmount' });
    await buyer.sees(paid);
    expect(await creditedFor(world, buyer.id)).toBe(900_000);
  });

  test('an owner reads what was paid when another amount came at Zibal', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await ask();
    await forge(buyer, { to: 'payAmountBy', method: 'zibal', amount });
    const since = owner.mark();
    await switchFault(bank, 'amount-differs', { times: 1 });
    await backFrom(await atBank(payLink(buyer), 'pay'));
    const paidInstead = text('payment-problem-other-amount', { amount: story.money(900_000) });
    const alert = await owner.sees(begins(language, 'alert-payment-mismatch'), { since });
    expect(unmarked(alert.text)).toContain(paidInstead);
    await tap(owner, { to: 'deskPayment' });
    expect(read(owner)).toContain(paidInstead);
  });

  test('a payer pays what an order lacks, and it is bought in the same step', async () => {
    const buyer = await greet(world, { language, wallet: 4_000 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989127000001' });
    const missing = topUp.total - 4_000;
    expect(read(buyer)).toContain(text('confirm-wallet-pay', { missing: story.money(missing, 'toman') }));
    expect(read(buyer)).toContain(text('confirm-smallest', { amount: story.money(100_000, 'toman') }));
    expect(labels(buyer.last())).toContain(text('key-pay', { amount: story.price(100_000, 'toman') }));
    await tap(buyer, { to: 'pay' });
    await backFrom(await atBank(payLink(buyer), 'pay'));
    await buyer.sees(says(language, 'state-delivered'));
    // Payments have a smallest amount, and the rest stays in the wallet.
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 4_000 + 100_000 - topUp.total, held: 0 });
  });

  test('a payer pays what a list lacks into the wallet and confirms the list again', async () => {
    const agent = await makeAgent(world, { language, limit: 0 });
    await agent.type('09127100001\n09127100002');
    // An amount that an earlier version showed as 50,000 tomans is still that, VAT included.
    const { press } = find(agent, { to: 'bulkItem', amount: 220_000 });
    await forge(agent, { ...press, amount: 500_000 } as typeof press);
    await tap(agent, { to: 'bulkConfirm' });
    expect(read(agent)).toContain(text('bulk-short-pay'));
    expect(labels(agent.last())).toContain(text('key-pay-missing', { amount: story.price(amount) }));
    await tap(agent, { to: 'payAmount', amount });
    await backFrom(await atBank(payLink(agent), 'pay'));
    await agent.sees(paid);
    const since = agent.mark();
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => keysOn(message).some(({ press }) => press.to === 'bulkFile'), { since });
    expect(await walletOf(world, agent)).toMatchObject({ balance: 0, held: 0 });
  });

  test('a payer who presses an old Pay button sees the price again, with the promo code', async () => {
    const code = `PAY${language.toUpperCase()}`;
    await look(world, ({ db }) =>
      db
        .insertInto('promo_codes')
        .values({ code, kind: 'percent', value: 5_000, created_by: 1, created_at: 0 })
        .execute(),
    );
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'usePromo', code });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989127000003' });
    const { press } = find(buyer, { to: 'pay' });
    world.pass(11 * minute);
    await forge(buyer, press);
    expect(read(buyer)).toContain(text('failure-quote-expired'));
    expect(read(buyer)).toContain(text('confirm-promo', { code, amount: story.money(topUp.total / 2, 'toman') }));
  });

  test('a payer of an order that cannot be bought any more keeps the money and hears of it', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989127000002' });
    const { press } = find(buyer, { to: 'pay' });
    await tap(buyer, { to: 'pay' });
    const link = payLink(buyer);
    const { location: bankPage } = await visit(link);
    if (press.to === 'pay') await forge(buyer, { to: 'cancel', order: press.order });
    await backFrom((await visit(bankPage ?? '', 'pay')).location);
    await buyer.sees(t('payment-kept'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 100_000, held: 0 });
    expect(await driftIn(world)).toEqual([]);
  });
});
