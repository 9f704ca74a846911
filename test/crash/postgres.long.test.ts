import { test } from 'vitest';
import { prove } from './prove.ts';

test(
  `on PostgreSQL, killed at every point, the shop buys once what was confirmed and loses nothing`,
  { timeout: 3_600_000 },
  () => prove('postgres', { orders: 170, kills: 'all' }),
);
