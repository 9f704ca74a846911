import { test } from 'vitest';
import { long } from '#test/support/length.ts';
import { prove } from './prove.ts';

test(
  `on SQLite, a shop killed at ${long ? 30 : 3} points buys every confirmed order once and loses nothing`,
  { timeout: long ? 3_600_000 : 900_000 },
  () => prove('sqlite', long ? { orders: 60, kills: 30 } : { orders: 16, kills: 3 }),
);
