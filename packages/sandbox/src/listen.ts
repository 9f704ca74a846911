import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

type Fetch = Parameters<typeof getRequestListener>[0];

/** Cuts off clients that send their headers or body slowly. */
const defaultTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Equals the bot's own server. Closing a connection while a request is on its way causes an error for the sender.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
};
export type ListenTimeouts = Partial<typeof defaultTimeouts>;

interface ListenOptions {
  readonly fetch: Fetch;
  readonly host: string;
  /** Zero takes any free port. */
  readonly port: number;
  readonly timeouts?: ListenTimeouts | undefined;
  /** Aborted on closing, which ends delayed answers. */
  readonly closing: AbortController;
  /** Releases what the answers use, even if the port is taken. */
  readonly release: () => void;
}

interface Listening {
  readonly url: string;
  readonly port: number;
  /** Ends open connections. */
  close(): Promise<void>;
}

/** Rejects with the system's error if the port is taken. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, host, port: wanted, timeouts, closing, release } = options;
  // Keeps the adapter from replacing the global Request and Response.
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const server = createServer({ ...defaultTimeouts, ...timeouts }, listener);
  try {
    server.listen(wanted, host);
    await once(server, 'listening');
  } catch (error) {
    release();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    closing.abort();
    const done = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await done;
    release();
  };
  let closed: Promise<void> | undefined;
  return {
    url: `http://${reachable(host)}:${port}`,
    port,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
