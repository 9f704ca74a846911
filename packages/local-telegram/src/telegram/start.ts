import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { createTelegram, type Telegram, type TelegramOptions } from './telegram.ts';

export interface RunningTelegram extends Omit<Telegram, 'close'> {
  /** For a bot's API root. */
  readonly url: string;
  close(): Promise<void>;
}

/** A listening Telegram, on a free port by default. */
export async function startTelegram(
  options: TelegramOptions & { readonly port?: number; readonly host?: string } = {},
): Promise<RunningTelegram> {
  const telegram = createTelegram(options);
  const host = options.host ?? '127.0.0.1';
  // As the bot's own server: a connection that is closed while a call is on its way is an error to the bot.
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
