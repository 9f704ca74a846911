import type { Person, Shown } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, meetOwner } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, languages, leadsTo, says, tap } from '#test/support/buyer.ts';
import { begins, creditedFor } from '#test/support/payments.ts';
import { read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
  owner = await meetOwner(world, 'fa');
  await forge(owner, { to: 'askBankCard' });
  await owner.type('۶۰۳۷ ۹۹۱۱ ۱۱۱۱ ۱۱۱۲ سارا احمدی');
});
afterAll(() => world.close());

const slipOf = (buyer: Person): Promise<Shown> =>
  owner.sees((shown) => shown.text.includes(buyer.first_name) && leadsTo('approvePayment')(shown));

const paymentsOf = (buyer: Person) =>
  look(world, ({ db }) =>
    db.selectFrom('payments').selectAll().where('person_id', '=', buyer.id).orderBy('created_at').execute(),
  );

describe.each(languages)('a photo that answers no question, in %s', (language) => {
  const sent = begins(language, 'payment-slip-sent');
  const asks = () => says(language, 'slip-question');

  test('with nothing open the payer says for how much, and owners decide it like any slip', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await buyer.sendPhoto();
    expect(read(buyer)).toContain(asks());
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toContain('fileForSupport');
    await buyer.type(language === 'fa' ? '۲۵۰ هزار تومن ریختم' : '250,000 toman');
    expect(read(buyer)).toContain(sent);
    const slip = await slipOf(buyer);
    expect(slip.media).toBe('photo');
    expect(slip.text).toContain(says('fa', 'slip-unasked'));
    expect(await creditedFor(world, buyer.id)).toBe(0);
    await tap(owner, { to: 'approvePayment' });
    await buyer.sees(begins(language, 'payment-paid'));
    expect(await creditedFor(world, buyer.id)).toBe(2_500_000);
  });

  test('an amount in the caption is one tap; another tap counts once', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await buyer.sendPhoto({ caption: language === 'fa' ? '۷۰ هزار تومان' : '70,000 toman' });
    const { data, message } = find(buyer, { to: 'sendSlipOf', amount: 700_000 });
    await buyer.forge(data, { message });
    expect(read(buyer)).toContain(sent);
    await buyer.forge(data, { message });
    expect(await paymentsOf(buyer)).toMatchObject([{ amount: 700_000, state: 'submitted', card_id: null }]);
  });

  test('the open request is named with its amount, and gets the slip by one tap; a typed yes is enough too', async () => {
    for (const says of ['tap', 'type'] as const) {
      const buyer = await greet(world, { language, wallet: 0 });
      await forge(buyer, { to: 'payAmountBy', method: 'card', amount: 500_000 });
      await forge(buyer, { to: 'home' });
      await buyer.type('/start');
      await buyer.sendDocument({ name: 'slip.pdf', bytes: new Uint8Array([1]) });
      expect(read(buyer)).toContain(asks());
      const [{ id } = { id: '' }] = await paymentsOf(buyer);
      if (says === 'tap') await tap(buyer, { to: 'sendSlip', payment: id });
      else await buyer.type(language === 'fa' ? 'بله' : 'yes');
      expect(read(buyer)).toContain(sent);
      expect(await paymentsOf(buyer)).toMatchObject([{ id, state: 'submitted', slip_kind: 'file' }]);
    }
  });

  test('another amount replaces the open request; while a slip is checked there is no other', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount: 500_000 });
    await buyer.type('/start');
    await buyer.sendPhoto();
    await buyer.type(language === 'fa' ? '۸۰ هزار تومان' : '80,000 toman');
    expect(read(buyer)).toContain(sent);
    expect(await paymentsOf(buyer)).toMatchObject([{ state: 'expired' }, { amount: 800_000, state: 'submitted' }]);
    await buyer.type('/start');
    await buyer.sendPhoto();
    await buyer.type(language === 'fa' ? '۹۰ هزار تومان' : '90,000 toman');
    expect(read(buyer)).toContain(says(language, 'payment-one-at-a-time'));
    expect(await paymentsOf(buyer)).toHaveLength(2);
  });

  test('it goes to support instead, by one tap', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await buyer.sendPhoto({ caption: 'broken screen' });
    await tap(buyer, { to: 'fileForSupport' });
    expect(read(buyer)).toContain(says(language, 'support-sent'));
    const copy = await owner.sees('broken screen');
    expect(copy.media).toBe('photo');
    expect(await paymentsOf(buyer)).toEqual([]);
  });

  test('in an open conversation it goes to support, with a button that makes it a slip', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'support', order: null });
    await buyer.type('something is wrong');
    await buyer.type('/start');
    await buyer.sendPhoto({ caption: `for ${buyer.first_name}, see` });
    expect(read(buyer)).toContain(says(language, 'support-added'));
    await owner.sees(`for ${buyer.first_name}, see`);
    await tap(buyer, { to: 'askSlip' });
    expect(read(buyer)).toContain(asks());
    await buyer.type(language === 'fa' ? '۶۰ هزار تومان' : '60,000 toman');
    expect(read(buyer)).toContain(sent);
    expect(await paymentsOf(buyer)).toMatchObject([{ amount: 600_000, state: 'submitted' }]);
  });

  test('owners are not asked', async () => {
    await owner.sendPhoto();
    expect(read(owner)).not.toContain(says('fa', 'slip-question'));
  });

  test('an album is one question, and all of it reaches the owner', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await buyer.sendAlbum(['one', 'two']);
    const asked = buyer.messages().filter(({ fromBot, text }) => fromBot && text.includes(asks()));
    expect(asked).toHaveLength(1);
    await buyer.type(language === 'fa' ? '۵۵ هزار تومان' : '55,000 toman');
    const slips = () =>
      owner.messages().filter((shown) => shown.text.includes(buyer.first_name) && leadsTo('approvePayment')(shown));
    await expect.poll(() => slips().length).toBe(2);
  });

  test('a long round number is a code; a mobile number is asked about with two buttons', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount: 500_000 });
    await buyer.type('/start');
    await buyer.type('09121234567');
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toEqual(['sendCode', 'number']);
    await tap(buyer, { to: 'number' });
    expect(await paymentsOf(buyer)).toMatchObject([{ state: 'asked' }]);
    await buyer.type('9121234567');
    await tap(buyer, { to: 'sendCode' });
    expect(read(buyer)).toContain(sent);
    const other = await greet(world, { language, wallet: 0 });
    await forge(other, { to: 'payAmountBy', method: 'card', amount: 500_000 });
    await other.type('/start');
    await other.type('987654321000');
    expect(read(other)).toContain(sent);
    expect(await paymentsOf(other)).toMatchObject([{ slip: '987654321000', state: 'submitted' }]);
  });
});
