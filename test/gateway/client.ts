import { onTestFinished } from 'vitest';
import { createGateway, type GatewayOptions } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';

export const canary = {
  token: 'canary-token-1f6d',
  key: 'canary-key-9c2e',
  mobile: '989301234567',
};

/** Texts that must not appear in a log line or a failure. */
export const secrets = [canary.token, canary.key, canary.mobile, '1234567'];

/** A client that records its log and its pauses and never sleeps. */
export function connect(baseUrl: string, options: Partial<GatewayOptions> = {}) {
  const lines: string[] = [];
  const slept: number[] = [];
  const gateway = createGateway({
    baseUrl,
    token: canary.token,
    operator2Path: 'second',
    operatorNames: ['one', 'two', 'three', 'four', 'five'],
    purchaseStyle: 'post-form',
    successPattern: null,
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    now: Date.now,
    random: () => 0.5,
    sleep: async (ms) => void slept.push(ms),
    ...options,
  });
  onTestFinished(() => gateway.close());
  return { gateway, lines, slept };
}
