import { readFileSync } from 'node:fs';
import { runCurlLines } from '@sharj/sandbox/test/shell.ts';
import { expect, test } from 'vitest';
import { errorCodes } from '#server/api/answers.ts';
import { startShopApi } from '#test/support/shop-api.ts';

const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

test('the curl lines of docs/api.md buy as printed', async () => {
  const stage = await startShopApi();
  const [products, bought, order, ...more] = await runCurlLines(
    page.replaceAll('https://shop.example.org', stage.url).replaceAll('TOKEN', stage.token),
  );
  expect(more).toEqual([]);
  expect(products).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: 97, price: 28_000 })]),
  });
  const example: unknown = JSON.parse(/```json\n(\{\n {2}"message"[\s\S]*?)```/.exec(page)?.[1] ?? '');
  const own = { order_code: expect.any(String), charge: expect.any(Number) };
  expect(bought).toEqual({ ...(example as object), ...own });
  expect(order).toMatchObject({ state: 'delivered', webservice_code: 'till-7-1001', mobile: '989121234567' });
  expect((await stage.upstream()).count).toBe(1);
});

test('docs/api.md lists every error code with its status', () => {
  const rows = [...page.matchAll(/^\| ([\d, ]+) \| (`[a-z_`, ]+) \|/gm)].flatMap(([, statuses = '', codes = '']) =>
    statuses.split(', ').flatMap((status) => codes.split(', ').map((code) => `${status} ${code.replaceAll('`', '')}`)),
  );
  const described = Object.entries(errorCodes).flatMap(([status, codes]) =>
    codes.map((code) => `${status} ${code.replace(/^api-/, '').replaceAll('-', '_')}`),
  );
  expect(new Set(rows)).toEqual(new Set(described));
});
