import { test } from 'vitest';
import { databaseKinds } from '#test/support/databases.ts';
import { prove } from './prove.ts';

test.runIf(databaseKinds.includes('postgres'))(
  'on PostgreSQL, a shop killed at 30 points buys every confirmed order once and loses nothing',
  { timeout: 3_600_000 },
  () => prove('postgres', { orders: 60, kills: 30 }),
);
