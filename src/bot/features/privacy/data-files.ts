import type { DataSection } from '../../../shop/people/personal-data.ts';
import type { Formatter } from '../../core/formatter.ts';

type Sections = AsyncIterable<DataSection>;

/** One object with a list for each table; written while it is read. */
export async function* jsonOf(sections: Sections): AsyncGenerator<Uint8Array> {
  let current: string | null = null;
  for await (const { table, rows } of sections) {
    const begins = table === current ? ',' : `${current === null ? '{' : '],'}\n"${table}":[`;
    current = table;
    yield Buffer.from(`${begins}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`);
  }
  yield Buffer.from(current === null ? '{}\n' : ']\n}\n');
}

/** The same to read: times in the reader's calendar, one line for each fact. */
export async function* textOf(sections: Sections, format: Formatter): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${format.plain('data-title')}\n`);
  let current: string | null = null;
  for await (const { table, rows } of sections) {
    const title = table === current ? '' : `\n== ${format.plain(`data-${table}`)} ==\n`;
    current = table;
    const written = rows.map((row) => Object.entries(row).map(factOf(format)).join('\n'));
    yield Buffer.from(`${title}${written.join('\n\n')}\n`);
  }
}

const factOf =
  (format: Formatter) =>
  ([name, value]: readonly [string, unknown]): string => {
    const isTime = typeof value === 'number' && value > 0 && (name === 'at' || /_(at|since|until)$/.test(name));
    return `${name}: ${isTime ? format.when(value) : String(value)}`;
  };
