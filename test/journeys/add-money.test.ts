import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins, creditedFor } from '#test/support/payments.ts';
import { read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, config: { payments } });
});
afterAll(() => world.close());

const invoiceOf = (buyer: Person) => buyer.messages().findLast(({ message }) => message.invoice)?.message.invoice;
const asked = (buyer: Person) =>
  look(world, async ({ db }) => {
    const rows = await db.selectFrom('payments').selectAll().where('person_id', '=', buyer.id).execute();
    return rows.map(({ method, amount }) => ({ method, amount }));
  });

describe.each(journeyLanguages)('adding money, in %s', (language) => {
  test('a person with only one payment method goes straight to it, and the invoice fills the wallet', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(buyer, { to: 'wallet' });
    await tap(buyer, { to: 'payAmount', amount: 500_000 });
    expect(invoiceOf(buyer)).toMatchObject({ total_amount: 50_000_000 });
    const above = buyer.messages().findLast(({ text }) => text.includes(says(language, 'invoice-below-wallet')));
    const ways = above ? keysOn(above).map(({ press }) => press.to) : [];
    expect(new Set(ways)).toEqual(new Set(['addMoney', 'cancelTransfer', 'home']));
    await buyer.pay();
    await buyer.sees(begins(language, 'payment-paid'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 500_000 });
  });

  test.each([
    ['۲۵٬۰۰۰ تومان', 250_000],
    ['250000 rials', 250_000],
    ['۳۰ هزار', 300_000],
    ['25,000', 250_000],
  ])('a person types %s in either unit and pays that amount', async (typed, amount) => {
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(buyer, { to: 'wallet' });
    // The person types at the wallet, which shows amounts, and at the question for one.
    await buyer.type(typed);
    expect(find(buyer, { to: 'payAmountBy' }).press).toMatchObject({ amount });
    await forge(buyer, { to: 'askMoney' });
    await buyer.type(typed);
    await tap(buyer, { to: 'payAmountBy', method: 'invoice' });
    expect(await asked(buyer)).toEqual([{ method: 'invoice', amount }]);
  });

  test('a person who types an amount outside the limits reads why and can type another', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'askMoney' });
    await buyer.type('1');
    expect(read(buyer)).toContain(
      says(language, 'failure-amount-out-of-range', { min: '|', max: '|' }).split('|')[0] ?? '',
    );
    await buyer.type('20000');
    await tap(buyer, { to: 'payAmountBy' });
    expect(await asked(buyer)).toEqual([{ method: 'invoice', amount: 200_000 }]);
    await forge(buyer, { to: 'payAmountBy', method: 'invoice', amount: 10 });
    expect(await asked(buyer)).toHaveLength(1);
  });

  test('a person cannot use a method that is off, even by an old button', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language, wallet: 0 });
    for (const method of ['zarinpal', 'card'] as const)
      await forge(buyer, { to: 'payAmountBy', method, amount: 500_000 });
    await forge(owner, { to: 'switchPaymentMethod', method: 'invoice', on: 'off' });
    await forge(buyer, { to: 'payAmountBy', method: 'invoice', amount: 500_000 });
    expect(read(buyer)).toContain(says(language, 'failure-method-closed'));
    await forge(buyer, { to: 'wallet' });
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).not.toContain('payAmount');
    await forge(buyer, { to: 'addMoney' });
    expect(read(buyer)).toContain(begins(language, 'no-method-owner'));
    expect(find(buyer, { to: 'support' }).press).toMatchObject({ order: null });
    await forge(owner, { to: 'switchPaymentMethod', method: 'invoice', on: 'on' });
    expect(await asked(buyer)).toEqual([]);
    expect(await creditedFor(world, buyer.id)).toBe(0);
  });
});
