import { z } from 'zod';
import { err, ok, type Result } from '#domain/result.ts';
import { createJsonApi, defaultDeadlineMs, isDefinite, type JsonAnswer } from './json-api.ts';
import type { BeginFailure, Begun, PaymentProvider, ProviderAccount, Unverified, Verification } from './provider.ts';
import { card, code, reference, text } from './wire-values.ts';

const begun = z.object({ authority: reference });
const paid = z.object({ ref_id: text.catch(null), card_pan: card.catch(null) });
const inquired = z.object({ status: z.string() });
const authorities = z.object({ authorities: z.array(z.unknown()) });
const unverified = z.object({
  authority: reference,
  amount: z.coerce.number().int().nonnegative(),
  callback_url: z.string().nullish(),
  date: z.string().nullish().catch(null),
});

/** A failure has `data: []` and its code under `errors`. A success has it the other way round. */
const answer = z.object({ data: z.unknown().optional(), errors: z.unknown().optional() });
const coded = z.object({ code });

/** ZarinPal refuses our account, address or request: validation, merchant or IP, suspended, level, callback domain. */
const refusals = new Set([-9, -10, -11, -14, -15, -16, -17, -18, -19]);

/** ZarinPal's payment API, version 4. Amounts are sent in rials. */
export function createZarinpal({ merchant, url, deadlineMs = defaultDeadlineMs }: ProviderAccount): PaymentProvider {
  const api = createJsonApi({ url, deadlineMs });
  const ask = async (call: string, fields: object): Promise<Result<Reply, string>> => {
    const answered = await api.post(`/pg/v4/payment/${call}.json`, { merchant_id: merchant, ...fields });
    return answered.ok ? read(answered.value) : answered;
  };

  /** The payment's status in ZarinPal's words; null without an answer. It never replaces verify. */
  async function inquire(authority: string): Promise<string | null> {
    const reply = await ask('inquiry', { authority });
    const status = reply.ok && reply.value.code === 100 ? inquired.safeParse(reply.value.data) : null;
    return status?.success ? status.data.status : null;
  }

  return {
    method: 'zarinpal',
    capabilities: { listsUnverified: true },

    async begin({ id, amount, description, callbackUrl }): Promise<Result<Begun, BeginFailure>> {
      const request = { amount, currency: 'IRR', description, callback_url: callbackUrl, metadata: { order_id: id } };
      const reply = await ask('request', request);
      if (!reply.ok) return err({ kind: 'unavailable', why: reply.error });
      if (refusals.has(reply.value.code)) return err({ kind: 'misconfigured', why: `code ${reply.value.code}` });
      const given = begun.safeParse(reply.value.data);
      if (reply.value.code !== 100 || !given.success)
        return err({ kind: 'unavailable', why: `code ${reply.value.code}` });
      return ok({ reference: given.data.authority });
    },

    payUrl: (authority) => `${url}/pg/StartPay/${encodeURIComponent(authority)}`,

    async verify({ reference: authority, amount }): Promise<Verification> {
      const reply = await ask('verify', { amount, authority });
      if (!reply.ok) return { kind: 'unsure', why: reply.error };
      const { code: word, data } = reply.value;
      const why = `code ${word}`;
      switch (word) {
        case 100:
          return paidBy(data);
        case 101:
          // Verified earlier. Only an inquiry tells whether it was given back since.
          return (await inquire(authority)) === 'REVERSED' ? { kind: 'reversed' } : paidBy(data);
        case -51:
          return unpaidBy(await inquire(authority));
        case -50:
        case -53:
        case -54:
          return { kind: 'mismatch', why, paid: null };
        default:
          return { kind: 'unsure', why };
      }
    },

    async listUnverified(): Promise<readonly Unverified[] | null> {
      const reply = await ask('unVerified', {});
      const list = reply.ok && reply.value.code === 100 ? authorities.safeParse(reply.value.data) : null;
      if (!list?.success) return null;
      return list.data.authorities.flatMap((entry) => {
        const one = unverified.safeParse(entry);
        if (!one.success) return [];
        const { authority, amount, callback_url: callbackUrl = null, date = null } = one.data;
        return [{ reference: authority, amount, callbackUrl, date }];
      });
    },

    close: api.close,
  };
}

interface Reply {
  readonly code: number;
  readonly data: unknown;
}

function read({ status, body }: JsonAnswer): Result<Reply, string> {
  if (!isDefinite(status)) return err(`status ${status}`);
  const { data, errors } = answer.safeParse(body).data ?? {};
  const good = coded.safeParse(data).data?.code;
  const bad = coded.safeParse(errors).data?.code;
  if (good !== undefined && bad === undefined) return status < 300 ? ok({ code: good, data }) : err(`status ${status}`);
  if (bad !== undefined && good === undefined && bad < 0) return ok({ code: bad, data: null });
  return err('answer cannot be read');
}

function paidBy(data: unknown): Verification {
  const { ref_id = null, card_pan = null } = paid.safeParse(data).data ?? {};
  return { kind: 'paid', amount: null, receipt: ref_id, card: card_pan };
}

function unpaidBy(status: string | null): Verification {
  if (status === 'REVERSED') return { kind: 'reversed' };
  // Verify and inquiry contradict each other, so neither counts yet.
  if (status === 'PAID' || status === 'VERIFIED') return { kind: 'unsure', why: 'code -51, but inquiry says paid' };
  return { kind: 'unpaid' };
}
