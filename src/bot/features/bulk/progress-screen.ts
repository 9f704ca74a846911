import { bulkActions } from '#bot/actions/bulk.ts';
import { type Formatter, truncate, untrusted } from '#bot/core/formatter.ts';
import { homeButton } from '#bot/core/navigation.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/core/screen.ts';
import { outcomeText } from '#bot/features/orders/order-screen.ts';
import { type Batch, itemKey, type SaleRow, tally } from '#shop/bulk/batch.ts';
import { rowTitle, shownRows } from './row-lines.ts';

const reasonLength = 60;

const orderedRows = ({ rows }: Batch): SaleRow[] => rows.filter(({ order }) => order !== null);

function titleOf(format: Formatter, batch: Batch): string {
  const rows = orderedRows(batch);
  const items = new Set(rows.map(({ item }) => (item ? itemKey(item) : '')));
  const [first] = rows;
  return first && items.size === 1 ? rowTitle(format, first) : format.plain('bulk-list', { count: rows.length });
}

/** The counts while it runs; at the end what became of every number. */
export function batchScreen(format: Formatter, batch: Batch): Screen {
  const { chosen, delivered, deliveredCharge, rejected, reversed, waiting, review } = tally(batch);
  const isOver = waiting === 0;
  const failedRows = batch.rows.filter(({ order }) => order?.state === 'rejected');
  const table = isOver ? [...failedRows, ...orderedRows(batch).filter((row) => !failedRows.includes(row))] : failedRows;
  const keys: Button[][] = [];
  if (!isOver) keys.push([button(format.plain('key-refresh'), bulkActions.bulk({ batch: batch.id }))]);
  // A review may take days; the others can be retried meanwhile.
  if (waiting === review && failedRows.length > 0)
    keys.push([
      newMessageButton(
        format.plain('key-bulk-retry', { count: failedRows.length }),
        bulkActions.bulkRetry({ batch: batch.id }),
      ),
    ]);
  if (waiting === review) keys.push([button(format.plain('key-file'), bulkActions.bulkFile({ batch: batch.id }))]);
  return {
    text: lines(
      format.html(isOver ? 'bulk-over' : 'bulk-running', {
        what: titleOf(format, batch),
        done: delivered + rejected + reversed,
        count: chosen,
      }),
      '',
      delivered > 0 ? format.html('bulk-delivered', { count: delivered, total: format.money(deliveredCharge) }) : null,
      rejected > 0 ? format.html('bulk-rejected', { count: rejected }) : null,
      reversed > 0 ? format.html('bulk-reversed', { count: reversed }) : null,
      waiting > 0 ? format.html('bulk-waiting', { count: waiting }) : null,
      ...(table.length > 0 ? ['', ...outcomeLines(format, table)] : []),
    ),
    keys: [...keys, [homeButton(format)]],
  };
}

/** The same when the whole of it stands in a newer message. Only for a list that is over. */
export const batchLine = (format: Formatter, batch: Batch): Screen => ({
  text: format.html('bulk-over', { what: titleOf(format, batch), count: tally(batch).chosen }),
  keys: [],
});

function outcomeLines(format: Formatter, rows: readonly SaleRow[]): string[] {
  const rowLines = rows.slice(0, shownRows).map((row) => outcomeLine(format, row));
  const more = rows.length - rowLines.length;
  return more > 0 ? [...rowLines, format.html('bulk-more-file', { count: more })] : rowLines;
}

/** The number, its state and the code by which support finds it. */
function outcomeLine(format: Formatter, { mobile, order }: SaleRow): string {
  const number = format.mobile(mobile);
  const code = format.copyable(order?.code ?? '');
  if (order && order.reversedAt !== null) return format.html('bulk-row-reversed', { number, code });
  if (order?.state !== 'rejected') return format.html('bulk-row-delivered', { number, code });
  const reason = order.outcome ? untrusted(truncate(outcomeText(format, order.outcome), reasonLength)) : null;
  return reason === null
    ? format.html('bulk-failed', { number, code })
    : format.html('bulk-failed-why', { number, code, reason });
}
