import { Api } from 'grammy';
import type { UserFromGetMe, WebhookInfo } from 'grammy/types';
import type { Log } from '#log.ts';
import { dialectOf } from './dialect.ts';
import type { Messenger } from './messenger.ts';
import { isTokenRefused, problemOf } from './problem.ts';
import { createTransport } from './transport.ts';

interface Access {
  readonly botToken: string;
  /** Null: the messenger's own. */
  readonly apiRoot: string | null;
  readonly telegramProxy: string | null;
}

export type Probe =
  | { readonly kind: 'answers'; readonly me: UserFromGetMe; readonly webhook: WebhookInfo }
  | { readonly kind: 'token-refused' }
  | { readonly kind: 'unreachable'; readonly why: string };

/** Asks who the bot is and where its updates go, the way the bot would. */
export async function probeTelegram(access: Access, messenger: Messenger, log: Log): Promise<Probe> {
  const transport = createTransport(log, access.telegramProxy, dialectOf(messenger));
  const client = { fetch: transport.fetch, apiRoot: access.apiRoot ?? messenger.apiRoot };
  const api = new Api(access.botToken, client);
  try {
    return { kind: 'answers', me: await api.getMe(), webhook: await api.getWebhookInfo() };
  } catch (error) {
    return isTokenRefused(error) ? { kind: 'token-refused' } : { kind: 'unreachable', why: problemOf(error).problem };
  } finally {
    await transport.close();
  }
}
