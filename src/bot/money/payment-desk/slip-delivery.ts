import type { Api } from 'grammy';
import { screenDigest } from '#bot/kit/chat-screens.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { send, sendMedia } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { isRefused } from '#bot/telegram/problem.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import { readBeside } from './beside-slip.ts';
import { mediaOf, slipMediaView, slipScreen, slipView } from './slip-screen.ts';

type Deps = Pick<Services, 'payments' | 'people' | 'orderMessages'> & { readonly api: Api };

type SlipAlert = Extract<Alert, { readonly kind: 'payment-slip' }>;

export type SlipDelivery = ReturnType<typeof createSlipDelivery>;

/** Brings a slip to an owner: the photo or file itself, with what to decide below it. */
export function createSlipDelivery({ api, payments, people, orderMessages }: Deps) {
  const readSlip = createSlipReader({ payments, people });

  return async (ownerId: number, format: Formatter, { paymentId, slip }: SlipAlert): Promise<void> => {
    const payment = await payments.queries.one(paymentId);
    if (!payment?.slip) return;
    // Another one may have come since: each is shown.
    const screen = await readSlip(format, { ...payment, slip });
    const media = mediaOf(slip);
    // A picture that the messenger does not have any more does not keep the slip from the owner.
    const pictureId = media && (await sendMedia(api, ownerId, media, screen).catch(unlessRefused));
    const messageId = pictureId ?? (await send(api, ownerId, screen));
    const view = pictureId === null ? slipView : slipMediaView;
    const digest = screenDigest(screen);
    await orderMessages.track({ chatId: ownerId, messageId, subject: `payment:${paymentId}`, view, shown: digest });
  };
}

const unlessRefused = (error: unknown): null => {
  if (isRefused(error)) return null;
  throw error;
};

/** What an owner's message about a slip shows, from the payment's current state. */
export function createSlipReader({ payments, people }: Pick<Deps, 'payments' | 'people'>) {
  return async (format: Formatter, payment: Payment): Promise<Screen> => {
    const isOpen = payment.state === 'submitted';
    const [payer, card, events, beside, next] = await Promise.all([
      people.find(payment.personId),
      payment.cardId === null ? null : payments.cards.find(payment.cardId),
      isOpen ? [] : payments.queries.trail(payment.id),
      readBeside({ payments, people }, payment.id),
      isOpen ? null : payments.queries.nextToDecide(),
    ]);
    const decider = events.at(-1)?.actor ?? '';
    const names = decider.startsWith('person:') ? await people.names([Number(decider.slice(7))]) : null;
    const decidedBy = names?.get(Number(decider.slice(7))) ?? null;
    const name = payer?.name ?? String(payment.personId);
    return slipScreen(format, { payment, payer: name, card, decidedBy, beside, next: next !== null });
  };
}
