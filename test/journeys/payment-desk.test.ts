import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#playground/telegram/people/people.ts';
import { driftIn, look, meetOwner, walletOf } from '#test/support/agents.ts';
import { forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins, creditedFor } from '#test/support/payments.ts';
import { read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

const minute = 60_000;
const amount = 500_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

describe.each(journeyLanguages)('the payment desk, in %s', (language) => {
  const t = (key: string) => begins(language, key);

  async function withCard(): Promise<Person> {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'askBankCard' });
    await owner.type('6104 3312 3456 7890 Sara Ahmadi');
    return owner;
  }
  async function submit(code: string, username = 'somebody'): Promise<Person> {
    const buyer = await greet(world, { language, username, wallet: 0 });
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    await buyer.type(code);
    return buyer;
  }
  const paymentOf = (buyer: Person) =>
    look(world, ({ db }) =>
      db.selectFrom('payments').selectAll().where('person_id', '=', buyer.id).executeTakeFirstOrThrow(),
    );

  test('cards: a wrong number is refused, the bank is named, and a card is switched off and removed', async () => {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'paymentDesk' });
    await tap(owner, { to: 'bankCards' });
    await tap(owner, { to: 'askBankCard' });
    await owner.type('6104331234567891 Sara');
    expect(read(owner)).toContain(t('failure-card-invalid'));
    await owner.type('6104-3312-3456-7890 Sara Ahmadi');
    expect(read(owner)).toContain(language === 'fa' ? 'بانک ملت' : 'Bank Mellat');
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(owner, { to: 'switchBankCard', on: 'off' });
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    expect(read(buyer)).toContain(says(language, 'failure-method-closed'));
    await tap(owner, { to: 'switchBankCard', on: 'on' });
    await tap(owner, { to: 'askRemoveBankCard' });
    await tap(owner, { to: 'removeBankCard' });
    expect(read(owner)).toContain(says(language, 'cards-none'));
  });

  test('what waits is listed and found by code, by name and by person; after ten minutes the owner hears of it', async () => {
    const owner = await withCard();
    const username = `Sara_${language}`;
    const buyer = await submit('98765432', username);
    const { id } = await paymentOf(buyer);
    await forge(owner, { to: 'waitingPayments', page: 1 });
    expect(keysOn(owner.last()).map(({ press }) => press)).toContainEqual({ to: 'deskPayment', payment: id });
    await forge(owner, { to: 'askFindPayment' });
    await owner.type('۹۸۷۶۵۴۳۲');
    expect(keysOn(owner.last()).map(({ press }) => press)).toContainEqual({ to: 'deskPayment', payment: id });
    for (const words of [buyer.first_name.toUpperCase(), `@${username.toLowerCase()}`]) {
      await forge(owner, { to: 'askFindPayment' });
      await owner.type(words);
      expect(keysOn(owner.last()).map(({ press }) => press)).toContainEqual({ to: 'deskPayment', payment: id });
    }
    await forge(owner, { to: 'askFindPayment' });
    await owner.type('%');
    expect(read(owner)).toContain(says(language, 'payments-none'));
    await forge(owner, { to: 'paymentsOfPerson', person: buyer.id, page: 1 });
    await tap(owner, { to: 'deskPayment', payment: id });
    expect(read(owner)).toContain(buyer.first_name);
    world.pass(11 * minute);
    await owner.sees(begins(language, 'alert-payment-waiting'));
    await forge(owner, { to: 'deskPayment', payment: id });
    await tap(owner, { to: 'approvePayment', from: 'desk' });
    expect(read(owner)).toContain(says(language, 'payment-mark-paid'));
    await buyer.sees(t('payment-paid'));
    await forge(owner, { to: 'paymentsOfDay', day: null, method: 'card', page: 1 });
    expect(keysOn(owner.last()).map(({ press }) => press)).toContainEqual({ to: 'deskPayment', payment: id });
  });

  test('paying back shows who, how much and the balance first, moves money once, and the trail says so', async () => {
    const owner = await withCard();
    const buyer = await submit('11112222');
    const { id } = await paymentOf(buyer);
    await forge(owner, { to: 'approvePayment', payment: id, from: 'desk' });
    const before = await creditedFor(world, buyer.id);
    await forge(owner, { to: 'askPayBack', payment: id });
    await owner.type('200000 to their card');
    expect(read(owner)).toContain(says(language, 'pay-back-title'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: before });
    await Promise.all([tap(owner, { to: 'payBack' }, { wait: false }), tap(owner, { to: 'payBack' }, { wait: false })]);
    await world.telegram.quiet();
    expect(await walletOf(world, buyer)).toMatchObject({ balance: before - 200_000 });
    await forge(owner, { to: 'deskPayment', payment: id });
    expect(read(owner)).toContain('to their card');
    expect(await driftIn(world)).toEqual([]);
  });

  test('smallest, largest and the amounts on the buttons are set here and hold at once', async () => {
    const owner = await withCard();
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(owner, { to: 'askPaymentLimit', which: 'smallest' });
    await owner.type('600000');
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    expect(read(buyer)).not.toContain(says(language, 'card-title'));
    await forge(owner, { to: 'askPaymentLimit', which: 'presets' });
    await owner.type('700000\n900000');
    await forge(buyer, { to: 'wallet' });
    const offered = keysOn(buyer.last()).flatMap(({ press }) => (press.to === 'payAmount' ? [press.amount] : []));
    expect(new Set(offered)).toEqual(new Set([700_000, 900_000]));
    await forge(owner, { to: 'askPaymentLimit', which: 'largest' });
    await owner.type('100000');
    expect(read(owner)).toContain(t('failure-amount-out-of-range').slice(0, 10));
    await forge(owner, { to: 'askPaymentLimit', which: 'smallest' });
    await owner.type('100000');
  });
});
