import { homeActions } from '#bot/actions/home.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import { failureText } from '#bot/kit/failure.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import { type Button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { purchaseOf } from '#bot/words/item-title.ts';
import { reasonText } from '#bot/words/payment-words.ts';
import type { Rials } from '#domain/money.ts';
import { readProblem } from '#domain/payment.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { givenUp } from '#shop/money/payments/give-up-payment.ts';
import { paidElsewhere } from '#shop/money/payments/other-payments.ts';
import type { Payment } from '#shop/money/payments/payment.ts';

/** A payment's state at a glance. */
export const paymentSigns = { asked: '🕓', submitted: '🔎', paid: '✅', expired: '⌛️', refused: '❌' } as const;

interface PaymentData {
  readonly payment: Payment;
  /** What it is to buy; null: the money is for the wallet. */
  readonly order: Order | null;
  /** What the wallet holds now. */
  readonly balance: Rials;
}

/** All that stays of a message when a newer one shows the payment in full. */
export const paymentLine = (format: Formatter, { state, credited, amount }: Payment): Screen => ({
  text: format.html('payment-line', {
    sign: paymentSigns[state],
    state: format.plain(`payment-mark-${state}`),
    amount: format.money(credited ?? amount),
  }),
  keys: [],
});

/** What the payer reads of a payment that they need not act on: being checked, or over. */
export function paymentScreen(format: Formatter, data: PaymentData): Screen {
  const { payment } = data;
  return {
    text: paymentText(format, data),
    keys:
      payment.state === 'submitted'
        ? [[askButton(format, payment)], [homeButton(format)]]
        : [
            ...(payment.state === 'paid' ? [] : [[askButton(format, payment)]]),
            inReadingOrder(format, [
              newMessageButton(format.plain('key-wallet'), walletActions.wallet()),
              newMessageButton(format.plain('key-home'), homeActions.home()),
            ]),
          ],
  };
}

const askButton = (format: Formatter, { orderId }: Payment): Button =>
  newMessageButton(format.plain('key-support'), supportActions.support({ order: orderId }));

/** What is bought, for which number, and that nothing more is to be done for it. Null: the money stays in the wallet. */
export const purchaseLine = (format: Formatter, order: Order | null): string | null =>
  order?.state === 'quoted' ? format.html('payment-for', purchaseOf(format, order)) : null;

/** It is bought, cancelled or expired: nothing is to be paid for it. */
export const isOver = (order: Order | null): boolean => order !== null && order.state !== 'quoted';

/** The same where it is not bought, or not yet said to be. */
const onlyPurchaseLine = (format: Formatter, order: Order | null): string | null =>
  order && format.html('payment-purchase', purchaseOf(format, order));

function paymentText(format: Formatter, data: PaymentData): string {
  const { payment, order } = data;
  const { state, method, reason } = payment;
  const amount = format.money(payment.amount);
  const isCard = method === 'card';
  switch (state) {
    case 'asked':
      if (isOver(order)) return format.html(isCard ? 'payment-not-needed-card' : 'payment-not-needed', { amount });
      return lines(format.html('payment-asked', { amount }), purchaseLine(format, order));
    case 'submitted':
      return lines(
        format.html(isCard ? 'payment-slip-sent' : checkingKey(payment), { amount }),
        purchaseLine(format, order),
      );
    case 'paid':
      return paidText(format, data);
    case 'expired':
      return lines(format.html(endedKey(payment), { amount }), onlyPurchaseLine(format, order));
    case 'refused':
      return lines(
        format.html('payment-refused', { amount }),
        format.html('order-reason', { reason: untrusted(reasonText(format, reason ?? '')) }),
        onlyPurchaseLine(format, order),
      );
  }
}

/** After a restore a person looks at money that has arrived. */
const checkingKey = ({ problem }: Payment) =>
  problem !== null && readProblem(problem).code === 'restored' ? 'payment-arrived' : 'payment-checking';

function endedKey({ method, reason }: Payment): string {
  if (reason === paidElsewhere) return method === 'card' ? 'payment-not-needed-card' : 'payment-not-needed';
  if (reason === givenUp) return method === 'card' ? 'payment-given-up-card' : 'payment-given-up';
  return method === 'card' ? 'payment-expired-card' : 'payment-expired';
}

function paidText(format: Formatter, { payment, order, balance }: PaymentData): string {
  const { amount, credited, orderId, bought, keptWhy, receipt } = payment;
  const got = format.money(credited ?? amount);
  const facts = [
    credited !== null && credited !== amount && payment.method === 'card'
      ? format.html('payment-other-amount', { asked: format.money(amount), amount: got })
      : null,
    receipt === null ? null : format.html('payment-receipt', { receipt: format.copyable(receipt) }),
  ];
  if (bought && order)
    return lines(format.html('payment-bought', { amount: got, ...purchaseOf(format, order) }), ...facts);
  const after =
    balance < 0
      ? format.html('wallet-debt', { debt: format.money(-balance) })
      : format.html('payment-balance', { balance: format.money(balance) });
  if (bought || orderId === null) return lines(format.html('payment-paid', { amount: got }), ...facts, after);
  const keptNote =
    keptWhy === null
      ? format.html('payment-kept', { amount: got })
      : format.html('payment-kept-why', { amount: got, why: { html: failureText(format, keptWhy) } });
  return lines(keptNote, onlyPurchaseLine(format, order), ...facts, after);
}
