import {
  createFilterBody,
  type Listing,
  listQuery,
  offersBody,
  type Product,
  pageQuery,
  Refusal,
  readFields,
  readJson,
  readQuery,
  writeListing,
} from '@sharj/wire';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Catalogue } from './catalogue.ts';
import { type Ctx, type Env, refuse } from './context.ts';
import { filterProducts } from './filter.ts';
import type { FaultInjector } from './inject-fault.ts';
import type { Ledger } from './ledger.ts';
import { answerOffers } from './offers-answer.ts';
import { createPurchases } from './purchase.ts';

export interface ApiDeps {
  readonly operator2Path: string;
  readonly operatorNames: readonly string[];
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly injectFault: FaultInjector;
  readonly now: () => number;
}

const MAX_KEY = 255;

export const createApi = ({
  operator2Path,
  operatorNames,
  catalogue,
  ledger,
  injectFault,
  now,
}: ApiDeps): Hono<Env> => {
  const api = new Hono<Env>({ strict: false });
  const purchases = createPurchases({ catalogue, ledger });
  const filterBody = createFilterBody(operatorNames);
  let transactions = 0;

  const list = (c: Ctx, listing: Omit<Listing<Product>, 'balance' | 'url' | 'toWire'>): Response =>
    c.body(
      writeListing({ ...listing, toWire: (product) => product, balance: ledger.balance(), url: new URL(c.req.url) }),
      200,
      {
        'content-type': 'application/json',
      },
    );

  api.get('/clients/products', injectFault('products'), (c) => {
    const query = readQuery(c, listQuery);
    if (query instanceof Refusal) return refuse(c, query);
    return list(c, {
      products: query.order === 'id' ? catalogue.byId : catalogue.byPosition,
      descending: query.type_order === 'desc',
      page: query.page,
      categories: true,
    });
  });

  api.post('/filter', injectFault('filter'), async (c) => {
    const body = await readJson(c, filterBody);
    if (body instanceof Refusal) return refuse(c, body);
    return list(c, {
      products: filterProducts(catalogue.byPosition, body.items, operatorNames),
      descending: false,
      page: body.items.pagination === 'false' ? null : pageQuery.parse(c.req.query()).page,
      categories: body.items.categories !== undefined,
    });
  });

  // Compares the segment instead of putting it into the pattern, because it may be any text.
  api.use('/:operator/offers', (c, next) =>
    c.req.param('operator') === operator2Path ? next() : Promise.resolve(c.notFound()),
  );

  api.post('/:operator/offers', injectFault('offers'), async (c) => {
    const body = await readJson(c, offersBody);
    if (body instanceof Refusal) return refuse(c, body);
    transactions += 1;
    const answer = answerOffers(body.mobile, `${now()}${String(transactions).padStart(6, '0')}`);
    return c.json(answer, answer.status ? 200 : 422);
  });

  /** `only` is the type of product sold on this path; null sells all. */
  const purchase = (only: Product['type'] | null) => async (c: Context<Env>) => {
    const key = c.req.header('idempotency-key')?.trim();
    if (!key) return c.json({ message: 'Idempotency-Key is required. Nothing was bought.' }, 400);
    if (key.length > MAX_KEY) return c.json({ message: `Idempotency-Key is longer than ${MAX_KEY} characters.` }, 400);
    const fields = await readFields(c);
    if (fields instanceof Refusal) return refuse(c, fields);
    const settled = purchases.buy(key, fields, only, c.get('fault')?.name ?? null);
    if (settled.kind === 'another-request') {
      c.set('outcome', 'rejected');
      return c.json({ message: 'This Idempotency-Key was used for another request. Nothing was bought.' }, 422);
    }
    c.set('outcome', settled.kind);
    // Sends the stored bytes, so that the same key gets the same answer.
    return c.body(settled.answer.body, settled.answer.status as ContentfulStatusCode, {
      'content-type': 'application/json',
    });
  };
  api.on(['GET', 'POST'], '/top-up/package', injectFault('purchase'), purchase(null));
  // Some gateways have a separate path for top-ups.
  api.on(['GET', 'POST'], '/top-up', injectFault('purchase'), purchase('cell_direct_charge'));

  return api;
};
