import { request } from 'undici';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, TOKEN } from './driver.ts';
import { envelopeOf, product } from './wire.ts';

const items = { pagination: 'false', categories: 'categories' };

test('a hundred thousand products with their categories fit in 64 MiB', async () => {
  const sandbox = await startSandbox({ products: 100_000 });
  const answer = await request(`${sandbox.url}/api/filter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ table: 'product', items }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  expect(body.length).toBeLessThan(64 * 1024 * 1024);
  const { data, meta } = JSON.parse(body.toString()) as { data: { id: number }[]; meta: { total: number } };
  expect([data.length, meta.total]).toEqual([100_000, 100_000]);
  expect(new Set(data.map(({ id }) => id)).size).toBe(100_000);
  expect(data.some(({ id }) => id === 510 || id === 511)).toBe(false);
  z.array(product).parse(data.filter((_, at) => at % 97 === 0));
});

test('a thousand pages do not make a thousand links', async () => {
  const sandbox = await startSandbox({ products: 100_000 });
  const { text } = await sandbox.call('/api/clients/products?page=500');
  const { data, meta } = envelopeOf(product).parse(JSON.parse(text));
  expect([data.length, meta.from, meta.last_page]).toEqual([100, 49_901, 1_000]);
  expect(meta.links.map(({ label }) => label).slice(1, -1)).toEqual(
    [1, 2, 497, 498, 499, 500, 501, 502, 503, 999, 1_000].map(String),
  );
});
