import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { createTelegram, type Telegram, type TelegramOptions } from './telegram.ts';

export interface RunningTelegram extends Omit<Telegram, 'close'> {
  /** The API root for a bot. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a listening Telegram, by default on a free port. */
export async function startTelegram(
  options: TelegramOptions & { readonly port?: number; readonly host?: string } = {},
): Promise<RunningTelegram> {
  const telegram = createTelegram(options);
  const host = options.host ?? '127.0.0.1';
  // Equals the bot's own server. Closing a connection while a call is on its way causes an error for the bot.
  const server = createAdaptorServer({ fetch: telegram.app.fetch, serverOptions: { keepAliveTimeout: 75_000 } });
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return {
    ...telegram,
    url: `http://${host}:${port}`,
    async close() {
      telegram.close();
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
