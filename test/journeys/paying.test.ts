import type { Person } from '@sharj/local-telegram';
import type { Bank } from '@sharj/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isolated } from '#bot/kit/formatter.ts';
import { withAmountsIn } from '#domain/amount-in-name.ts';
import { noBreak } from '#domain/money.ts';
import { visit } from '#test/payments/bank-stage.ts';
import { look, makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { atBank, backFrom, begins, creditedFor, openBankWorld, payLink, takenBy } from '#test/support/payments.ts';
import { labels, read, spoken, storyIn, unmarked } from '#test/support/story.ts';
import type { World } from '#test/support/world.ts';

let bank: Bank;
let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ bank, world, close } = await openBankWorld());
  const owner = await meetOwner(world, 'fa');
  await forge(owner, { to: 'askBankCard' });
  await owner.type('6037 9911 1111 1112 سارا احمدی');
});
afterAll(() => close());

const minute = 60_000;
let lastNumber = 0;
/** A number without any purchase yet. */
const newNumber = (): string => {
  lastNumber += 1;
  return `98912800${String(lastNumber).padStart(4, '0')}`;
};

describe.each(journeyLanguages)('paying, in %s', (language) => {
  const story = storyIn(language, () => world);
  const text = (key: string, variables?: Record<string, string | number>) =>
    unmarked(says(language, key, variables)).replace(/<[^>]*>/g, '');

  test('a buyer pays at the bank the amount on the button, and reads about the smallest payment', async () => {
    const smallest = 100_000;
    const buyer = await greet(world, { language, wallet: 4_003 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: newNumber() });
    expect(read(buyer)).toContain(text('confirm-smallest', { amount: story.money(smallest, 'toman') }));
    const label = text('key-pay', { amount: story.price(smallest, 'toman') });
    expect(labels(buyer.last())).toContain(label);
    const before = takenBy(bank);
    await buyer.press(label);
    expect(read(buyer)).toContain(text('pay-title', { amount: story.money(smallest, 'toman') }));
    await backFrom(await atBank(payLink(buyer), 'pay'));
    await buyer.sees(says(language, 'state-delivered'));
    expect(takenBy(bank) - before).toBe(smallest);
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 4_003 + smallest - topUp.total, held: 0 });
  });

  test('a buyer of a list that costs too much gets Pay instead of a green Confirm, and the list is bought after paying', async () => {
    const agent = await makeAgent(world, { language, limit: 0 });
    await world.grant(agent.id, 200_000);
    const numbers = [newNumber(), newNumber()].map((mobile) => `0${mobile.slice(2)}`);
    await agent.type(numbers.join('\n'));
    await agent.type('500000 rials');
    const missing = text('confirm-wallet-short', { missing: story.money(900_000) });
    expect(read(agent)).toContain(missing);
    const pay = text('key-pay-missing', { amount: story.price(900_000) });
    expect(labels(agent.last())).toContain(pay);
    const styles = (agent.last().message.reply_markup?.inline_keyboard ?? [])
      .flat()
      .flatMap((key) => ('style' in key && key.style === 'success' ? [unmarked(key.text)] : []));
    expect(styles).toEqual([pay]);
    expect(labels(agent.last())).not.toContain(text('key-confirm', { total: story.money(1_100_000) }));
    const before = takenBy(bank);
    await agent.press(pay);
    await backFrom(await atBank(payLink(agent), 'pay'));
    await expect.poll(async () => (await walletOf(world, agent)).balance).toBe(1_100_000);
    expect(takenBy(bank) - before).toBe(900_000);
    const since = agent.mark();
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => keysOn(message).some(({ press }) => press.to === 'bulkFile'), { since });
    expect(await walletOf(world, agent)).toMatchObject({ balance: 0, held: 0 });
  });

  const amount = 1_000_000;
  async function ask(sum = amount): Promise<Person> {
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(buyer, { to: 'wallet' });
    await tap(buyer, { to: 'payAmount', amount: sum });
    return buyer;
  }
  const paymentsOf = (buyer: Person) =>
    look(world, ({ db }) =>
      db.selectFrom('payments').select(['id', 'method', 'state']).where('person_id', '=', buyer.id).execute(),
    );
  /** Presses Pay for an order of a number, with nothing in the wallet. */
  async function askForOrder(mobile: string): Promise<Person> {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await tap(buyer, { to: 'pay' });
    return buyer;
  }

  test('a buyer reads in chat, bank, page and message what is bought, for which number, and that it happens by itself', async () => {
    const mobile = newNumber();
    const number = spoken(`0${mobile.slice(2)}`);
    const buyer = await askForOrder(mobile);
    const order = await look(world, ({ db }) =>
      db.selectFrom('orders').selectAll().where('mobile', '=', mobile).executeTakeFirstOrThrow(),
    );
    const what = withAmountsIn('toman', unmarked((language === 'en' ? order.title_en : null) ?? order.title));
    const purchase = { what, number };
    expect(read(buyer)).toContain(text('payment-for', purchase));
    const { location } = await visit(payLink(buyer));
    const namedAtBank = text('payment-description', { what, number: `0${mobile.slice(2)}` });
    // The raw text has no direction marks and no spaces that would turn the number around.
    expect((await visit(location ?? '')).html).toContain(namedAtBank);
    const back = (await visit(location ?? '', 'pay')).location;
    const { location: result } = await visit(back ?? '');
    const resultPage = async () => (await visit(new URL(result ?? '', back ?? '').href)).html;
    // The number stays together and runs from left to right in every language.
    expect(await resultPage()).toContain(isolated(number.replaceAll(' ', noBreak)));
    await buyer.sees(says(language, 'state-delivered'));
    const paid = unmarked(await resultPage());
    expect(paid).toContain(text('payment-page-paid'));
    expect(paid).toContain(text('payment-page-purchase', purchase));
    expect(paid).not.toContain(namedAtBank);
    const asked = story.money(100_000, 'toman');
    await buyer.sees((message) =>
      unmarked(message.text).includes(text('payment-bought', { ...purchase, amount: asked })),
    );
  });

  test('a payer who types an amount in the wallet during another payment starts a new top-up', async () => {
    const buyer = await ask();
    await visit(payLink(buyer));
    await forge(buyer, { to: 'wallet' });
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toContain('openPayments');
    await buyer.type('70 هزار تومان');
    expect(read(buyer)).toContain(text('pay-title', { amount: story.money(700_000, 'toman') }));
    expect(await paymentsOf(buyer)).toHaveLength(2);
  });

  test('a payer sees each provider’s button open its bank and stay in its place, with one payment at each', async () => {
    const buyer = await ask();
    const providers = [text('key-pay-zarinpal'), text('key-pay-zibal')];
    const shown = () => labels(buyer.last()).filter((label) => providers.includes(label));
    const opened: string[] = [];
    for (const label of [...providers, ...providers]) {
      expect(shown()).toEqual(providers);
      const { opened: url } = await buyer.press(label);
      opened.push((await visit(url ?? '')).location ?? '');
      await world.telegram.quiet();
    }
    const [first = '', second = '', third, fourth] = opened;
    expect(first).not.toBe(second);
    expect([third, fourth]).toEqual([first, second]);
    expect((await paymentsOf(buyer)).map(({ method }) => method).toSorted()).toEqual(['zarinpal', 'zibal']);
    await backFrom((await visit(second, 'pay')).location);
    await buyer.sees(begins(language, 'payment-paid'));
    expect(await creditedFor(world, buyer.id)).toBe(amount);
    expect((await paymentsOf(buyer)).find(({ state }) => state === 'paid')).toMatchObject({ method: 'zibal' });
  });

  test('a payer can use the other provider after its own payment has expired', async () => {
    const buyer = await ask();
    world.pass(15 * minute);
    await visit((await buyer.press(text('key-pay-zibal'))).opened ?? '');
    // The message belongs to the second payment now.
    await buyer.sees(({ message }) => JSON.stringify(message.reply_markup ?? {}).includes('/by/zarinpal'));
    world.pass(6 * minute);
    await expect
      .poll(async () => (await paymentsOf(buyer)).map(({ state }) => state).toSorted())
      .toEqual(['asked', 'expired']);
    const { opened } = await buyer.press(text('key-pay-zarinpal'));
    const { location } = await visit(opened ?? '');
    await backFrom((await visit(location ?? '', 'pay')).location);
    await buyer.sees(begins(language, 'payment-paid'));
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer cannot begin a payment at a provider that was switched off', async () => {
    const buyer = await ask();
    const { opened } = await buyer.press(text('key-pay-zibal'));
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'switchPaymentMethod', method: 'zibal', on: 'off' });
    expect((await visit(opened ?? '')).html).toContain('data-state="unavailable"');
    await forge(owner, { to: 'switchPaymentMethod', method: 'zibal', on: 'on' });
    expect(await paymentsOf(buyer)).toMatchObject([{ method: 'zarinpal', state: 'asked' }]);
  });

  test('a payer who takes 45 seconds at the bank reads one message about the payment, and the receipt comes last', async () => {
    const buyer = await askForOrder(newNumber());
    const asked = buyer.last().id;
    const { location } = await visit(payLink(buyer));
    world.pass(45_000);
    await backFrom((await visit(location ?? '', 'pay')).location);
    await buyer.sees(says(language, 'state-delivered'));
    await world.telegram.quiet();
    const about = text('payment-bought', { amount: story.money(100_000, 'toman'), what: '|', number: '|' });
    const messages = buyer.messages().filter(({ id, fromBot }) => fromBot && id >= asked);
    expect(messages.map(({ id }) => id)).toEqual([asked, messages.at(-1)?.id]);
    expect(unmarked(messages[0]?.text ?? '')).toContain(about.split('|')[0]);
    expect(messages[1]?.text).toContain(says(language, 'state-delivered'));
  });

  test('a payer who cancels at the bank reads so in the chat and can pay again or give up', async () => {
    const buyer = await askForOrder(newNumber());
    await backFrom(await atBank(payLink(buyer), 'cancel'));
    await buyer.sees(says(language, 'payment-unpaid'));
    expect(labels(buyer.last())).toContain(text('key-pay-zarinpal'));
    expect((await visit(payLink(buyer))).location).toContain('StartPay');
    await buyer.sees(({ text: shown }) => !shown.includes(says(language, 'payment-unpaid')));
    await tap(buyer, { to: 'cancelTransfer' });
    expect(read(buyer)).toContain(begins(language, 'payment-given-up'));
    expect(labels(buyer.last())).toContain(text('key-pay-again'));
  });

  test('a payer who cancels at the bank while the chat shows something else gets a new message', async () => {
    const buyer = await ask();
    const { location } = await visit(payLink(buyer));
    await tap(buyer, { to: 'home' });
    const since = buyer.mark();
    await backFrom((await visit(location ?? '', 'cancel')).location);
    await buyer.sees(says(language, 'payment-unpaid'), { since });
    await tap(buyer, { to: 'cancelTransfer' });
    // The bank takes the money nevertheless.
    expect((await paymentsOf(buyer)).map(({ state }) => state)).toEqual(['expired']);
  });

  test('a payer who gives up in the chat but pays at the bank is credited once', async () => {
    const buyer = await ask();
    const { location } = await visit(payLink(buyer));
    await tap(buyer, { to: 'cancelTransfer' });
    await backFrom((await visit(location ?? '', 'pay')).location);
    await buyer.sees(begins(language, 'payment-paid'));
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer can pay the requested sum again by every method after giving up a transfer', async () => {
    const buyer = await ask();
    await tap(buyer, { to: 'payAmountBy', method: 'card' });
    expect(find(buyer, { to: 'payAmount' }).press).toMatchObject({ amount });
    await tap(buyer, { to: 'cancelTransfer' });
    await buyer.press(text('key-pay-again'));
    expect(read(buyer)).toContain(text('pay-title', { amount: story.money(amount, 'toman') }));
    expect(find(buyer, { to: 'payAmountBy', method: 'card' }).press).toMatchObject({ amount });
  });

  test('a person sees open payments in the wallet, continues or cancels them, and can then delete their data', async () => {
    const buyer = await ask();
    await visit(payLink(buyer));
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    await tap(buyer, { to: 'home' });
    await forge(buyer, { to: 'askDeletion' });
    expect(labels(buyer.last())).toContain(story.t('key-open-payments', { count: 2 }));
    await forge(buyer, { to: 'wallet' });
    await buyer.press(story.t('key-open-payments', { count: 2 }));
    const keys = keysOn(buyer.last()).flatMap(({ press }) => (press.to === 'openPayment' ? [press] : []));
    expect(keys).toHaveLength(2);
    // The newest comes first: the transfer, then the payment at the bank.
    const [transfer, online] = keys;
    if (!transfer || !online) throw new Error('two are open');
    await tap(buyer, online);
    const { location } = await visit(payLink(buyer));
    expect(location).toContain('StartPay');
    await tap(buyer, { to: 'cancelTransfer' });
    await buyer.press(story.t('key-open-payments', { count: 1 }));
    await tap(buyer, transfer);
    expect(find(buyer, { to: 'askTrackingCode' }).press).toMatchObject({ payment: transfer.payment });
    await tap(buyer, { to: 'cancelTransfer' });
    await forge(buyer, { to: 'openPayments', page: 1 });
    expect(read(buyer)).toContain(text('open-payments-none'));
    await forge(buyer, { to: 'askDeletion' });
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toContain('deleteMyData');
  });

  const openCount = async (buyer: Person): Promise<number> => {
    await forge(buyer, { to: 'openPayments', page: 1 });
    return keysOn(buyer.last()).filter(({ press }) => press.to === 'openPayment').length;
  };

  test('a payer who only looks at amounts has one open payment, next to what was begun at the bank', async () => {
    const buyer = await ask();
    await visit(payLink(buyer));
    for (const sum of [500_000, 2_000_000, amount]) await forge(buyer, { to: 'payAmount', amount: sum });
    expect(await openCount(buyer)).toBe(2);
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    expect(await openCount(buyer)).toBe(2);
  });

  test('a buyer who paid once has no other open payment for the order, and extra money from the bank is credited', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await askForOrder(newNumber());
    const link = payLink(buyer);
    const { location } = await visit(link);
    await tap(buyer, { to: 'payOrderBy', method: 'card' });
    await buyer.sendPhoto();
    const payments = await paymentsOf(buyer);
    const idBy = (method: string) => payments.find((one) => one.method === method)?.id ?? '';
    await forge(owner, { to: 'approvePayment', payment: idBy('card'), from: 'desk' });
    await buyer.sees(says(language, 'state-delivered'));
    expect(await openCount(buyer)).toBe(0);
    await forge(buyer, { to: 'openPayment', payment: idBy('zarinpal') });
    expect(read(buyer)).toContain(begins(language, 'payment-not-needed'));
    expect(labels(buyer.last())).not.toContain(text('key-pay-again'));
    expect((await visit(link)).location).toContain('/result');
    const before = await creditedFor(world, buyer.id);
    await backFrom((await visit(location ?? '', 'pay')).location);
    await expect.poll(() => creditedFor(world, buyer.id)).toBe(before + 100_000);
  });

  test('a payer who cancels at one bank while another’s page is open is asked to wait until that is paid', async () => {
    const buyer = await ask();
    const { location } = await visit(payLink(buyer));
    const { opened } = await buyer.press(text('key-pay-zibal'));
    await backFrom(await atBank(opened ?? '', 'cancel'));
    const cancelled = await buyer.sees(says(language, 'payment-unpaid-here'));
    await backFrom((await visit(location ?? '', 'pay')).location);
    await buyer.sees(begins(language, 'payment-paid'));
    const closed = await buyer.sees(begins(language, 'payment-not-needed'));
    expect(closed.id).toBe(cancelled.id);
    expect(JSON.stringify(closed.message.reply_markup)).not.toContain('/pay/');
    expect(await openCount(buyer)).toBe(0);
    expect(await creditedFor(world, buyer.id)).toBe(amount);
  });

  test('a payer can type another amount where the methods are shown, but no tracking code', async () => {
    const buyer = await ask();
    await buyer.type('۷۵ هزار تومان');
    expect(read(buyer)).toContain(text('pay-title', { amount: story.money(750_000, 'toman') }));
    await tap(buyer, { to: 'payAmountBy', method: 'card' });
    await tap(buyer, { to: 'payAmount' });
    await buyer.type('83920145');
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
  });

  test('an open payment says nothing about its order after that was bought or cancelled', async () => {
    for (const way of ['confirm', 'cancel'] as const) {
      const mobile = newNumber();
      const number = spoken(`0${mobile.slice(2)}`);
      const buyer = await askForOrder(mobile);
      await tap(buyer, { to: 'payOrderBy', method: 'card' });
      expect(read(buyer)).toContain(number);
      const { id: order } = await look(world, ({ db }) =>
        db.selectFrom('orders').select('id').where('mobile', '=', mobile).executeTakeFirstOrThrow(),
      );
      await world.grant(buyer.id, topUp.total);
      await forge(buyer, { to: way, order });
      if (way === 'confirm') await buyer.sees(says(language, 'state-delivered'));
      for (const { id: payment } of await paymentsOf(buyer)) {
        await forge(buyer, { to: 'openPayment', payment });
        expect(read(buyer)).not.toContain(number);
      }
    }
  });

  test('a payer with an open transfer can send a tracking code like a photo, but not an amount or a number', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await buyer.type('83920145');
    expect(read(buyer)).not.toContain(begins(language, 'payment-slip-sent'));
    await forge(buyer, { to: 'payAmountBy', method: 'card', amount });
    await buyer.type('/start');
    await buyer.type('200000');
    for (const [wrong, mistake] of [
      ['0912 123 456', text('failure-number-short', { missing: 1 })],
      ['091212345678', text('failure-number-long', { extra: 1 })],
      ['98912123456', text('failure-number-short', { missing: 1 })],
    ] as const) {
      await buyer.type(wrong);
      expect(read(buyer)).toContain(mistake);
    }
    await buyer.type('09121234567');
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toEqual(['sendCode', 'number']);
    expect((await paymentsOf(buyer)).map(({ state }) => state)).toEqual(['asked']);
    await buyer.type(language === 'fa' ? '۸۳۹۲۰۱۴۵' : '83920145');
    expect(read(buyer)).toContain(begins(language, 'payment-slip-sent'));
    const slip = await look(world, ({ db }) =>
      db.selectFrom('payments').selectAll().where('person_id', '=', buyer.id).executeTakeFirstOrThrow(),
    );
    expect(slip).toMatchObject({ state: 'submitted', slip_kind: 'text', receipt: '83920145' });
  });
});
