import type { Person, Shown } from '@sharj/local-telegram';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { openDatabase } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { visit } from '#test/payments/bank-stage.ts';
import type { MainProcess } from '#test/replicas/main-process.ts';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, tap, topUp } from '#test/support/buyer.ts';
import { connect } from '#test/support/databases.ts';
import { atBank, laterPayLink, takenBy } from '#test/support/payments.ts';
import { quiet } from '#test/support/shop.ts';
import { moneyAgainst, sumsAgainst } from '#test/support/sums.ts';
import { type Unpacked, unpackLast } from './released-code.ts';
import { openStage, type Stage } from './rolling-stage.ts';

/** The number of buyers in each wave; each pair of processes sees two waves. */
const buyers = 10;
/** Slow enough that purchases are in flight while processes come and go. */
const slowMs = 1_500;

let released: Unpacked;
beforeAll(async () => {
  released = await unpackLast();
});
afterAll(() => released.remove());

type Code = 'released' | 'present';
const stories: readonly (readonly [Code, Code, 'SIGTERM' | 'SIGKILL'])[] = [
  ['released', 'present', 'SIGTERM'],
  ['present', 'released', 'SIGTERM'],
  ['released', 'present', 'SIGKILL'],
];

// Found by symbol and number, because the wording of the two versions may differ.
const digits = (text: string): string => text.replace(/\D/g, '');
const isReceiptOf =
  (mobile: string) =>
  ({ text, fromBot }: Shown): boolean =>
    // The message about the payment contains the number too.
    fromBot && text.includes('✅') && !text.startsWith('✅ Your payment') && digits(text).includes(mobile.slice(2));
const isCredited = ({ text }: Shown): boolean => text.includes('✅');

