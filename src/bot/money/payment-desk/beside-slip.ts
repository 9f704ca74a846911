import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { type Formatter, oneLine, untrusted } from '#bot/kit/formatter.ts';
import { type Button, newMessageButton } from '#bot/kit/screen.ts';
import { truncateToSize } from '#bot/kit/truncate.ts';
import { paymentSigns } from '#bot/money/payments/payment-screen.ts';
import type { Services } from '#bot/parts.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import type { Resemblance } from '#shop/money/payments/slips.ts';

/** At most `size` UTF-16 units, as Telegram counts: the caption of a photo has little room. */
export const untrustedWithin = (text: string, size: number): string => untrusted(truncateToSize(oneLine(text), size));

export const nameSize = 64;
export const wordsSize = 160;

/** Another payment that may be for the same money, and whose it is. */
export interface Beside extends Resemblance<Payment> {
  readonly name: string;
}

export async function readBeside(
  { payments, people }: Pick<Services, 'payments' | 'people'>,
  id: string,
): Promise<Beside[]> {
  const resemblances = await payments.queries.resemblances(id);
  const names = await people.names([...new Set(resemblances.map(({ payment }) => payment.personId))]);
  return resemblances.map((one) => ({ ...one, name: names.get(one.payment.personId) ?? String(one.payment.personId) }));
}

export const besideLines = (format: Formatter, beside: readonly Beside[]): string[] =>
  beside.map(({ why, name, payment }) => {
    const amount = format.money(payment.credited ?? payment.amount);
    const state = format.plain(`payment-mark-${payment.state}`);
    return why === 'person'
      ? format.html('beside-person', { amount, state })
      : format.html(`beside-${why}`, { name: untrustedWithin(name, nameSize), amount, state });
  });

export const besideButtons = (format: Formatter, beside: readonly Beside[]): Button[][] =>
  beside.map(({ payment, name }) => [
    // The sign of a paid one would look like Approve.
    newMessageButton(
      paymentLabel(format, payment, name, '🔎'),
      paymentDeskActions.deskPayment({ payment: payment.id }),
    ),
  ]);

/** Amount first: it is what owners look for. */
export const paymentLabel = (
  format: Formatter,
  { state, credited, amount }: Payment,
  name: string,
  sign = paymentSigns[state],
): string => [`${sign} ${format.price(credited ?? amount)}`, untrusted(name, 14)].join(' · ');
