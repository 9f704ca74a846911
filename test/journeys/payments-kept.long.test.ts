import { DatabaseSync } from 'node:sqlite';
import type { Person } from '@sharj/local-telegram';
import { afterEach, expect, test } from 'vitest';
import { look, walletOf } from '#test/support/agents.ts';
import type { BotProcess } from '#test/support/bot-process.ts';
import { forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, type World } from '#test/support/world.ts';

const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;
const mobile = '989126000001';
const slowly = { timeout: 300_000 };

let world: World;
let bot: BotProcess;
afterEach(() => world.close());

async function open(): Promise<void> {
  world = await createWorld({ products: 120, config: { payments }, start: false });
  bot = await world.spawnBot();
}

/** Every write to these tables fails, as on a full disk, until this is undone. */
function breakWrites(...tables: readonly string[]): () => void {
  const { settings } = world.database;
  if (settings.kind !== 'sqlite') throw new Error('This is broken on SQLite only.');
  const database = new DatabaseSync(settings.file, { timeout: 60_000 });
  for (const table of tables)
    database.exec(
      `create trigger broken_${table} before insert on ${table} begin select raise(abort, 'disk is full'); end`,
    );
  return () => {
    for (const table of tables) database.exec(`drop trigger broken_${table}`);
    database.close();
  };
}

async function invoiced(language: 'fa' | 'en'): Promise<Person> {
  const buyer = await greet(world, { language, wallet: 0 });
  await forge(buyer, { to: 'product', id: topUp.id, mobile });
  await tap(buyer, { to: 'pay' });
  return buyer;
}

async function pay(buyer: Person): Promise<void> {
  const { payment } = await buyer.pay({ wait: false });
  expect(payment).toEqual({ outcome: 'approved' });
}

const isPayment = (update: { readonly message?: { readonly successful_payment?: unknown } }) =>
  update.message?.successful_payment !== undefined;
const atTelegram = () => world.telegram.pending().filter(isPayment).length;
const stored = () =>
  look(world, async ({ db }) => {
    const rows = await db.selectFrom('inbox').select('payload').where('done_at', 'is', null).execute();
    return rows.filter(({ payload }) => payload.includes('successful_payment')).length;
  });

/** More people than one getUpdates answer holds; each writes. */
async function crowd(size: number): Promise<Person[]> {
  const people = Array.from({ length: size }, (_, at) =>
    world.telegram.person({ first_name: `Passer-by ${at}`, language_code: 'en' }),
  );
  await Promise.all(people.map((person) => person.type('/start', { wait: false })));
  return people;
}
const home = (person: Person) => person.sees(says('en', 'home-title'));

async function boughtOnce(buyer: Person, language: 'fa' | 'en'): Promise<void> {
  await buyer.sees(says(language, 'state-delivered'));
  expect(await world.sales()).toMatchObject([{ mobile, price: topUp.total }]);
  expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
  await expect.poll(stored).toBe(0);
}

test('a payment that cannot be booked yet is kept while a crowd is served, and survives a kill', slowly, async () => {
  await open();
  const buyer = await invoiced('fa');
  const mend = breakWrites('ledger');
  await pay(buyer);
  await Promise.all((await crowd(150)).map(home));
  expect(atTelegram()).toBe(0);
  expect(await stored()).toBe(1);
  await bot.kill();
  mend();
  bot = await world.spawnBot();
  await boughtOnce(buyer, 'fa');
});

test(
  'a payment that cannot even be stored stays with Telegram; the payer hears of it, and all are served later',
  slowly,
  async () => {
    await open();
    const buyer = await invoiced('en');
    const asked = world.telegram.faults.hold('answerPreCheckoutQuery');
    const paying = pay(buyer);
    await asked.arrived;
    const mend = breakWrites('inbox');
    asked.release();
    await paying;
    const people = await crowd(150);
    await buyer.sees(/Reference/);
    expect(atTelegram()).toBe(1);
    await bot.kill();
    bot = await world.spawnBot();
    await expect.poll(() => world.logged.filter((line) => line.includes('payment not booked yet')).length).toBe(2);
    mend();
    await boughtOnce(buyer, 'en');
    await Promise.all(people.map(home));
  },
);

test('a payment behind a hanging call waits in the inbox and survives a kill', slowly, async () => {
  await open();
  const buyer = await invoiced('en');
  const asked = world.telegram.faults.hold('answerPreCheckoutQuery');
  const paying = pay(buyer);
  await asked.arrived;
  const hanging = world.telegram.faults.hold('sendMessage');
  await buyer.type('/settings', { wait: false });
  asked.release();
  await paying;
  await hanging.arrived;
  await expect.poll(stored, { timeout: 60_000 }).toBe(1);
  await expect.poll(atTelegram).toBe(0);
  await bot.kill();
  bot = await world.spawnBot();
  await boughtOnce(buyer, 'en');
  hanging.release();
});

test('a payment is found by a process that receives updates in another way', slowly, async () => {
  await open();
  const buyer = await invoiced('en');
  const mend = breakWrites('ledger');
  await pay(buyer);
  await Promise.all((await crowd(120)).map(home));
  expect(atTelegram()).toBe(0);
  await bot.stop();
  mend();
  const port = await freePort();
  const webhook = { url: `http://127.0.0.1:${port}/telegram`, secret: 'a-secret-only-telegram-knows' };
  bot = await world.spawnBot({ port, webhook });
  await boughtOnce(buyer, 'en');
});
