import { randomInt } from 'node:crypto';
import type { InlineQueryResultArticle, InlineQueryResultsButton } from '@grammyjs/types';
import type { Clock } from './clock.ts';

/** A bot's answer, which Telegram shows to the person who asked. */
export interface InlineAnswer {
  readonly results: readonly InlineQueryResultArticle[];
  readonly cacheSeconds: number;
  readonly isPersonal: boolean;
  readonly nextOffset: string;
  readonly button: InlineQueryResultsButton | undefined;
}

interface Asked {
  readonly botId: number;
  readonly expiresAt: number;
  answer: InlineAnswer | undefined;
}

/** Inline queries that wait for answerInlineQuery. */
export interface InlineQueries {
  open(botId: number): string;
  /** False if the query is unknown or too old. */
  answer(botId: number, id: string, answer: InlineAnswer): boolean;
  answerTo(id: string): InlineAnswer | undefined;
}

const TIMEOUT_MS = 15_000;
const KEPT = 1_000;

export function createInlineQueries(clock: Clock): InlineQueries {
  const asked = new Map<string, Asked>();
  return {
    open(botId) {
      const id = `${clock.now()}${randomInt(1_000_000_000)}`;
      asked.set(id, { botId, expiresAt: clock.now() + TIMEOUT_MS, answer: undefined });
      const [oldest] = asked.keys();
      if (asked.size > KEPT && oldest !== undefined) asked.delete(oldest);
      return id;
    },
    answer(botId, id, answer) {
      const query = asked.get(id);
      if (!query || query.botId !== botId || query.answer || query.expiresAt < clock.now()) return false;
      query.answer = answer;
      return true;
    },
    answerTo: (id) => asked.get(id)?.answer,
  };
}
