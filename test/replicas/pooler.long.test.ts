import { expect, onTestFinished, test } from 'vitest';
import { type Database, makeSchema, openDatabase } from '#storage/database.ts';
import { readSwitch, setSwitch } from '#storage/switches.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { behindPooler, hasPooler } from '#test/support/pooler.ts';
import { quiet } from '#test/support/shop.ts';

async function pooled(more?: string) {
  const place = await behindPooler(await makeDatabase('postgres'), more);
  onTestFinished(place.remove);
  if (place.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
  return place.settings;
}

if (hasPooler) {
  test("an agent's shop that shares sessions with the main shop has its rows in its own schema", async () => {
    // One session serves both shops.
    const settings = await pooled('max_db_connections = 1');
    await makeSchema(settings.url, 'shop_0123456789');
    const main = await openDatabase(settings, { log: quiet });
    const agents = await openDatabase({ ...settings, schema: 'shop_0123456789' }, { log: quiet });
    onTestFinished(async () => {
      await main.close();
      await agents.close();
    });
    const write = ({ db }: Database, value: string) => setSwitch(db, { name: 'whose', value, actor: '', at: 1 });
    const read = async ({ db }: Database) => (await readSwitch(db, 'whose'))?.value;
    const turns = Array.from({ length: 20 });
    await Promise.all(turns.flatMap(() => [write(main, 'main'), write(agents, 'agent')]));
    const seen = await Promise.all(
      turns.flatMap(() => [read(main), read(agents), main.transaction((tx) => read({ ...main, db: tx }))]),
    );
    expect(new Set(seen.filter((_, at) => at % 3 !== 1))).toEqual(new Set(['main']));
    expect(new Set(seen.filter((_, at) => at % 3 === 1))).toEqual(new Set(['agent']));
  });

  test('without DATABASE_POOLER the start fails and names what the pooler refuses or drops', async () => {
    const refusing = { ...(await pooled()), isPooled: false };
    await expect(openDatabase(refusing, { log: quiet })).rejects.toThrow('unsupported startup parameter');
    const limits = 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout';
    const dropping = { ...(await pooled(`ignore_startup_parameters = ${limits}`)), isPooled: false };
    await expect(openDatabase(dropping, { log: quiet })).rejects.toThrow('Set DATABASE_POOLER=transaction');
  });
}
