import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { credit, driftIn, look, makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages, long } from '#test/support/length.ts';
import { read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

const minute = 60_000;
const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, config: { payments } });
});
afterAll(() => world.close());

let numbers = 0;
const newNumber = () => {
  numbers += 1;
  return `989126${String(numbers).padStart(6, '0')}`;
};
const soldTo = async (mobile: string, place = world) => (await place.sales()).filter((sale) => sale.mobile === mobile);

/** Chooses an item up to the invoice and returns the order's id. */
async function bill(buyer: Person, mobile: string): Promise<string> {
  await forge(buyer, { to: 'product', id: topUp.id, mobile });
  const { press } = find(buyer, { to: 'pay' });
  await tap(buyer, { to: 'pay' });
  return press.to === 'pay' ? press.order : '';
}

const invoiceOf = (buyer: Person) => buyer.messages().findLast(({ message }) => message.invoice)?.message.invoice;

describe.each(journeyLanguages)('paying by invoice, in %s', (language) => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says(language, key, variables);
  const delivered = t('state-delivered');

  test('fills and spends the wallet from the quote to the receipt', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    const mobile = newNumber();
    await bill(buyer, mobile);
    expect(invoiceOf(buyer)).toMatchObject({ currency: 'IRR', total_amount: topUp.total * 100 });
    // The payment provider shows the number too: spaces would turn it around there.
    expect(invoiceOf(buyer)?.description).toContain(` 0${mobile.slice(2)}`);
    const { payment } = await buyer.pay();
    expect(payment).toEqual({ outcome: 'approved' });
    await buyer.sees(delivered);
    await world.telegram.quiet();
    expect(await soldTo(mobile)).toMatchObject([{ price: topUp.total }]);
    expect(await walletOf(world, buyer)).toEqual({ balance: 0, held: 0, creditLimit: 0, available: 0 });
    // No message still says that it is being bought.
    expect(buyer.messages().filter(({ text }) => text.includes(t('state-confirmed')))).toEqual([]);
    await forge(buyer, { to: 'statement', page: 1 });
    expect(read(buyer)).toContain(t('ledger-payment'));
  });

  test('takes the wallet’s money into account, and adds a debt', async () => {
    const some = await greet(world, { language, wallet: 4_000 });
    await bill(some, newNumber());
    expect(invoiceOf(some)).toMatchObject({ total_amount: 700_000 });
    await some.pay();
    await some.sees(delivered);
    expect(await walletOf(world, some)).toMatchObject({ balance: 0, held: 0 });
    const owner = await meetOwner(world, language);
    const debtor = await makeAgent(world, { language, limit: 20_000, owner });
    await credit(owner, debtor, 'take', '20000');
    await credit(owner, debtor, 'limit', '15000');
    const mobile = newNumber();
    await bill(debtor, mobile);
    // The amount is five thousand above the limit, plus the price.
    expect(invoiceOf(debtor)).toMatchObject({ total_amount: 1_600_000 });
    await debtor.pay();
    await debtor.sees(delivered);
    expect(await soldTo(mobile)).toHaveLength(1);
    expect(await walletOf(world, debtor)).toMatchObject({ balance: -15_000, held: 0 });
  });

  test('is refused before payment when the quote is gone, expired or dearer, or the wallet changed', async () => {
    const refusals: [string, string, (buyer: Person, order: string) => unknown][] = [
      ['cancelled', t('failure-order-not-open'), (buyer, order) => forge(buyer, { to: 'cancel', order })],
      ['expired', t('checkout-expired'), () => world.pass(11 * minute)],
      [
        'dearer',
        t('checkout-price-moved', { was: 'x', now: 'y' }).split(/x|y/)[0] ?? '',
        (_, order) =>
          look(world, ({ db }) =>
            // The quote is from before the price rose.
            db.updateTable('orders').set({ base: 9_000, vat: 900, total: 9_900 }).where('id', '=', order).execute(),
          ),
      ],
      ['another wallet', t('failure-invoice-stale'), (buyer) => world.grant(buyer.id, 1_000)],
    ];
    for (const [name, words, change] of refusals) {
      const buyer = await greet(world, { language, wallet: 0 });
      const mobile = newNumber();
      const order = await bill(buyer, mobile);
      await change(buyer, order);
      const { payment } = await buyer.pay();
      expect(payment, name).toMatchObject({ outcome: 'declined' });
      expect(payment?.outcome === 'declined' ? payment.error : '', name).toContain(words);
      expect(await soldTo(mobile)).toEqual([]);
      expect((await walletOf(world, buyer)).held).toBe(0);
    }
  });

  test('is refused while sales are paused, and for a paused person', async () => {
    const owner = await meetOwner(world, language);
    const [one, two] = [await greet(world, { language, wallet: 0 }), await greet(world, { language, wallet: 0 })];
    for (const buyer of [one, two]) await bill(buyer, newNumber());
    await forge(owner, { to: 'askPauseSelling' });
    await owner.type('stocktaking');
    expect((await one.pay()).payment).toMatchObject({
      outcome: 'declined',
      error: expect.stringContaining('stocktaking'),
    });
    await forge(owner, { to: 'resumeSelling' });
    await forge(owner, { to: 'askPause', person: two.id });
    await owner.type('a dispute');
    expect((await two.pay()).payment).toMatchObject({
      outcome: 'declined',
      error: expect.stringContaining('a dispute'),
    });
    expect((await one.pay()).payment).toEqual({ outcome: 'approved' });
    await one.sees(delivered);
  });

  test('counts once when the payment is repeated, even after a restart', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    const mobile = newNumber();
    await bill(buyer, mobile);
    const { update } = await buyer.pay();
    if (!update) throw new Error('A payment is an update.');
    await buyer.sees(delivered);
    world.telegram.redeliver(update);
    await world.telegram.quiet();
    await world.stopBot();
    await world.startBot();
    world.telegram.redeliver(update);
    await world.telegram.quiet();
    expect(await soldTo(mobile)).toHaveLength(1);
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
    expect(buyer.messages().filter(({ text }) => text.includes(delivered))).toHaveLength(1);
    expect(await driftIn(world)).toEqual([]);
  });

  test('works from a group, even the support group, and the payer hears in private', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    const group = world.telegram.forum('Support', buyer, world.telegram.bot);
    await world.stopBot();
    for (const supportChatId of [null, group.id]) {
      await world.startBot({ supportChatId });
      const mobile = newNumber();
      const order = await bill(buyer, mobile);
      const since = buyer.mark();
      world.telegram.deliver({
        message: {
          message_id: 800_000 + numbers,
          date: 1,
          chat: { id: group.id, type: 'supergroup', title: group.title, is_forum: true },
          from: { id: buyer.id, is_bot: false, first_name: 'Buyer', language_code: language },
          successful_payment: {
            currency: 'IRR',
            total_amount: topUp.total * 100,
            invoice_payload: order,
            telegram_payment_charge_id: `group ${order}`,
            provider_payment_charge_id: 'group',
          },
        },
      });
      await buyer.sees(delivered, { since });
      expect(await soldTo(mobile)).toHaveLength(1);
      expect(
        buyer
          .in(group)
          .messages()
          .filter(({ fromBot }) => fromBot),
      ).toEqual([]);
      await world.stopBot();
    }
    await world.startBot();
  });

  test('leaves the money in the wallet when the order cannot be bought any more, and the buyer can spend it', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    const mobile = newNumber();
    const order = await bill(buyer, mobile);
    // The buyer cancels during the payment.
    const from = { id: buyer.id, is_bot: false, first_name: 'Buyer', language_code: language };
    await forge(buyer, { to: 'cancel', order });
    const chat = { id: buyer.id, type: 'private', first_name: 'Buyer' } as const;
    const successful_payment = {
      currency: 'IRR',
      total_amount: topUp.total * 100,
      invoice_payload: order,
      telegram_payment_charge_id: `late ${order}`,
      provider_payment_charge_id: 'late',
    } as const;
    const message = { message_id: 900_000 + numbers, date: 1, chat, from, successful_payment };
    for (let times = 0; times < 2; times += 1) {
      world.telegram.deliver({ message });
      await world.telegram.quiet();
    }
    await buyer.sees(t('payment-kept', { amount: 'x' }).split('x')[0] ?? '');
    expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: 0 });
    expect(await soldTo(mobile)).toEqual([]);
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(delivered);
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
  });

  test('leaves the money in the wallet after a rejected purchase', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    const mobile = newNumber();
    const order = await bill(buyer, mobile);
    await look(world, ({ db }) =>
      db.updateTable('orders').set({ body: 'product_id=1' }).where('id', '=', order).execute(),
    );
    await buyer.pay();
    await buyer.sees(t('state-rejected'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: 0 });
    expect(await soldTo(mobile)).toEqual([]);
  });

  test('shows the current price after an old Pay button, and asks for nothing if the wallet is full', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: newNumber() });
    world.pass(11 * minute);
    await tap(buyer, { to: 'pay' });
    expect(read(buyer)).toContain(t('failure-quote-expired'));
    expect(invoiceOf(buyer)).toBeUndefined();
    await world.grant(buyer.id, topUp.total);
    await tap(buyer, { to: 'pay' });
    expect(invoiceOf(buyer)).toBeUndefined();
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toContain('confirm');
    // Another person's order cannot be paid.
    const { press } = find(buyer, { to: 'confirm' });
    const thief = await greet(world, { language, wallet: 0 });
    await forge(thief, { to: 'pay', order: press.to === 'confirm' ? press.order : '' });
    expect(read(thief)).toContain(t('failure-order-not-yours'));
    expect(invoiceOf(thief)).toBeUndefined();
  });
});

