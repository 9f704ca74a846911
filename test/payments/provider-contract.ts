import { describe, expect, onTestFinished, test } from 'vitest';
import type { PaymentProvider, PaymentRequest } from '#payments/provider.ts';

/** What can go wrong between a provider and its client. */
export const troubles = ['down', 'too-many', 'slow', 'cut', 'garbage'] as const;
export type Trouble = (typeof troubles)[number];

/** A provider's client and what is behind it, with the hands of the payer and of the bank. */
export interface Stage {
  readonly provider: PaymentProvider;
  /** The client must never report it. */
  readonly merchant: string;
  pay(reference: string): Promise<void>;
  payAnotherAmount(reference: string): Promise<void>;
  cancel(reference: string): Promise<void>;
  reverse(reference: string): Promise<void>;
  /** Disturbs every call from now on; null ends it. */
  trouble(kind: Trouble | 'refused' | null): Promise<void>;
}

export type OpenStage = (deadlineMs: number) => Promise<Stage>;

export const request: PaymentRequest = {
  id: 'payment-1',
  amount: 250_000,
  description: 'Wallet',
  callbackUrl: 'https://shop.example/pay/payment-1/back',
};
const { amount } = request;

/** Longer than any answer takes here. */
const patient = 10_000;
const impatient = 3_000;

/** What every provider's client promises, whatever is behind it, and in each of these troubles. */
export function describeProvider(name: string, openStage: OpenStage, tried: readonly Trouble[]): void {
  const open = async (deadlineMs = patient): Promise<Stage> => {
    const stage = await openStage(deadlineMs);
    onTestFinished(() => stage.provider.close());
    return stage;
  };
  const begin = async ({ provider }: Stage): Promise<string> => {
    const begun = await provider.begin(request);
    if (!begun.ok) throw new Error(begun.error.why);
    return begun.value.reference;
  };

  describe(name, () => {
    test('begins payments with different references and knows where each is paid', async () => {
      const stage = await open();
      const first = await begin(stage);
      const second = await begin(stage);
      expect(first).not.toBe(second);
      const url = new URL(stage.provider.payUrl(first));
      expect(url.pathname.endsWith(`/${first}`)).toBe(true);
    });

    test('says unpaid before the payer has paid, and after a cancelled payment', async () => {
      const stage = await open();
      const reference = await begin(stage);
      expect(await stage.provider.verify({ reference, amount })).toEqual({ kind: 'unpaid' });
      await stage.cancel(reference);
      expect(await stage.provider.verify({ reference, amount })).toEqual({ kind: 'unpaid' });
    });

    test('says paid, and says the same again', async () => {
      const stage = await open();
      const reference = await begin(stage);
      await stage.pay(reference);
      const first = await stage.provider.verify({ reference, amount });
      expect(first).toMatchObject({ kind: 'paid', receipt: expect.stringMatching(/^\d+$/) });
      expect(first).toMatchObject({ card: expect.stringMatching(/^\d{5,6}\*+\d{2,4}$/) });
      expect(await stage.provider.verify({ reference, amount })).toEqual(first);
    });

    test('says mismatch for another amount and for a reference that the provider does not know', async () => {
      const stage = await open();
      const reference = await begin(stage);
      await stage.payAnotherAmount(reference);
      expect(await stage.provider.verify({ reference, amount })).toMatchObject({ kind: 'mismatch' });
      expect(await stage.provider.verify({ reference: '999999', amount })).toMatchObject({ kind: 'mismatch' });
    });

    test('says reversed when the money was given back, before or after verify', async () => {
      const stage = await open();
      const early = await begin(stage);
      await stage.pay(early);
      await stage.reverse(early);
      expect(await stage.provider.verify({ reference: early, amount })).toEqual({ kind: 'reversed' });
      const late = await begin(stage);
      await stage.pay(late);
      expect(await stage.provider.verify({ reference: late, amount })).toMatchObject({ kind: 'paid' });
      await stage.reverse(late);
      expect(await stage.provider.verify({ reference: late, amount })).toEqual({ kind: 'reversed' });
    });

    test('says misconfigured when the provider refuses the merchant, without naming the merchant', async () => {
      const stage = await open();
      await stage.trouble('refused');
      const begun = await stage.provider.begin(request);
      expect(begun).toMatchObject({ ok: false, error: { kind: 'misconfigured' } });
      expect(JSON.stringify(begun)).not.toContain(stage.merchant);
    });

    test('lists payments that are paid but not verified, if the provider can', async () => {
      const stage = await open();
      const paid = await begin(stage);
      await begin(stage);
      await stage.pay(paid);
      const { callbackUrl } = request;
      const expected = [{ reference: paid, amount, callbackUrl, date: expect.stringMatching(/^\d{4}-/) }];
      const { listsUnverified } = stage.provider.capabilities;
      expect(await stage.provider.listUnverified()).toEqual(listsUnverified ? expected : null);
      await stage.provider.verify({ reference: paid, amount });
      expect(await stage.provider.listUnverified()).toEqual(listsUnverified ? [] : null);
    });

    describe.each(tried)('in trouble (%s)', (trouble) => {
      test('is unsure instead of guessing, and continues when the trouble is over', async () => {
        const stage = await open(trouble === 'slow' ? impatient : patient);
        const reference = await begin(stage);
        await stage.pay(reference);
        await stage.trouble(trouble);
        const [verification, begun, listed] = await Promise.all([
          stage.provider.verify({ reference, amount }),
          stage.provider.begin(request),
          stage.provider.listUnverified(),
        ]);
        expect(verification).toMatchObject({ kind: 'unsure' });
        expect(begun).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
        expect(listed).toBeNull();
        expect(JSON.stringify([verification, begun])).not.toContain(stage.merchant);
        await stage.trouble(null);
        expect(await stage.provider.verify({ reference, amount })).toMatchObject({ kind: 'paid' });
      });
    });

    test('reports calls in flight as unsure when it is closed', async () => {
      const stage = await open();
      await stage.trouble('slow');
      const asked = stage.provider.verify({ reference: '1', amount });
      await stage.provider.close();
      expect(await asked).toMatchObject({ kind: 'unsure' });
    });
  });
}
