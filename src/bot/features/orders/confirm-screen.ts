import type { Failure } from '../../../domain/failure.ts';
import type { OperatorId, SimType } from '../../../domain/product.ts';
import type { Order } from '../../../shop/orders/order.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureText } from '../../core/failure.ts';
import type { View } from '../../core/formatter.ts';
import { asRead, homeKey } from '../../core/navigation.ts';
import { type Key, key, lines, type Screen } from '../../core/screen.ts';
import { codeLine, factsOf } from './order-screen.ts';

export interface ConfirmData {
  readonly order: Order;
  readonly label: string | null;
  readonly vatPercent: number;
  /** Null: no limit, nothing to show. */
  readonly walletAfter: number | null;
  readonly twin: Order | null;
  /** The operator and the SIM type that the number is known by, where they are not the ones being bought for. */
  readonly otherOperator: OperatorId | null;
  readonly otherSim: SimType | null;
  readonly now: number;
  /** Why the question is asked again. */
  readonly again: { readonly failure: Failure; readonly was: Order } | null;
  /** Why it cannot be bought today, as things stand. */
  readonly refused: Failure | null;
  /** What an invoice would ask for; null where there are no invoices or nothing is missing. */
  readonly payable: number | null;
  /** Where it was chosen. */
  readonly back: Press;
}

export function confirmScreen(view: View, data: ConfirmData): Screen {
  const { order, label, vatPercent, walletAfter, again, back } = data;
  const warnings = warningsOf(view, data);
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
      ...(warnings.length > 0 ? ['', ...warnings] : []),
      '',
      view.html('confirm-holds', { until: view.clock(order.expiresAt) }),
    ),
    keys: [
      [goOn(view, data)],
      [key(view.plain('key-change-number'), { to: 'changeNumber', order: order.id })],
      asRead(view, [
        key(view.plain('key-back'), back),
        key(view.plain('key-cancel'), { to: 'cancel', order: order.id }),
      ]),
    ],
  };
}

function goOn(view: View, { order, payable, refused }: ConfirmData): Key {
  if (refused !== null) return key(view.plain('key-try-again'), { to: 'confirm', order: order.id });
  return payable === null
    ? {
        label: view.plain('key-confirm', { total: view.money(order.total) }),
        press: { to: 'confirm', order: order.id },
        style: 'success',
      }
    : {
        label: view.plain('key-pay', { amount: view.money(payable) }),
        press: { to: 'pay', order: order.id },
        style: 'success',
      };
}

function warningsOf(view: View, { twin, otherOperator, otherSim, now, refused }: ConfirmData): string[] {
  const warnings: string[] = [];
  if (refused !== null) warnings.push(view.html('warning', { text: { html: failureText(view, refused) } }));
  if (twin?.confirmedAt) {
    const minutes = Math.max(1, Math.round((now - twin.confirmedAt) / 60_000));
    warnings.push(view.html('confirm-twin', { minutes, code: view.copyable(twin.code) }));
  }
  if (otherOperator !== null)
    warnings.push(view.html('confirm-other-operator', { operator: view.operator(otherOperator) }));
  if (otherSim !== null) warnings.push(view.html('confirm-other-sim', { sim: view.sim(otherSim) }));
  return warnings;
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

export interface WalletShortData {
  readonly missing: number;
  readonly order: Order;
  readonly ownerId: number | null;
}

/** The owner is named in the text: a button to a person is refused by Telegram when that person's privacy forbids it. */
export function walletShortScreen(view: View, { missing, order, ownerId }: WalletShortData): Screen {
  const owner = { html: `<a href="tg://user?id=${ownerId}">${view.html('the-owner')}</a>` };
  return {
    text: lines(
      failureText(view, { code: 'wallet-too-small', missing }),
      ownerId === null ? view.html('wallet-ask') : view.html('wallet-ask-owner', { owner }),
      '',
      codeLine(view, order),
    ),
    keys: [
      [
        key(view.plain('key-try-again'), { to: 'confirm', order: order.id }),
        { label: view.plain('key-copy-code'), copy: order.code },
      ],
      asRead(view, [key(view.plain('key-cancel'), { to: 'cancel', order: order.id }), homeKey(view)]),
    ],
  };
}
