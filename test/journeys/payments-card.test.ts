import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driftIn, look, meetOwner, trailOf, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins, creditedFor } from '#test/support/payments.ts';
import { labels, read } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const card = '6037991111111112';
const second = 900_000_002;
const amount = 500_000;

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 120, config: { ownerIds: [ownerId, second] } });
  owner = await meetOwner(world, 'fa');
  await forge(owner, { to: 'askBankCard' });
  await owner.type('۶۰۳۷ ۹۹۱۱ ۱۱۱۱ ۱۱۱۲ سارا احمدی');
});
afterAll(() => world.close());

describe.each(journeyLanguages)('paying from card to card, in %s', (language) => {
  test('a payer reads no amount on the button if a card is the only method, because each transfer has its own digits', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989129300001' });
    expect(labels(buyer.last())).toContain(says(language, 'key-pay-card'));
    await tap(buyer, { to: 'pay' });
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toContain('askTrackingCode');
  });

  const paid = begins(language, 'payment-paid');

  async function ask(sum = amount): Promise<Person> {
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(buyer, { to: 'wallet' });
    await tap(buyer, { to: 'payAmount', amount: sum });
    return buyer;
  }
  const amountOf = (buyer: Person) =>
    look(world, async ({ db }) => {
      const row = await db
        .selectFrom('payments')
        .selectAll()
        .where('person_id', '=', buyer.id)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      return row.amount;
    });
  const paymentOf = (buyer: Person) =>
    look(world, async ({ db }) => {
      const row = await db
        .selectFrom('payments')
        .select('id')
        .where('person_id', '=', buyer.id)
        .executeTakeFirstOrThrow();
      return row.id;
    });
  /** The owner's message about this person's slip. */
  const slipOf = (one: Person, buyer: Person) =>
    one.sees(
      (shown) =>
        shown.text.includes(buyer.first_name) && keysOn(shown).some(({ press }) => press.to === 'approvePayment'),
    );

  test('a payer copies card and amount and sends a photo, an owner approves with one tap, and the payer hears of it', async () => {
    const buyer = await ask();
    const sum = await amountOf(buyer);
    expect(sum).toBeGreaterThan(amount);
    expect((await buyer.press(says(language, 'key-copy-card'))).copied).toBe(card);
    expect((await buyer.press(says(language, 'key-copy-amount'))).copied).toBe(String(sum));
    await buyer.sendPhoto();
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
    const slip = await slipOf(owner, buyer);
    expect(slip.media).toBe('photo');
    await tap(owner, { to: 'approvePayment' });
    await buyer.sees(paid);
    expect(await creditedFor(world, buyer.id)).toBe(sum);
    // The owner's own message shows the decision and has no more buttons for it.
    const decided = await owner.sees(
      (shown) => shown.id === slip.id && !keysOn(shown).some(({ press }) => press.to === 'approvePayment'),
    );
    expect(decided.text).toContain('Mr Owner');
    expect(decided.text).toContain(says('fa', 'slip-approved'));
    expect(decided.text).not.toContain(says('fa', 'payment-mark-paid'));
    expect(await trailOf(world, buyer)).toMatchObject([{ action: 'approve-payment', actorId: ownerId }]);
  });

  test('a payer sends a file, or a tracking code in Persian digits', async () => {
    const one = await ask();
    await one.sendDocument({ name: 'slip.pdf', bytes: new Uint8Array([1, 2, 3]) });
    expect((await slipOf(owner, one)).media).toBe('document');
    const other = await ask();
    await other.type('کد پیگیری ۱۲۳۴۵۶۷۸');
    const slip = await slipOf(owner, other);
    expect(slip.text).toContain('۱۲۳۴۵۶۷۸');
    await tap(owner, { to: 'approvePayment' });
    await other.sees(paid);
    expect(await creditedFor(world, one.id)).toBe(0);
    await forge(owner, { to: 'askFindPayment' });
    await owner.type('12345678');
    expect(labels(owner.last()).some((label) => label.includes(other.first_name))).toBe(true);
  });

  test('a payer who writes about the transfer is asked for its slip, and owners read only the code', async () => {
    for (const words of ['I paid it', 'واریز کردم', 'دفعت']) {
      const buyer = await ask();
      await buyer.type(words);
      expect(read(buyer)).toContain(begins(language, 'slip-wanted'));
      expect(find(buyer, { to: 'openPayment' }).press).toMatchObject({ payment: await paymentOf(buyer) });
      await buyer.type('tracking: 887766');
      expect((await slipOf(owner, buyer)).text).not.toContain('tracking');
    }
    const other = await ask();
    await other.type('887766 from my wife');
    expect((await slipOf(owner, other)).text).toContain('my wife');
  });

  test.each([
    ['458213', 'code'],
    ['4521', 'code'],
    ['کد ۴۵۰۰۰۰', 'code'],
    ['کد پیگیری ۴۵۰۰۰۰', 'code'],
    ['200000', 2_000_000],
    ['۲۰۰٬۰۰۰ تومان', 2_000_000],
    ['200 هزار', 2_000_000],
    ['30', 300_000],
  ])('on the page of the card %j is read as %s', async (typed, meaning) => {
    const buyer = await ask();
    await buyer.type(typed);
    if (meaning === 'code') {
      expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
      return;
    }
    expect(read(buyer)).toContain(says(language, 'card-title'));
    const sum = await amountOf(buyer);
    expect(sum - Number(meaning)).toBeGreaterThan(0);
    expect(sum - Number(meaning)).toBeLessThan(10_000);
  });

  test('a payer who types the exact sum is asked for the slip, and a round number there can be a code', async () => {
    const buyer = await ask();
    const sum = await amountOf(buyer);
    for (const typed of [String(sum), String(sum / 10), `${sum / 10} تومان`]) {
      await forge(buyer, { to: 'openPayment', payment: await paymentOf(buyer) });
      await buyer.type(typed);
      expect(read(buyer)).toContain(begins(language, 'slip-wanted'));
    }
    await tap(buyer, { to: 'openPayment' });
    await tap(buyer, { to: 'askTrackingCode' });
    await buyer.type('50 هزار تومان');
    expect(read(buyer)).toContain(begins(language, 'slip-wanted'));
    await buyer.type('150000');
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
    expect(await amountOf(buyer)).toBe(sum);
  });

  test('a payer who writes how much they paid is asked for the slip', async () => {
    const buyer = await ask();
    const sum = await amountOf(buyer);
    for (const typed of ['I sent 50000', '۵۰۰۰۰ ریختم', '۵۰ تومن ریختم', `paid ${sum / 10}`]) {
      await forge(buyer, { to: 'openPayment', payment: await paymentOf(buyer) });
      await buyer.type(typed);
      expect(read(buyer), typed).toContain(begins(language, 'slip-wanted'));
    }
  });

  test('a payer can send a code with its name while a number is asked for', async () => {
    const buyer = await ask();
    await forge(buyer, { to: 'askNumber', purpose: 'topup' });
    await buyer.type('کد پیگیری 661122');
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
  });

  test('a person who types "cancel" leaves questions for sums, cards and codes too', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'askMoney' });
    await buyer.type('لغو');
    expect(read(buyer)).toContain(says(language, 'left'));
    const asking = [{ to: 'askFindPayment' }, { to: 'askBankCard' }, { to: 'askInvite' }, { to: 'askFind' }] as const;
    for (const press of asking) {
      await forge(owner, press);
      await owner.type('cancel');
      expect(read(owner), press.to).toContain(says('fa', 'left'));
    }
  });

  test('a payer of an order who types an amount is asked for the slip, and the price stays', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989127000009' });
    await tap(buyer, { to: 'pay' });
    await buyer.type('200 هزار تومان');
    expect(read(buyer)).toContain(begins(language, 'slip-wanted'));
  });

  test('a payer with an unreadable slip can send a code instead, which must not be round', async () => {
    const buyer = await ask();
    await buyer.sendPhoto();
    await slipOf(owner, buyer);
    await tap(owner, { to: 'rejectPayment', reason: 'unreadable' });
    await buyer.sees(says(language, 'payment-reason-unreadable'));
    await buyer.type('300000');
    expect(read(buyer)).not.toContain(begins(language, 'payment-slip-sent'));
    await buyer.type('77665544');
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
    expect((await slipOf(owner, buyer)).text).toMatch(/77665544|۷۷۶۶۵۵۴۴/);
  });

  test('the code of an order is not taken for a tracking code, even with its name', async () => {
    for (const typed of ['48213-7K9QX', 'کد پیگیری: 48213-7K9QX']) {
      const buyer = await ask();
      await buyer.type(typed);
      expect(read(buyer), typed).not.toContain(begins(language, 'payment-slip-sent'));
      await buyer.type('/start');
      await buyer.type(typed);
      expect(read(buyer), typed).not.toContain(begins(language, 'payment-slip-sent'));
    }
  });

  test('a sentence about an order’s code is not a slip once a slip was sent', async () => {
    const buyer = await ask();
    await buyer.sendPhoto();
    const { text } = await slipOf(owner, buyer);
    await buyer.type('سفارش من با کد پیگیری 48213-7K9QX نرسیده');
    expect(read(buyer)).not.toContain(begins(language, 'payment-slip-sent'));
    expect((await slipOf(owner, buyer)).text).toBe(text);
    await buyer.type('کد پیگیری ۷۷۶۶۵۵');
    expect((await slipOf(owner, buyer)).text).toMatch(/776655|۷۷۶۶۵۵/);
  });

  test('a payer types in the wallet: an amount starts a new top-up, and a code is the slip', async () => {
    const buyer = await ask();
    await forge(buyer, { to: 'wallet' });
    await buyer.type('70 هزار تومان');
    expect(read(buyer)).toContain(says(language, 'card-title'));
    const sum = await amountOf(buyer);
    expect(Math.floor(sum / 10_000)).toBe(70);
    await forge(buyer, { to: 'wallet' });
    await buyer.type(String(sum));
    expect(read(buyer)).toContain(begins(language, 'slip-wanted'));
    await forge(buyer, { to: 'wallet' });
    await buyer.type('99887766');
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
    // While the slip is checked there is no second transfer, and the payer reads so.
    await forge(buyer, { to: 'wallet' });
    await buyer.type('90 هزار تومان');
    expect(read(buyer)).toContain(says(language, 'payment-one-at-a-time'));
    expect(await amountOf(buyer)).toBe(sum);
  });

  test('a mobile number starts a sale, even while a slip is awaited', async () => {
    const buyer = await ask();
    await buyer.type('09121234567');
    expect(read(buyer)).not.toContain(begins(language, 'payment-slip-sent'));
    // A photo still belongs to the transfer.
    await buyer.sendPhoto();
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
  });

  test('an owner sees next to a slip that another person sent the same tracking code', async () => {
    const one = await ask();
    await one.type('55667788');
    await slipOf(owner, one);
    await tap(owner, { to: 'approvePayment' });
    await one.sees(paid);
    const other = await ask();
    await other.type('کد ۵۵۶۶۷۷۸۸');
    const slip = await slipOf(owner, other);
    expect(slip.text).toContain(says('fa', 'payment-mark-paid'));
    expect(slip.text).toContain(one.first_name);
    expect(keysOn(slip).map(({ press }) => press)).toContainEqual({ to: 'deskPayment', payment: await paymentOf(one) });
    await forge(owner, { to: 'deskPayment', payment: await paymentOf(other) });
    expect(read(owner)).toContain(begins('fa', 'beside-slip'));
    await tap(owner, { to: 'rejectPayment', from: 'desk', reason: 'not-found' });
    await other.sees(says(language, 'payment-reason-not-found'));
    expect(await creditedFor(world, other.id)).toBe(0);
  });

  test('an owner also gets the second photo after asking for a readable one', async () => {
    const buyer = await ask();
    await buyer.sendPhoto();
    const first = await slipOf(owner, buyer);
    await tap(owner, { to: 'rejectPayment', reason: 'unreadable' });
    await buyer.sees(says(language, 'payment-reason-unreadable'));
    const since = owner.mark();
    await buyer.sendPhoto();
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
    const second = await owner.sees(
      (shown) =>
        shown.id !== first.id &&
        shown.text.includes(buyer.first_name) &&
        keysOn(shown).some(({ press }) => press.to === 'approvePayment'),
      { since },
    );
    expect(second.media).toBe('photo');
    await forge(owner, { to: 'approvePayment', payment: await paymentOf(buyer), from: 'desk' });
    await buyer.sees(paid);
  });

  test('an owner gets each of five photos, and the payer reads at the sixth that the shop has enough', async () => {
    const buyer = await ask();
    for (let nth = 1; nth <= 5; nth += 1) {
      await buyer.sendPhoto();
      expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
    }
    await buyer.sendPhoto();
    expect(read(buyer)).toContain(says(language, 'failure-slips-enough'));
    const shown = () => owner.messages().filter(({ text }) => text.includes(buyer.first_name));
    await expect.poll(() => shown().length).toBe(5);
    const files = new Set(shown().map(({ message }) => message.photo?.at(-1)?.file_unique_id));
    expect(files.size).toBe(5);
  });

  test('a payer who transferred another amount is credited that, and reads both amounts', async () => {
    const buyer = await ask();
    await buyer.sendPhoto();
    await slipOf(owner, buyer);
    await tap(owner, { to: 'askPaymentAmount' });
    await owner.type('۴۵۰٬۰۰۰ ریال');
    await tap(owner, { to: 'approveAmount' });
    await buyer.sees(paid);
    expect(read(buyer)).toContain(begins(language, 'payment-other-amount'));
    expect(await creditedFor(world, buyer.id)).toBe(450_000);
  });

  test('two owners who press at once make one decision, and both see the same', async () => {
    const other = world.telegram.person({ id: second, first_name: 'Second', language_code: language });
    await other.type('/start');
    await forge(other, { to: 'language', language });
    const buyer = await ask();
    await buyer.sendPhoto();
    await slipOf(owner, buyer);
    await slipOf(other, buyer);
    const sum = await amountOf(buyer);
    await Promise.all([
      tap(owner, { to: 'approvePayment' }, { wait: false }),
      tap(other, { to: 'rejectPayment', reason: 'not-found' }, { wait: false }),
    ]);
    await world.telegram.quiet();
    const credited = await creditedFor(world, buyer.id);
    expect([0, sum]).toContain(credited);
    const mark = says(language, credited === 0 ? 'payment-mark-refused' : 'slip-approved');
    await other.sees((shown) => shown.text.includes(buyer.first_name) && shown.text.includes(mark));
    expect(await trailOf(world, buyer)).toHaveLength(1);
  });

  test('a payer with three rejections in a row cannot pay by card until the owner reopens it', async () => {
    const buyer = await ask();
    for (let nth = 1; nth <= 3; nth += 1) {
      if (nth > 1) await forge(buyer, { to: 'payAmount', amount });
      await buyer.sendPhoto();
      await slipOf(owner, buyer);
      await tap(owner, { to: 'rejectPayment', reason: 'not-found' });
      await buyer.sees(says(language, 'payment-reason-not-found'));
    }
    await forge(buyer, { to: 'payAmount', amount });
    expect(read(buyer)).toContain(begins(language, 'no-method-owner'));
    await forge(owner, { to: 'reopenCardMethod', person: buyer.id });
    await forge(buyer, { to: 'payAmount', amount });
    expect(read(buyer)).toContain(says(language, 'card-title'));
    expect(await creditedFor(world, buyer.id)).toBe(0);
  });

  test('a payer pays from the confirm screen, and the order is bought when the owner approves', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989127000003' });
    await tap(buyer, { to: 'pay' });
    expect(read(buyer)).toContain(says(language, 'card-title'));
    await buyer.sendPhoto();
    await slipOf(owner, buyer);
    await tap(owner, { to: 'approvePayment' });
    await buyer.sees(says(language, 'state-delivered'));
    const { balance, held } = await walletOf(world, buyer);
    expect([balance, held]).toEqual([(await creditedFor(world, buyer.id)) - topUp.total, 0]);
    expect(await driftIn(world)).toEqual([]);
  });

  test('a payer who gives up before sending a slip has nothing waiting', async () => {
    const buyer = await ask();
    await tap(buyer, { to: 'cancelTransfer' });
    expect(read(buyer)).toContain(begins(language, 'payment-given-up-card'));
    expect(find(buyer, { to: 'payAmount' })).toBeDefined();
    // The money came nevertheless: now a code needs its name.
    await buyer.type('998877');
    expect(read(buyer)).not.toContain(begins(language, 'payment-slip-sent'));
    await buyer.type('کد پیگیری 778899');
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
  });
});
