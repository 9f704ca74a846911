import type { Rials } from '../../domain/money.ts';
import type { Product } from '../../domain/product.ts';
import { type Batch, type RowProblem, tally } from '../../shop/bulk/batch.ts';
import type { SoldItem } from '../../shop/reports/reports.ts';
import { inRows, type Key, key, lines, type Screen } from '../screen.ts';
import { foreign, type View } from '../view.ts';
import { homeKey } from './navigation.ts';

/** More lines than this are summed up: a message holds 4,096 characters, and nobody reads a hundred lines. */
const shownRows = 30;

const problems = ['number-invalid', 'twice', 'other-operator', 'bought-today'] as const satisfies readonly RowProblem[];

/** A list was pasted: what shall they all get? */
export function bulkItemsScreen(view: View, data: { batch: Batch; lately: readonly SoldItem[] }): Screen {
  const { batch, lately } = data;
  const fine = batch.rows.filter(({ problem }) => problem !== 'number-invalid' && problem !== 'twice').length;
  const again = lately.map(({ productId, amount, title, titleEn }) => [
    key(amount === null ? view.named(title, titleEn) : `${view.named(title, titleEn)} · ${view.money(amount)}`, {
      to: 'bulkItem',
      batch: batch.id,
      id: productId,
      amount,
      bought: 'no',
    } as const),
  ]);
  return {
    text: lines(
      view.html('bulk-title', { count: fine }),
      ...problemLines(view, batch),
      '',
      view.html(fine > 0 ? 'bulk-what' : 'bulk-nothing'),
    ),
    keys: [
      ...(fine > 0 ? again : []),
      ...(fine > 0
        ? [
            [
              key(view.plain('key-packages'), { to: 'operators', type: 'data' } as const),
              key(view.plain('key-topup'), { to: 'bulkTopup', batch: batch.id } as const),
            ],
          ]
        : []),
      [key(view.plain('key-cancel'), { to: 'bulkCancel', batch: batch.id })],
    ],
  };
}

const problemLines = (view: View, { rows }: Batch): string[] =>
  problems.flatMap((problem) => {
    const count = rows.filter((row) => row.problem === problem).length;
    return count === 0 ? [] : [view.html(`bulk-${problem}`, { count })];
  });

export function bulkAmountsScreen(
  view: View,
  { batch, product, presets }: { batch: Batch; product: Product | null; presets: readonly Rials[] },
): Screen {
  const amounts = presets.map((amount) =>
    key(view.money(amount), { to: 'bulkItem', batch: batch.id, id: product?.id ?? 0, amount, bought: 'no' } as const),
  );
  return {
    text: view.html(product === null ? 'shelf-empty' : 'topup-choose'),
    keys: [
      ...(product === null ? [] : inRows(amounts, 3)),
      [key(view.plain('key-back'), { to: 'bulk', batch: batch.id }), homeKey(view)],
    ],
  };
}

/** The table of what will be bought, one total, one Confirm. */
export function bulkConfirmScreen(view: View, data: { batch: Batch; title: string; note: string | null }): Screen {
  const { batch, title, note } = data;
  const { chosen, total } = tally(batch);
  const bought = batch.rows.some(({ problem }) => problem === 'bought-today');
  const item = { batch: batch.id, id: batch.productId ?? 0, amount: batch.amount };
  return {
    text: lines(
      note,
      note === null ? null : '',
      view.html('bulk-check', { what: foreign(title), count: chosen }),
      '',
      ...rowLines(view, batch),
      ...(problemLines(view, batch).length > 0 ? ['', ...problemLines(view, batch)] : []),
      '',
      view.html('confirm-total', { total: view.money(total) }),
    ),
    keys: [
      ...(chosen > 0
        ? [
            [
              {
                label: view.plain('key-confirm', { total: view.money(total) }),
                press: { to: 'bulkConfirm', batch: batch.id },
                style: 'success',
              } as const,
            ],
          ]
        : []),
      ...(bought ? [[key(view.plain('key-include-bought'), { to: 'bulkItem', ...item, bought: 'yes' } as const)]] : []),
      [
        key(view.plain('key-back'), { to: 'bulk', batch: batch.id }),
        key(view.plain('key-cancel'), { to: 'bulkCancel', batch: batch.id }),
      ],
    ],
  };
}

const signs = {
  delivered: '✅',
  rejected: '❌',
  confirmed: '⏳',
  unsure: '⏳',
  review: '🔎',
  quoted: '·',
  expired: '·',
  cancelled: '·',
} as const;

function rowLines(view: View, { rows }: Batch): string[] {
  const chosen = rows.filter(({ order }) => order !== null);
  const shown = chosen.slice(0, shownRows).map(({ mobile, order }) => {
    const number = view.html('line', { text: view.mobile(mobile) });
    return `${order ? signs[order.state] : '·'} ${number}`;
  });
  const more = chosen.length - shown.length;
  return more > 0 ? [...shown, view.html('bulk-more', { count: more })] : shown;
}

/** Progress while it runs, the summary when it is over. */
export function bulkStandingScreen(view: View, { batch, title }: { batch: Batch; title: string }): Screen {
  const { chosen, delivered, deliveredTotal, rejected, waiting } = tally(batch);
  const over = waiting === 0;
  const failed = batch.rows.filter(({ order }) => order?.state === 'rejected');
  const keys: Key[][] = [];
  if (!over) keys.push([key(view.plain('key-refresh'), { to: 'bulk', batch: batch.id })]);
  if (over && failed.length > 0)
    keys.push([key(view.plain('key-bulk-retry', { count: failed.length }), { to: 'bulkRetry', batch: batch.id })]);
  return {
    text: lines(
      view.html(over ? 'bulk-over' : 'bulk-running', {
        what: foreign(title),
        done: delivered + rejected,
        count: chosen,
      }),
      '',
      view.html('bulk-delivered', { count: delivered, total: view.money(deliveredTotal) }),
      rejected > 0 ? view.html('bulk-rejected', { count: rejected }) : null,
      waiting > 0 ? view.html('bulk-waiting', { count: waiting }) : null,
      ...(failed.length > 0
        ? [
            '',
            ...failed.slice(0, shownRows).map(({ mobile }) => `❌ ${view.html('line', { text: view.mobile(mobile) })}`),
          ]
        : []),
    ),
    keys: [...keys, [homeKey(view)]],
  };
}
