import type { TelegramBot } from '#bot/bot.ts';
import { type Check, cached, shared } from '#server/health.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import { type Database, ping } from '#storage/database.ts';

const telegramMs = 10_000;

interface ChecksDeps {
  readonly database: Pick<Database, 'db'>;
  readonly catalogue: Pick<Catalogue, 'status'>;
  readonly api: Pick<TelegramBot['api'], 'getMe'>;
  readonly now: () => number;
}

/** The checks behind `/readyz`. */
export function createChecks({ database, catalogue, api, now }: ChecksDeps) {
  const pingDatabase: Check = async () => {
    await ping(database);
    return null;
  };
  const pingTelegram: Check = async () => {
    await api.getMe();
    return null;
  };
  return {
    database: shared(pingDatabase),
    gateway: async () => catalogue.status().problem?.failure.kind ?? null,
    telegram: cached(pingTelegram, telegramMs, now),
  };
}
