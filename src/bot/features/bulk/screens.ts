import type { Failure } from '../../../domain/failure.ts';
import type { Rials } from '../../../domain/money.ts';
import type { PriceList } from '../../../domain/price-list.ts';
import type { Product } from '../../../domain/product.ts';
import type { Role } from '../../../domain/role.ts';
import { type Batch, listDigest, type RowProblem, type SaleRow, tally } from '../../../shop/bulk/batch.ts';
import { isSellable } from '../../../shop/bulk/checks.ts';
import type { SoldItem } from '../../../shop/reports/reports.ts';
import { failureText } from '../../core/failure.ts';
import { type Formatter, foreign, truncate } from '../../core/formatter.ts';
import { backRow, homeButton, inReadingOrder } from '../../core/navigation.ts';
import { perRow, rowLabels } from '../../core/row-label.ts';
import { type Button, button, inRows, lines, type Screen } from '../../core/screen.ts';
import { catalogueActions } from '../catalogue/actions.ts';
import { outcomeText } from '../orders/order-screen.ts';
import { paidLines } from '../orders/price-lines.ts';
import { askWhichAmount } from '../top-up/screens.ts';
import { bulkActions } from './actions.ts';

/** A message holds 4,096 characters; further rows are counted. */
const shownRows = 30;
/** Listed rows of each problem. */
const shownLeft = 6;
const reasonLength = 60;
const wordsLength = 20;

const problems = ['number-invalid', 'twice', 'other-operator', 'bought-today'] as const satisfies readonly RowProblem[];

/** With its current price. */
interface OfferedItem extends Pick<SoldItem, 'productId' | 'amount'> {
  readonly product: Product;
  readonly price: Rials;
}

export const sellable = ({ rows }: Batch): number => rows.filter(({ problem }) => isSellable(problem)).length;

export function bulkItemsScreen(
  format: Formatter,
  { batch, lately, over }: { batch: Batch; lately: readonly OfferedItem[]; over: number },
): Screen {
  const fine = sellable(batch);
  const labels = rowLabels(
    format,
    lately.map(({ product: { name, nameEn, days, operatorId }, price }) => {
      return { name, nameEn, days, price: format.price(price), who: format.operator(operatorId) };
    }),
  );
  const again = lately.map((item, nth) => [
    button(
      labels[nth] ?? '',
      bulkActions.bulkItem({ batch: batch.id, id: item.productId, amount: item.amount, bought: 'no' }),
    ),
  ]);
  const ways = [
    button(format.plain('key-packages'), catalogueActions.operators({ type: 'data' })),
    button(format.plain('key-topup'), bulkActions.bulkTopup({ batch: batch.id })),
  ];
  return {
    text: lines(
      format.html('bulk-title', { count: fine }),
      over > 0 ? format.html('bulk-too-long', { most: batch.rows.length, count: over }) : null,
      ...problemLines(format, batch, isOfRow),
      '',
      format.html(fine > 0 ? 'bulk-what' : 'bulk-nothing'),
    ),
    keys: [
      ...(fine > 0 ? [...again, ways] : []),
      inReadingOrder(format, [
        button(format.plain('key-cancel'), bulkActions.bulkCancel({ batch: batch.id })),
        homeButton(format),
      ]),
    ],
  };
}

/** The other problems depend on the chosen item. */
const isOfRow = (problem: RowProblem): boolean => !isSellable(problem);

function problemLines(
  format: Formatter,
  { rows }: Batch,
  about: (problem: RowProblem) => boolean = () => true,
): string[] {
  return problems.filter(about).flatMap((problem) => {
    const out = rows.filter((row) => row.problem === problem);
    if (out.length === 0) return [];
    const which = out.slice(0, shownLeft).map((row) => rowName(format, row));
    const more = out.length > which.length ? ['…'] : [];
    return [format.html(`bulk-${problem}`, { count: out.length, which: [...which, ...more].join(' · ') })];
  });
}

const rowName = (format: Formatter, { mobile, problem }: SaleRow): string =>
  problem === 'number-invalid' ? foreign(truncate(mobile, wordsLength)) : format.mobile(mobile);

export function bulkAmountsScreen(
  format: Formatter,
  {
    batch,
    product,
    presets,
    prices,
  }: { batch: Batch; product: Product | null; presets: readonly Rials[]; prices: PriceList },
): Screen {
  const amounts = presets.map((amount) =>
    button(format.price(amount), bulkActions.bulkItem({ batch: batch.id, id: product?.id ?? 0, amount, bought: 'no' })),
  );
  return {
    text: lines(
      format.html('bulk-title', { count: sellable(batch) }),
      product === null ? null : format.html('line', { text: format.operator(product.operatorId) }),
      '',
      product === null ? format.html('shelf-empty') : askWhichAmount(format, product, prices),
    ),
    keys: [
      ...(product === null ? [] : inRows(amounts, perRow(amounts.map(({ label }) => label)))),
      backRow(format, bulkActions.bulk({ batch: batch.id })),
    ],
  };
}

