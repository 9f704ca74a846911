import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import type { Chance } from '#test/support/chance.ts';

export interface Balancer {
  /** The address that Telegram knows. */
  readonly url: string;
  readonly handed: { ok: number; failed: number };
  join(replica: string): void;
  leave(replica: string): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly location?: string;
  readonly text?: string;
}

/** Sends each request of Telegram or a browser to any replica. A failed request is not retried elsewhere: Telegram repeats it. */
export async function startBalancer(chance: Chance): Promise<Balancer> {
  const agent = new Agent({ connections: 50 });
  const handed = { ok: 0, failed: 0 };
  let replicas: readonly string[] = [];
  const leave = (replica: string) => {
    replicas = replicas.filter((one) => one !== replica);
  };

  async function forward(incoming: IncomingMessage): Promise<Answer> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (replicas.length === 0) return { status: 503 };
    const replica = chance.pick(replicas);
    const secret = String(incoming.headers['x-telegram-bot-api-secret-token']);
    const update = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: Buffer.concat(chunks),
    } as const;
    try {
      const {
        statusCode,
        body,
        headers: answered,
      } = await request(`${replica}${incoming.url}`, {
        dispatcher: agent,
        ...(incoming.method === 'POST' ? update : {}),
      });
      const text = await body.text();
      if (statusCode === 503) leave(replica);
      const { location } = answered;
      return { status: statusCode, text, ...(typeof location === 'string' ? { location } : {}) };
    } catch {
      leave(replica);
      return { status: 502 };
    }
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { status, location, text } = await forward(incoming).catch((): Answer => ({ status: 502 }));
    handed[status < 400 ? 'ok' : 'failed'] += 1;
    outgoing.writeHead(status, location === undefined ? {} : { location }).end(text);
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
