import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readPersonalData } from '#shop/privacy/personal-data.ts';
import { personalTables } from '#shop/privacy/personal-tables.ts';
import type { Database } from '#storage/database.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { buyerId, openWorld, tablesOf, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('personal data on %s', (kind) => {
  const place = useDatabase(kind);

  test('every column of the database is accounted for', async () => {
    const tables = (await place.database.db.introspection.getTables()).filter(({ name }) => !name.startsWith('kysely'));
    // Unused since 0.3.0, and empty.
    const inUse = tables.filter(({ name }) => name !== 'receipts');
    expect(new Set(inUse.map(({ name }) => name))).toEqual(new Set(Object.keys(personalTables)));
    for (const { name, columns } of inUse) {
      const names = columns.map((column) => column.name);
      const policy = personalTables[name as keyof typeof personalTables];
      if (policy) expect(new Set(Object.keys(policy.columns)), name).toEqual(new Set(names));
      else
        expect(
          names.filter((column) => /^(person|buyer|seller)_id$/.test(column)),
          name,
        ).toEqual([]);
    }
    expect(inUse.length).toBeGreaterThan(30);
  });

  test('no text survives a deletion but what was decided to', async () => {
    const { shop, database } = await openWorld(place.database);
    await fillWithCanaries(database);
    expect(await shop.deletion.run(buyerId)).toEqual({ ok: true, value: null });
    const decided = Object.entries(survivors).map(([table, columns]) => [table, new Set(columns.split(' '))]);
    expect(await columnsWithCanary(database)).toEqual(Object.fromEntries(decided));
  });

  test('is read table by table, and deleted in one transaction, once', async () => {
    const world = await openWorld(place.database);
    const { shop, database } = world;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara Qzx', username: 'sara_qzx', language: 'en' });
    await world.buy({ mobile: '989351234567' });
    expect(await shop.deletion.blockers(buyerId)).toMatchObject({ orders: 1 });
    expect(await shop.deletion.run(buyerId)).toEqual({ ok: false, error: { code: 'deletion-blocked' } });
    await world.purchaseWorker.runOnce();
    const list = { id: 'list', seller_id: buyerId, state: 'draft', created_at: 1 } as const;
    const unset = { product_id: null, amount: null, confirmed_at: null, ended_at: null, message_id: null };
    await database.db
      .insertInto('batches')
      .values({ ...list, ...unset })
      .execute();
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
    const lists = await database.db.selectFrom('batches').select('state').execute();
    expect(lists, 'with masked numbers').toEqual([{ state: 'cancelled' }]);
    expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
    expect(await shop.people.find(buyerId)).toMatchObject({ name: String(buyerId), role: 'customer' });
    expect(await shop.deletion.run(1)).toEqual({ ok: false, error: { code: 'not-allowed' } });
  });
});

const canary = 'Qzx';

/** Where any text would not do. */
const fitting: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  people: { language: 'en', unit: 'toman', role: 'agent' },
  wallets: { balance: 0 },
  orders: { state: 'delivered', total: 2 * buyerId, mobile: `98912${canary}` },
  batch_rows: { mobile: `98912${canary}` },
  payments: { state: 'paid', waiting_since: null, kept_why: JSON.stringify({ code: 'person-paused', reason: canary }) },
  plans: { state: 'stopped' },
  // A bot that runs keeps its owner from being forgotten.
  agent_bots: { token: null },
  ledger: { kind: 'take' },
  referrals: { referrer_id: 1 },
  audit: {
    details: JSON.stringify({ order: 'a', why: canary, reason: canary, note: canary, text: canary, name: canary }),
  },
  alerts: { alert: JSON.stringify({ kind: 'message', text: canary }) },
  price_rules: { target: 'person' },
};

/** A row of the person in each table with people in it: the canary in each text, and their id in each number. */
async function fillWithCanaries({ db }: Database): Promise<void> {
  for (const { name, columns } of await db.introspection.getTables()) {
    const policy = personalTables[name as keyof typeof personalTables];
    if (!policy) continue;
    const row = columns.map((column) => [column.name, /text/i.test(column.dataType) ? canary : buyerId]);
    await db
      .insertInto(name as 'numbers')
      .values({ ...Object.fromEntries(row), ...fitting[name] })
      .execute();
  }
}

/** By table. */
async function columnsWithCanary({ db }: Database): Promise<Record<string, Set<string>>> {
  const found: Record<string, Set<string>> = {};
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(name as 'numbers')
      .selectAll()
      .execute();
    const columns = rows.flatMap((row) => Object.entries(row)).filter(([, value]) => String(value).includes(canary));
    if (columns.length > 0) found[name] = new Set(columns.map(([column]) => column));
  }
  return found;
}

/** Ids, keys, states, codes and the shop's own words, by table. */
const survivors: Readonly<Record<string, string>> = {
  people: 'paused_why',
  ledger: 'key order_id actor',
  orders:
    'id kind offer_type product_type sim_type title title_en promo_code idempotency_key webservice_code route batch_id paid_by source',
  order_events: 'order_id actor from_state to_state',
  batches: 'id state',
  batch_rows: 'batch_id order_id problem',
  payments: 'id source method order_id reference problem',
  payment_events: 'payment_id actor from_state to_state',
  payment_blocks: 'method',
  promo_uses: 'order_id',
  daily_sales: 'part title title_en',
  audit: 'action',
  referrals: 'void_why',
  settlement_terms: 'cycle',
  settlements: 'state',
  inbox: 'id reference problem',
  invites: 'code',
  staff_invites: 'code role',
  owner_links: 'hash',
  agent_bots: 'slug problem',
  api_purchases: 'key fingerprint order_id language refusal',
  price_rules: 'product_type',
};
