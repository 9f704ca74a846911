import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Person } from '../../src/playground/telegram/people/people.ts';
import { createWallet } from '../../src/shop/wallet/wallet.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { choose, greet, says, tap } from '../support/buyer.ts';
import { install } from '../support/installations.ts';
import { quiet } from '../support/shop.ts';
import { moneyAgainst, sumsAgainst } from '../support/sums.ts';

const delivered = says('en', 'state-delivered');

test('a later release migrates while this one sells; this one is started again beside it', {
  timeout: 300_000,
}, async () => {
  const { world, start, kill, close } = await install({ database: 'postgres', intake: 'webhook', processes: 2 });
  onTestFinished(close);
  await start();
  const database = await openDatabase(world.database.settings, { log: quiet });
  onTestFinished(() => database.close());
  const people: Person[] = [];
  const confirm = async (count: number) => {
    const more = await Promise.all(Array.from({ length: count }, () => greet(world)));
    await Promise.all(more.map((person, nth) => choose(person, `98912${5_000_000 + people.length + nth}`)));
    people.push(...more);
    await Promise.all(more.map((person) => tap(person, { to: 'confirm' }, { wait: false })));
  };
  await world.fault('purchase', 'slow', null, 500);
  await confirm(8);
  await sql`alter table orders add column gift text not null default ''`.execute(database.db);
  await sql`create table gifts (id text primary key)`.execute(database.db);
  await sql`insert into kysely_migration (name, timestamp) values ('901-gifts', 'later')`.execute(database.db);
  await confirm(4);
  await kill();
  await start();
  await confirm(4);
  await Promise.all(people.map((person) => person.sees(delivered)));

  const sold = (await world.sales()).map(({ mobile }) => mobile);
  expect(sold.toSorted((one, other) => one.localeCompare(other))).toEqual(
    people.map((_, nth) => `98912${5_000_000 + nth}`),
  );
  const orders = await database.db.selectFrom('orders').selectAll().execute();
  expect(sumsAgainst(orders, await database.db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
  expect(moneyAgainst(orders)).toEqual([]);
  const wallet = createWallet({ database, now: world.now, isOwner: () => false });
  expect(await wallet.findLedgerMismatches()).toEqual([]);
});
