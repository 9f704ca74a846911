import { describe, expect, test } from 'vitest';
import { startOf } from '#domain/calendar.ts';
import { type Column, createCsvRows, csvFiles } from '#shop/running/reports/csv-rows.ts';
import type { Database } from '#storage/database.ts';
import { collect, readCsv } from '#test/support/csv.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { fillOrders } from '#test/support/many-orders.ts';
import { useDatabase } from '#test/support/shop.ts';

const day = 20_000;
const days = { from: day, to: day };
const period = { from: startOf(day), to: startOf(day + 1) };
const ids = async (pages: AsyncIterable<readonly { readonly id: string }[]>) =>
  (await Array.fromAsync(pages)).flat().map(({ id }) => id);

describe.each(databaseKinds)('long lists on %s', (kind) => {
  const place = useDatabase(kind);
  const database = () => place.database;

  /** 1,300 orders in the period, many in the same millisecond, and some just outside. */
  async function sold(db: Database): Promise<void> {
    await fillOrders(db, { count: 1_300, at: (n) => period.from + Math.floor(n / 700), buyer: (n) => 1 + (n % 2) });
    await fillOrders(db, { count: 2, at: (n) => (n === 0 ? period.from - 1 : period.to), buyer: () => 1, name: 'o' });
  }

  test('every order of the period once, in order, also at equal times', async () => {
    await sold(database());
    const sheets = createCsvRows({ database: database() });
    const everyone = await Array.fromAsync(sheets.orders(null, days));
    expect(everyone.map((page) => page.length)).toEqual([200, 200, 200, 200, 200, 200, 100]);
    const orders = everyone.flat();
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1_300);
    expect(orders.map(({ confirmedAt }) => confirmedAt)).toEqual(
      orders.map(({ confirmedAt }) => confirmedAt).toSorted((a, b) => a - b),
    );
    const own = (await Array.fromAsync(sheets.orders(2, days))).flat();
    expect(own).toHaveLength(650);
    expect(new Set(own.map(({ buyerId }) => buyerId))).toEqual(new Set([2]));
  });

  test('the last moment belongs to it, the next midnight does not', async () => {
    const sheets = createCsvRows({ database: database() });
    const moments = [period.from - 1, period.from, period.to - 1, period.to];
    await fillOrders(database(), { count: 4, at: (n) => moments[n] ?? 0, buyer: () => 1 });
    expect(await ids(sheets.orders(1, days))).toHaveLength(2);
    expect(await ids(sheets.orders(9, days))).toEqual([]);
    expect(await ids(sheets.orders(null, { from: day, to: day + 1 }))).toHaveLength(3);
    expect(await ids(sheets.orders(null, { from: day, to: day - 1 }))).toEqual([]);
  });

  test('does not block concurrent writes', async () => {
    await sold(database());
    const pages = createCsvRows({ database: database() }).orders(null, days);
    await pages.next();
    await fillOrders(database(), { count: 1, at: () => period.from, buyer: () => 1, name: 'between' });
    const rest = (await Array.fromAsync(pages)).flat();
    expect(rest).toHaveLength(1_100);
  });

  test('money: movements of the period with the balance, without holds', async () => {
    // Other people's rows are in between, and more of their own than one page holds.
    const moments = [period.from - 1, ...Array.from({ length: 1_100 }, (_, n) => period.from + n), period.to];
    let balance = 0;
    const entries = moments.flatMap((at, n) => {
      const kind = n % 2 === 0 ? ('grant' as const) : ('hold' as const);
      balance += kind === 'grant' ? 10 : 0;
      const mine = { key: `mine ${n}`, person_id: 1, kind, at, actor: 'owner', note: `=${n}`, order_id: null };
      const delta = { balance_delta: kind === 'grant' ? 10 : 0, held_delta: 5, balance_after: balance };
      return [
        { ...mine, ...delta },
        { ...mine, ...delta, key: `theirs ${n}`, person_id: 2 },
      ];
    });
    for (let at = 0; at < entries.length; at += 400)
      await database()
        .db.insertInto('ledger')
        .values(entries.slice(at, at + 400))
        .execute();
    const rows = (await Array.fromAsync(createCsvRows({ database: database() }).movements(1, days))).flat();
    expect(rows).toHaveLength(550);
    expect(rows.map((row) => row.balance_after)).toEqual(Array.from({ length: 550 }, (_, n) => 20 + n * 10));
    expect(rows[0]).toMatchObject({ kind: 'grant', balance_delta: 10, paid: null, note: '=2' });
  });
});

interface Row {
  readonly text: string;
  readonly amount: number;
}
const columns: Column<Row>[] = [
  { title: 'Text, "quoted"', value: ({ text }) => text },
  { title: 'مبلغ (ریال)', value: ({ amount }) => amount },
];

async function* pagesOf(...pages: Row[][]) {
  yield* pages;
}

async function filesOf(pages: AsyncIterable<readonly Row[]>, mostBytes = 1_000_000): Promise<Uint8Array[]> {
  const files: Uint8Array[] = [];
  for await (const file of csvFiles(pages, columns, mostBytes)) files.push(await collect(file));
  return files;
}

const textsIn = (file: Uint8Array | undefined) => readCsv(file ?? new Uint8Array()).map((row) => row['Text, "quoted"']);

describe('a CSV file', () => {
  test.each([
    '=HYPERLINK("http://evil.example","click")',
    '+1+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
  ])('holds %j as text that no spreadsheet runs', async (text) => {
    const [file] = await filesOf(pagesOf([{ text, amount: 1 }]));
    expect(textsIn(file)).toEqual([`'${text}`]);
  });

  test.each(['بستهٔ ۱۰ گیگ، ماهانه', 'می‌خواهم', 'say "hi"', 'two\nlines', 'a,b', '0912 345 6789', ' =1', '😀', ''])(
    'returns %j unchanged',
    async (text) => {
      const [file] = await filesOf(pagesOf([{ text, amount: 1 }]));
      expect(textsIn(file)).toEqual([text]);
    },
  );

  test('amounts stay numbers, also debts', async () => {
    const amounts = [0, 11_000, -11_000, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
    const [file] = await filesOf(pagesOf(amounts.map((amount) => ({ text: 'x', amount }))));
    expect(readCsv(file ?? new Uint8Array()).map((row) => row['مبلغ (ریال)'])).toEqual(amounts.map(String));
  });

  test('no rows give no file', async () => {
    expect(await filesOf(pagesOf())).toEqual([]);
  });

  test('further rows go into another file, each with its header, nothing lost or repeated', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ text: `row ${at}`, amount: at }));
    const pages = Array.from({ length: 10 }, (_, at) => rows.slice(at * 10, at * 10 + 10));
    const files = await filesOf(pagesOf(...pages), 400);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect(file.length).toBeLessThanOrEqual(400);
    expect(files.flatMap(textsIn)).toEqual(rows.map(({ text }) => text));
  });

  test('a failing source fails the file', async () => {
    async function* broken() {
      yield [{ text: 'a', amount: 1 }];
      throw new Error('the database is gone');
    }
    await expect(filesOf(broken())).rejects.toThrow('the database is gone');
  });
});
