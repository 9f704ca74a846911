import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangingGateway {
  readonly url: string;
  /** The real sandbox. */
  stand(before: string): void;
  /** Renames a product: same id, same price. */
  rename(id: number, name: string): void;
  /** Purchases wait until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** The sandbox gateway with products that can change, and purchases that can wait. */
export async function startChangingGateway(): Promise<ChangingGateway> {
  const names = new Map<number, string>();
  let target = '';
  let open: Promise<void> = Promise.resolve();

  async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  function renamed(_: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !('id' in value) || !('sim_card_type' in value)) return value;
    const name = names.get(Number(value.id));
    return name === undefined ? value : { ...value, name, name_en: name };
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'accept', 'idempotency-key']) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const method = incoming.method ?? 'GET';
    if (headers.has('idempotency-key')) await open;
    const answer = await fetch(`${target}${incoming.url}`, { method, headers, ...(body.length > 0 ? { body } : {}) });
    const text = await answer.text();
    const products = /products|filter/.test(incoming.url ?? '');
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    outgoing.end(products ? JSON.stringify(JSON.parse(text, renamed)) : text);
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stand: (before) => {
      target = before;
    },
    rename: (id, name) => void names.set(id, name),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      return resolve;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
