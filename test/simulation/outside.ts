// The world around the shop: the only file here that imports the local Telegram and the sandbox.

import { createTelegram, type Person, type Telegram } from '@sharj/local-telegram';
import { bankProviders, openGateway as openSandbox, openBank as openSandboxBank } from '@sharj/sandbox';
import { schedule } from './kernel/clock.ts';
import { time } from './kernel/time.ts';
import { net } from './net.ts';

export type { Person, Telegram };

export const operatorNames = ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'] as const;
/** The shop begins with the first one. */
export const gatewayHosts = ['gateway.simulated', 'other-gateway.simulated'] as const;
export type GatewayHost = (typeof gatewayHosts)[number];
export const isGateway = (host: string): boolean => gatewayHosts.some((one) => one === host);
export const telegramHost = 'telegram.simulated';
export const shopHost = 'shop.simulated';
export const bankHost = 'bank.simulated';
export const gatewayToken = 'a-token-of-the-gateway';
/** What the gateway's success messages have in common. */
export const successPattern = 'موفقیت';

export const providers = ['zarinpal', 'zibal'] as const;
export type Provider = (typeof providers)[number];
export const merchantOf = (provider: Provider): string => bankProviders[provider]?.merchant ?? '';

/** The true time. */
const now = (): number => Math.floor(time.at);

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
  serve(host: GatewayHost): void;
  /** Every key that it has decided. */
  sales(): Sale[];
  /** Its next decision is no. */
  refuseNext(): void;
  /** Of our account, in rials. */
  setBalance(rials: number): Promise<void>;
  close(): void;
}

export async function openGateway(): Promise<Gateway> {
  const sandbox = await openSandbox({
    token: gatewayToken,
    operator2Path: 'operator2',
    operatorNames,
    products: 110,
    database: ':memory:',
    now,
  });
  const decidedAt = new Map<string, number>();
  sandbox.subscribe(({ key, outcome, at }) => {
    if (key !== null && (outcome === 'bought' || outcome === 'rejected')) decidedAt.set(key, at);
  });
  return {
    serve: (host) => net.serve(host, (request, env) => sandbox.fetch(request, env)),
    sales: () =>
      sandbox.purchases().map(({ key, mobile, price, webservice_code, outcome }) => ({
        key,
        mobile: mobile ?? '',
        price: price ?? 0,
        code: webservice_code ?? '',
        isBought: outcome === 'bought',
        at: decidedAt.get(key) ?? 0,
      })),
    refuseNext: () => sandbox.setFault({ endpoint: 'purchase', fault: 'rejected', times: 1, ms: 0 }),
    async setBalance(balance) {
      const headers = { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ balance });
      await sandbox.fetch(new Request('http://gateway/sandbox/balance', { method: 'PUT', headers, body }));
    },
    close: sandbox.close,
  };
}

/** Money that has left somebody's card. */
export interface Taken {
  readonly method: Provider | 'card' | 'invoice';
  readonly personId: number;
  readonly amount: number;
  /** The provider's name for it, or the tracking code of a transfer. */
  readonly reference: string;
  /** Of an online payment: the shop has asked for it, otherwise the bank gives it back one day. */
  readonly isVerified: boolean;
}

/** What may go wrong on the bank's own page. */
export type PageFault = 'amount-differs' | 'callback-twice' | 'callback-forged';

export interface Bank {
  /** From now on it can be reached. */
  serve(): void;
  /** This person is at the page of this payment. */
  meet(reference: string, personId: number): void;
  /** The first visit. */
  readonly visited: Promise<void>;
  /** From card to card, or by an invoice of the messenger; gives its tracking code. */
  take(method: 'card' | 'invoice', personId: number, amount: number): string;
  /** The next press on a page goes wrong. */
  spoilNext(fault: PageFault): void;
  /** All that was taken, and not given back. */
  book(): Taken[];
  close(): void;
}

export function openBank(): Bank {
  const sandbox = openSandboxBank({ database: ':memory:', now });
  const payers = new Map<string, number>();
  const visited = Promise.withResolvers<void>();
  const direct: Taken[] = [];
  return {
    serve: () => net.serve(bankHost, (request, env) => sandbox.fetch(request, env)),
    meet(reference, personId) {
      payers.set(reference, personId);
      visited.resolve();
    },
    visited: visited.promise,
    take(method, personId, amount) {
      const reference = String(500_000_017 + direct.length * 1_000_003);
      direct.push({ method, personId, amount, reference, isVerified: true });
      return reference;
    },
    spoilNext: (fault) => sandbox.setFault({ fault, endpoint: 'page', times: 1, ms: 0 }),
    book: () => [
      ...direct,
      ...sandbox.payments().flatMap(({ provider, reference, taken, state }): Taken[] => {
        const personId = payers.get(reference) ?? 0;
        const isVerified = state === 'verified';
        return taken === null ? [] : [{ method: provider, personId, amount: taken, reference, isVerified }];
      }),
    ],
    close: sandbox.close,
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
