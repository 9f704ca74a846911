import { stringify } from 'csv-stringify/sync';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number;
}

// Excel takes a file without it for one in the local code page, and Persian for noise.
const byteOrderMark = '\ufeff';

/**
 * What a spreadsheet opens without asking. A text that begins like a formula gets an apostrophe in front, because titles
 * and names are other people's words and a spreadsheet would run them; negative numbers stay numbers.
 */
const write = (records: readonly (readonly (string | number)[])[]): Buffer =>
  Buffer.from(stringify([...records], { record_delimiter: '\r\n', escape_formulas: true }));

/**
 * The rows as one file after another, none longer than it may be, each with its header; none at all if there are no rows.
 * Each file has to be read to its end before the next one is asked for.
 */
export async function* csvFiles<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
  mostBytes: number,
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const head = Buffer.concat([Buffer.from(byteOrderMark), write([columns.map(({ title }) => title)])]);
  const source = pages[Symbol.asyncIterator]();
  const chunk = async () => {
    const { done, value } = await source.next();
    return done ? null : write(value.map((row) => columns.map((column) => column.value(row))));
  };
  let next = await chunk();
  async function* file(): AsyncGenerator<Uint8Array> {
    yield head;
    let size = head.length;
    while (next !== null && (size === head.length || size + next.length <= mostBytes)) {
      size += next.length;
      yield next;
      next = await chunk();
    }
  }
  try {
    while (next !== null) yield file();
  } finally {
    await source.return?.();
  }
}
