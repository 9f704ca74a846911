import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../src/domain/language.ts';
import { createLog } from '../../src/log.ts';
import type { Person } from '../../src/playground/telegram/people/people.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { makeAgent, meetOwner } from '../support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp } from '../support/buyer.ts';
import { makePostgres, makeSqlite } from '../support/databases.ts';
import { createPostgresServer } from '../support/postgres-server.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Released, readRows, schemaOf } from './schema.ts';

/** Run once for each release, `node test/upgrades/keep-release.ts`: stores a small database of this version, for upgrade tests. */
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

const world = await createWorld({ products: 120, database: await makeSqlite() });
await live(world);
await world.stopBot();
const database = await openDatabase(world.database.settings, { log: createLog('silent') });
const rows = await readRows(database.db);
await database.close();
await world.close();

// The catalogue is loaded at every start, and would be most of the file.
const kept = { ...rows, key_values: (rows.key_values ?? []).filter(({ key }) => String(key).startsWith('typing')) };
const released: Released = { version, at: Date.now(), schema, rows: kept };
await writeFile(new URL(`./released/${version}.json`, import.meta.url), `${JSON.stringify(released, null, 2)}\n`);

async function live(world: World): Promise<void> {
  const owner = await meetOwner(world, 'en');
  const customer = await greet(world, { language: 'fa', id: 7_000_001 });
  await buy(customer, 'fa', '989121000001');
  // An unconfirmed quote.
  await choose(customer, '989121000002');
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
  // In progress when the version changed: bought at the gateway, without an answer.
  await world.fault('purchase', 'cut-after');
  const waiting = await greet(world, { language: 'en', id: 7_000_002 });
  await choose(waiting, '989121000006');
  await tap(waiting, { to: 'confirm' });
  await waiting.sees('Do not buy again');
  // While an amount is being typed.
  const typing = await greet(world, { language: 'fa', id: 7_000_003 });
  await forge(typing, { to: 'askAmount', id: 17, mobile: '989121000007' });
  const label = await greet(world, { language: 'en', id: 7_000_004 });
  await forge(label, { to: 'label', mobile: '989121000008' });
}

async function buy(person: Person, language: Language, mobile: string): Promise<void> {
  await choose(person, mobile);
  await tap(person, { to: 'confirm' });
  await person.sees(says(language, 'state-delivered'));
}
