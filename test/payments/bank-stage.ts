import { type Bank, type BankOptions, bankProviders, createBank } from '@sharj/sandbox';
import { request } from 'undici';
import { expect, onTestFinished } from 'vitest';
import { type OnlineMethod, onlineMethods } from '#domain/payment.ts';
import type { PaymentProvider } from '#payments/provider.ts';
import { paymentProviders } from '#payments/providers.ts';
import type { OpenStage } from './provider-contract.ts';

export const merchantId = '0d9b0ab2-5a4c-4f5e-9a44-3b6f4d7c1e21';

/** The methods that the sandbox bank speaks. */
export const bankMethods = onlineMethods.filter((method) => bankProviders[method] !== null);

/** Starts a bank on a free port and closes it with the test. */
export async function startBank(options: Partial<BankOptions> = {}): Promise<Bank> {
  const bank = await createBank({ database: ':memory:', host: '127.0.0.1', port: 0, ...options });
  onTestFinished(() => bank.close());
  return bank;
}

export const clientOf = (method: OnlineMethod, url: string, deadlineMs = 10_000): PaymentProvider =>
  paymentProviders[method].create({ merchant: merchantId, url, deadlineMs });

export interface PageReply {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly html: string;
}

/** Opens a page of the bank or presses one of its buttons, without following redirects. */
export async function visit(url: string, pressed?: string): Promise<PageReply> {
  const answer = await request(url, {
    method: pressed ? 'POST' : 'GET',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: pressed ? `do=${pressed}` : null,
  });
  const { location } = answer.headers;
  return {
    status: answer.statusCode,
    location: typeof location === 'string' ? location : null,
    headers: answer.headers,
    html: await answer.body.text(),
  };
}

/** Calls one of the bank's own paths. */
export async function control(bank: Bank, method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await request(`${bank.url}/bank${path}`, { method, body: body ? JSON.stringify(body) : null });
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}

export const switchFault = async (bank: Bank, fault: string | null, more: object = {}): Promise<void> => {
  expect((await control(bank, 'PUT', '/faults', { fault, ...more })).status).toBe(200);
};

/** The client against the sandbox bank. */
export const bankStage =
  (method: OnlineMethod): OpenStage =>
  async (deadlineMs) => {
    const bank = await startBank();
    const provider = clientOf(method, bank.url, deadlineMs);
    const press = async (reference: string, button: 'pay' | 'cancel') => {
      expect((await visit(provider.payUrl(reference), button)).status).toBe(303);
    };
    return {
      provider,
      merchant: merchantId,
      pay: (reference) => press(reference, 'pay'),
      cancel: (reference) => press(reference, 'cancel'),
      async payAnotherAmount(reference) {
        await switchFault(bank, 'amount-differs', { times: 1 });
        await press(reference, 'pay');
      },
      async reverse(reference) {
        expect((await control(bank, 'PUT', `/payments/${reference}/reversed`)).status).toBe(200);
      },
      trouble: (kind) => switchFault(bank, kind),
    };
  };
