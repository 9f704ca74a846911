import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createAuth } from './auth.ts';
import { writeBanner } from './banner.ts';
import { createCallFeed, type Listener } from './calls.ts';
import { createCatalogue } from './catalogue.ts';
import { createFaults } from './faults.ts';
import { createFaultInjector } from './inject-fault.ts';
import { openLedger } from './ledger.ts';

export interface SandboxOptions {
  readonly token: string;
  /** The `<operator_2>` path segment. */
  readonly operator2Path: string;
  /** The names the filter's `operator` takes, in order of operator_id. */
  readonly operatorNames: readonly [string, string, string, string, string];
  readonly products: number;
  /** Path of the SQLite file, or ':memory:'. */
  readonly database: string;
  readonly host: string;
  /** Zero takes whichever is free. */
  readonly port: number;
  /** Of a new account, in rials; an existing database keeps its own. */
  readonly balance?: number;
  readonly now?: () => number;
  readonly patience?: Partial<typeof slowest>;
}

/** A client that sends its headers or its body drop by drop is cut off. */
const slowest = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** Address, token and three curl lines. */
  banner(): string;
  /** Hears of every call of the API, after it was decided. Returns the way to stop listening. */
  subscribe(listener: Listener): () => void;
  /** Ends open connections, waiting answers included. */
  close(): Promise<void>;
}

export type { Call } from './calls.ts';

const DEFAULT_BALANCE = 50_000_000_000;

const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** A complete gateway after the API page. Rejects with the system's own error when the port is taken. */
export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { token, operator2Path, operatorNames, now = Date.now } = options;
  const catalogue = await createCatalogue(options.products);
  const ledger = openLedger(options.database, { balance: options.balance ?? DEFAULT_BALANCE, now });
  const feed = createCallFeed();
  const faults = createFaults();
  const closing = new AbortController();
  const spoiler = createFaultInjector(faults, closing.signal);
  const gate = createAuth({ token, operator2Path, operatorNames, catalogue, ledger, faults, feed, spoiler, now });

  // The adapter would otherwise replace Request and Response for everyone in the process.
  const listener = getRequestListener(gate.fetch, { overrideGlobalObjects: false });
  const server = createServer({ ...slowest, ...options.patience }, listener);
  try {
    server.listen(options.port, options.host);
    await once(server, 'listening');
  } catch (error) {
    ledger.close();
    throw error;
  }

  const { port } = server.address() as AddressInfo;
  const url = `http://${reachable(options.host)}:${port}`;
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closing.abort();
    const done = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await done;
    ledger.close();
  };
  return {
    url,
    port,
    banner: () => writeBanner({ url, token, operator2Path }),
    subscribe: feed.subscribe,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
};
