// The world around the shop: the only file here that imports the local Telegram and the sandbox.

import type { Person } from '#playground/telegram/people/people.ts';
import type { Shown } from '#playground/telegram/people/screen.ts';
import { createTelegram, type Telegram } from '#playground/telegram/telegram.ts';
import { createAuth } from '#sandbox/auth.ts';
import { createCallFeed } from '#sandbox/calls.ts';
import { createCatalogue } from '#sandbox/catalogue.ts';
import { createFaults } from '#sandbox/faults.ts';
import { createFaultInjector } from '#sandbox/inject-fault.ts';
import { openLedger } from '#sandbox/ledger.ts';
import { schedule } from './kernel/clock.ts';
import { time } from './kernel/time.ts';
import { net } from './net.ts';

export type { Person, Shown, Telegram };

export const operatorNames = ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'] as const;
export const gatewayHost = 'gateway.simulated';
export const telegramHost = 'telegram.simulated';
export const gatewayToken = 'a-token-of-the-gateway';
/** What the gateway's success messages have in common. */
export const successPattern = 'موفقیت';

const now = (): number => Math.floor(time.at);
/** It never changes, and takes long to make. */
let catalogue: Awaited<ReturnType<typeof createCatalogue>> | null = null;

export interface Sale {
  readonly key: string;
  readonly mobile: string;
  readonly price: number;
  readonly code: string;
  readonly isBought: boolean;
  /** When it was decided. */
  readonly at: number;
}

export interface Gateway {
  /** From now on it can be reached. */
  serve(): void;
  /** Every key that it has decided. */
  sales(): Sale[];
  /** Its next decision is no. */
  refuseNext(): void;
  close(): void;
}

export async function openGateway(): Promise<Gateway> {
  catalogue ??= await createCatalogue(110);
  const ledger = openLedger(':memory:', { balance: 50_000_000_000, now });
  const faults = createFaults();
  const feed = createCallFeed();
  const decidedAt = new Map<string, number>();
  feed.subscribe(({ key, outcome, at }) => {
    if (key !== null && (outcome === 'bought' || outcome === 'rejected')) decidedAt.set(key, at);
  });
  const app = createAuth({
    token: gatewayToken,
    operator2Path: 'operator2',
    operatorNames,
    catalogue,
    ledger,
    faults,
    feed,
    injectFault: createFaultInjector(faults, new AbortController().signal),
    now,
  });
  return {
    serve: () => net.serve(gatewayHost, (request, env) => app.fetch(request, env)),
    sales: () =>
      ledger.purchases().map(({ key, mobile, price, webservice_code, outcome }) => ({
        key,
        mobile: mobile ?? '',
        price: price ?? 0,
        code: webservice_code ?? '',
        isBought: outcome === 'bought',
        at: decidedAt.get(key) ?? 0,
      })),
    refuseNext: () => faults.set({ endpoint: 'purchase', fault: 'rejected', times: 1, ms: 0 }),
    close: ledger.close,
  };
}

export function openTelegram(): Telegram {
  const telegram = createTelegram({
    clock: {
      now,
      schedule: (run, ms) => {
        const timer = schedule(ms, run);
        return () => {
          timer.isCancelled = true;
        };
      },
    },
  });
  net.serve(telegramHost, (request, env) => telegram.app.fetch(request, env as never));
  return telegram;
}