test('a forged Confirm on an empty wallet leads to the invoice, and an order of a list cannot be paid by itself', async () => {
  const buyer = await greet(world, { wallet: 0 });
  await forge(buyer, { to: 'product', id: topUp.id, mobile: newNumber() });
  const { press } = find(buyer, { to: 'pay' });
  await forge(buyer, { to: 'confirm', order: press.to === 'pay' ? press.order : '' });
  expect(keysOn(buyer.last()).map((one) => one.press.to)).toContain('pay');
  const agent = await makeAgent(world, { limit: 0 });
  const mobiles = [newNumber(), newNumber()];
  await agent.type(mobiles.map((mobile) => `+${mobile}`).join('\n'));
  await tap(agent, { to: 'bulkItem', amount: 55_000 });
  const rows = await look(world, ({ db }) =>
    db.selectFrom('orders').select('id').where('buyer_id', '=', agent.id).execute(),
  );
  expect(rows).toHaveLength(2);
  await forge(agent, { to: 'pay', order: rows[0]?.id ?? '' });
  expect(read(agent)).toContain(says('en', 'failure-order-not-open'));
  expect(invoiceOf(agent)).toBeUndefined();
});

describe('between the payment and the purchase', () => {
  test('a restart loses nothing and buys nothing twice', async () => {
    const buyer = await greet(world, { wallet: 0 });
    const mobile = newNumber();
    await bill(buyer, mobile);
    await world.fault('purchase', 'cut-after', 2);
    await buyer.pay({ wait: false });
    await world.stopBot();
    await world.startBot();
    await buyer.sees(says('en', 'state-delivered'));
    expect(await soldTo(mobile)).toHaveLength(1);
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
  });

  if (long)
    test.each(['successful payment being handled', 'payment stored and its receipt unsent', 'purchase under way'])(
      'a kill at "%s" loses nothing and buys nothing twice',
      async (moment) => {
        const place = await createWorld({ products: 120, start: false, config: { payments } });
        onTestFinished(() => place.close());
        const bot = await place.spawnBot();
        const buyer = await greet(place, { wallet: 0 });
        const mobile = newNumber();
        await bill(buyer, mobile);
        if (moment === 'purchase under way') {
          await place.fault('purchase', 'slow', 1, 300);
          await buyer.pay({ wait: false });
          await buyer.sees(says('en', 'invoice-paid', { code: '' }));
        } else if (moment === 'successful payment being handled') await buyer.pay({ wait: false });
        const held = moment.includes('unsent') ? place.telegram.faults.hold('sendMessage') : null;
        if (held) {
          await buyer.pay({ wait: false });
          await held.arrived;
          const payments = await look(place, ({ db }) =>
            db.selectFrom('ledger').select('balance_delta').where('kind', '=', 'payment').execute(),
          );
          expect(payments).toEqual([{ balance_delta: topUp.total }]);
        }
        await bot.kill();
        held?.release();
        const next = await place.spawnBot();
        await buyer.sees(says('en', 'state-delivered'));
        expect(await soldTo(mobile, place)).toHaveLength(1);
        expect(await walletOf(place, buyer)).toMatchObject({ balance: 0, held: 0 });
        expect(await driftIn(place)).toEqual([]);
        await next.stop();
      },
    );
});
