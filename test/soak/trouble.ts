import { setTimeout } from 'node:timers/promises';
import type { World } from '#test/support/world.ts';

const gatewayFaults = ['cut-before', 'cut-after', '500', '503', '429', 'empty', 'broken-json', 'html', 'wrong-types'];
const telegramFaults = [{ code: 500 }, { code: 502 }, { retryAfter: 1 }, { cut: 'before' }, { cut: 'after' }] as const;
const endpoints = ['purchase', 'purchase', 'purchase', 'offers', 'products', 'filter'] as const;
const methods = ['sendMessage', 'editMessageText', 'answerCallbackQuery', 'getUpdates'] as const;

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/** Injects faults for a few calls every few seconds, at the gateway or at Telegram. */
export function startTrouble(world: World, everyMs: number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  async function make(): Promise<void> {
    while (!stopping.signal.aborted) {
      const times = 1 + Math.floor(Math.random() * 4);
      await world.fault(pick(endpoints), pick(gatewayFaults), times);
      // Unused faults are removed: piled up they would be an endless outage.
      world.telegram.faults.clear();
      world.telegram.faults.fail(pick(methods), { ...pick(telegramFaults), times });
      await setTimeout(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const made = make();
  return {
    stop: async () => {
      stopping.abort();
      await made;
      for (const endpoint of new Set(endpoints)) await world.fault(endpoint, null);
      world.telegram.faults.clear();
    },
  };
}
