import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { type Product, product } from './product.ts';

/** The page size, which `per_page` does not change. */
const PAGE_SIZE = 100;

export interface Listing<P> {
  readonly products: readonly P[];
  readonly toWire: (product: P) => Product;
  readonly descending: boolean;
  /** Null puts everything on one page. */
  readonly page: number | null;
  readonly categories: boolean;
  readonly balance: number;
  /** The address with its query. */
  readonly url: URL;
}

/** Reads an invalid page as the first one. */
const readPage = (value: string | undefined): number => (/^[1-9]\d{0,8}$/.test(value ?? '') ? Number(value) : 1);

export const pageQuery = z.object({
  page: z
    .string()
    .optional()
    .transform(readPage)
    .meta({ type: 'integer', description: `Pages have ${PAGE_SIZE} products.` }),
});

/** A page of products in an answer. */
export const productPage = z.object({
  data: z.array(product.partial({ categories: true })),
  links: z.object({
    first: z.string(),
    last: z.string(),
    prev: z.string().nullable(),
    next: z.string().nullable(),
  }),
  meta: z.object({
    current_page: z.int(),
    from: z.int().nullable(),
    last_page: z.int(),
    links: z.array(z.object({ url: z.string().nullable(), label: z.string(), active: z.boolean() })),
    path: z.string(),
    per_page: z.int(),
    to: z.int().nullable(),
    total: z.int(),
  }),
  balance: z.int().describe('Rials. What you can spend: the balance with your credit, less what is held.'),
});

/** The first two pages, the last two, and the neighbours. */
const linkedPages = (current: number, last: number): number[] =>
  Array.from({ length: last }, (_, at) => at + 1).filter(
    (page) => page <= 2 || page > last - 2 || Math.abs(page - current) <= 3,
  );

const frame = ({ products, page, balance, url }: Omit<Listing<unknown>, 'toWire'>) => {
  const total = products.length;
  const perPage = page === null ? Math.max(total, PAGE_SIZE) : PAGE_SIZE;
  const current = page ?? 1;
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = (current - 1) * perPage;
  const to = Math.min(from + perPage, total);
  const path = `${url.origin}${url.pathname}`;
  const address = (number: number): string => {
    const query = new URLSearchParams(url.search);
    query.set('page', String(number));
    return `${path}?${query}`;
  };
  const prev = current > 1 ? address(current - 1) : null;
  const next = current < last ? address(current + 1) : null;
  return {
    from,
    to,
    tail: {
      links: { first: address(1), last: address(last), prev, next },
      meta: {
        current_page: current,
        from: from < to ? from + 1 : null,
        last_page: last,
        links: [
          { url: prev, label: '&laquo; Previous', active: false },
          ...linkedPages(current, last).map((number) => ({
            url: address(number),
            label: String(number),
            active: number === current,
          })),
          { url: next, label: 'Next &raquo;', active: false },
        ],
        path,
        per_page: perPage,
        to: from < to ? to : null,
        total,
      },
      balance,
    } satisfies Omit<z.infer<typeof productPage>, 'data'>,
  };
};

const SLICE = 200;

/** Writes the envelope's JSON in slices, with yields in between. */
async function* write<P>(listing: Listing<P>): AsyncGenerator<Uint8Array> {
  const { products, toWire, descending, categories } = listing;
  const { from, to, tail } = frame(listing);
  const encoder = new TextEncoder();
  const item = (at: number): string => {
    const product = toWire(products[descending ? products.length - 1 - at : at] as P);
    return JSON.stringify(categories ? product : { ...product, categories: undefined });
  };
  let text = '{"data":[';
  for (let at = from; at < to; at += 1) {
    if (at > from) text += ',';
    text += item(at);
    if ((at - from) % SLICE === SLICE - 1) {
      yield encoder.encode(text);
      text = '';
      await turn();
    }
  }
  yield encoder.encode(`${text}],${JSON.stringify(tail).slice(1)}`);
}

export const writeListing = <P>(listing: Listing<P>): ReadableStream<Uint8Array> => ReadableStream.from(write(listing));
