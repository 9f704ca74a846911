import type { Rials } from './money.ts';
import type { Mobile } from './phone.ts';

/** The request of one order. It is encoded once, stored, and sent unchanged in every attempt. */
export interface Purchase {
  readonly productId: number;
  readonly mobile: Mobile;
  /** VAT included. */
  readonly price: Rials;
  readonly webserviceCode: string;
  readonly offer: { readonly code: string; readonly type: string } | null;
  readonly profileId: string | null;
}
