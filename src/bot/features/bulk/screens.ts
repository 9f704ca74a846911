import type { Failure } from '../../../domain/failure.ts';
import type { Rials } from '../../../domain/money.ts';
import type { Product } from '../../../domain/product.ts';
import { type Batch, type RowProblem, type SaleRow, tableOf, tally } from '../../../shop/bulk/batch.ts';
import { isSellable } from '../../../shop/bulk/checks.ts';
import type { SoldItem } from '../../../shop/reports/reports.ts';
import { failureText } from '../../core/failure.ts';
import { clipped, foreign, type View } from '../../core/formatter.ts';
import { asRead, backRow, homeKey } from '../../core/navigation.ts';
import { inRows, type Key, key, lines, type Screen } from '../../core/screen.ts';

/** More lines than this are summed up: a message holds 4,096 characters, and nobody reads a hundred lines. */
const shownRows = 30;
/** Of those left out, a few are named each time: enough to find them in the list. */
const shownLeft = 6;
const reasonLength = 60;
const wordsLength = 20;

const problems = ['number-invalid', 'twice', 'other-operator', 'bought-today'] as const satisfies readonly RowProblem[];

export const soldLabel = (view: View, { title, titleEn, amount }: Pick<SoldItem, 'title' | 'titleEn' | 'amount'>) =>
  amount === null ? view.named(title, titleEn) : `${view.named(title, titleEn)} · ${view.money(amount)}`;

/** How many of a list can be sold to at all. */
export const sellable = ({ rows }: Batch): number => rows.filter(({ problem }) => isSellable(problem)).length;

/** A list was pasted: what shall they all get? */
export function bulkItemsScreen(
  view: View,
  { batch, lately, over }: { batch: Batch; lately: readonly SoldItem[]; over: number },
): Screen {
  const fine = sellable(batch);
  const again = lately.map((item) => [
    key(soldLabel(view, item), {
      to: 'bulkItem',
      batch: batch.id,
      id: item.productId,
      amount: item.amount,
      bought: 'no',
    } as const),
  ]);
  const ways = [
    key(view.plain('key-packages'), { to: 'operators', type: 'data' } as const),
    key(view.plain('key-topup'), { to: 'bulkTopup', batch: batch.id } as const),
  ];
  return {
    text: lines(
      view.html('bulk-title', { count: fine }),
      over > 0 ? view.html('bulk-too-long', { most: batch.rows.length, count: over }) : null,
      ...problemLines(view, batch, isBorn),
      '',
      view.html(fine > 0 ? 'bulk-what' : 'bulk-nothing'),
    ),
    keys: [
      ...(fine > 0 ? [...again, ways] : []),
      asRead(view, [key(view.plain('key-cancel'), { to: 'bulkCancel', batch: batch.id }), homeKey(view)]),
    ],
  };
}

/** What is wrong with a row whatever is sold; the rest was about a choice that is open again. */
const isBorn = (problem: RowProblem): boolean => !isSellable(problem);

/** Each check that kept rows out, how many, and which. */
function problemLines(view: View, { rows }: Batch, about: (problem: RowProblem) => boolean = () => true): string[] {
  return problems.filter(about).flatMap((problem) => {
    const out = rows.filter((row) => row.problem === problem);
    if (out.length === 0) return [];
    const which = out.slice(0, shownLeft).map((row) => rowName(view, row));
    const more = out.length > which.length ? ['…'] : [];
    return [view.html(`bulk-${problem}`, { count: out.length, which: [...which, ...more].join(' · ') })];
  });
}

const rowName = (view: View, { mobile, problem }: SaleRow): string =>
  problem === 'number-invalid' ? foreign(clipped(mobile, wordsLength)) : view.mobile(mobile);

export function bulkAmountsScreen(
  view: View,
  { batch, product, presets }: { batch: Batch; product: Product | null; presets: readonly Rials[] },
): Screen {
  const amounts = presets.map((amount) =>
    key(view.money(amount), { to: 'bulkItem', batch: batch.id, id: product?.id ?? 0, amount, bought: 'no' } as const),
  );
  return {
    text: lines(
      view.html('bulk-title', { count: sellable(batch) }),
      product === null ? null : view.html('line', { text: view.operator(product.operatorId) }),
      '',
      view.html(product === null ? 'shelf-empty' : 'topup-choose'),
    ),
    keys: [...(product === null ? [] : inRows(amounts, 3)), backRow(view, { to: 'bulk', batch: batch.id })],
  };
}

export interface BulkConfirmData {
  readonly batch: Batch;
  readonly title: string;
  /** Null: no limit, nothing to show. */
  readonly available: number | null;
  /** Why it cannot be bought today, as things stand. */
  readonly refused: Failure | null;
  /** Why the question is asked again. */
  readonly note: string | null;
}

