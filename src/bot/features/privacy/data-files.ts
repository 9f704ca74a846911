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

/** The same to read: in the reader's words and calendar, one line for each fact. */
export async function* textOf(sections: Sections, format: Formatter): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${format.plain('data-title')}\n`);
  let current: string | null = null;
  for await (const { table, rows } of sections) {
    const title = table === current ? '' : `\n== ${format.plain(`data-${table}`)} ==\n`;
    current = table;
    const written = rows.map((row) => Object.entries(row).filter(isWorthReading).map(factOf(format)).join('\n'));
    yield Buffer.from(`${title}${written.join('\n\n')}\n`);
  }
}

/** On every row: whose it is. */
const own = ['person_id', 'buyer_id', 'seller_id', 'owner_id', 'used_by'];
const isWorthReading = ([name]: readonly [string, unknown]): boolean => !own.includes(name);

/** A column without words of its own keeps its name. */
function nameOf(format: Formatter, column: string): string {
  const words = format.plain(`field-${column}`);
  return words.startsWith('{') ? column : words;
}

const factOf =
  (format: Formatter) =>
  ([name, value]: readonly [string, unknown]): string => {
    const isTime = typeof value === 'number' && value > 0 && (name === 'at' || /_(at|since|until)$/.test(name));
    return `${nameOf(format, name)}: ${isTime ? format.when(value) : String(value)}`;
  };
