import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Switchboard {
  /** The address that Telegram knows. */
  readonly url: string;
  /** Routes further updates to this replica. */
  to(replica: string): void;
  close(): Promise<void>;
}

/** Sends each update to the chosen replica and acknowledges it at once, so that the chat's next update comes while the first is handled. */
export async function startSwitchboard(): Promise<Switchboard> {
  let current = '';
  const server = createServer(async (incoming, outgoing) => {
    const target = `${current}${incoming.url}`;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const secret = String(incoming.headers['x-telegram-bot-api-secret-token']);
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
    // A replica that dies in between gives no answer.
    void fetch(target, { method: 'POST', headers, body: Buffer.concat(chunks) }).catch(() => undefined);
    outgoing.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (replica) => {
      current = replica;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
