import { stringify } from 'csv-stringify/sync';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number;
}

// Without it, Excel assumes the local code page.
const byteOrderMark = '\ufeff';

/**
 * Adds an apostrophe to texts that begin like a formula, because a spreadsheet would run them. Negative numbers stay.
 */
const write = (records: readonly (readonly (string | number)[])[]): Buffer =>
  Buffer.from(stringify([...records], { record_delimiter: '\r\n', escape_formulas: true }));

/**
 * Yields files of limited size, each with its header, and none without rows. Read each file to its end before the next.
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
