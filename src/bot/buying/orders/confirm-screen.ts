import { orderActions } from '#bot/actions/orders.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { promoActions } from '#bot/actions/promo-codes.ts';
import { supportActions } from '#bot/actions/support.ts';
import type { Action } from '#bot/kit/action.ts';
import { failureText } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { codeLine, factsOf, saleLines } from '#bot/words/order-screen.ts';
import { paidLines, walletLines } from '#bot/words/price-lines.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { heldStates } from '#domain/order.ts';
import { type OperatorId, type SimType, type Sort, simTypes } from '#domain/product.ts';
import type { Role } from '#domain/role.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { Payable } from '#shop/money/payments/payment-methods.ts';
import { payLabel, toman } from './pay-label.ts';

export interface ConfirmData {
  readonly order: Order;
  /** The buyer's role. */
  readonly role: Role;
  readonly label: string | null;
  readonly vatPercent: number;
  readonly wallet: Balance;
  readonly recentDuplicate: Order | null;
  /** As known for the number, if different from the order. */
  readonly otherOperator: OperatorId | null;
  /** Of the number: as the person said, or assumed. */
  readonly sim: { readonly type: SimType; readonly isAssumed: boolean };
  /** The gateway answers no purchase now: the order would wait. */
  readonly slow: boolean;
  readonly now: number;
  /** Why the screen is shown again. */
  readonly again: { readonly failure: Failure; readonly was: Order } | null;
  /** Why a confirmation would be refused now. */
  readonly refused: Failure | null;
  /** What is asked for: at least what is missing. Null: no way to pay, or the wallet covers the order. */
  readonly payable: Payable | null;
  /** The list that the item was chosen from. */
  readonly sort: Sort;
}

export function confirmScreen(format: Formatter, data: ConfirmData): Screen {
  const { order, role, label, vatPercent, wallet, payable, again, sim, sort } = data;
  const warnings = warningsOf(format, data);
  return {
    text: lines(
      ...warnings,
      ...(warnings.length > 0 ? [''] : []),
      again === null ? format.html('confirm-title') : againText(format, again, order),
      '',
      ...factsOf(format, order, label, isSimKnown(data)),
      '',
      format.html(order.productType === 'topup' ? 'confirm-credit' : 'confirm-base', {
        base: format.money(order.base),
      }),
      format.html('confirm-vat', { percent: vatPercent, vat: format.money(order.vat) }),
      ...paidLines(format, order, role),
      ...walletLines(format, wallet, { charge: order.charge, payable }),
      payable === null || payable.amount - missingOf(data) < toman
        ? null
        : format.html('confirm-smallest', { amount: format.money(payable.amount) }),
      '',
      format.html('confirm-holds', { until: format.clock(order.expiresAt) }),
    ),
    keys: [
      [mainButton(format, data)],
      ...(sim.isAssumed || sim.type !== order.simType ? [[simButton(format, data)]] : []),
      inReadingOrder(format, [
        button(format.plain('key-change'), orderActions.change({ order: order.id, sort })),
        button(format.plain('key-cancel'), orderActions.cancel({ order: order.id })),
      ]),
    ],
    order: order.id,
  };
}

/** What was only assumed is not told as a fact. */
const isSimKnown = ({ order, sim }: ConfirmData): boolean => !sim.isAssumed || order.simType !== sim.type;

/** The number is of the other kind than was assumed, or of this kind after all. */
function simButton(format: Formatter, { order, sim }: ConfirmData): Button {
  const kind = sim.isAssumed ? (simTypes.find((one) => one !== order.simType) ?? order.simType) : order.simType;
  return button(format.plain(`key-sim-is-${kind}`), orderActions.switchSim({ order: order.id, sim: kind }));
}

interface ChangeData {
  readonly order: Order;
  /** There are promo codes to type. */
  readonly takesPromo: boolean;
  readonly label: string | null;
  /** The list that the item was chosen from. */
  readonly items: Action;
  /** Another way to buy a top-up: to pay this much, with its VAT in it. */
  readonly exactAmount: Rials | null;
}

export function changeScreen(format: Formatter, data: ChangeData): Screen {
  const { order, takesPromo, label, items, exactAmount } = data;
  return {
    text: lines(...saleLines(format, order, label), '', format.html('ask-change')),
    keys: [
      ...choiceRows(
        format,
        [
          button(format.plain('key-change-number'), orderActions.changeNumber({ order: order.id })),
          button(format.plain(order.productType === 'topup' ? 'key-change-amount' : 'key-change-package'), items),
          ...promoButtons(format, order, takesPromo),
          ...(exactAmount === null ? [] : [exactButton(format, order, exactAmount)]),
        ],
        1,
      ),
      backRow(format, orderActions.again({ order: order.id })),
    ],
    order: order.id,
  };
}

