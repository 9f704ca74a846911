import { z } from 'zod';
import { merchantId, publicRoot, root, sentence, token } from './shapes.ts';

/** Payments through providers whose pages open in a browser. */
export interface OnlinePayments {
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly description: string;
  readonly zarinpal: { readonly merchantId: string; readonly url: string } | null;
  readonly zibal: { readonly merchant: string; readonly url: string } | null;
}

export const onlinePaymentsShape = z.object({
  PUBLIC_URL: publicRoot.optional(),
  ZARINPAL_MERCHANT_ID: merchantId.optional(),
  ZARINPAL_URL: root.default('https://payment.zarinpal.com'),
  ZIBAL_MERCHANT: token.optional(),
  ZIBAL_URL: root.default('https://gateway.zibal.ir'),
  PAYMENT_DESCRIPTION: sentence.default('افزایش موجودی'),
});

/** Null: no provider is set. */
export function onlinePaymentsOf(it: z.infer<typeof onlinePaymentsShape>): OnlinePayments | null {
  const { PUBLIC_URL: publicUrl, ZARINPAL_MERCHANT_ID: id, ZIBAL_MERCHANT: merchant } = it;
  if (publicUrl === undefined || (id === undefined && merchant === undefined)) return null;
  return {
    publicUrl,
    description: it.PAYMENT_DESCRIPTION,
    zarinpal: id === undefined ? null : { merchantId: id, url: it.ZARINPAL_URL },
    zibal: merchant === undefined ? null : { merchant, url: it.ZIBAL_URL },
  };
}
