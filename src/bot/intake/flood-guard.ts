import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { Texts } from '#bot/kit/texts.ts';
import { can } from '#domain/access.ts';
import { languageOf } from '#domain/language.ts';
import type { People } from '#shop/people/people/people.ts';
import { createRateLimiter, type Kind, type RateLimits } from './rate-limiter.ts';
import { isMoney } from './update-identity.ts';

interface FloodGuardDeps {
  readonly api: Api;
  readonly people: Pick<People, 'find'>;
  /** What staff write there is never refused. */
  readonly isSupportGroup: (chatId: number) => Promise<boolean>;
  readonly texts: Texts;
  readonly limits: RateLimits;
  readonly steady: () => number;
  readonly onLimited: (kind: Kind) => void;
}

/** Rejects updates beyond a chat's rate limit before they are stored. Payments and blocks always pass. */
export function createFloodGuard({ api, people, isSupportGroup, texts, limits, steady, onLimited }: FloodGuardDeps) {
  const isSeller = async (id: number): Promise<boolean> => {
    const person = await people.find(id);
    return person !== null && can(person, 'sell');
  };
  const { admit } = createRateLimiter({ limits, isSeller, steady });

  async function textFor({ message, callback_query }: Update, seconds: number): Promise<string> {
    const from = callback_query?.from ?? message?.from;
    const person = from ? await people.find(from.id).catch(() => null) : null;
    return texts.translate(person?.language ?? languageOf(from?.language_code), 'too-fast', { seconds });
  }

  /** Every rejected press is answered, because the client shows it as pending until then. */
  async function answer(update: Update, seconds: number, tell: boolean): Promise<void> {
    const { message, callback_query } = update;
    const text = tell ? await textFor(update, seconds) : null;
    if (callback_query) await api.answerCallbackQuery(callback_query.id, text === null ? {} : { text });
    else if (text !== null && message?.chat.type === 'private') await api.sendMessage(message.chat.id, text);
  }

  /** Best effort: Telegram may refuse it. */
  const answerLater = (update: Update, seconds: number, tell: boolean) =>
    void answer(update, seconds, tell).catch(() => undefined);

  return {
    admit: async (update: Update): Promise<boolean> => {
      const { message, callback_query, inline_query, my_chat_member } = update;
      const place =
        callback_query?.message?.chat ??
        message?.chat ??
        update.edited_message?.chat ??
        callback_query?.from ??
        inline_query?.from;
      if (!place || isMoney(update) || my_chat_member || (await isSupportGroup(place.id))) return true;
      const kind = kindOf(update);
      const verdict = await admit(place.id, kind);
      if (verdict.admitted) return true;
      onLimited(kind);
      answerLater(update, verdict.seconds, verdict.tell);
      return false;
    },
    /** Too many updates of the chat are waiting. */
    refuse: (update: Update): void => {
      onLimited(kindOf(update));
      answerLater(update, Math.ceil(limits.pauseMs / 1_000), update.callback_query !== undefined);
    },
  };
}

function kindOf({ callback_query, message }: Update): Kind {
  if (callback_query) return 'press';
  return message ? 'message' : 'other';
}
