import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import type { Chance } from '../support/chance.ts';

export interface Balancer {
  /** The address that Telegram knows. */
  readonly url: string;
  readonly handed: { ok: number; failed: number };
  join(replica: string): void;
  leave(replica: string): void;
  close(): Promise<void>;
}

/** Sends each request to any replica. A refused or cut request is not retried elsewhere: Telegram repeats it. */
export async function startBalancer(chance: Chance): Promise<Balancer> {
  const agent = new Agent({ connections: 50 });
  const handed = { ok: 0, failed: 0 };
  let replicas: readonly string[] = [];
  const leave = (replica: string) => {
    replicas = replicas.filter((one) => one !== replica);
  };

  async function forward(incoming: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (replicas.length === 0) return 503;
    const replica = chance.pick(replicas);
    const secret = String(incoming.headers['x-telegram-bot-api-secret-token']);
    try {
      const { statusCode, body } = await request(`${replica}${incoming.url}`, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
        body: Buffer.concat(chunks),
      });
      await body.dump();
      if (statusCode === 503) leave(replica);
      return statusCode;
    } catch {
      leave(replica);
      return 502;
    }
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const status = await forward(incoming).catch(() => 502);
    handed[status === 200 ? 'ok' : 'failed'] += 1;
    outgoing.writeHead(status).end();
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handed,
    join: (replica) => {
      replicas = [...replicas, replica];
    },
    leave,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}
