import type { Rials } from './money.ts';

/** What is asked of the gateway for one order. It is encoded once, stored, and sent again unchanged. */
export interface Purchase {
  readonly productId: number;
  /** 98 followed by the number. */
  readonly mobile: string;
  /** What the gateway is told to charge: VAT included. */
  readonly price: Rials;
  readonly webserviceCode: string;
  readonly offer: { readonly code: string; readonly type: string } | null;
  readonly profileId: string | null;
}
