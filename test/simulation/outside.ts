// The world around the shop: the only file here that imports the local Telegram and the sandbox.

import { createTelegram, type Person, type Telegram } from '@sharj/local-telegram';
import { openGateway as openSandbox } from '@sharj/sandbox';
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
export const gatewayToken = 'a-token-of-the-gateway';
/** What the gateway's success messages have in common. */
export const successPattern = 'موفقیت';

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
