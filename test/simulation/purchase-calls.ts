import type { Life } from './kernel/life.ts';
import { time } from './kernel/time.ts';
import type { Call } from './net.ts';
import { isGateway } from './outside.ts';

/** A purchase on its way to a gateway, whether it arrives or not. */
export interface PurchaseCall {
  readonly code: string;
  readonly gateway: string;
  readonly beganAt: number;
  /** Its process was not frozen just before. */
  readonly isPrompt: boolean;
  /** The caller has an answer, or is dead. */
  endedAt: number;
}

/** Writes down every purchase that the shop sends. */
export function createPurchaseCalls() {
  const calls: PurchaseCall[] = [];
  return {
    all: calls as readonly PurchaseCall[],
    lastSentAt: (code: string): number => calls.findLast((call) => call.code === code)?.beganAt ?? 0,
    /** Returns what is called when the caller has the answer. */
    note({ url, body }: Call, life: Life | undefined): () => void {
      const { host } = new URL(url);
      const code = typeof body === 'string' ? /webservice_code=([^&]+)/.exec(body)?.[1] : undefined;
      if (!isGateway(host) || code === undefined) return () => undefined;
      const isPrompt = time.at - (life?.frozenUntil ?? 0) > leaseMs;
      const call: PurchaseCall = { code, gateway: host, beganAt: time.at, isPrompt, endedAt: Number.POSITIVE_INFINITY };
      calls.push(call);
      return () => {
        call.endedAt = Math.min(call.endedAt, time.at);
      };
    },
  };
}

/** For so long an order belongs to the process that has claimed it. */
export const leaseMs = 60_000;
