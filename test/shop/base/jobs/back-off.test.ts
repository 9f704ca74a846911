import { describe, expect, test } from 'vitest';
import { backOffMs } from '#shop/base/jobs/back-off.ts';
import { hour, second } from '#test/support/clock.ts';
import fc from '#test/support/property.ts';

describe('the back-off', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test('is random under a ceiling that doubles from a second to an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), chance, (attempts, random) => {
        const wait = backOffMs(attempts, () => random);
        const ceiling = Math.min(hour, second * 2 ** (attempts - 1));
        expect(Number.isSafeInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(ceiling);
        expect(Math.abs(wait - random * ceiling)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('reaches both ends of its range', () => {
    expect([1, 2, 3, 12, 13, 1_000].map((attempts) => backOffMs(attempts, () => 1))).toEqual([
      second,
      2 * second,
      4 * second,
      2_048 * second,
      hour,
      hour,
    ]);
    expect(backOffMs(5, () => 0)).toBe(0);
  });

  test('is never shorter than Retry-After, up to an hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }),
        chance,
        fc.double({ min: 0, max: 24 * hour, noNaN: true }),
        (attempts, random, named) => {
          const wait = backOffMs(attempts, () => random, named);
          expect(Number.isSafeInteger(wait)).toBe(true);
          expect(wait).toBeGreaterThanOrEqual(Math.floor(Math.min(named, hour)));
          expect(wait).toBeLessThanOrEqual(hour);
        },
      ),
    );
  });
});
