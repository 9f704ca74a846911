import { createAuth } from './auth.ts';
import { writeBanner } from './banner.ts';
import { createCallFeed, type Listener } from './calls.ts';
import { createCatalogue } from './catalogue.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFaultInjector } from './inject-fault.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type ListenTimeouts, listen } from './listen.ts';

export interface GatewayOptions {
  readonly token: string;
  /** The `<operator_2>` path segment. */
  readonly operator2Path: string;
  /** Values of the filter's `operator`, in the order of operator_id. */
  readonly operatorNames: readonly [string, string, string, string, string];
  readonly products: number;
  /** A SQLite file, or ':memory:'. */
  readonly database: string;
  /** The balance of a new database, in rials. */
  readonly balance?: number;
  readonly now?: () => number;
}

/** The gateway without a socket. */
export interface GatewayApp {
  readonly fetch: ReturnType<typeof createAuth>['fetch'];
  /** Every API call after its decision; returns the unsubscribe function. */
  subscribe(listener: Listener): () => void;
  /** Every decided key, in the order of decision. */
  readonly purchases: Ledger['purchases'];
  readonly setFault: Faults['set'];
  close(): void;
}

export interface SandboxOptions extends GatewayOptions {
  readonly host: string;
  /** Zero takes any free port. */
  readonly port: number;
  readonly timeouts?: ListenTimeouts;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** Address, token and three curl lines. */
  banner(): string;
  /** Every API call after its decision; returns the unsubscribe function. */
  subscribe(listener: Listener): () => void;
  /** Ends open connections. */
  close(): Promise<void>;
}

export type { Call } from './calls.ts';

const DEFAULT_BALANCE = 50_000_000_000;

/** A complete gateway as a function of requests. `closing` ends slow answers. */
export const openGateway = async (
  options: GatewayOptions,
  closing: AbortSignal = new AbortController().signal,
): Promise<GatewayApp> => {
  const { token, operator2Path, operatorNames, now = Date.now } = options;
  const catalogue = await createCatalogue(options.products);
  const ledger = openLedger(options.database, { balance: options.balance ?? DEFAULT_BALANCE, now });
  const feed = createCallFeed();
  const faults = createFaults();
  const injectFault = createFaultInjector(faults, closing);
  const api = createAuth({ token, operator2Path, operatorNames, catalogue, ledger, faults, feed, injectFault, now });
  const { purchases, close } = ledger;
  return { fetch: api.fetch, subscribe: feed.subscribe, purchases, setFault: faults.set, close };
};

/** A complete gateway. Rejects with the system's error if the port is taken. */
export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { token, operator2Path, host, port: asked, timeouts } = options;
  const closing = new AbortController();
  const gateway = await openGateway(options, closing.signal);
  const { fetch, subscribe } = gateway;
  const { url, port, close } = await listen({ fetch, host, port: asked, timeouts, closing, release: gateway.close });
  return { url, port, banner: () => writeBanner({ url, token, operator2Path }), subscribe, close };
};
