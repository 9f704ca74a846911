import { bankProviders } from '@sharj/sandbox';
import { onlineMethods } from '#domain/payment.ts';
import { paymentProviders } from '#payments/providers.ts';

/** The settings of a bot that takes payments at the sandbox bank. */
export const bankSettings = (bankUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    onlineMethods.flatMap((method) => {
      const { merchantSetting, urlSetting } = paymentProviders[method];
      const merchant = bankProviders[method]?.merchant;
      return merchant === undefined ? [] : [[merchantSetting, merchant] as const, [urlSetting, bankUrl] as const];
    }),
  );
