import { randomInt } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { BankContext, BankEnv, BankFaultInjector } from './inject-fault.ts';
import type { BankLedger, BankPayment, BankState } from './ledger.ts';
import { readJson } from './read-json.ts';

const merchant = z.object({ merchant: z.string().min(1) });
const request = merchant.extend({
  amount: z.int().nonnegative(),
  callbackUrl: z.string(),
  description: z.string().optional(),
  orderId: z.string().optional(),
});
const named = merchant.extend({ trackId: z.union([z.int(), z.string()]).transform(String) });
const address = z.url({ protocol: /^https?$/ });

const SMALLEST = 1_000;

const MESSAGES: Readonly<Record<number, string>> = {
  100: 'success',
  102: 'merchant not found',
  105: 'amount must be greater than 1,000 Rials',
  106: 'callbackUrl is invalid',
  201: 'already verified',
  202: 'payment not successful or not paid',
  203: 'invalid trackId',
};

const STATUSES: Readonly<Record<BankState, number>> = { open: -1, verified: 1, paid: 2, cancelled: 3, reversed: 18 };

const say = (c: BankContext, result: number, fields: object = {}) =>
  c.json({ ...fields, result, message: MESSAGES[result] });

export const zibalCallback = ({ callbackUrl, reference, orderId }: BankPayment, paid: boolean): string => {
  const url = new URL(callbackUrl);
  url.searchParams.set('trackId', reference);
  url.searchParams.set('success', paid ? '1' : '0');
  url.searchParams.set('status', String(STATUSES[paid ? 'paid' : 'cancelled']));
  if (orderId !== null) url.searchParams.set('orderId', orderId);
  return url.href;
};

/** Version 1 of Zibal's payment API. */
export const createZibalApi = (deps: { ledger: BankLedger; injector: BankFaultInjector }): Hono<BankEnv> => {
  const { ledger, injector } = deps;
  const api = new Hono<BankEnv>();
  const refused = (c: BankContext) => say(c, 102);

  const find = (c: BankContext, body: z.output<typeof named>): BankPayment | Response => {
    const payment = ledger.find(body.trackId);
    const isOurs = payment?.provider === 'zibal' && payment.merchant === body.merchant;
    return isOurs ? payment : say(c, 203);
  };

  const describe = (payment: BankPayment) => ({
    refNumber: payment.receipt === null ? null : Number(payment.receipt),
    paidAt: payment.paidAt === null ? null : new Date(payment.paidAt).toISOString(),
    status: STATUSES[payment.state],
    amount: payment.taken ?? payment.amount,
    orderId: payment.orderId,
    description: payment.description,
    cardNumber: payment.paidAt === null ? null : '62741****44',
  });

  api.post('/request', injector('request', refused), async (c) => {
    const body = await readJson(c, request);
    if (body === null) return say(c, 102);
    if (body.amount < SMALLEST) return say(c, 105);
    if (!address.safeParse(body.callbackUrl).success) return say(c, 106);
    const trackId = randomInt(1_000_000_000, 281_000_000_000_000);
    ledger.open({
      reference: String(trackId),
      provider: 'zibal',
      merchant: body.merchant,
      amount: body.amount,
      callbackUrl: body.callbackUrl,
      orderId: body.orderId ?? null,
      description: body.description ?? '',
    });
    return say(c, 100, { trackId });
  });

  api.post('/verify', injector('verify', refused), async (c) => {
    const body = await readJson(c, named);
    if (body === null) return say(c, 102);
    const payment = find(c, body);
    if (payment instanceof Response) return payment;
    if (payment.taken === null) return say(c, 202);
    // The second answer omits the amount; clients must ask for it.
    if (!ledger.verify(payment.reference)) return say(c, 201);
    return say(c, 100, describe({ ...payment, state: 'verified' }));
  });

  api.post('/inquiry', injector('inquiry', refused), async (c) => {
    const body = await readJson(c, named);
    if (body === null) return say(c, 102);
    const payment = find(c, body);
    return payment instanceof Response ? payment : say(c, 100, describe(payment));
  });

  return api;
};
