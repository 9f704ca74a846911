import { agentActions } from '#bot/actions/agents.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { captionLength } from '#bot/kit/show.ts';
import { truncateToSize } from '#bot/kit/truncate.ts';
import { paymentSigns } from '#bot/money/payments/payment-screen.ts';
import { problemText, reasonText, stepText } from '#bot/words/payment-words.ts';
import { writeProblem } from '#domain/payment.ts';
import type { BankCard } from '#shop/money/payments/bank-cards.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import type { PaymentEvent } from '#shop/money/payments/payment-queries.ts';
import { type Beside, besideButtons, besideLines, nameSize, untrustedWithin, wordsSize } from './beside-slip.ts';
import { decideButtons, nextRow } from './slip-screen.ts';

interface PaymentData {
  readonly payment: Payment;
  readonly payer: string;
  readonly card: BankCard | null;
  readonly events: readonly (PaymentEvent & { readonly who: string })[];
  /** An owner may decide it now. */
  readonly decidable: boolean;
  readonly blocked: boolean;
  readonly beside: readonly Beside[];
  /** Another one waits, and this one was decided just now. */
  readonly next: boolean;
  /** Below the picture of its slip, where there is less room. */
  readonly inCaption: boolean;
}

/** With these limits a payment and its trail always fit into one message. */
const trailLength = 8;

export function paymentDeskPaymentScreen(format: Formatter, data: PaymentData): Screen {
  const { payment, payer, card, events, decidable, blocked, beside, next, inCaption } = data;
  const { id, personId, state, method, amount, credited, paidBack, reference, receipt, payerCard, reason } = payment;
  const problem = payment.problem ?? (decidable && payment.isPossiblySent ? writeProblem({ code: 'restored' }) : null);
  const head = lines(
    format.html('slip-decided', {
      sign: paymentSigns[state],
      state: format.plain(`payment-mark-${state}`),
      by: format.plain(`method-${method}`),
    }),
    '',
    format.html('slip-payer', { name: untrustedWithin(payer, nameSize) }),
    format.html('card-amount', { amount: format.bankMoney(amount) }),
    credited !== null && credited !== amount ? format.html('slip-credited', { amount: format.money(credited) }) : null,
    paidBack > 0 ? format.html('payment-paid-back', { amount: format.money(paidBack) }) : null,
    reference === null || method === 'card'
      ? null
      : format.html('payment-reference', { reference: format.copyable(truncateToSize(reference, wordsSize)) }),
    receipt === null
      ? null
      : format.html('payment-receipt', { receipt: format.copyable(truncateToSize(receipt, wordsSize)) }),
    payerCard === null ? null : format.html('payment-payer-card', { card: format.code(payerCard) }),
    card === null
      ? null
      : format.html('slip-card', {
          tail: format.code(card.number.slice(-4)),
          holder: untrustedWithin(card.holder, nameSize),
        }),
    problem === null
      ? null
      : format.html('payment-problem', { problem: untrustedWithin(problemText(format, problem), wordsSize) }),
    reason === null || state !== 'refused'
      ? null
      : format.html('order-reason', { reason: untrustedWithin(reasonText(format, reason), wordsSize) }),
    blocked ? format.html('payer-blocked') : null,
    ...besideLines(format, beside),
  );
  const trail = events.slice(-trailLength).map(({ at, who, to, why }) =>
    format.html('payment-event', {
      when: format.when(at),
      who: untrustedWithin(who, nameSize),
      state: format.plain(`payment-mark-${to}`),
      why: untrustedWithin(stepText(format, why), wordsSize),
    }),
  );
  // Its newest steps, as far as there is room.
  while (inCaption && trail.length > 0 && lines(head, '', ...trail).length > captionLength) trail.shift();
  return {
    text: lines(head, ...(trail.length === 0 ? [] : ['', ...trail])),
    keys: [
      ...(next && !decidable ? [nextRow(format)] : []),
      ...(decidable ? decideButtons(format, payment, 'desk') : []),
      // Where there is much to press, the others are in the text and among the payer's payments.
      ...besideButtons(format, decidable ? beside.slice(0, 1) : beside),
      ...(state === 'paid' && (credited ?? 0) > paidBack
        ? [[button(format.plain('key-pay-back'), paymentDeskActions.askPayBack({ payment: id }))]]
        : []),
      ...(blocked && !decidable
        ? [[button(format.plain('key-reopen-card'), paymentDeskActions.reopenCardMethod({ person: personId }))]]
        : []),
      inReadingOrder(format, [
        button(format.plain('key-payer'), agentActions.agent({ person: personId })),
        ...(decidable
          ? []
          : [
              button(
                format.plain('key-their-payments'),
                paymentDeskActions.paymentsOfPerson({ person: personId, page: 1 }),
              ),
            ]),
      ]),
      backRow(format, paymentDeskActions.paymentDesk()),
    ],
  };
}
