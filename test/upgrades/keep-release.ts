import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Person } from '@sharj/local-telegram';
import type { Language } from '#domain/language.ts';
import { createLog } from '#log.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { openDatabase } from '#storage/database.ts';
import { look, makeAgent, meetOwner } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { makePostgres, makeSqlite } from '#test/support/databases.ts';
import { atBank, backFrom, openBank, payLink } from '#test/support/payments.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';
import { addRule } from '#test/support/price-rules.ts';
import { createWorld, type World } from '#test/support/world.ts';
import { keepCode, packCode } from './released-code.ts';
import { archiveOptions, type Released, readRows, schemaOf } from './schema.ts';

/**
 * Run `npx node test/upgrades/keep-release.ts` once for each release: it stores a small database of this version, an archive of it and its code for
 * upgrade tests.
 */
const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const folder = await mkdtemp(join(tmpdir(), 'sharj-release-'));
const postgres = await createPostgresServer();
const empty = await makePostgres(postgres.url);
const schema = {
  sqlite: await schemaOf({ kind: 'sqlite', file: join(folder, 'empty.db') }),
  postgres: await schemaOf(empty.settings),
};
await postgres.remove();
await rm(folder, { recursive: true });

const { bank, config } = await openBank();
const world = await createWorld({ products: 120, database: await makeSqlite(), config });
await live(world);
await world.stopBot();
const database = await openDatabase(world.database.settings, { log: createLog('silent') });
// Every start loads the catalogue, and it would be most of the files.
await database.db.deleteFrom('key_values').where('key', 'not like', 'typing%').execute();
const rows = await readRows(database.db);
await database.close();
const archive = new URL(`./released/${version}.sharj`, import.meta.url).pathname;
await writeArchive(world.database.settings, archive, { ...archiveOptions, release: version, now: Date.now });
await world.close();
await bank.close();

const released: Released = { version, at: Date.now(), schema, rows };
await writeFile(new URL(`./released/${version}.json`, import.meta.url), `${JSON.stringify(released, null, 2)}\n`);
const code = await packCode();
await keepCode(version, code);
process.stdout.write(`Kept the database and the code (${Math.ceil(code.length / 1_024)} KB) of ${version}.\n`);

async function live(world: World): Promise<void> {
  const owner = await meetOwner(world, 'en');
  const customer = await greet(world, { language: 'fa', id: 7_000_001 });
  await buy(customer, 'fa', '989121000001');
  // A quote stays unconfirmed.
  await choose(customer, '989121000002');
  // A second quote for one number retires the first.
  await choose(customer, '989121000011');
  await choose(customer, '989121000011');
  const agent = await makeAgent(world, { language: 'en', limit: 2_000_000, owner });
  await buy(agent, 'en', '989121000003');
  await agent.type('09121000004\n09121000005');
  const batch = keysOn(agent.last())
    .map(({ press }) => press)
    .find((press) => 'batch' in press);
  if (!batch || !('batch' in batch)) throw new Error('There is no list.');
  await forge(agent, { to: 'bulkItem', batch: batch.batch, id: topUp.id, amount: null, bought: 'no' });
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(says('en', 'bulk-delivered', { count: 2, total: '' }).split('·')[0]?.trim() ?? '');
  await liveWithNewerTables(world, owner);
  // A purchase is in progress when the version changes: the gateway sold it without answering.
  await world.fault('purchase', 'cut-after');
  const waiting = await greet(world, { language: 'en', id: 7_000_002 });
  await choose(waiting, '989121000006');
  await tap(waiting, { to: 'confirm' });
  await waiting.sees('Do not buy again');
  // Two people are asked to type something.
  const typing = await greet(world, { language: 'fa', id: 7_000_003 });
  await forge(typing, { to: 'askAmount', id: 17, mobile: '989121000007' });
  const label = await greet(world, { language: 'en', id: 7_000_004 });
  await forge(label, { to: 'label', mobile: '989121000008' });
}

/** Adds a payment, a price rule, a promo code, a plan and a support conversation, without changing a price of an order. */
async function liveWithNewerTables(world: World, owner: Person): Promise<void> {
  const payer = await greet(world, { language: 'en', id: 7_000_005, wallet: 0 });
  await tap(payer, { to: 'wallet' });
  await tap(payer, { to: 'payAmount', amount: 1_000_000 });
  await backFrom(await atBank(payLink(payer), 'pay'));
  await payer.sees('was added to your wallet');
  const order = await buy(payer, 'en', '989121000010');
  await tap(payer, { to: 'planOrder', order });
  await tap(payer, { to: 'planWhen', order, follows: 'same' });
  await tap(payer, { to: 'makePlan', ceiling: topUp.total });
  await look(world, (database) => addRule(database, { target: 'person', target_id: payer.id, basis_points: 500 }));
  await forge(owner, { to: 'askPromoTerms', audience: 'everyone', operator: null, type: null });
  await owner.type('NOWRUZ 10% 0 2');
  await tap(owner, { to: 'makePromo' });
  await payer.type('/support');
  await payer.type('Where is my package?');
  await payer.sees(says('en', 'support-sent'));
}

async function buy(person: Person, language: Language, mobile: string): Promise<string> {
  const order = await choose(person, mobile);
  await tap(person, { to: 'confirm' });
  await person.sees(says(language, 'state-delivered'));
  return order;
}
