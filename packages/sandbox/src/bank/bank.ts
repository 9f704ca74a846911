import { Hono } from 'hono';
import { listen } from '#listen.ts';
import { createBankControl } from './control.ts';
import { type BankFaults, createBankFaults } from './faults.ts';
import { type BankEnv, createBankFaultInjector } from './inject-fault.ts';
import { type BankPayment, openBankLedger } from './ledger.ts';
import { createBankPages } from './pages.ts';
import { allBankProviders } from './providers.ts';

export interface BankAppOptions {
  /** Path of the SQLite file, or ':memory:'. */
  readonly database: string;
  readonly now?: () => number;
}

/** The bank without a socket. */
export interface BankApp {
  readonly fetch: Hono<BankEnv>['fetch'];
  /** Every payment, with the money that was really taken. */
  payments(): readonly BankPayment[];
  readonly setFault: BankFaults['set'];
  /** Gives the money back; false if nothing was taken. */
  reverse(reference: string): boolean;
  close(): void;
}

export interface BankOptions extends BankAppOptions {
  readonly host: string;
  /** Zero takes any free port. */
  readonly port: number;
}

export interface Bank {
  readonly url: string;
  readonly port: number;
  /** Every payment, with the money that was really taken. */
  payments(): readonly BankPayment[];
  /** Ends open connections, including waiting answers. */
  close(): Promise<void>;
}

export type { BankPayment } from './ledger.ts';

const LATE_MS = 60_000;

/** The payment providers and their bank as a function of requests. `closing` ends slow answers. */
export const openBank = (
  { database, now = Date.now }: BankAppOptions,
  closing: AbortSignal = new AbortController().signal,
): BankApp => {
  const ledger = openBankLedger(database, now);
  const faults = createBankFaults();
  const late = { ms: LATE_MS };
  const injector = createBankFaultInjector(faults, closing);
  const reset = () => {
    ledger.reset();
    faults.reset();
    late.ms = LATE_MS;
  };

  const app = new Hono<BankEnv>({ strict: false });
  for (const { apiPath, createApi } of allBankProviders) app.route(apiPath, createApi({ ledger, injector }));
  app.route('/bank', createBankControl({ ledger, faults, late, reset }));
  app.route('/', createBankPages({ ledger, faults, lateMs: () => late.ms, now }));
  app.notFound((c) => c.json({ message: 'Not found.' }, 404));
  app.onError((error, c) => {
    // A disconnected client is expected; anything else is our bug.
    if (!c.req.raw.signal.aborted) process.emitWarning(error);
    return c.json({ message: 'Server Error' }, 500);
  });

  const { list, reverse, close } = ledger;
  return { fetch: app.fetch, payments: list, setFault: faults.set, reverse, close };
};

/** The bank on a port. Rejects with the system's error if the port is taken. */
export const createBank = async ({ host, port: asked, ...options }: BankOptions): Promise<Bank> => {
  const closing = new AbortController();
  const { fetch, payments, close: release } = openBank(options, closing.signal);
  const { url, port, close } = await listen({ fetch, host, port: asked, closing, release });
  return { url, port, payments, close };
};
