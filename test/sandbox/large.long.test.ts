import { request } from 'undici';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, TOKEN } from './driver.ts';
import { envelopeOf, product } from './wire.ts';

const items = { pagination: 'false', categories: 'categories' };

/** The longest turn of the event loop, in CPU ms of this thread, so that a busy machine does not count. */
const watchTurns = (): (() => number) => {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  return () => {
    clearImmediate(next);
    return longest;
  };
};

/** CPU ms of the same work in one piece. */
function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('a hundred thousand products with their categories fit in 64 MiB and do not block', async () => {
  const longestTurn = watchTurns();
  const sandbox = await startSandbox({ products: 100_000 });
  const answer = await request(`${sandbox.url}/api/filter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ table: 'product', items }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const longest = longestTurn();
  const body = Buffer.concat(chunks);
  expect(body.length).toBeLessThan(64 * 1024 * 1024);
  const { data, meta } = JSON.parse(body.toString()) as { data: { id: number }[]; meta: { total: number } };
  // A collection of garbage may fall into a turn.
  expect(longest).toBeLessThan(
    Math.max(
      300,
      costOf(() => JSON.stringify(data)),
    ),
  );
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
