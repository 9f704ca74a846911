import type { Rials } from './money.ts';
import type { Mobile } from './phone.ts';

/** The request of one order. It is encoded once, stored, and sent unchanged every time. */
export interface Purchase {
  readonly productId: number;
  readonly mobile: Mobile;
  /** VAT included. */
  readonly price: Rials;
  readonly webserviceCode: string;
  readonly offer: { readonly code: string; readonly type: string } | null;
  readonly profileId: string | null;
}

/** The fields of a purchase as they came, repeated names included. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** The same for the same fields in any order; of a repeated name the order counts. */
export const fingerprintOf = (fields: Fields): string =>
  JSON.stringify(fields.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));
