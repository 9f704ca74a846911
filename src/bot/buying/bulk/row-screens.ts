import { bulkActions } from '#bot/actions/bulk.ts';
import { meaningRows } from '#bot/buying/quick-sale/screens.ts';
import { failureText } from '#bot/kit/failure.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, clampPage, pageRows, pageSize } from '#bot/kit/navigation.ts';
import { truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { numberLine } from '#bot/words/number-screens.ts';
import type { Unit } from '#domain/money.ts';
import type { PriceList } from '#domain/price.ts';
import { type OperatorId, operatorIds } from '#domain/product.ts';
import type { Batch, RowItem, SaleRow } from '#shop/buying/bulk/batch.ts';
import type { LineMeaning } from '#shop/buying/catalogue/line-meaning.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import { rowName, rowTitle, sectionName, wrongDigits } from './row-lines.ts';

const labelRoom = 28;

/** Every row is a button that leads to its page. */
export function rowsScreen(format: Formatter, batch: Batch, askedPage: number): Screen {
  const pages = Math.max(1, Math.ceil(batch.rows.length / pageSize));
  const page = clampPage(askedPage, pages);
  const rows = batch.rows.slice((page - 1) * pageSize, page * pageSize);
  return {
    text: lines(format.html('bulk-rows-title', { count: batch.rows.length }), format.html('bulk-rows-hint')),
    keys: [
      ...rows.map((row) => [button(rowLabelOf(format, row), bulkActions.bulkRow({ batch: batch.id, row: row.row }))]),
      ...pageRows(format, page, pages, (toPage) => bulkActions.bulkRows({ batch: batch.id, page: toPage }), [
        button(format.plain('key-bulk-change'), bulkActions.bulkSections({ batch: batch.id })),
      ]),
      backRow(format, bulkActions.bulkTable({ batch: batch.id })),
    ],
  };
}

export interface RowWithoutUnit {
  readonly row: SaleRow;
  readonly items: Record<Unit, RowItem>;
}

interface UnitData {
  readonly batch: Batch;
  readonly rows: readonly RowWithoutUnit[];
  /** Why the screen is shown again. */
  readonly note: string | null;
}

/** Of the rows that are asked about. */
const mostExamples = 8;

/** Asked once for all rows whose amounts name no unit. */
export function unitScreen(format: Formatter, { batch, rows, note }: UnitData): Screen {
  const names = rows.slice(0, mostExamples).map(({ row }) => rowName(format, row));
  const more = rows.length - names.length;
  const choice = (unit: Unit) => [
    button(format.plain(`unit-${unit}`), bulkActions.bulkUnit({ batch: batch.id, unit })),
  ];
  return {
    text: lines(
      ...(note === null ? [] : [note, '']),
      format.html('bulk-unit-which', { count: rows.length }),
      '',
      ...names.map((text) => format.html('line', { text })),
      more > 0 ? format.html('bulk-more', { count: more }) : null,
    ),
    keys: [choice('toman'), choice('rial'), backRow(format, bulkActions.bulkTable({ batch: batch.id }))],
  };
}

function rowLabelOf(format: Formatter, row: SaleRow): string {
  const name = rowName(format, row);
  if (row.problem !== null) return format.plain('key-bulk-row-wrong', { row: truncateLabel(name, labelRoom) });
  return row.order ? format.plain('key-bulk-row', { row: name, price: format.price(row.order.charge) }) : name;
}

interface RowData {
  readonly batch: Batch;
  readonly row: SaleRow;
  /** Null: it is no number. */
  readonly number: KnownNumber | null;
  /** What the words beside it can mean. */
  readonly meaning: LineMeaning | null;
  /** What the others of its section get. */
  readonly usual: RowItem | null;
  readonly prices: PriceList;
  /** The next wrong one. */
  readonly next: SaleRow | null;
}

/** One row: what is wrong with it, and everything that can be changed without sending the list again. */
export function rowScreen(format: Formatter, data: RowData): Screen {
  const { batch, row, number } = data;
  const page = Math.floor(batch.rows.findIndex((one) => one.row === row.row) / pageSize) + 1;
  const rowsAction = bulkActions.bulkRows({ batch: batch.id, page });
  const isSeen = row.words === null || (!number && row.mobile.endsWith(row.words));
  const wordsLine = isSeen ? null : format.html('bulk-row-words', { words: untrusted(row.words ?? '') });
  return {
    text: lines(
      number
        ? numberLine(format, row.mobile, number.label)
        : format.html('line', { text: { html: `<b>${format.html('line', { text: untrusted(row.mobile) })}</b>` } }),
      number?.operatorId == null ? null : format.html('line', { text: sectionName(format, number) }),
      wordsLine,
      row.order
        ? format.html('bulk-row-gets', { what: rowTitle(format, row), price: format.money(row.order.charge) })
        : null,
      problemLine(format, data),
      '',
      format.html('bulk-row-hint'),
      number ? format.html('bulk-row-ported') : null,
    ),
    keys: [
      ...meaningKeys(format, data),
      ...(number ? operatorKeys(format, data, number.operatorId) : []),
      ...outKeys(format, batch, row),
      ...(data.next && row.problem !== null ? [[nextKey(format, batch, data.next)]] : []),
      // A row with a problem was reached from the table, to correct it.
      backRow(format, row.problem === null ? rowsAction : bulkActions.bulkTable({ batch: batch.id })),
    ],
  };
}

function problemLine(format: Formatter, { row, number }: RowData): string | null {
  const failure = wrongDigits(row);
  if (failure) return failureText(format, failure);
  if (row.problem !== null) return format.html(`bulk-row-${row.problem}`);
  return number?.operatorId === null ? format.html('operator-unknown') : null;
}

function meaningKeys(format: Formatter, { batch, row, number, meaning, usual, prices }: RowData): Button[][] {
  if (!number) return [];
  const at = { batch: batch.id, row: row.row };
  return [
    ...(meaning?.kind === 'choices'
      ? meaningRows(format, meaning, prices, ({ productId: id, amount }) =>
          bulkActions.bulkRowItem({ ...at, id, amount }),
        )
      : []),
    ...(row.words !== null || (row.item === null && usual)
      ? [[button(format.plain('key-bulk-as-others'), bulkActions.bulkRowItem({ ...at, id: null, amount: null }))]]
      : []),
  ];
}

/** A ported number is sold to as one of its new operator. */
function operatorKeys(format: Formatter, { batch, row }: RowData, current: OperatorId | null): Button[][] {
  const others = operatorIds
    .filter((operator) => operator !== current)
    .map((operator) =>
      button(format.operator(operator), bulkActions.bulkRowOperator({ batch: batch.id, row: row.row, operator })),
    );
  return choiceRows(format, others);
}

const nextKey = (format: Formatter, { id }: Batch, { row }: SaleRow): Button =>
  button(format.plain('key-next'), bulkActions.bulkRow({ batch: id, row }));

function outKeys(format: Formatter, batch: Batch, { row, problem }: SaleRow): Button[][] {
  const isOut = problem === 'left-out' || problem === 'twice';
  const out = bulkActions.bulkRowOut({ batch: batch.id, row, out: isOut ? 'no' : 'yes' });
  return [[button(format.plain(isOut ? 'key-bulk-take-in' : 'key-bulk-leave-out'), out)]];
}
