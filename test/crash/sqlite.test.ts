import { test } from 'vitest';
import { long } from '#test/support/length.ts';
import { prove } from './prove.ts';

test(
  `on SQLite, killed at ${long ? 'every point' : '3 points'}, the shop buys once what was confirmed and loses nothing`,
  { timeout: long ? 3_600_000 : 900_000 },
  () => prove('sqlite', long ? { orders: 170, kills: 'all' } : { orders: 16, kills: 3 }),
);
