import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';

const root = new URL('..', import.meta.url).pathname;

// Most of a process's start is compiling the same files. Workers inherit this, and so do the bots that they start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'sharj-compiled');

/** Test files that prove more in a long run: those that import its length or the installations. */
const asksForLength = (file: string) =>
  onlyLong.test(file) ||
  /\/support\/(length|installations)\.ts'|inject\('long'\)/.test(readFileSync(join(root, file), 'utf8'));
const onlyLong = /\.long\.test\.ts$/;

export default defineConfig(({ mode }) => {
  const long = mode === 'long';
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'test'));
  const files = ['test', ...packages].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  );
  return {
    test: {
      root,
      include: files.filter((file) => (long ? asksForLength(file) : !onlyLong.test(file))),
      provide: { long },
      globalSetup: ['seed', 'browser-setup', 'database-setup', 'bundle-setup'].map((name) => `test/support/${name}.ts`),
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
      // Files leave nothing behind, and loading the whole bot again for each would take longer than most.
      isolate: false,
      // One more than cores: a third of a test's time is waiting.
      maxWorkers: Math.min(availableParallelism() + 1, 8),
      sequence: { hooks: 'list', sequencer: LongestFirst },
      // With `--coverage`: see `npm run coverage`. The floors are a little below what is measured.
      coverage: {
        include: ['src/{domain,shop,storage}/**'],
        reporter: ['text-summary', 'html'],
        reportsDirectory: 'data/coverage',
        thresholds: {
          'src/domain/**': { lines: 96, functions: 91, branches: 93 },
          'src/shop/**': { lines: 87, functions: 84, branches: 77 },
          'src/storage/**': { lines: 91, functions: 86, branches: 75 },
        },
      },
    },
  };
});
