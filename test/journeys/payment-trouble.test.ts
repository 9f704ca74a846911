import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { look, walletOf } from '#test/support/agents.ts';
import { forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { createWorld, type World } from '#test/support/world.ts';

const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;
const mobile = '989126000001';

let world: World;
afterEach(() => world.close());

/** Every write to the ledger fails, as on a full disk, until this is undone. */
function breakLedger(): () => void {
  const { settings } = world.database;
  if (settings.kind !== 'sqlite') throw new Error('This is broken on SQLite only.');
  const database = new DatabaseSync(settings.file, { timeout: 60_000 });
  database.exec("create trigger broken before insert on ledger begin select raise(abort, 'disk is full'); end");
  return () => {
    database.exec('drop trigger broken');
    database.close();
  };
}

async function payInTrouble() {
  const buyer = await greet(world, { wallet: 0 });
  await forge(buyer, { to: 'product', id: topUp.id, mobile });
  await tap(buyer, { to: 'pay' });
  const mend = breakLedger();
  const paid = await buyer.pay({ wait: false });
  expect(paid.payment).toEqual({ outcome: 'approved' });
  return { buyer, mend };
}

const waits = () => world.logged.some((line) => line.includes('payment not booked yet') && line.includes('"charge"'));

test('a payment during a database failure is booked afterwards and buys once', async () => {
  world = await createWorld({ products: 120, config: { payments } });
  const { buyer, mend } = await payInTrouble();
  await buyer.sees(/Reference/);
  expect(waits()).toBe(true);
  mend();
  await buyer.sees(says('en', 'state-delivered'));
  expect((await world.sales()).filter((sale) => sale.mobile === mobile)).toMatchObject([{ price: topUp.total }]);
  expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
});

test('a bot that stopped during the failure finds the payment at its next start', async () => {
  world = await createWorld({ products: 120, config: { payments } });
  const { buyer, mend } = await payInTrouble();
  await buyer.sees(/Reference/);
  await world.stopBot();
  mend();
  await world.startBot();
  await buyer.sees(says('en', 'state-delivered'));
  expect((await world.sales()).filter((sale) => sale.mobile === mobile)).toHaveLength(1);
});

test('a payer whose payment is reported from a group hears of the failure in private', async () => {
  world = await createWorld({ products: 120, config: { payments } });
  const buyer = await greet(world, { wallet: 0 });
  await forge(buyer, { to: 'payAmountBy', method: 'invoice', amount: 500_000 });
  const { id } = await look(world, ({ db }) => db.selectFrom('payments').select('id').executeTakeFirstOrThrow());
  const mend = breakLedger();
  world.telegram.deliver({
    message: {
      message_id: 900_000,
      date: 1,
      chat: { id: -1009, type: 'supergroup', title: 'Family' },
      from: { id: buyer.id, is_bot: false, first_name: 'Buyer' },
      successful_payment: {
        currency: 'IRR',
        total_amount: 50_000_000,
        invoice_payload: id,
        telegram_payment_charge_id: 'group',
        provider_payment_charge_id: 'group',
      },
    },
  });
  await buyer.sees(/Reference/);
  mend();
  await expect.poll(async () => (await walletOf(world, buyer)).balance, { timeout: 30_000 }).toBe(500_000);
});
