import { paymentDeskActions, rejectReasons } from '#bot/actions/payment-desk.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Media } from '#bot/kit/request.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { paymentSigns } from '#bot/money/payments/payment-screen.ts';
import { reasonText } from '#bot/words/payment-words.ts';
import type { Slip } from '#domain/payment.ts';
import type { BankCard } from '#shop/money/payments/bank-cards.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import { type Beside, besideButtons, besideLines, nameSize, untrustedWithin, wordsSize } from './beside-slip.ts';

/** Stored views of the message that brings a slip: as text, or below a photo or a file. */
export const slipView = 'slip';
export const slipMediaView = 'slip-media';

interface SlipData {
  readonly payment: Payment;
  readonly payer: string;
  readonly card: BankCard | null;
  /** The deciding owner; null: not decided, or automatically. */
  readonly decidedBy: string | null;
  readonly beside: readonly Beside[];
  /** Another one waits. */
  readonly next: boolean;
}

/** Null: a tracking code, or its payer had it deleted. */
export const mediaOf = (slip: Slip | null): Media | null =>
  slip === null || slip.kind === 'text' || slip.content === '' ? null : { kind: slip.kind, content: slip.content };

/** What a payer transferred, for the owner to decide; afterwards, what was decided. */
export function slipScreen(format: Formatter, data: SlipData): Screen {
  const { payment } = data;
  return {
    text: lines(...slipLines(format, data)),
    keys:
      payment.state === 'submitted'
        ? [...decideButtons(format, payment, 'slip'), ...besideButtons(format, data.beside)]
        : [
            [
              newMessageButton(
                format.plain('key-open-payment'),
                paymentDeskActions.deskPayment({ payment: payment.id }),
              ),
            ],
            ...(data.next ? [nextRow(format)] : []),
          ],
  };
}

function slipLines(format: Formatter, { payment, payer, card, decidedBy, beside }: SlipData): (string | null)[] {
  const { state, amount, credited, slip, receipt, reason } = payment;
  // A photo may follow the code.
  const code = slip?.kind === 'text' ? slip.content : receipt;
  return [
    state === 'submitted'
      ? format.html('slip-title')
      : format.html('slip-decided', {
          sign: paymentSigns[state],
          // "Paid" beside a name would be the payer's.
          state: format.plain(state === 'paid' ? 'slip-approved' : `payment-mark-${state}`),
          by: untrustedWithin(decidedBy ?? '', nameSize),
        }),
    '',
    format.html('slip-payer', { name: untrustedWithin(payer, nameSize) }),
    format.html('card-amount', { amount: format.bankMoney(amount) }),
    credited !== null && credited !== amount ? format.html('slip-credited', { amount: format.money(credited) }) : null,
    payment.cardId === null ? format.html('slip-unasked') : null,
    card === null
      ? null
      : format.html('slip-card', {
          tail: format.code(card.number.slice(-4)),
          holder: untrustedWithin(card.holder, nameSize),
        }),
    code === null ? null : format.html('slip-code', { code: untrustedWithin(code, wordsSize) }),
    state === 'refused'
      ? format.html('order-reason', { reason: untrustedWithin(reasonText(format, reason ?? ''), wordsSize) })
      : null,
    format.html('line', { text: format.when(payment.createdAt) }),
    ...besideLines(format, beside),
  ];
}

/** In a message of its own: a slip stays with its decision. */
export const nextRow = (format: Formatter): Button[] => [
  newMessageButton(format.plain('key-next-payment'), paymentDeskActions.nextPayment()),
];

/** Approve, another amount, or reject: each is one tap. */
export function decideButtons(format: Formatter, { id, amount }: Payment, from: 'slip' | 'desk'): Button[][] {
  const reasons = rejectReasons.map((reason) =>
    button(format.plain(`key-reject-${reason}`), paymentDeskActions.rejectPayment({ payment: id, from, reason })),
  );
  return [
    [
      button(
        format.plain('key-approve', { amount: format.money(amount) }),
        paymentDeskActions.approvePayment({ payment: id, from }),
        'success',
      ),
    ],
    [newMessageButton(format.plain('key-approve-other'), paymentDeskActions.askPaymentAmount({ payment: id }))],
    ...reasons.map((reason) => [reason]),
    [newMessageButton(format.plain('key-reject-other'), paymentDeskActions.askPaymentReason({ payment: id }))],
  ];
}
