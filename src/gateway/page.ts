import { z } from 'zod';
import type { ListedProduct } from './product.ts';
import { filled, finite, integer, text, wireText } from './wire-values.ts';

/** One answer of the product list or the filter. */
export interface ProductPage extends Envelope {
  readonly products: readonly ListedProduct[];
}

export interface Envelope {
  /** Elements that were no products we could sell. */
  readonly dropped: number;
  readonly droppedCategories: number;
  /** What is left in our account at the gateway, in whole rials rounded down. */
  readonly balance: number | null;
  readonly page: PageInfo;
}

/** Null where the gateway did not say. Addresses are for reading only: none is ever followed. */
export interface PageInfo {
  readonly current: number | null;
  readonly last: number | null;
  readonly perPage: number | null;
  readonly total: number | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly path: string | null;
  readonly firstUrl: string | null;
  readonly lastUrl: string | null;
  readonly previousUrl: string | null;
  readonly nextUrl: string | null;
  readonly links: readonly PageLink[];
}

export interface PageLink {
  readonly url: string | null;
  readonly label: string;
  readonly active: boolean;
}

const wireLink = z.object({ url: wireText, label: wireText, active: z.unknown().optional() });

const wireEnvelope = z.object({
  data: z.array(z.unknown()),
  links: z.object({ first: wireText, last: wireText, prev: wireText, next: wireText }).nullish().catch(null),
  meta: z
    .object({
      current_page: wireText,
      from: wireText,
      to: wireText,
      last_page: wireText,
      per_page: wireText,
      total: wireText,
      path: wireText,
      links: z.array(z.unknown()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  balance: wireText,
});

/** Null: not an envelope. Without a `data` array there is no page; everything else in it may be missing. */
export function readEnvelope(value: unknown): Omit<Envelope, 'dropped' | 'droppedCategories'> | null {
  const parsed = wireEnvelope.safeParse(value);
  if (!parsed.success) return null;
  const { links, meta, balance } = parsed.data;
  const account = finite(balance);
  return {
    balance: account === null ? null : Math.floor(account),
    page: {
      current: integer(meta?.current_page),
      last: integer(meta?.last_page),
      perPage: integer(meta?.per_page),
      total: integer(meta?.total),
      from: integer(meta?.from),
      to: integer(meta?.to),
      path: filled(meta?.path),
      firstUrl: filled(links?.first),
      lastUrl: filled(links?.last),
      previousUrl: filled(links?.prev),
      nextUrl: filled(links?.next),
      links: (meta?.links ?? []).flatMap((link) => readLink(link) ?? []),
    },
  };
}

function readLink(value: unknown): PageLink | null {
  const parsed = wireLink.safeParse(value);
  if (!parsed.success) return null;
  return {
    url: filled(parsed.data.url),
    label: text(parsed.data.label) ?? '',
    active: parsed.data.active === true || parsed.data.active === 1,
  };
}
