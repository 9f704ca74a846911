import { bulkActions } from '#bot/actions/bulk.ts';
import { type Formatter, truncate, untrusted } from '#bot/kit/formatter.ts';
import { homeButton } from '#bot/kit/navigation.ts';
import { shortTitle } from '#bot/kit/row-label.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { itemTitle } from '#bot/words/item-title.ts';
import { outcomeText } from '#bot/words/order-screen.ts';
import { balanceLine } from '#bot/words/price-lines.ts';
import type { Rials } from '#domain/money.ts';
import type { Role } from '#domain/role.ts';
import { type Batch, isListOver, itemKey, type SaleRow, tally } from '#shop/buying/bulk/batch.ts';
import { problemLines, rowTitle, shownRows } from './row-lines.ts';

const reasonLength = 60;
const whatLength = 24;

const orderedRows = ({ rows }: Batch): SaleRow[] => rows.filter(({ order }) => order !== null);

const isMixed = (batch: Batch): boolean =>
  new Set(orderedRows(batch).map(({ item }) => (item ? itemKey(item) : ''))).size > 1;

function titleOf(format: Formatter, batch: Batch): string {
  const rows = orderedRows(batch);
  const [first] = rows;
  return first && !isMixed(batch) ? rowTitle(format, first) : format.plain('bulk-list', { count: rows.length });
}

interface BatchFacts {
  /** The seller's role. */
  readonly role: Role;
  /** The balance after the last of them was paid; null: some still wait, or none was. */
  readonly balanceAfter: Rials | null;
}

export async function batchFacts({ wallet }: Pick<Services, 'wallet'>, batch: Batch, role: Role): Promise<BatchFacts> {
  if (!isListOver(batch)) return { role, balanceAfter: null };
  const deliveredIds = batch.rows.flatMap(({ order }) => (order?.state === 'delivered' ? [order.id] : []));
  return { role, balanceAfter: await wallet.balanceAfterAll(deliveredIds) };
}

/** The counts while it runs; at the end what became of every number. */
export function batchScreen(format: Formatter, batch: Batch, { role, balanceAfter }: BatchFacts): Screen {
  const { chosen, delivered, deliveredCharge, deliveredTotal, rejected, reversed, waiting, review } = tally(batch);
  const isOver = waiting === 0;
  const failedRows = batch.rows.filter(({ order }) => order?.state === 'rejected');
  const table = isOver ? [...failedRows, ...orderedRows(batch).filter((row) => !failedRows.includes(row))] : failedRows;
  const leftOut = isOver ? problemLines(format, batch.rows) : [];
  // Each of these lines is as long as two rows at the most: the whole fits in one message.
  const shown = shownRows - 2 * leftOut.length;
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
      role === 'agent' && deliveredTotal > deliveredCharge
        ? format.html('confirm-profit', { profit: format.money(deliveredTotal - deliveredCharge) })
        : null,
      balanceAfter !== null ? balanceLine(format, balanceAfter) : null,
      rejected > 0 ? format.html('bulk-rejected', { count: rejected }) : null,
      reversed > 0 ? format.html('bulk-reversed', { count: reversed }) : null,
      waiting > 0 ? format.html('bulk-waiting', { count: waiting }) : null,
      ...(table.length > 0 ? ['', ...outcomeLines(format, table, isMixed(batch), shown)] : []),
      ...(leftOut.length > 0 ? ['', ...leftOut] : []),
    ),
    keys: [...keys, [homeButton(format)]],
  };
}

/** The same when the whole of it stands in a newer message. Only for a list that is over. */
export const batchLine = (format: Formatter, batch: Batch): Screen => ({
  text: format.html('bulk-over', { what: titleOf(format, batch), count: tally(batch).chosen }),
  keys: [],
});

function outcomeLines(format: Formatter, rows: readonly SaleRow[], withItem: boolean, shown: number): string[] {
  const rowLines = rows.slice(0, shown).map((row) => outcomeLine(format, row, withItem));
  const more = rows.length - rowLines.length;
  return more > 0 ? [...rowLines, format.html('bulk-more-file', { count: more })] : rowLines;
}

/** The number, what it got where that differs, its state and the code by which support finds it. */
function outcomeLine(format: Formatter, { mobile, item, order }: SaleRow, withItem: boolean): string {
  const what =
    order && withItem
      ? shortTitle(format, {
          name: itemTitle(format, { ...order, item: { kind: 'product', amount: item?.amount ?? null } }),
          nameEn: null,
          days: order.days,
        })
      : '';
  const spoken = format.mobile(mobile);
  const number = what === '' ? spoken : `${spoken} · ${untrusted(what, whatLength)}`;
  const code = format.copyable(order?.code ?? '');
  if (order && order.reversedAt !== null) return format.html('bulk-row-reversed', { number, code });
  if (order?.state !== 'rejected') return format.html('bulk-row-delivered', { number, code });
  const reason = order.outcome ? untrusted(truncate(outcomeText(format, order.outcome), reasonLength)) : null;
  return reason === null
    ? format.html('bulk-failed', { number, code })
    : format.html('bulk-failed-why', { number, code, reason });
}
