import type { Api } from 'grammy';
import { screenDigest } from '#bot/core/chat-screens.ts';
import type { Formatter } from '#bot/core/formatter.ts';
import type { Screen } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import { captionOptions, send } from '#bot/core/show.ts';
import type { Alert } from '#shop/alerts/alerts.ts';
import type { Payment } from '#shop/payments/payment.ts';
import { readBeside } from './beside-slip.ts';
import { slipMediaView, slipScreen, slipView } from './slip-screen.ts';

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
    const { kind, content } = slip;
    const messageId =
      kind === 'text' ? await send(api, ownerId, screen) : await sendFile(ownerId, kind, content, screen);
    const view = kind === 'text' ? slipView : slipMediaView;
    const digest = screenDigest(screen);
    await orderMessages.track({ chatId: ownerId, messageId, subject: `payment:${paymentId}`, view, shown: digest });
  };

  async function sendFile(ownerId: number, kind: 'photo' | 'file', file: string, screen: Screen): Promise<number> {
    const message =
      kind === 'photo'
        ? await api.sendPhoto(ownerId, file, captionOptions(screen))
        : await api.sendDocument(ownerId, file, captionOptions(screen));
    return message.message_id;
  }
}

/** What an owner's message about a slip shows, from the payment's current state. */
export function createSlipReader({ payments, people }: Pick<Deps, 'payments' | 'people'>) {
  return async (format: Formatter, payment: Payment): Promise<Screen> => {
    const [payer, card, events, beside] = await Promise.all([
      people.find(payment.personId),
      payment.cardId === null ? null : payments.cards.find(payment.cardId),
      payment.state === 'submitted' ? [] : payments.queries.trail(payment.id),
      readBeside({ payments, people }, payment.id),
    ]);
    const decider = events.at(-1)?.actor ?? '';
    const names = decider.startsWith('person:') ? await people.names([Number(decider.slice(7))]) : null;
    const decidedBy = names?.get(Number(decider.slice(7))) ?? null;
    return slipScreen(format, { payment, payer: payer?.name ?? String(payment.personId), card, decidedBy, beside });
  };
}
