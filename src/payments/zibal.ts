import { z } from 'zod';
import type { Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createJsonApi, defaultDeadlineMs, isDefinite, type JsonAnswer } from './json-api.ts';
import type { BeginFailure, Begun, PaymentProvider, ProviderAccount, Verification } from './provider.ts';
import { card, code, reference, rials, text } from './wire-values.ts';

const answer = z.object({ result: code });
const begun = z.object({ trackId: reference });
/** Verify and inquiry describe a payment in the same form. */
const described = z.object({
  amount: rials.nullish().catch(null),
  status: code.nullish().catch(null),
  refNumber: text.nullish().catch(null),
  cardNumber: card.nullish().catch(null),
});

/** Zibal refuses our account or request: merchant unknown, inactive or invalid, amount, callback address. */
const refusals = new Set([102, 103, 104, 105, 106, 113]);
const reversed = new Set([15, 16, 18]);
const paidStates = new Set([1, 2]);

/** Zibal's payment API, version 1. Amounts are in rials. */
export function createZibal({ merchant, url, deadlineMs = defaultDeadlineMs }: ProviderAccount): PaymentProvider {
  const api = createJsonApi({ url, deadlineMs });
  const ask = async (call: string, fields: object): Promise<Result<Reply, string>> => {
    const answered = await api.post(`/v1/${call}`, { merchant, ...fields });
    return answered.ok ? read(answered.value) : answered;
  };

  async function inquire(trackId: string): Promise<Described | null> {
    const reply = await ask('inquiry', { trackId: wireId(trackId) });
    return reply.ok && reply.value.result === 100 ? describedBy(reply.value.body) : null;
  }

  /** Reads the answers 100 and 201. The second may lack the amount, which inquiry then names. */
  async function paid(trackId: string, asked: Rials, body: unknown): Promise<Verification> {
    const verified = describedBy(body);
    const description = verified.amount !== null && verified.status !== null ? verified : await inquire(trackId);
    if (description?.status != null && reversed.has(description.status)) return { kind: 'reversed' };
    const amount = verified.amount ?? description?.amount ?? null;
    if (amount === null) return { kind: 'unsure', why: 'verified, but no amount is named' };
    if (amount !== asked) return { kind: 'mismatch', why: 'another amount was paid', paid: amount };
    const receipt = verified.refNumber ?? description?.refNumber ?? null;
    return { kind: 'paid', amount, receipt, card: verified.cardNumber ?? description?.cardNumber ?? null };
  }

  return {
    method: 'zibal',
    capabilities: { listsUnverified: false },

    async begin({ id, amount, description, callbackUrl }): Promise<Result<Begun, BeginFailure>> {
      const reply = await ask('request', { amount, callbackUrl, description, orderId: id });
      if (!reply.ok) return err({ kind: 'unavailable', why: reply.error });
      const { result, body } = reply.value;
      if (refusals.has(result)) return err({ kind: 'misconfigured', why: `result ${result}` });
      const parsed = begun.safeParse(body);
      if (result !== 100 || !parsed.success) return err({ kind: 'unavailable', why: `result ${result}` });
      return ok({ reference: parsed.data.trackId });
    },

    payUrl: (trackId) => `${url}/start/${encodeURIComponent(trackId)}`,

    async verify({ reference: trackId, amount }): Promise<Verification> {
      const reply = await ask('verify', { trackId: wireId(trackId) });
      if (!reply.ok) return { kind: 'unsure', why: reply.error };
      const { result, body } = reply.value;
      switch (result) {
        case 100:
        case 201:
          return paid(trackId, amount, body);
        case 202:
          return unpaidBy(await inquire(trackId));
        case 203:
          return { kind: 'mismatch', why: `result ${result}`, paid: null };
        default:
          return { kind: 'unsure', why: `result ${result}` };
      }
    },

    listUnverified: async () => null,

    close: api.close,
  };
}

interface Reply {
  readonly result: number;
  readonly body: unknown;
}

interface Described {
  readonly amount: Rials | null;
  readonly status: number | null;
  readonly refNumber: string | null;
  readonly cardNumber: string | null;
}

function read({ status, body }: JsonAnswer): Result<Reply, string> {
  if (!isDefinite(status)) return err(`status ${status}`);
  const reply = answer.safeParse(body).data;
  if (reply === undefined) return err('answer cannot be read');
  const good = reply.result === 100 || reply.result === 201;
  return good && status >= 300 ? err(`status ${status}`) : ok({ result: reply.result, body });
}

function describedBy(body: unknown): Described {
  const { amount = null, status = null, refNumber = null, cardNumber = null } = described.safeParse(body).data ?? {};
  return { amount, status, refNumber, cardNumber };
}

/** Zibal's ids are numbers. */
const wireId = (trackId: string): number | string => (/^[1-9]\d{0,14}$/.test(trackId) ? Number(trackId) : trackId);

function unpaidBy(known: Described | null): Verification {
  const status = known?.status ?? null;
  if (status !== null && reversed.has(status)) return { kind: 'reversed' };
  // Verify and inquiry contradict each other, so neither counts yet.
  if (status !== null && paidStates.has(status)) return { kind: 'unsure', why: 'result 202, but inquiry says paid' };
  return { kind: 'unpaid' };
}
