import type { Failure } from '../../domain/failure.ts';
import type { OperatorId } from '../../domain/product.ts';
import type { HistoryPage } from '../../shop/orders/history.ts';
import type { Order } from '../../shop/orders/order.ts';
import { type Key, key, lines, type Screen } from '../screen.ts';
import { foreign, type View } from '../view.ts';
import { failureText } from './failure.ts';
import { homeKey, pageRows } from './navigation.ts';
import { numberLine } from './numbers.ts';

const whatOf = (view: View, order: Order): string =>
  view.html('foreign', { text: view.named(order.title, order.titleEn) });

function factsOf(view: View, order: Order, label: string | null): (string | null)[] {
  const days = view.days(order.days);
  return [
    numberLine(view, order.mobile, label),
    view.html('number-facts', { operator: view.operator(order.operatorId), sim: view.sim(order.simType) }),
    `<b>${whatOf(view, order)}</b>`,
    days === null ? null : view.html('order-days', { days }),
  ];
}

export interface ConfirmData {
  readonly order: Order;
  readonly label: string | null;
  readonly vatPercent: number;
  /** Null: no limit, nothing to show. */
  readonly walletAfter: number | null;
  readonly twin: Order | null;
  /** The operator that the number seems to belong to, where that is not the one being bought from. */
  readonly otherOperator: OperatorId | null;
  readonly now: number;
  /** Why the question is asked again. */
  readonly again: { readonly failure: Failure; readonly was: Order } | null;
}

export function confirmScreen(view: View, data: ConfirmData): Screen {
  const { order, label, vatPercent, walletAfter, twin, otherOperator, again, now } = data;
  const minutes = twin?.confirmedAt ? Math.max(1, Math.round((now - twin.confirmedAt) / 60_000)) : null;
  return {
    text: lines(
      again === null ? view.html('confirm-title') : againText(view, again, order),
      '',
      ...factsOf(view, order, label),
      '',
      view.html('confirm-base', { base: view.money(order.base) }),
      view.html('confirm-vat', { percent: vatPercent, vat: view.money(order.vat) }),
      view.html('confirm-total', { total: view.money(order.total) }),
      walletAfter === null ? null : walletLine(view, walletAfter),
      twin && minutes !== null ? `\n${view.html('confirm-twin', { minutes, code: view.code(twin.code) })}` : null,
      otherOperator === null
        ? null
        : `\n${view.html('confirm-other-operator', { operator: view.operator(otherOperator) })}`,
      '',
      view.html('confirm-holds', { until: view.clock(order.expiresAt) }),
    ),
    keys: [
      [
        {
          label: view.plain('key-confirm', { total: view.money(order.total) }),
          press: { to: 'confirm', order: order.id },
          style: 'success',
        },
      ],
      [
        key(view.plain('key-change-number'), { to: 'changeNumber', order: order.id }),
        key(view.plain('key-cancel'), { to: 'cancel', order: order.id }),
      ],
    ],
  };
}

function againText(view: View, { failure, was }: NonNullable<ConfirmData['again']>, order: Order): string {
  if (failure.code === 'quote-expired' && was.total !== order.total) {
    return failureText(view, { code: 'price-moved', was: was.total, now: order.total });
  }
  return failureText(view, failure);
}

const walletLine = (view: View, after: number): string =>
  after < 0
    ? view.html('confirm-wallet-short', { missing: view.money(-after) })
    : view.html('confirm-wallet', { after: view.money(after) });

/** An order as it stands: progress, receipt, or the page in My orders. Said of an end state only: bought, or not. */
export function orderScreen(view: View, order: Order, label: string | null): Screen {
  const reason =
    order.state === 'rejected' && order.outcome ? view.html('order-reason', { reason: foreign(order.outcome) }) : null;
  return {
    text: lines(
      view.html(`state-${order.state}`),
      reason,
      '',
      ...factsOf(view, order, label),
      view.html('confirm-total', { total: view.money(order.total) }),
      '',
      view.html('order-code', { code: { html: `<code>${view.code(order.code)}</code>` } }),
      view.html('order-when', { when: view.when(order.confirmedAt ?? order.quotedAt) }),
    ),
    keys: orderKeys(view, order, label),
  };
}

function orderKeys(view: View, order: Order, label: string | null): Key[][] {
  const copy: Key = { label: view.plain('key-copy-code'), copy: order.code };
  const refresh = key(view.plain('key-refresh'), { to: 'order', order: order.id });
  const again = key(view.plain('key-buy-again'), { to: 'again', order: order.id });
  const save = key(view.plain(label === null ? 'key-save-number' : 'key-edit-number'), {
    to: 'saved',
    mobile: order.mobile,
  });
  switch (order.state) {
    case 'confirmed':
    case 'unsure':
    case 'review':
      return [[copy, refresh], [homeKey(view)]];
    case 'delivered':
      return [
        [copy, again],
        [save, homeKey(view)],
      ];
    case 'rejected':
      return [[copy, again], [homeKey(view)]];
    case 'quoted':
    case 'expired':
    case 'cancelled':
      return [[again, homeKey(view)]];
  }
}

const signs = {
  confirmed: '⏳',
  unsure: '⏳',
  review: '🔎',
  delivered: '✅',
  rejected: '❌',
  quoted: '·',
  expired: '·',
  cancelled: '·',
} as const;

export function ordersScreen(view: View, { orders, page, pages }: HistoryPage): Screen {
  const row = (order: Order) =>
    `${signs[order.state]} ${view.mobile(order.mobile)} · ${view.named(order.title, order.titleEn)} · ${view.money(order.total)}`;
  return {
    text: lines(view.html('orders-title'), '', view.html(orders.length === 0 ? 'orders-empty' : 'orders-hint')),
    keys: [
      ...orders.map((order) => [key(row(order), { to: 'order', order: order.id } as const)]),
      ...pageRows(view, page + 1, pages, (turned) => ({ to: 'orders', page: turned })),
      [homeKey(view)],
    ],
  };
}

export function walletShortScreen(
  view: View,
  { missing, order, ownerUrl }: { missing: number; order: Order; ownerUrl: string | null },
): Screen {
  const owner: Key[][] = ownerUrl === null ? [] : [[{ label: view.plain('key-owner'), url: ownerUrl }]];
  return {
    text: lines(
      failureText(view, { code: 'wallet-too-small', missing }),
      '',
      view.html(ownerUrl === null ? 'wallet-ask' : 'wallet-ask-owner'),
    ),
    keys: [...owner, [key(view.plain('key-confirm-later'), { to: 'confirm', order: order.id }), homeKey(view)]],
  };
}