/** The table of what will be bought, one total, one Confirm. */
export function bulkConfirmScreen(view: View, { batch, title, available, refused, note }: BulkConfirmData): Screen {
  const { chosen, total } = tally(batch);
  const [first] = batch.rows.flatMap(({ order }) => order ?? []);
  const bought = batch.rows.some(({ problem }) => problem === 'bought-today');
  const item = { batch: batch.id, id: batch.productId ?? 0, amount: batch.amount };
  const left = problemLines(view, batch);
  const press = { to: 'bulkConfirm', batch: batch.id, table: tableOf(batch) } as const;
  const confirm: Key =
    refused === null
      ? { label: view.plain('key-confirm', { total: view.money(total) }), press, style: 'success' }
      : key(view.plain('key-try-again'), press);
  return {
    text: lines(
      note,
      note === null ? null : '',
      view.html('bulk-check', { what: foreign(title), count: chosen, each: view.money(first?.total ?? 0) }),
      ...(chosen > 0 ? ['', ...rowLines(view, batch)] : []),
      ...(left.length > 0 ? ['', ...left] : []),
      '',
      view.html('confirm-total', { total: view.money(total) }),
      available === null ? null : walletLine(view, available - total),
      refused === null ? null : view.html('warning', { text: { html: failureText(view, refused) } }),
      first ? view.html('confirm-holds', { until: view.clock(first.expiresAt) }) : null,
    ),
    keys: [
      ...(chosen > 0 ? [[confirm]] : []),
      ...(bought ? [[key(view.plain('key-include-bought'), { to: 'bulkItem', ...item, bought: 'yes' } as const)]] : []),
      asRead(view, [
        key(view.plain('key-back'), { to: 'bulk', batch: batch.id }),
        key(view.plain('key-cancel'), { to: 'bulkCancel', batch: batch.id }),
      ]),
    ],
  };
}

const walletLine = (view: View, after: number): string =>
  after < 0
    ? view.html('confirm-wallet-short', { missing: view.money(-after) })
    : view.html('confirm-wallet', { after: view.money(after) });

/** All or none: what is missing for the whole list, and what to do about it. */
export const bulkShortScreen = (view: View, batchId: string, table: string, missing: Rials): Screen => ({
  text: lines(failureText(view, { code: 'wallet-too-small', missing }), view.html('bulk-short')),
  keys: [
    [key(view.plain('key-try-again'), { to: 'bulkConfirm', batch: batchId, table })],
    backRow(view, { to: 'bulk', batch: batchId }),
  ],
});

function rowLines(view: View, { rows }: Batch): string[] {
  const chosen = rows.filter(({ order }) => order !== null);
  const shown = chosen.slice(0, shownRows).map(({ mobile }) => view.html('bulk-row', { number: view.mobile(mobile) }));
  const more = chosen.length - shown.length;
  return more > 0 ? [...shown, view.html('bulk-more', { count: more })] : shown;
}

/** Who was not sold to, and in the operator's words why. */
function failedLines(view: View, failed: readonly SaleRow[]): string[] {
  const shown = failed.slice(0, shownRows).map(({ mobile, order }) => {
    const reason = order?.outcome ? foreign(clipped(order.outcome, reasonLength)) : null;
    const number = view.mobile(mobile);
    return reason === null ? view.html('bulk-failed', { number }) : view.html('bulk-failed-why', { number, reason });
  });
  const more = failed.length - shown.length;
  return more > 0 ? [...shown, view.html('bulk-more', { count: more })] : shown;
}

/** Progress while it runs, the summary when it is over. */
export function bulkStandingScreen(view: View, { batch, title }: { batch: Batch; title: string }): Screen {
  const { chosen, delivered, deliveredTotal, rejected, waiting, review } = tally(batch);
  const over = waiting === 0;
  const failed = batch.rows.filter(({ order }) => order?.state === 'rejected');
  const keys: Key[][] = [];
  if (!over) keys.push([key(view.plain('key-refresh'), { to: 'bulk', batch: batch.id })]);
  // What a person still looks into may take days; the others need not wait for it.
  if (waiting === review && failed.length > 0)
    keys.push([key(view.plain('key-bulk-retry', { count: failed.length }), { to: 'bulkRetry', batch: batch.id })]);
  return {
    text: lines(
      view.html(over ? 'bulk-over' : 'bulk-running', {
        what: foreign(title),
        done: delivered + rejected,
        count: chosen,
      }),
      '',
      delivered > 0 ? view.html('bulk-delivered', { count: delivered, total: view.money(deliveredTotal) }) : null,
      rejected > 0 ? view.html('bulk-rejected', { count: rejected }) : null,
      waiting > 0 ? view.html('bulk-waiting', { count: waiting }) : null,
      ...(failed.length > 0 ? ['', ...failedLines(view, failed)] : []),
    ),
    keys: [...keys, [homeKey(view)]],
  };
}
