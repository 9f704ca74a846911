import type { Rials } from '#domain/money.ts';
import { err, ok } from '#domain/result.ts';
import type { BeginFailure, PaymentProvider, PaymentRequest, Verification } from '#payments/provider.ts';

export interface TestProvider extends PaymentProvider {
  /** What was begun, by reference. */
  readonly begun: ReadonlyMap<string, PaymentRequest>;
  /** The payer pays; `amount` is what the bank really takes. */
  pay(reference: string, amount?: Rials): void;
  /** What `verify` says instead of the truth; null: the truth. */
  say(answer: Verification | null): void;
  refuse(failure: BeginFailure | null): void;
  /** For the next calls of `begin`, one by one; null: begun. Without any: all are. */
  refuseNext(...failures: (BeginFailure | null)[]): void;
  /** The bank gives the money back. */
  reverse(reference: string): void;
  /** What the bank took and kept. */
  taken(reference: string): Rials | undefined;
  /** A payment in our name that was not begun here. */
  takeUnknown(reference: string, amount: Rials, callbackUrl: string): void;
  readonly calls: { verify: number; begin: number };
}

/** A payment provider in memory: what is paid stays paid, and asking again gives the same answer. */
export function createTestProvider(
  method: PaymentProvider['method'] = 'zarinpal',
  listsUnverified = true,
): TestProvider {
  const begun = new Map<string, PaymentRequest>();
  const taken = new Map<string, Rials>();
  const verified = new Set<string>();
  const unknown: { reference: string; amount: Rials; callbackUrl: string }[] = [];
  const calls = { verify: 0, begin: 0 };
  let said: Verification | null = null;
  const reversed = new Set<string>();
  const next: (BeginFailure | null)[] = [];
  let failure: BeginFailure | null = null;
  return {
    method,
    capabilities: { listsUnverified },
    begun,
    calls,
    pay: (reference, amount = begun.get(reference)?.amount ?? 0) => {
      if (!reversed.has(reference)) taken.set(reference, amount);
    },
    say: (answer) => {
      said = answer;
    },
    refuse: (why) => {
      failure = why;
    },
    refuseNext: (...failures) => void next.splice(0, next.length, ...failures),
    reverse: (reference) => {
      taken.delete(reference);
      reversed.add(reference);
    },
    taken: (reference) => taken.get(reference),
    takeUnknown: (reference, amount, callbackUrl) => void unknown.push({ reference, amount, callbackUrl }),
    begin: async (request) => {
      calls.begin += 1;
      const refusal = next.shift() ?? failure;
      if (refusal) return err(refusal);
      const reference = `${method}-${begun.size + 1}`;
      begun.set(reference, request);
      return ok({ reference });
    },
    payUrl: (reference) => `https://bank.example/${reference}`,
    verify: async ({ reference, amount }): Promise<Verification> => {
      calls.verify += 1;
      if (said) return said;
      const paid = taken.get(reference);
      if (reversed.has(reference)) return { kind: 'reversed' };
      if (paid === undefined) return { kind: 'unpaid' };
      if (paid !== amount) return { kind: 'mismatch', why: 'another amount', paid };
      verified.add(reference);
      return { kind: 'paid', amount: paid, receipt: `r-${reference}`, card: '6037-99**-****-1234' };
    },
    listUnverified: async () => [
      ...[...taken]
        .filter(([reference]) => !verified.has(reference))
        .map(([reference, amount]) => ({
          ...{ reference, amount, date: null },
          callbackUrl: begun.get(reference)?.callbackUrl ?? null,
        })),
      ...unknown.map((one) => ({ ...one, date: null })),
    ],
    close: async () => undefined,
  };
}
