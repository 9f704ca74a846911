import { randomBytes } from 'node:crypto';
import type { CheckoutOutcome, Checkouts } from '#telegram/checkouts.ts';
import type { BotRecord, ChatRecord, PersonRecord, StoredMessage } from '#telegram/model.ts';
import type { Updates } from '#telegram/updates.ts';
import { type TelegramWorld, userOf } from '#telegram/world.ts';
import type { Said, Speaking } from './speaking.ts';

export interface Payment {
  readonly outcome: CheckoutOutcome;
  readonly said: Said | undefined;
}

export interface PayOptions {
  /** `message` loses the bot's message about the payment. `payment` loses the payment after the bot's approval. */
  readonly lost?: 'message' | 'payment';
}

/** Runs a payment from the press of Pay; it needs the bot's approval in time. */
export async function payInvoice(
  deps: { checkouts: Checkouts; updates: Updates; world: TelegramWorld; speaking: Speaking },
  where: { bot: BotRecord; chat: ChatRecord; person: PersonRecord; stored: StoredMessage },
  { lost }: PayOptions = {},
): Promise<Payment> {
  const { bot, chat, person, stored } = where;
  const { message, invoice } = stored;
  if (!message.invoice || !invoice) throw new Error(`message ${message.message_id} is not an invoice`);
  if (invoice.paid) throw new Error(`invoice ${message.message_id} is already paid`);
  const { currency, total_amount } = message.invoice;
  const checkout = deps.checkouts.open(bot.user.id, person.id, total_amount);
  const query = { id: checkout.id, from: userOf(person), currency, total_amount, invoice_payload: invoice.payload };
  deps.updates.push(bot, { pre_checkout_query: query }, chat.key);
  const outcome = await checkout.outcome;
  if (outcome.outcome !== 'approved' || lost === 'payment') return { outcome, said: undefined };
  invoice.paid = true;
  deps.world.replace(chat, message, stored.markup);
  const content = {
    successful_payment: {
      currency,
      total_amount,
      invoice_payload: invoice.payload,
      telegram_payment_charge_id: deps.checkouts.paid(checkout.id),
      provider_payment_charge_id: `local_${randomBytes(12).toString('hex')}`,
    },
  };
  if (lost === 'message') deps.world.post(chat, userOf(person), content);
  return { outcome, said: lost === 'message' ? undefined : deps.speaking.say(chat, person, content) };
}