/** A code is typed, or taken off again. */
function promoButtons(format: Formatter, { id, promo }: Order, takesPromo: boolean): Button[] {
  if (promo !== null) return [button(format.plain('key-drop-promo'), promoActions.dropPromo({ order: id }))];
  return takesPromo ? [button(format.plain('key-promo'), promoActions.askPromo({ order: id }))] : [];
}

const exactButton = (format: Formatter, { id }: Order, amount: Rials): Button =>
  button(format.plain('key-pay-exactly', { amount: format.price(amount) }), orderActions.payExactly({ order: id }));

const missingOf = ({ order, wallet: { available } }: ConfirmData): number =>
  available === null ? 0 : Math.max(0, order.charge - available);

function mainButton(format: Formatter, data: ConfirmData): Button {
  const { order, otherOperator, payable, recentDuplicate, refused } = data;
  // A second purchase of the same is no everyday tap.
  const style = isOnItsWay(recentDuplicate) ? undefined : 'success';
  // No Confirm yet: a mistaken operator must not be one tap away from a purchase.
  if (otherOperator !== null)
    return button(
      format.plain('key-ported', { operator: format.operator(order.operatorId) }),
      orderActions.ported({ order: order.id }),
    );
  if (refused !== null) return button(format.plain('key-try-again'), orderActions.confirm({ order: order.id }));
  return payable === null
    ? button(
        format.plain('key-confirm', { total: format.money(order.charge) }),
        orderActions.confirm({ order: order.id }),
        style,
      )
    : button(
        payLabel(format, payable, payable.amount < order.charge ? missingOf(data) : null),
        paymentActions.pay({ order: order.id }),
        style,
      );
}

const isOnItsWay = (order: Order | null): boolean => order !== null && heldStates.includes(order.state);

/** Warnings stand at the top, because the end of a long message is not read. */
function warningsOf(
  format: Formatter,
  { order, recentDuplicate, otherOperator, sim, slow, now, refused }: ConfirmData,
): string[] {
  const warnings: string[] = [];
  if (slow) warnings.push(format.html('confirm-slow'));
  if (otherOperator !== null) {
    const operators = { number: format.operator(otherOperator), package: format.operator(order.operatorId) };
    warnings.push(format.html('confirm-other-operator', operators));
  }
  if (refused !== null) warnings.push(format.html('warning', { text: { html: failureText(format, refused) } }));
  if (recentDuplicate?.confirmedAt) {
    const code = format.copyable(recentDuplicate.code);
    const minutes = Math.max(1, Math.round((now - recentDuplicate.confirmedAt) / 60_000));
    warnings.push(
      isOnItsWay(recentDuplicate)
        ? format.html('confirm-on-its-way', { code })
        : format.html('confirm-twin', { minutes, code }),
    );
  }
  if (!sim.isAssumed && sim.type !== order.simType)
    warnings.push(format.html('confirm-other-sim', { sim: format.sim(sim.type) }));
  return warnings;
}

function againText(format: Formatter, { failure, was }: NonNullable<ConfirmData['again']>, order: Order): string {
  if (failure.code === 'price-moved' || (failure.code === 'quote-expired' && was.charge !== order.charge)) {
    return failureText(format, { code: 'price-moved', was: was.charge, now: order.charge });
  }
  return failureText(format, failure);
}

interface WalletShortData {
  readonly missing: number;
  readonly order: Order;
  readonly ownerId: number | null;
}

/** A link in the text: Telegram refuses buttons to people whose privacy forbids them. */
export function walletShortScreen(format: Formatter, { missing, order, ownerId }: WalletShortData): Screen {
  const owner = { html: `<a href="tg://user?id=${ownerId}">${format.html('the-owner')}</a>` };
  return {
    text: lines(
      failureText(format, { code: 'wallet-too-small', missing }),
      ownerId === null ? format.html('wallet-ask') : format.html('wallet-ask-owner', { owner }),
      '',
      codeLine(format, order),
    ),
    keys: [
      inReadingOrder(format, [
        button(format.plain('key-try-again'), orderActions.confirm({ order: order.id })),
        { label: format.plain('key-copy-code'), copy: order.code },
      ]),
      [newMessageButton(format.plain('key-support'), supportActions.support({ order: order.id }))],
      inReadingOrder(format, [
        button(format.plain('key-cancel'), orderActions.cancel({ order: order.id })),
        homeButton(format),
      ]),
    ],
  };
}