/** People who begin things on one process and continue them on another. */
async function openCrowd({ world, bank, route }: Stage, first: MainProcess) {
  const db = connect<Tables>(world.database.settings);
  onTestFinished(() => db.destroy());
  route(first);
  const owner = await meetOwner(world);
  const agent = await makeAgent(world, { owner, limit: 10_000_000 });
  const receipts: (readonly [Person, string])[] = [];
  const bought: string[] = [];
  const newNumber = () => {
    bought.push(`98912${5_000_000 + bought.length}`);
    return bought.at(-1) ?? '';
  };
  const everyone = <T, R>(people: readonly T[], act: (person: T) => Promise<R>) => Promise.all(people.map(act));
  const some = Array.from({ length: buyers }, (_, nth) => nth);

  /** Runs one wave and returns while its orders and payments are in flight. */
  async function wave(one: MainProcess, other: MainProcess): Promise<void> {
    const from = bought.length;
    route(one);
    const payers = await everyone(some, () => greet(world, { wallet: 0 }));
    const shortOfMoney = await greet(world, { wallet: 0 });
    const asked = await everyone(payers, async (person) => {
      await tap(person, { to: 'wallet' });
      await tap(person, { to: 'payAmount', amount: 1_000_000 });
      return { person, mobile: newNumber(), back: await atBank(await laterPayLink(person), 'pay') };
    });
    const missing = newNumber();
    await forge(shortOfMoney, { to: 'product', id: topUp.id, mobile: missing });
    await tap(shortOfMoney, { to: 'pay' });
    const back = await atBank(await laterPayLink(shortOfMoney), 'pay');
    route(other);
    await everyone(asked, async (payer) => {
      await visit(payer.back ?? '');
      await payer.person.sees(isCredited);
    });
    route(one);
    await everyone(asked, ({ person, mobile }) => choose(person, mobile));
    const listed = [newNumber(), newNumber()];
    await agent.type(listed.join('\n'));
    const batch = keysOn(agent.last()).flatMap(({ press }) => ('batch' in press ? [press.batch] : []))[0] ?? '';
    await forge(agent, { to: 'bulkItem', batch, id: topUp.id, amount: null, bought: 'no' });
    await reads();
    route(other);
    await everyone(asked, ({ person }) => tap(person, { to: 'confirm' }, { wait: false }));
    await tap(agent, { to: 'bulkConfirm' }, { wait: false });
    await visit(back ?? '');
    receipts.push(...asked.map(({ person, mobile }) => [person, mobile] as const), [shortOfMoney, missing]);
    await expect.poll(() => notConfirmed(bought.slice(from))).toEqual([]);
    await reads();
  }

  const notConfirmed = async (mobiles: readonly string[]) => {
    const orders = await db.selectFrom('orders').select(['mobile', 'state']).where('mobile', 'in', mobiles).execute();
    const confirmed = new Set(orders.filter(({ state }) => state !== 'quoted').map(({ mobile }) => mobile));
    return mobiles.filter((mobile) => !confirmed.has(mobile));
  };

  async function reads(): Promise<Shown> {
    await forge(owner, { to: 'report', of: null, span: 'day', day: null });
    expect(keysOn(owner.last()).some(({ press }) => press.to === 'report')).toBe(true);
    return owner.last();
  }

  async function ends(): Promise<void> {
    await everyone(receipts, ([person, mobile]) => person.sees(isReceiptOf(mobile)));
    const sold = (await world.sales()).map(({ mobile }) => mobile).toSorted((a, b) => a.localeCompare(b));
    expect(sold).toEqual(bought);
    const database = await openDatabase(world.database.settings, { log: quiet });
    onTestFinished(() => database.close());
    const delivered = database.db.selectFrom('orders').select('mobile').where('state', '=', 'delivered');
    await expect
      .poll(async () => (await delivered.orderBy('mobile').execute()).map(({ mobile }) => mobile))
      .toEqual(bought);
    const orders = await database.db.selectFrom('orders').selectAll().execute();
    expect(sumsAgainst(orders, await database.db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
    expect(moneyAgainst(orders)).toEqual([]);
    const wallet = createWallet({ database, now: world.now, isOwner: () => false });
    expect(await wallet.findLedgerMismatches()).toEqual([]);
    const payments = await database.db.selectFrom('payments').select(['state', 'credited']).execute();
    expect(payments.filter(({ state }) => state !== 'paid')).toEqual([]);
    expect(payments.reduce((sum, { credited }) => sum + (credited ?? 0), 0)).toBe(takenBy(bank));
    for (const [person, mobile] of receipts)
      expect(person.messages().filter(isReceiptOf(mobile)), `receipts of ${mobile}`).toHaveLength(1);
    for (const person of [agent, ...receipts.map(([one]) => one)])
      await person.until(({ messages }) => messages.every(({ text }) => !text.includes('⏳')));
    expect((await reads()).text).toContain((bought.length * topUp.total).toLocaleString('en'));
  }

  return { wave, ends };
}

/** Adds the schema of a release after this one, so that both processes also run on a schema that neither knows. */
async function addLaterRelease({ world }: Stage): Promise<void> {
  const db = connect<Tables>(world.database.settings);
  await sql`alter table orders add column gift text not null default ''`.execute(db);
  await sql`create table gifts (id text primary key)`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('901-gifts', 'later')`.execute(db);
  await db.destroy();
}

test.each(stories)(
  `a process of %s code and one of %s code sell together, and the first leaves by %s and returns`,
  {
    timeout: 900_000,
  },
  async (first, second, signal) => {
    const stage = await openStage();
    const run = (code: Code) => stage.start(code === 'released' ? released.main : undefined);
    const end = async (process: MainProcess) => {
      process.signal(signal);
      expect(await process.exit).toBe(signal === 'SIGTERM' ? 0 : null);
    };
    const one = await run(first);
    const { wave, ends } = await openCrowd(stage, one);
    await stage.world.fault('purchase', 'slow', null, slowMs);
    await wave(one, one);
    const two = await run(second);
    await addLaterRelease(stage);
    await wave(one, two);
    await wave(two, one);
    await end(one);
    const again = await run(first);
    await wave(two, again);
    await wave(again, two);
    await end(two);
    stage.route(again);
    await ends();
    // A busy machine makes the released version wait for a connection; it tries again.
    const isError = (line: string) => {
      const { level, problem = '' } = JSON.parse(line) as { level: number | string; problem?: string };
      // Releases before 1.0 write the level as a number.
      return (level === 'error' || level === 50) && !/timeout/.test(problem);
    };
    for (const { logged } of [one, two, again]) expect(logged.filter(isError)).toEqual([]);
  },
);
