import type { Formatter } from '#bot/kit/formatter.ts';
import { startOf } from '#domain/calendar.ts';
import type { DataSection } from '#shop/people/privacy/personal-data.ts';
import { dataWords } from './data-words.ts';

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
    const records = rows.map((row) =>
      Object.keys(row)
        .flatMap(factOf(format, table, row))
        .join('\n'),
    );
    yield Buffer.from(`${title}${records.join('\n\n')}\n`);
  }
}

/** Left out: every row would repeat whose it is. */
const own = ['person_id', 'buyer_id', 'seller_id', 'owner_id', 'used_by'];

/** A column without words of its own keeps its name. */
function nameOf(format: Formatter, column: string): string {
  const words = format.plain(`field-${column}`);
  return words.startsWith('{') ? column : words;
}

/** No line, where it says nothing to the reader. */
const factOf =
  (format: Formatter, table: string, row: Readonly<Record<string, unknown>>) =>
  (column: string): string[] => {
    const value = row[column];
    const words = dataWords(format, { table, column, row });
    if (own.includes(column) || words === '') return [];
    const text = words ?? (typeof value === 'number' ? numberText(format, column, value) : String(value));
    return [`${nameOf(format, column)}: ${text}`];
  };

const money = new Set([
  ...['amount', 'balance', 'balance_after', 'balance_delta', 'base', 'ceiling', 'charge', 'charged', 'credit'],
  ...['credit_limit', 'credited', 'discount', 'held', 'held_delta', 'named_amount', 'named_credit', 'owed'],
  ...['paid_back', 'promo_discount', 'staff_credit', 'total', 'vat'],
]);
/** A smaller number is a day of the week or of the month. */
const firstDay = 1_000;

/** Sums in the reader's unit, times and days in the reader's calendar. */
function numberText(format: Formatter, name: string, value: number): string {
  if (money.has(name)) return format.money(value);
  if (value > 0 && (name === 'at' || /_(at|since|until)$/.test(name))) return format.when(value);
  if (value > firstDay && /^(day|from_day|next_day|ends_on)$/.test(name)) return format.date(startOf(value));
  return String(value);
}
