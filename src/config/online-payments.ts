import { z } from 'zod';
import { type OnlineMethod, onlineMethods } from '#domain/payment.ts';
import { paymentProviders } from '#payments/providers.ts';
import { publicRoot, root, sentence } from './shapes.ts';

type Entry = (typeof paymentProviders)[OnlineMethod];
type ProviderSettings = Readonly<
  Record<Entry['merchantSetting'], z.ZodOptional<z.ZodString>> & Record<Entry['urlSetting'], z.ZodDefault<typeof root>>
>;

const entries: readonly Entry[] = Object.values(paymentProviders);

export const onlinePaymentsShape = z.object({
  PUBLIC_URL: publicRoot.optional(),
  ...(Object.fromEntries(
    entries.flatMap(({ merchantSetting, merchant, urlSetting, defaultUrl }) => [
      [merchantSetting, merchant.optional()],
      [urlSetting, root.default(defaultUrl)],
    ]),
  ) as ProviderSettings),
  PAYMENT_DESCRIPTION: sentence.default('افزایش موجودی'),
});

/** A merchant needs the address to which payers return. */
export const merchantCompanions = entries.map(
  ({ merchantSetting: name }) => [name, 'PUBLIC_URL', `the address of this server, because ${name} is set`] as const,
);

/** Online payments, whose pages open in a browser. Null without a provider. */
export function onlinePaymentsOf(it: z.output<typeof onlinePaymentsShape>) {
  const { PUBLIC_URL: publicUrl, PAYMENT_DESCRIPTION: description } = it;
  const accounts = onlineMethods.flatMap((method) => {
    const { merchantSetting, urlSetting } = paymentProviders[method];
    const merchant = it[merchantSetting];
    return merchant === undefined ? [] : [{ method, merchant, url: it[urlSetting] }];
  });
  return publicUrl === undefined || accounts.length === 0 ? null : { publicUrl, description, accounts, isOpen: true };
}

export const providerUrlsOf = (it: z.output<typeof onlinePaymentsShape>): Readonly<Record<OnlineMethod, string>> =>
  Object.fromEntries(onlineMethods.map((method) => [method, it[paymentProviders[method].urlSetting]])) as Record<
    OnlineMethod,
    string
  >;
