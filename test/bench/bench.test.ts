import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { long } from '#test/support/length.ts';
import { line } from './figure.ts';
import { figures } from './figures.ts';
import { row } from './printing.ts';
import { against, median, quantile } from './statistics.ts';

const run = promisify(execFile);
const bench = new URL('./bench.ts', import.meta.url).pathname;

test.each(long ? Object.keys(figures) : ['catalogue'])(
  'prints the figure "%s" as one JSON object a line',
  { timeout: 900_000 },
  async (name) => {
    const { stdout } = await run(process.execPath, [bench, '--quick', '--json', name]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    for (const found of lines) {
      expect(Object.keys(found).slice(0, 5)).toEqual(['name', 'value', 'unit', 'goal', 'ok']);
      expect(found.value).toEqual(expect.any(Number));
    }
  },
);

test('an unknown figure is reported with the known ones', async () => {
  await expect(run(process.execPath, [bench, 'speed'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/No such figure: speed\. There are: felt, .*reading/),
  });
});

test('ratios are computed for each round; the median meets or misses a goal', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([5, 1, 4, 2, 3], 0.99)).toBe(5);
  // The machine was three times slower in the second round, for both.
  const ratio = against([2, 6, 2], [1, 3, 1]);
  expect(ratio).toEqual({ value: 2, spread: [2, 2] });
  expect(line('a', ratio, 'x', { atMost: 2 })).toMatchObject({ goal: 2, ok: true });
  expect(line('a', ratio, 'x', { atMost: 1.9 }).ok).toBe(false);
  expect(line('a', ratio, 'x', { atLeast: 2.1 }).ok).toBe(false);
  expect(line('a', 7, 'ms').ok).toBeNull();
  const missed = line('slow', { value: 1.234, spread: [1, 2] }, 'x', { atMost: 1.15 });
  expect(row(missed)).toMatch(/^slow +1\.23x +1\.00 … 2\.00 +≤ 1\.15x +MISSED$/);
});