interface BulkConfirmData {
  readonly batch: Batch;
  /** Of the seller. */
  readonly role: Role;
  readonly title: string;
  /** Null: no limit. */
  readonly available: number | null;
  /** Why a confirmation would be refused now. */
  readonly refused: Failure | null;
  /** The gateway answers no purchase now: the orders would wait. */
  readonly slow: boolean;
  /** Why the screen is shown again. */
  readonly note: string | null;
}

export function bulkConfirmScreen(
  format: Formatter,
  { batch, role, title, available, refused, slow, note }: BulkConfirmData,
): Screen {
  const { chosen, total, charge } = tally(batch);
  const [first] = batch.rows.flatMap(({ order }) => order ?? []);
  const bought = batch.rows.some(({ problem }) => problem === 'bought-today');
  const item = { batch: batch.id, id: batch.productId ?? 0, amount: batch.amount };
  const left = problemLines(format, batch);
  const action = bulkActions.bulkConfirm({ batch: batch.id, table: listDigest(batch) });
  const confirm: Button =
    refused === null
      ? button(format.plain('key-confirm', { total: format.sum(charge) }), action, 'success')
      : button(format.plain('key-try-again'), action);
  return {
    text: lines(
      note,
      note === null ? null : '',
      format.html('bulk-check', { what: foreign(title), count: chosen, each: format.money(first?.charge ?? 0) }),
      ...(chosen > 0 ? ['', ...rowLines(format, batch)] : []),
      ...(left.length > 0 ? ['', ...left] : []),
      '',
      ...paidLines(format, { total, charge, priceName: first?.priceName ?? null }, role),
      available === null ? null : walletLine(format, available - charge),
      slow ? format.html('confirm-slow') : null,
      refused === null ? null : format.html('warning', { text: { html: failureText(format, refused) } }),
      first ? format.html('confirm-holds', { until: format.clock(first.expiresAt) }) : null,
    ),
    keys: [
      ...(chosen > 0 ? [[confirm]] : []),
      ...(bought
        ? [[button(format.plain('key-include-bought'), bulkActions.bulkItem({ ...item, bought: 'yes' }))]]
        : []),
      inReadingOrder(format, [
        button(format.plain('key-back'), bulkActions.bulk({ batch: batch.id })),
        button(format.plain('key-cancel'), bulkActions.bulkCancel({ batch: batch.id })),
      ]),
    ],
  };
}

const walletLine = (format: Formatter, after: number): string =>
  after < 0
    ? format.html('confirm-wallet-short', { missing: format.money(-after) })
    : format.html('confirm-wallet', { after: format.money(after) });

export const bulkShortScreen = (format: Formatter, batchId: string, table: string, missing: Rials): Screen => ({
  text: lines(failureText(format, { code: 'wallet-too-small', missing }), format.html('bulk-short')),
  keys: [
    [button(format.plain('key-try-again'), bulkActions.bulkConfirm({ batch: batchId, table }))],
    backRow(format, bulkActions.bulk({ batch: batchId })),
  ],
});

function rowLines(format: Formatter, { rows }: Batch): string[] {
  const chosen = rows.filter(({ order }) => order !== null);
  const shown = chosen
    .slice(0, shownRows)
    .map(({ mobile }) => format.html('bulk-row', { number: format.mobile(mobile) }));
  const more = chosen.length - shown.length;
  return more > 0 ? [...shown, format.html('bulk-more', { count: more })] : shown;
}

function failedLines(format: Formatter, failed: readonly SaleRow[]): string[] {
  const shown = failed.slice(0, shownRows).map(({ mobile, order }) => {
    const reason = order?.outcome ? foreign(truncate(outcomeText(format, order.outcome), reasonLength)) : null;
    const number = format.mobile(mobile);
    return reason === null
      ? format.html('bulk-failed', { number })
      : format.html('bulk-failed-why', { number, reason });
  });
  const more = failed.length - shown.length;
  return more > 0 ? [...shown, format.html('bulk-more', { count: more })] : shown;
}

export function bulkProgressScreen(format: Formatter, { batch, title }: { batch: Batch; title: string }): Screen {
  const { chosen, delivered, deliveredCharge, rejected, waiting, review } = tally(batch);
  const over = waiting === 0;
  const failed = batch.rows.filter(({ order }) => order?.state === 'rejected');
  const keys: Button[][] = [];
  if (!over) keys.push([button(format.plain('key-refresh'), bulkActions.bulk({ batch: batch.id }))]);
  // A review may take days; the others can be retried meanwhile.
  if (waiting === review && failed.length > 0)
    keys.push([
      button(format.plain('key-bulk-retry', { count: failed.length }), bulkActions.bulkRetry({ batch: batch.id })),
    ]);
  return {
    text: lines(
      format.html(over ? 'bulk-over' : 'bulk-running', {
        what: foreign(title),
        done: delivered + rejected,
        count: chosen,
      }),
      '',
      delivered > 0 ? format.html('bulk-delivered', { count: delivered, total: format.money(deliveredCharge) }) : null,
      rejected > 0 ? format.html('bulk-rejected', { count: rejected }) : null,
      waiting > 0 ? format.html('bulk-waiting', { count: waiting }) : null,
      ...(failed.length > 0 ? ['', ...failedLines(format, failed)] : []),
    ),
    keys: [...keys, [homeButton(format)]],
  };
}
