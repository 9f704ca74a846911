import type { TelegramBot } from '../bot/bot.ts';
import { type Check, cached, shared } from '../server/health.ts';
import type { Catalogue } from '../shop/catalogue/catalogue.ts';
import type { Database } from '../storage/database.ts';

const telegramMs = 10_000;

export interface ChecksDeps {
  readonly database: Pick<Database, 'db'>;
  readonly catalogue: Pick<Catalogue, 'status'>;
  readonly api: Pick<TelegramBot['api'], 'getMe'>;
  readonly now: () => number;
}

/** The checks behind `/readyz`. */
export function createChecks({ database, catalogue, api, now }: ChecksDeps) {
  const pingDatabase: Check = async () => {
    await database.db.selectFrom('switches').select('name').limit(1).execute();
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
