import { z } from 'zod';
import type { OnlineMethod } from '#domain/payment.ts';
import type { PaymentProvider, ProviderAccount } from './provider.ts';
import { createZarinpal } from './zarinpal.ts';
import { createZibal } from './zibal.ts';

interface ProviderEntry {
  readonly create: (account: ProviderAccount) => PaymentProvider;
  /** The setting that turns the provider on. */
  readonly merchantSetting: string;
  /** The error names what was expected, never the value. */
  readonly merchant: z.ZodString;
  readonly urlSetting: string;
  readonly defaultUrl: string;
}

/** Every payment provider. Settings, clients and tests derive from this table; `bankProviders` are the sandboxes. */
export const paymentProviders = {
  zarinpal: {
    create: createZarinpal,
    merchantSetting: 'ZARINPAL_MERCHANT_ID',
    merchant: z
      .string()
      .regex(
        /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
        'the merchant id as ZarinPal gives it: 36 characters, a UUID',
      ),
    urlSetting: 'ZARINPAL_URL',
    defaultUrl: 'https://payment.zarinpal.com',
  },
  zibal: {
    create: createZibal,
    merchantSetting: 'ZIBAL_MERCHANT',
    merchant: z.string().regex(/^[\x21-\x7e]+$/, 'a token without spaces'),
    urlSetting: 'ZIBAL_URL',
    defaultUrl: 'https://gateway.zibal.ir',
  },
} as const satisfies Readonly<Record<OnlineMethod, ProviderEntry>>;
