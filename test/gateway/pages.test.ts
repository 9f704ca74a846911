import { expect, test } from 'vitest';
import type { AllProductsQuery } from '#gateway/gateway.ts';
import { connect } from './client.ts';
import { wireProduct } from './samples.ts';
import { json, serve } from './wire-server.ts';

interface WirePage {
  readonly ids: readonly number[];
  readonly meta?: object;
}

/** Walks all pages of a gateway that answers each page with `answer`. */
async function walk(answer: (page: number) => WirePage | 'down', query: AllProductsQuery = {}) {
  const { url, heard } = await serve((response, request) => {
    const page = Number(new URL(request.url, 'http://gateway.test').searchParams.get('page'));
    const given = answer(page);
    if (given === 'down') return json({}, 500)(response, request);
    const data = given.ids.map((id) => ({ ...wireProduct, id }));
    json({ data, links: { next: 'http://127.0.0.1:1/steal' }, meta: given.meta })(response, request);
  });
  const ids: number[] = [];
  const failures: unknown[] = [];
  for await (const page of connect(url).gateway.allProducts(query)) {
    if (page.ok) ids.push(...page.value.products.map(({ id }) => id));
    else failures.push(page.error);
  }
  return { ids, failures, asked: heard.map((request) => request.url) };
}

test('the client asks for pages by number, in order of id, and stops at the last page', async () => {
  const { ids, asked } = await walk((page) => ({ ids: [page], meta: { current_page: page, last_page: 3 } }));
  expect(ids).toEqual([1, 2, 3]);
  expect(asked).toEqual([1, 2, 3].map((page) => `/api/clients/products?order=id&type_order=asc&page=${page}`));
});

test('the client walks the filter in the same way', async () => {
  const { ids, asked } = await walk((page) => ({ ids: [page], meta: { last_page: 2 } }), {
    from: 'filter',
    type: 'data',
  });
  expect(ids).toEqual([1, 2]);
  expect(asked).toEqual(['/api/filter?page=1', '/api/filter?page=2']);
});

test('the client stops at an empty page, whatever the last page is said to be', async () => {
  const { ids, asked } = await walk((page) => ({ ids: page < 3 ? [page] : [], meta: { last_page: 99 } }));
  expect(ids).toEqual([1, 2]);
  expect(asked).toHaveLength(3);
});

test('the client follows the last page of the newest answer when the total changes', async () => {
  const growing = await walk((page) => ({ ids: [page], meta: { last_page: page === 1 ? 2 : 4 } }));
  expect(growing.ids).toEqual([1, 2, 3, 4]);
  const shrinking = await walk((page) => ({ ids: [page], meta: { last_page: page === 1 ? 4 : 2 } }));
  expect(shrinking.ids).toEqual([1, 2]);
});

test('a product on two pages comes only once', async () => {
  const { ids } = await walk((page) => ({ ids: [page, page + 1], meta: { last_page: 3 } }));
  expect(ids).toEqual([1, 2, 3, 4]);
});

test('the client does not rely on the page size', async () => {
  const { ids } = await walk(
    (page) => ({ ids: page === 1 ? [1] : [2, 3, 4], meta: { last_page: 2, per_page: 1000 } }),
    {
      perPage: 1000,
    },
  );
  expect(ids).toEqual([1, 2, 3, 4]);
});

test('without meta the client stops when a page brings nothing new', async () => {
  const { ids, asked } = await walk((page) => ({ ids: [Math.min(page, 2)] }));
  expect(ids).toEqual([1, 2]);
  expect(asked).toHaveLength(3);
});

test('an answer with another page than the requested one is malformed', async () => {
  const { ids, failures } = await walk(() => ({ ids: [1], meta: { current_page: 1, last_page: 5 } }));
  expect(ids).toEqual([1]);
  expect(failures).toMatchObject([{ kind: 'malformed' }]);
});

test('a failed page ends the walk', async () => {
  const { ids, failures } = await walk((page) => (page === 2 ? 'down' : { ids: [page], meta: { last_page: 3 } }));
  expect(ids).toEqual([1]);
  expect(failures).toMatchObject([{ kind: 'unavailable' }]);
});
