import { Hono } from 'hono';
import { listen } from '#listen.ts';
import { createBankControl } from './control.ts';
import { createBankFaults } from './faults.ts';
import { type BankEnv, createBankFaultInjector } from './inject-fault.ts';
import { type BankPayment, openBankLedger } from './ledger.ts';
import { createBankPages } from './pages.ts';
import { allBankProviders } from './providers.ts';

export interface BankOptions {
  /** Path of the SQLite file, or ':memory:'. */
  readonly database: string;
  readonly host: string;
  /** Zero takes any free port. */
  readonly port: number;
  readonly now?: () => number;
}

export interface Bank {
  readonly url: string;
  readonly port: number;
  /** Every payment, with the money that was really taken. */
  payments(): readonly BankPayment[];
  /** Ends open connections, waiting answers included. */
  close(): Promise<void>;
}

export type { BankPayment } from './ledger.ts';

const LATE_MS = 60_000;

/** The payment providers and the bank behind them. Rejects with the system's own error when the port is taken. */
export const createBank = async ({ database, host, port: asked, now = Date.now }: BankOptions): Promise<Bank> => {
  const ledger = openBankLedger(database, now);
  const faults = createBankFaults();
  const late = { ms: LATE_MS };
  const closing = new AbortController();
  const injector = createBankFaultInjector(faults, closing.signal);
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
    // A caller who hung up in mid-body is no news; anything else here is a mistake of ours and must be seen.
    if (!c.req.raw.signal.aborted) process.emitWarning(error);
    return c.json({ message: 'Server Error' }, 500);
  });

  const { url, port, close } = await listen({ fetch: app.fetch, host, port: asked, closing, release: ledger.close });
  return { url, port, payments: ledger.list, close };
};
