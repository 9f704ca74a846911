import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Events } from './events.ts';

export type CheckoutOutcome =
  | { readonly outcome: 'approved' }
  | { readonly outcome: 'declined'; readonly error: string }
  | { readonly outcome: 'expired' };

/** A transaction in Bale's form. */
export interface Transaction {
  readonly id: string;
  readonly status: 'pending' | 'paid' | 'rejected';
  readonly userID: number;
  readonly amount: number;
  readonly createdAt: number;
}

/** Payments between the press of Pay and the bot's answer. */
export interface Checkouts {
  open(botId: number, personId: number, amount: number): { id: string; outcome: Promise<CheckoutOutcome> };
  /** Returns the id of the charge. */
  paid(id: string): string;
  transaction(botId: number, id: string): Transaction | undefined;
  /** False if the query is unknown, answered or too old. */
  answer(botId: number, id: string, ok: boolean, error: string): boolean;
  close(): void;
}

const ANSWER_WITHIN_MS = 10_000;

/** With `sameIds` a charge has the id of its pre-checkout query. */
export function createCheckouts(clock: Clock, events: Events, sameIds: boolean): Checkouts {
  const waiting = new Map<string, { botId: number; settle(outcome: CheckoutOutcome): void }>();
  const transactions = new Map<string, { botId: number; transaction: Transaction }>();

  function change(id: string, status: Transaction['status']): void {
    const entry = transactions.get(id);
    if (entry) transactions.set(id, { ...entry, transaction: { ...entry.transaction, status } });
  }

  return {
    open(botId, personId, amount) {
      const id = `${personId}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
      const transaction = { id, status: 'pending', userID: personId, amount, createdAt: clock.now() } as const;
      transactions.set(id, { botId, transaction });
      const outcome = new Promise<CheckoutOutcome>((resolve) => {
        const cancel = clock.schedule(() => settle({ outcome: 'expired' }), ANSWER_WITHIN_MS);
        function settle(result: CheckoutOutcome): void {
          waiting.delete(id);
          if (result.outcome !== 'approved') change(id, 'rejected');
          cancel();
          resolve(result);
        }
        waiting.set(id, { botId, settle });
      });
      return { id, outcome };
    },
    paid(id) {
      change(id, 'paid');
      return sameIds ? id : `${id}_${randomBytes(12).toString('hex')}`;
    },
    transaction(botId, id) {
      const entry = transactions.get(id);
      return entry?.botId === botId ? entry.transaction : undefined;
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
