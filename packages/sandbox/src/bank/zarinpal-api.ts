import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { BankContext, BankEnv, BankFaultInjector } from './inject-fault.ts';
import type { BankLedger, BankPayment, BankState } from './ledger.ts';
import { readJson } from './read-json.ts';

const LIST_LENGTH = 100;

const merchant = z.object({ merchant_id: z.uuid() });
const request = merchant.extend({
  amount: z
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER / 10),
  currency: z.enum(['IRR', 'IRT']).default('IRT'),
  description: z.string().min(1).max(500),
  callback_url: z.url({ protocol: /^https?$/ }),
  metadata: z.object({ order_id: z.string().optional() }).optional(),
});
const named = merchant.extend({ authority: z.string() });
const verification = named.extend({ amount: z.int().positive() });

const SMALLEST = 10_000;

const MESSAGES: Readonly<Record<number, string>> = {
  [-9]: 'The input params invalid, validation error.',
  [-10]: 'Terminal is not valid, please check merchant_id or ip address.',
  [-50]: 'Session is not valid, amounts values is not the same.',
  [-51]: 'Session is not valid, session is not active paid try.',
  [-53]: 'Session is not this merchant_id session.',
  [-54]: 'Invalid authority.',
};

const STATUSES: Readonly<Record<BankState, string>> = {
  open: 'IN_BANK',
  paid: 'PAID',
  verified: 'VERIFIED',
  cancelled: 'FAILED',
  reversed: 'REVERSED',
};

/** A failure has `data: []`, as documented. */
const fail = (c: BankContext, code: number, status: ContentfulStatusCode = 400) =>
  c.json({ data: [], errors: { code, message: MESSAGES[code], validations: [] } }, status);

const succeed = (c: BankContext, code: number, message: string, fields: object = {}) =>
  c.json({ data: { code, message, ...fields }, errors: [] });

/** Converts IRT to rials, which everything here uses. */
const inRials = (amount: number, currency: 'IRR' | 'IRT') => (currency === 'IRT' ? amount * 10 : amount);

export const zarinpalCallback = ({ callbackUrl, reference }: BankPayment, paid: boolean): string => {
  const url = new URL(callbackUrl);
  url.searchParams.set('Authority', reference);
  url.searchParams.set('Status', paid ? 'OK' : 'NOK');
  return url.href;
};

/** Version 4 of ZarinPal's payment API. */
export const createZarinpalApi = (deps: { ledger: BankLedger; injector: BankFaultInjector }): Hono<BankEnv> => {
  const { ledger, injector } = deps;
  const api = new Hono<BankEnv>();
  const refused = (c: BankContext) => fail(c, -10, 401);

  const find = (c: BankContext, { merchant_id, authority }: z.output<typeof named>): BankPayment | Response => {
    const payment = ledger.find(authority);
    if (payment?.provider !== 'zarinpal') return fail(c, -54);
    return payment.merchant === merchant_id ? payment : fail(c, -53);
  };

  api.post('/request.json', injector('request', refused), async (c) => {
    const body = await readJson(c, request);
    if (body === null) return fail(c, -9, 422);
    const amount = inRials(body.amount, body.currency);
    if (amount < SMALLEST) return fail(c, -9, 422);
    const reference = `S${randomBytes(18).toString('hex').slice(0, 35)}`;
    ledger.open({
      reference,
      provider: 'zarinpal',
      merchant: body.merchant_id,
      amount,
      callbackUrl: body.callback_url,
      orderId: body.metadata?.order_id ?? null,
      description: body.description,
    });
    return succeed(c, 100, 'Success', { authority: reference, fee_type: 'Merchant', fee: 0 });
  });

  api.post('/verify.json', injector('verify', refused), async (c) => {
    const body = await readJson(c, verification);
    if (body === null) return fail(c, -9, 422);
    const payment = find(c, body);
    if (payment instanceof Response) return payment;
    if (payment.taken === null) return fail(c, -51);
    if (body.amount !== payment.taken) return fail(c, -50);
    const first = ledger.verify(payment.reference);
    return succeed(c, first ? 100 : 101, first ? 'Paid' : 'Verified', {
      card_hash: '1EBE3EBEBE35C7EC0F8D6EE4F2F859107A87822CA179BC9528767EA7B5489B69',
      card_pan: '502229******5995',
      ref_id: Number(payment.receipt),
      fee_type: 'Merchant',
      fee: 0,
    });
  });

  api.post('/inquiry.json', injector('inquiry', refused), async (c) => {
    const body = await readJson(c, named);
    if (body === null) return fail(c, -9, 422);
    const payment = find(c, body);
    return payment instanceof Response ? payment : succeed(c, 100, 'Success', { status: STATUSES[payment.state] });
  });

  api.post('/unVerified.json', injector('unverified', refused), async (c) => {
    const body = await readJson(c, merchant);
    if (body === null) return fail(c, -9, 422);
    const waiting = ledger
      .list()
      .filter(
        ({ provider, state, merchant: its }) => provider === 'zarinpal' && state === 'paid' && its === body.merchant_id,
      )
      .slice(-LIST_LENGTH);
    const authorities = waiting.map((payment) => ({
      authority: payment.reference,
      amount: payment.taken,
      callback_url: payment.callbackUrl,
      referer: '/',
      date: new Date(payment.paidAt ?? 0).toISOString().replace('T', ' ').slice(0, 19),
    }));
    return succeed(c, 100, 'Success', { authorities });
  });

  return api;
};
