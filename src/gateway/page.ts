import { z } from 'zod';
import type { Product } from '#domain/product.ts';
import { finite, integer, wireText } from './wire-values.ts';

export interface ProductPage {
  readonly products: readonly Product[];
  /** Elements that could not be read. */
  readonly dropped: number;
  readonly droppedCategories: number;
  /** Our balance at the gateway, rounded down to whole rials. */
  readonly balance: number | null;
  readonly page: PageInfo;
}

/** Fields are null if the gateway does not send them. */
interface PageInfo {
  readonly current: number | null;
  readonly last: number | null;
  readonly total: number | null;
}

const wireEnvelope = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ current_page: wireText, last_page: wireText, total: wireText }).nullish().catch(null),
  balance: wireText,
});

/** Null without a `data` array. Everything else is optional. */
export function readEnvelope(
  value: unknown,
): (Pick<z.infer<typeof wireEnvelope>, 'data'> & Pick<ProductPage, 'balance' | 'page'>) | null {
  const parsed = wireEnvelope.safeParse(value);
  if (!parsed.success) return null;
  const { data, meta, balance } = parsed.data;
  const account = finite(balance);
  return {
    data,
    balance: account === null ? null : Math.floor(account),
    page: { current: integer(meta?.current_page), last: integer(meta?.last_page), total: integer(meta?.total) },
  };
}
