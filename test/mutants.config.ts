import { defineConfig } from 'vitest/config';

// Every mutant is judged by the same tests: one seed, and the database that needs no server.
process.env.TEST_SEED ??= '1';
process.env.TEST_DATABASE = 'sqlite';

/** For `npm run mutants`: the tests of money, without those that tell random stories or break every write in turn. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: [
      'test/shop/{base,buying,connecting,money,people,pricing}/*/*.test.ts',
      'test/shop/returning/referrals/*.test.ts',
    ],
    exclude: ['**/{failing-*,model,query-plans,replicas}.test.ts'],
    provide: { long: false },
    globalSetup: ['test/support/seed.ts', 'test/support/database-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    sequence: { hooks: 'list' },
  },
});
