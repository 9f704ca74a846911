import { randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Events } from './events.ts';

export type CheckoutOutcome =
  | { readonly outcome: 'approved' }
  | { readonly outcome: 'declined'; readonly error: string }
  | { readonly outcome: 'expired' };

/** Payments between the press of Pay and the bot's answer. */
export interface Checkouts {
  open(botId: number, personId: number): { id: string; outcome: Promise<CheckoutOutcome> };
  /** False: unknown, answered or too old. */
  answer(botId: number, id: string, ok: boolean, error: string): boolean;
  close(): void;
}

const ANSWER_WITHIN_MS = 10_000;

export function createCheckouts(clock: Clock, events: Events): Checkouts {
  const waiting = new Map<string, { botId: number; settle(outcome: CheckoutOutcome): void }>();
  return {
    open(botId, personId) {
      const id = `${personId}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
      const outcome = new Promise<CheckoutOutcome>((resolve) => {
        const cancel = clock.schedule(() => settle({ outcome: 'expired' }), ANSWER_WITHIN_MS);
        function settle(result: CheckoutOutcome): void {
          waiting.delete(id);
          cancel();
          resolve(result);
        }
        waiting.set(id, { botId, settle });
      });
      return { id, outcome };
    },
    answer(botId, id, ok, error) {
      const checkout = waiting.get(id);
      if (checkout?.botId !== botId) return false;
      checkout.settle(ok ? { outcome: 'approved' } : { outcome: 'declined', error });
      events.emit({ type: 'checkout', queryId: id, ok, error: ok ? undefined : error });
      return true;
    },
    close() {
      for (const { settle } of [...waiting.values()]) settle({ outcome: 'expired' });
    },
  };
}
