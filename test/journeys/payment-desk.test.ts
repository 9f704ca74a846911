import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driftIn, look, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins, creditedFor } from '#test/support/payments.ts';
import { inStorage, read, storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const minute = 60_000;
const amount = 500_000;

/** Owners who have not pressed Start. */
const lateOwners = { fa: 900_000_011, en: 900_000_012 };

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, config: { ownerIds: [ownerId, ...Object.values(lateOwners)] } });
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
  async function submitPhoto(): Promise<Person> {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    await buyer.sendPhoto();
    return buyer;
  }
  const offersNext = (shown: Parameters<typeof keysOn>[0]) =>
    keysOn(shown).some(({ press }) => press.to === 'nextPayment');
  const paymentOf = (buyer: Person) =>
    look(world, ({ db }) =>
      db.selectFrom('payments').selectAll().where('person_id', '=', buyer.id).executeTakeFirstOrThrow(),
    );

  test('an owner adds a card, whose bank is named, switches it off and removes it; a wrong number is refused', async () => {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'paymentDesk' });
    await tap(owner, { to: 'bankCards' });
    await tap(owner, { to: 'askBankCard' });
    await owner.type('6104331234567891 Sara');
    expect(read(owner)).toContain(t('failure-card-invalid'));
    await owner.type('6104-3312-3456-7890 Sara Ahmadi');
    expect(read(owner)).toContain(language === 'fa' ? 'بانک ملت' : 'Bank Mellat');
    // Sending a card again changes the holder's name.
    await tap(owner, { to: 'askBankCard' });
    expect(read(owner)).toContain(t('ask-card-rename'));
    await owner.type('6104331234567890 Sara Rezaei');
    expect(read(owner)).toContain('Sara Rezaei');
    expect(read(owner)).not.toContain('Ahmadi');
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(owner, { to: 'switchBankCard', on: 'off' });
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    expect(read(buyer)).toContain(says(language, 'failure-method-closed'));
    await tap(owner, { to: 'switchBankCard', on: 'on' });
    await tap(owner, { to: 'askRemoveBankCard' });
    await tap(owner, { to: 'removeBankCard' });
    expect(read(owner)).toContain(says(language, 'cards-none'));
  });

  test('an owner finds a waiting payment by code, name and person, and hears of it after ten minutes', async () => {
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

  test('an owner sees another sum before it is credited, with a warning if it is far from the request', async () => {
    const owner = await withCard();
    const story = storyIn(language, () => world);
    const buyer = await submit('33334444');
    await world.grant(buyer.id, 70_000);
    const { id, amount: asked } = await paymentOf(buyer);
    const ask = async (typed: string) => {
      await forge(owner, { to: 'askPaymentAmount', payment: id });
      await owner.type(typed);
    };
    const warning = (way: 'more' | 'less') => says(language, `approve-amount-far-${way}`);
    await ask('45000000');
    expect(await creditedFor(world, buyer.id)).toBe(0);
    expect(read(owner)).toContain(warning('more'));
    await ask('50000');
    expect(read(owner)).toContain(warning('less'));
    // Below the check the amount alone is enough.
    await owner.type('450000');
    for (const way of ['more', 'less'] as const) expect(read(owner)).not.toContain(warning(way));
    for (const part of [buyer.first_name, ...[asked, 450_000, 70_000, 520_000].map((sum) => story.money(sum))])
      expect(read(owner)).toContain(part);
    expect(await creditedFor(world, buyer.id)).toBe(0);
    const pressed = find(owner, { to: 'approveAmount', payment: id, amount: 450_000 });
    await Promise.all([1, 2].map(() => owner.forge(pressed.data, { message: pressed.message, wait: false })));
    await buyer.sees(t('payment-paid'));
    await world.telegram.quiet();
    expect(await creditedFor(world, buyer.id)).toBe(450_000);
    // An older check does nothing now.
    await forge(owner, { to: 'approveAmount', payment: id, amount: 45_000_000 });
    await ask('45000000');
    expect(read(owner)).toContain(says(language, 'payment-mark-paid'));
    expect(await creditedFor(world, buyer.id)).toBe(450_000);
  });

  test('an owner opens a slip with its picture, and the next waiting one is a tap away after the decision', async () => {
    const owner = await withCard();
    const [one, other, third] = [await submitPhoto(), await submitPhoto(), await submit('77778888')];
    const [first, second, last] = [await paymentOf(one), await paymentOf(other), await paymentOf(third)];
    await forge(owner, { to: 'waitingPayments', page: 1 });
    await tap(owner, { to: 'deskPayment', payment: first.id });
    const opened = owner.last();
    expect(opened.message.photo?.at(-1)?.file_id).toBe(first.slip);
    expect(opened.text).toContain(one.first_name);
    // Each reason is one tap; the typed one comes after them.
    const to = keysOn(opened).map(({ press }) => press.to);
    expect(to.indexOf('approvePayment')).toBe(0);
    expect(to.indexOf('askPaymentReason')).toBeGreaterThan(to.lastIndexOf('rejectPayment'));
    // The decision is below the same picture.
    await tap(owner, { to: 'approvePayment', payment: first.id, from: 'desk' });
    await owner.sees((shown) => shown.id === opened.id && shown.text.includes(says(language, 'payment-mark-paid')));
    await tap(owner, { to: 'nextPayment' });
    expect(owner.last().message.photo?.at(-1)?.file_id).toBe(second.slip);
    expect(read(owner)).toContain(other.first_name);
    await tap(owner, { to: 'askPaymentReason', payment: second.id });
    await owner.type('no such transfer');
    await tap(owner, { to: 'nextPayment' });
    expect(read(owner)).toContain(third.first_name);
    await tap(owner, { to: 'approvePayment', payment: last.id, from: 'desk' });
    expect(keysOn(owner.last()).some(({ press }) => press.to === 'nextPayment')).toBe(false);
    await forge(owner, { to: 'nextPayment' });
    expect(read(owner)).toContain(says(language, 'payment-desk-none'));
    // The button is also below a slip that came by itself.
    const [fourth, fifth] = [await submitPhoto(), await submitPhoto()];
    for (const buyer of [fourth, fifth]) await owner.sees((shown) => shown.text.includes(buyer.first_name));
    await tap(owner, { to: 'approvePayment', payment: (await paymentOf(fourth)).id, from: 'slip' });
    await owner.sees((shown) => shown.text.includes(fourth.first_name) && offersNext(shown));
    await tap(owner, { to: 'nextPayment' });
    expect(read(owner)).toContain(fifth.first_name);
    await tap(owner, { to: 'rejectPayment', from: 'desk', reason: 'not-found' });
    const { text, message } = owner.last();
    expect(text).toContain(says(language, 'payment-mark-refused'));
    expect(message.photo).toBeDefined();
    // The page opens even if the messenger has lost the picture.
    await inStorage(world, ({ db }) =>
      db.updateTable('payments').set({ slip: 'gone' }).where('id', '=', second.id).execute(),
    );
    await forge(owner, { to: 'deskPayment', payment: second.id });
    expect(owner.last().message.photo).toBeUndefined();
    expect(read(owner)).toContain(other.first_name);
  });

  test('an owner gets a slip as text when the messenger refuses its picture, and decides it there', async () => {
    const owner = await withCard();
    world.telegram.faults.fail('sendPhoto', { code: 400, description: 'Bad Request: wrong file identifier', times: 9 });
    const buyer = await submitPhoto();
    const { message } = await owner.sees((shown) => shown.text.includes(buyer.first_name));
    world.telegram.faults.clear();
    expect(message.photo).toBeUndefined();
    const { id } = await paymentOf(buyer);
    await tap(owner, { to: 'approvePayment', payment: id, from: 'slip' });
    await owner.sees(
      (shown) => shown.id === message.message_id && shown.text.includes(says(language, 'slip-approved')),
    );
    await buyer.sees(t('payment-paid'));
  });

  test('an owner reads a payment’s steps in their own language', async () => {
    const owner = await withCard();
    const buyer = await submitPhoto();
    const { id, amount: asked } = await paymentOf(buyer);
    await forge(owner, { to: 'approveAmount', payment: id, amount: asked - 10 });
    await forge(owner, { to: 'deskPayment', payment: id });
    const { money } = storyIn(language, () => world);
    for (const step of ['asked', 'slip-photo']) expect(read(owner)).toContain(says(language, `payment-step-${step}`));
    expect(read(owner)).toContain(
      unmarked(says(language, 'payment-step-approved-with', { amount: money(asked - 10) })),
    );
    const foreign = read(owner).replaceAll(/Buyer|Mr Owner|Sara Ahmadi/g, '');
    if (language === 'fa') expect(foreign).not.toMatch(/[a-z]/i);
  });

  test('an owner who presses Start finds the slips that came before', async () => {
    await withCard();
    const [photo, code] = [await submitPhoto(), await submit('99990000')];
    await forge(await meetOwner(world, language), {
      to: 'approvePayment',
      payment: (await paymentOf(code)).id,
      from: 'desk',
    });
    const missed = () =>
      look(world, ({ db }) =>
        db
          .selectFrom('alerts')
          .select('key')
          .where('owner_id', '=', lateOwners[language])
          .where('done_how', '=', 'unreachable')
          .where('key', 'like', `payment-slip:%`)
          .execute(),
      );
    await expect.poll(async () => (await missed()).length).toBeGreaterThan(1);
    const late = world.telegram.person({ id: lateOwners[language], first_name: 'Late', language_code: language });
    await late.type('/start');
    const slip = await late.sees((shown) => shown.text.includes(photo.first_name));
    expect(slip.media).toBe('photo');
    await world.telegram.quiet();
    // Decided slips are not asked again, and a second Start brings nothing twice.
    await late.type('/start');
    await world.telegram.quiet();
    expect(late.messages().filter(({ text }) => text.includes(code.first_name))).toEqual([]);
    expect(late.messages().filter(({ text }) => text.includes(photo.first_name))).toHaveLength(1);
    await tap(late, { to: 'approvePayment', from: 'slip' });
    await photo.sees(t('payment-paid'));
  });

  test('an owner who pays back sees who, how much and the balance, and money moves once', async () => {
    const owner = await withCard();
    const buyer = await submit('11112222');
    const { id } = await paymentOf(buyer);
    await forge(owner, { to: 'approvePayment', payment: id, from: 'desk' });
    const before = await creditedFor(world, buyer.id);
    await forge(owner, { to: 'askPayBack', payment: id });
    await owner.type('300000 to their card');
    expect(read(owner)).toContain(says(language, 'pay-back-title'));
    // Another amount replaces it, and the first check is over.
    const { data, message } = find(owner, { to: 'payBack' });
    await owner.type('200000');
    expect(read(owner)).toContain('to their card');
    await owner.forge(data, { message });
    expect(owner.messages().find(({ id: one }) => one === message)?.text).toContain(t('failure-question-expired'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: before });
    await Promise.all([tap(owner, { to: 'payBack' }, { wait: false }), tap(owner, { to: 'payBack' }, { wait: false })]);
    await world.telegram.quiet();
    expect(await walletOf(world, buyer)).toMatchObject({ balance: before - 200_000 });
    await forge(owner, { to: 'deskPayment', payment: id });
    expect(read(owner)).toContain('to their card');
    expect(await driftIn(world)).toEqual([]);
  });

  test('an owner sets the limits and the amounts on the buttons, which hold at once', async () => {
    const owner = await withCard();
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(owner, { to: 'askPaymentLimit', which: 'smallest' });
    await owner.type('600000');
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    expect(read(buyer)).not.toContain(says(language, 'card-title'));
    await forge(owner, { to: 'askPaymentLimit', which: 'presets' });
    // Commas separate thousands as well as amounts.
    await owner.type('۷۰۰،۰۰۰، 900000');
    await forge(buyer, { to: 'wallet' });
    const offered = keysOn(buyer.last()).flatMap(({ press }) => (press.to === 'payAmount' ? [press.amount] : []));
    expect(new Set(offered)).toEqual(new Set([700_000, 900_000]));
    await forge(owner, { to: 'askPaymentLimit', which: 'largest' });
    await owner.type('100000');
    expect(read(owner)).toContain(t('failure-amount-out-of-range').slice(0, 10));
    await forge(owner, { to: 'askPaymentLimit', which: 'smallest' });
    await owner.type('۵۰۰۰۰، ۱۰۰۰۰۰');
    expect(read(owner)).toContain(t('failure-amount-invalid'));
    await owner.type('۱۰۰،۰۰۰');
    expect(read(owner)).toContain(t('payment-settings-title').replace(/<[^>]*>/g, ''));
  });
});
