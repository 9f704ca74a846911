import { afterAll, test } from 'vitest';
import { removeBundle } from './bundle.ts';
import { prove } from './prove.ts';

afterAll(removeBundle);

test(
  'on PostgreSQL, killed at every point, the shop buys once what was confirmed and loses nothing',
  { timeout: 900_000 },
  () => prove('postgres', 170),
);
