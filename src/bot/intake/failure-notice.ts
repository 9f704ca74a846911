import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { support } from '#bot/kit/navigation.ts';
import { markup, newMessageButton } from '#bot/kit/screen.ts';
import type { Texts } from '#bot/kit/texts.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import { languageOf } from '#domain/language.ts';
import type { Log } from '#log.ts';
import type { People } from '#shop/people/people/people.ts';
import { isPayment } from './update-identity.ts';

interface FailureNoticeDeps {
  readonly api: Api;
  readonly people: Pick<People, 'find'>;
  readonly texts: Texts;
  readonly log: Log;
}

const personLookupMs = 500;

/** The log has it too. */
export const newReference = (): string => randomBytes(4).toString('hex');

/** Tells a person that their update failed, with the reference that the log has. */
export function createFailureNotice({ api, people, texts, log }: FailureNoticeDeps) {
  async function tell(update: Update, reference: string): Promise<void> {
    const { message, edited_message, callback_query, pre_checkout_query } = update;
    const from = (message ?? edited_message ?? callback_query ?? pre_checkout_query)?.from;
    const chat = message?.chat ?? edited_message?.chat ?? callback_query?.message?.chat;
    // A payment may be reported from a group.
    const chatId = isPayment(update) || chat?.type === 'private' ? from?.id : undefined;
    // The database may have failed: then Telegram's language is used.
    const looked = from ? people.find(from.id).catch(() => null) : null;
    const person = await Promise.race([looked, setTimeout(personLookupMs, null)]);
    const language = person?.language ?? languageOf(from?.language_code);
    const key = isPayment(update) ? 'error-payment' : pre_checkout_query ? 'error-checkout' : 'error';
    const text = texts.translate(language, key, { reference });
    // The client shows the press as pending until it is answered.
    if (callback_query) await api.answerCallbackQuery(callback_query.id).catch(() => undefined);
    if (pre_checkout_query) await api.answerPreCheckoutQuery(pre_checkout_query.id, false, { error_message: text });
    else if (chatId !== undefined) {
      const ask = newMessageButton(texts.translate(language, 'key-support'), support({ order: null }));
      await api.sendMessage(chatId, text, { reply_markup: markup({ text, keys: [[ask]] }) });
    }
  }

  return (update: Update, reference: string): Promise<void> =>
    tell(update, reference).catch((error: unknown) =>
      log.warn({ reference, ...problemOf(error) }, 'failure notice not delivered'),
    );
}
