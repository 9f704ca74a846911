import { expect, test } from 'vitest';
import { bugs } from './bugs/bugs.ts';
import { findBug } from './bugs/find.ts';
import { filesOf, plantedSource } from './bugs/plant.ts';
import { runSeeds } from './processes.ts';
import type { Result } from './result.ts';

// The simulation replaces the clock of its process, so it runs in processes of its own; their JSON lines are read here. `.ci/run` runs the
// fixed seeds.
const timeout = 900_000;

async function results(seeds: readonly number[]): Promise<Result[]> {
  return Array.fromAsync(runSeeds(seeds));
}

test('two processes that live the same seed write the same journal', { timeout }, async () => {
  const [[first], [second]] = await Promise.all([results([3]), results([3])]);
  expect(first?.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(second).toEqual(first);
});

test('a run uses no real timer, file or socket', { timeout }, async () => {
  const [watched] = await Array.fromAsync(runSeeds([4], { isWatched: true }));
  expect(watched?.violations).toEqual([]);
});

test.each(Object.entries(bugs))('the planted bug still applies: %s', (_, { patches }) => {
  for (const [url, own] of filesOf(patches)) expect(() => plantedSource(url, own)).not.toThrow();
});

test('a bug in the source is found', { timeout }, async () => {
  expect(await findBug('a web page counts as a yes')).toMatchObject({ seed: expect.any(Number) });
});
