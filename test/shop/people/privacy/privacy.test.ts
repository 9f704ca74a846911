import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readPersonalData } from '#shop/people/privacy/personal-data.ts';
import { personalTables } from '#shop/people/privacy/personal-tables.ts';
import type { Database } from '#storage/database.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { buyerId, openWorld, ownerId, tablesOf, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('personal data on %s', (kind) => {
  const place = useDatabase(kind);

  test('every column of the database is accounted for', async () => {
    const tables = (await place.database.db.introspection.getTables()).filter(({ name }) => !name.startsWith('kysely'));
    expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(Object.keys(personalTables)));
    for (const { name, columns } of tables) {
      const names = columns.map((column) => column.name);
      const policy = personalTables[name as keyof typeof personalTables];
      if (policy) expect(new Set(Object.keys(policy.columns)), name).toEqual(new Set(names));
      else
        expect(
          names.filter((column) => /^(person|buyer|seller)_id$/.test(column)),
          name,
        ).toEqual([]);
    }
    expect(tables.length).toBeGreaterThan(30);
  });

  test('the file has each row once, also when the shop writes meanwhile', async () => {
    const { database } = await openWorld(place.database);
    const { db } = database;
    const fixed = { person_id: buyerId, kind: 'message', direction: 'in', author_id: buyerId, content: '{}' } as const;
    const unset = { chat_id: null, message_id: null, album: null, order_id: null, reply_to: null, of_id: null };
    const rows = Array.from({ length: 1_200 }, (_, nth) => ({ ...fixed, ...unset, source: `${nth}`, created_at: nth }));
    for (let from = 0; from < rows.length; from += 400) {
      const some = rows.slice(from, from + 400).map((row) => ({ ...row, done_at: null, done_how: null }));
      await db.insertInto('support_messages').values(some).execute();
    }
    const ids: unknown[] = [];
    for await (const { table, rows: page } of readPersonalData(database, buyerId)) {
      if (table !== 'support_messages') continue;
      ids.push(...page.map(({ id }) => id));
      // The worker delivers the first ones.
      await db.updateTable('support_messages').set({ done_at: 1 }).where('created_at', '<', 50).execute();
    }
    expect(ids).toHaveLength(rows.length);
    expect(new Set(ids).size).toBe(rows.length);
  });

  test('the file of a former owner, or of an agent, has nothing of others', async () => {
    const [former, agent] = [987_654_321, 876_543_219];
    const { shop, database } = await openWorld(place.database, { ownerIds: [ownerId, former] });
    for (const id of [former, agent]) await shop.people.loadOrCreate({ id, name: `P${id}`, language: 'en' });
    const link = await shop.agents.invite('message', former, 1_000_000);
    if (!link.ok) return expect.fail(link.error.code);
    expect(await shop.agents.join(link.value.code, agent)).toMatchObject({ ok: true });
    await database.db.updateTable('wallets').set({ balance: 777_000 }).where('person_id', '=', agent).execute();
    await shop.ledgerCheck.run();
    expect(await shop.customers.message(ownerId, agent, 'Hello', 'k')).toMatchObject({ ok: true });
    const fileOf = async (id: number) => JSON.stringify(await Array.fromAsync(readPersonalData(database, id)));
    expect(await fileOf(former)).not.toMatch(new RegExp(`777000|${agent}`));
    const file = await fileOf(agent);
    expect(file).not.toContain(`${former}`);
    // What they were told themselves is in it.
    expect(file).toContain('Hello');
  });

  test('no text survives a deletion but what was decided to', async () => {
    const { shop, database } = await openWorld(place.database);
    await fillWithCanaries(database);
    expect(await shop.deletion.run(buyerId)).toEqual({ ok: true, value: null });
    const decided = Object.entries(survivors).map(([table, columns]) => [table, new Set(columns.split(' '))]);
    expect(await columnsWithCanary(database)).toEqual(Object.fromEntries(decided));
  });

  test('meets a payment that arrives: both happen', async () => {
    const payments = { providers: [], invoices: true, publicUrl: 'https://shop.example', description: 'order' };
    const { shop } = await openWorld(place.database, { payments });
    const { invoices, cancel } = shop.payments;
    for (let id = 700; id < 710; id += 1) {
      await shop.people.loadOrCreate({ id, name: 'Sara', language: 'en' });
      const { id: payload } = await invoices.open({ source: `invoice:${id}`, by: id, amount: 50_000, orderId: null });
      await cancel(id, payload);
      // Telegram keeps an invoice for ever.
      const paid = invoices.paid({ chargeId: `charge:${id}`, payload, by: id, amount: 50_000 });
      const [booked] = await Promise.all([paid, shop.deletion.run(id)]);
      expect(booked).toMatchObject({ payment: { state: 'paid' } });
      expect((await shop.wallet.read(id)).balance).toBe(50_000);
    }
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
    const unset = { product_id: null, amount: null, confirmed_at: null, ended_at: null };
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
  people: { language: 'en', unit: 'toman', role: 'agent', staff_role: 'cashier' },
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
  chats: 'lease_owner',
  people: 'paused_why',
  ledger: 'key order_id actor',
  orders:
    'id kind offer_type product_type sim_type title title_en promo_code idempotency_key webservice_code route batch_id paid_by source superseded_by',
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

describe('the order of pages', () => {
  const place = useDatabase('sqlite');

  test('has the primary key of each table in it', async () => {
    for (const [table, policy] of Object.entries(personalTables)) {
      if (!policy?.isInFile) continue;
      const key = sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0`;
      const { rows } = await key.execute(place.database.db);
      expect([policy.of, ...policy.sorted], table).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
    }
  });
});
