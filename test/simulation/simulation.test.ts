import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bugs } from './bugs/bugs.ts';
import { findBug } from './bugs/find.ts';
import { filesOf, plantedSource } from './bugs/plant.ts';
import { runSeeds } from './processes.ts';

// The simulation replaces the clock of its process, so it runs in processes of its own; their JSON lines are read here. One story of a seed
// is enough: `.ci/run` runs the fixed seeds.
const timeout = 900_000;
const story = 'pays for an order online';

test('two processes that live the same seed write the same journal', { timeout }, async () => {
  const live = () => Array.fromAsync(runSeeds([3], { story }));
  const [[first], [second]] = await Promise.all([live(), live()]);
  expect(first?.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(second).toEqual(first);
});

test('a run uses no real timer, file or socket, and remembers nothing of the one before', { timeout }, async () => {
  const [watched] = await Array.fromAsync(runSeeds([4], { story, isWatched: true }));
  expect(watched?.violations).toEqual([]);
});

/** Results that are the same in every process, and what only ends with its own process. */
const moduleState = [
  'src/bot/kit/row-label.ts: names',
  'src/bot/kit/row-label.ts: pages',
  'src/main.ts: running',
  'src/main.ts: signalledAt',
  'src/main.ts: stopping',
  'src/shop/buying/orders/transition.ts: moves',
  // Backups of agents' shops take turns. A simulated shop makes none by itself.
  'src/shop/running/backups/backup-worker.ts: lastTurn',
  'src/storage/owner-lock.ts: held',
  'src/storage/prepared.ts: over',
  'src/storage/prepared.ts: statementNames',
];

test('no module keeps state that would outlive a simulated process', () => {
  const kept = /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=\n]+)? = (?:new \w+(?:<.*>)?\(\)|\[\]|\{\});)/gm;
  const found = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(kept)].map(([, variable, constant]) => `${file}: ${variable ?? constant}`),
  );
  expect(found.toSorted()).toEqual(moduleState);
});

test.each(Object.entries(bugs))('the planted bug still applies: %s', (_, { patches }) => {
  for (const [url, own] of filesOf(patches)) expect(() => plantedSource(url, own)).not.toThrow();
});

test('a bug in the source is found', { timeout }, async () => {
  expect(await findBug('two live Confirms of one sale both buy', 'presses both Confirms')).toMatchObject({
    seed: expect.any(Number),
  });
});
