import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/browser-setup.ts', 'test/support/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only take the time from each other.
    maxWorkers: 2,
    sequence: { hooks: 'list' },
  },
});
