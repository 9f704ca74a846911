import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { personalTables, readPersonalData } from '../../../src/shop/privacy/personal-data.ts';
import { databaseKinds } from '../../support/databases.ts';
import { buyerId, openWorld, tablesOf, useDatabase } from '../../support/shop.ts';

describe.each(databaseKinds)('personal data on %s', (kind) => {
  const place = useDatabase(kind);

  test('every table of the database is accounted for, by a column that it has', async () => {
    const { database } = place;
    const tables = (await database.db.introspection.getTables()).filter(({ name }) => !name.startsWith('kysely'));
    // Unused since 0.3.0, and empty.
    const known = tables.filter(({ name }) => name !== 'receipts');
    expect(new Set(known.map(({ name }) => name))).toEqual(new Set(Object.keys(personalTables)));
    for (const { name, columns } of known) {
      const { of } = personalTables[name as keyof typeof personalTables];
      const names = columns.map((column) => column.name);
      if (of !== null) expect(names, name).toContain(of);
      else
        expect(
          names.filter((column) => /^(person|buyer|seller)_id$/.test(column)),
          name,
        ).toEqual([]);
    }
    expect((await tablesOf(database)).length).toBeGreaterThan(30);
  });

  test('is read table by table, and deleted in one transaction, once', async () => {
    const world = await openWorld(place.database);
    const { shop, database } = world;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara Qzx', username: 'sara_qzx', language: 'en' });
    await world.buy({ mobile: '989351234567' });
    expect(await shop.deletion.blockers(buyerId)).toMatchObject({ orders: 1 });
    expect(await shop.deletion.run(buyerId)).toEqual({ ok: false, error: { code: 'deletion-blocked' } });
    await world.purchaseWorker.runOnce();
    const { balance } = await shop.wallet.read(buyerId);
    if (balance > 0)
      await shop.wallet.take({ key: 'rest', personId: buyerId, amount: balance, actor: 'test', note: 'Qzx' });
    const sections = await Array.fromAsync(readPersonalData(database, buyerId));
    expect(sections.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['people', 'orders', 'ledger', 'wallets']),
    );
    const results = await Promise.all([shop.deletion.run(buyerId), shop.deletion.run(buyerId)]);
    expect(results).toContainEqual({ ok: true, value: null });
    const texts = await Promise.all(
      (await tablesOf(database)).map(async (table) => {
        const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.db);
        return JSON.stringify(rows);
      }),
    );
    for (const gone of [/Qzx/i, /989351234567/]) expect(texts.join('\n')).not.toMatch(gone);
    expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
    expect(await shop.people.find(buyerId)).toMatchObject({ name: String(buyerId), role: 'customer' });
    expect(await shop.deletion.run(1)).toEqual({ ok: false, error: { code: 'not-allowed' } });
  });
});
