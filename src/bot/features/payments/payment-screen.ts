import { homeActions } from '#bot/actions/home.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import { failureText } from '#bot/core/failure.ts';
import { type Formatter, untrusted } from '#bot/core/formatter.ts';
import { homeButton, inReadingOrder } from '#bot/core/navigation.ts';
import { type Button, lines, newMessageButton, type Screen } from '#bot/core/screen.ts';
import type { Rials } from '#domain/money.ts';
import type { Payment } from '#shop/payments/payment.ts';
import { reasonText } from './payment-words.ts';

/** A payment's state at a glance. */
export const paymentSigns = { asked: '🕓', submitted: '🔎', paid: '✅', expired: '⌛️', refused: '❌' } as const;

interface PaymentData {
  readonly payment: Payment;
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
export function paymentScreen(format: Formatter, { payment, balance }: PaymentData): Screen {
  return {
    text: paymentText(format, payment, balance),
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

function paymentText(format: Formatter, payment: Payment, balance: Rials): string {
  const { state, method, amount, reason } = payment;
  switch (state) {
    case 'asked':
      return format.html('payment-asked', { amount: format.money(amount) });
    case 'submitted':
      return format.html(method === 'card' ? 'payment-slip-sent' : 'payment-checking', {
        amount: format.money(amount),
      });
    case 'paid':
      return paidText(format, payment, balance);
    case 'expired':
      if (reason === 'given-up') return format.html('payment-given-up', { amount: format.money(amount) });
      return format.html(method === 'card' ? 'payment-expired-card' : 'payment-expired', {
        amount: format.money(amount),
      });
    case 'refused':
      return lines(
        format.html('payment-refused', { amount: format.money(amount) }),
        format.html('order-reason', { reason: untrusted(reasonText(format, reason ?? '')) }),
      );
  }
}

function paidText(format: Formatter, payment: Payment, balance: Rials): string {
  const { amount, credited, orderId, bought, keptWhy, receipt } = payment;
  const got = format.money(credited ?? amount);
  const facts = [
    credited !== null && credited !== amount && payment.method === 'card'
      ? format.html('payment-other-amount', { asked: format.money(amount), amount: got })
      : null,
    receipt === null ? null : format.html('payment-receipt', { receipt: format.copyable(receipt) }),
  ];
  if (bought) return lines(format.html('payment-bought', { amount: got }), ...facts);
  const after = format.html('payment-balance', { balance: format.money(balance) });
  if (orderId === null) return lines(format.html('payment-paid', { amount: got }), ...facts, after);
  const keptNote =
    keptWhy === null
      ? format.html('payment-kept', { amount: got })
      : format.html('payment-kept-why', { amount: got, why: { html: failureText(format, keptWhy) } });
  return lines(keptNote, ...facts, after);
}
