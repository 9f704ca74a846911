import { describe, expect, test } from 'vitest';
import { type Column, csvFiles } from '#shop/running/reports/csv.ts';
import { collect, readCsv } from '#test/support/csv.ts';

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
