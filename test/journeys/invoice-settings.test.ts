import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, meetOwner, walletOf } from '#test/support/agents.ts';
import { forge, greet, tap, topUp } from '#test/support/buyer.ts';
import { createWorld, type World } from '#test/support/world.ts';

const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;
let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, config: { payments } });
});
afterAll(() => world.close());

const invoiceOf = (buyer: Person) => buyer.messages().findLast(({ message }) => message.invoice)?.message.invoice;

/** A payment that waits at Telegram until the bot runs. */
function deliverPayment({ id }: Person, paid: { id: string; units: number; charge: string }): void {
  world.telegram.deliver({
    message: {
      message_id: 9_999,
      date: Math.floor(Date.now() / 1000),
      chat: { id, type: 'private', first_name: 'Buyer' },
      from: { id, is_bot: false, first_name: 'Buyer', language_code: 'en' },
      successful_payment: {
        currency: 'IRR',
        total_amount: paid.units,
        invoice_payload: paid.id,
        telegram_payment_charge_id: paid.charge,
        provider_payment_charge_id: `provider ${paid.charge}`,
      },
    },
  } as never);
}

test('a buyer who pays an invoice while the bot restarts without invoices still gets the order', async () => {
  const buyer = await greet(world, { wallet: 0 });
  await forge(buyer, { to: 'product', id: topUp.id, mobile: '989126000001' });
  await tap(buyer, { to: 'pay' });
  const [invoice] = await look(world, ({ db }) => db.selectFrom('payments').selectAll().execute());
  await world.stopBot();
  deliverPayment(buyer, { id: invoice?.id ?? '', units: (invoice?.amount ?? 0) * 100, charge: 'charge-1' });
  await world.startBot({ payments: null });
  await buyer.sees('✅ Delivered');
  const rows = await look(world, ({ db }) => db.selectFrom('payments').select(['state', 'bought']).execute());
  expect(rows).toEqual([{ state: 'paid', bought: 1 }]);
});

test.each([
  [2, 0],
  [0, 2],
] as const)(
  'a person who pays while CURRENCY_EXPONENT changes from %i to %i is credited what was asked',
  async (before, after) => {
    await world.stopBot();
    await world.startBot({ payments: { ...payments, exponent: before } });
    const buyer = await greet(world, { wallet: 0 });
    await forge(buyer, { to: 'payAmount', amount: 500_000 });
    expect(invoiceOf(buyer)).toMatchObject({ total_amount: 500_000 * 10 ** before });
    const [invoice] = await look(world, ({ db }) =>
      db.selectFrom('payments').selectAll().where('person_id', '=', buyer.id).execute(),
    );
    await world.stopBot();
    deliverPayment(buyer, { id: invoice?.id ?? '', units: 500_000 * 10 ** before, charge: `exponent-${before}` });
    await world.startBot({ payments: { ...payments, exponent: after } });
    await world.telegram.quiet();
    expect((await walletOf(world, buyer)).balance).toBe(500_000);
  },
);

test('a blocked person pays their debt by the invoice that the bot offers', async () => {
  await world.stopBot();
  await world.startBot();
  const owner = await meetOwner(world);
  const debtor = await greet(world, { wallet: 0 });
  await look(world, ({ db }) =>
    db
      .insertInto('wallets')
      .values({ person_id: debtor.id, balance: -300_000, held: 0, credit_limit: 0 })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ balance: -300_000 }))
      .execute(),
  );
  await forge(owner, { to: 'askPause', person: debtor.id });
  await owner.type('a dispute');
  await forge(debtor, { to: 'payAmount', amount: 500_000 });
  expect(invoiceOf(debtor)).toMatchObject({ total_amount: 50_000_000 });
  expect((await debtor.pay()).payment).toEqual({ outcome: 'approved' });
});
