import type { Hono } from 'hono';
import type { BankEnv, BankFaultInjector } from './inject-fault.ts';
import type { BankLedger, BankMethod, BankPayment } from './ledger.ts';
import { createZarinpalApi, zarinpalCallback } from './zarinpal-api.ts';
import { createZibalApi, zibalCallback } from './zibal-api.ts';

interface BankProvider {
  readonly name: string;
  /** A merchant that the API accepts here. */
  readonly merchant: string;
  readonly apiPath: string;
  readonly createApi: (deps: { ledger: BankLedger; injector: BankFaultInjector }) => Hono<BankEnv>;
  /** Where people pay. */
  readonly payPath: string;
  /** Where the payer returns afterwards. */
  readonly callback: (payment: BankPayment, paid: boolean) => string;
}

/** The providers that this bank simulates. The playground does not offer a provider that is null. */
export const bankProviders: Readonly<Record<BankMethod, BankProvider | null>> = {
  zarinpal: {
    name: 'ZarinPal',
    merchant: '11111111-1111-4111-8111-111111111111',
    apiPath: '/pg/v4/payment',
    createApi: createZarinpalApi,
    payPath: '/pg/StartPay',
    callback: zarinpalCallback,
  },
  zibal: {
    name: 'Zibal',
    merchant: 'zibal',
    apiPath: '/v1',
    createApi: createZibalApi,
    payPath: '/start',
    callback: zibalCallback,
  },
};

export const allBankProviders = Object.values(bankProviders).filter((provider) => provider !== null);
