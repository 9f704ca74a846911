import { describe, expect, test } from 'vitest';
import { backOffMs } from '../../../src/shop/jobs/back-off.ts';
import { createCircuitBreaker } from '../../../src/shop/orders/circuit-breaker.ts';
import { createClock, hour, second } from '../../support/clock.ts';
import fc from '../../support/property.ts';

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
        fc.integer({ min: 0, max: 24 * hour }),
        (attempts, random, named) => {
          const wait = backOffMs(attempts, () => random, named);
          expect(wait).toBeGreaterThanOrEqual(Math.min(named, hour));
          expect(wait).toBeLessThanOrEqual(hour);
        },
      ),
    );
  });
});

describe('the breaker', () => {
  const fail = (breaker: ReturnType<typeof createCircuitBreaker>, times: number) => {
    for (let at = 0; at < times; at += 1) breaker.failed();
  };

  test('allows everything until five failures in a row', () => {
    const breaker = createCircuitBreaker(createClock().now);
    fail(breaker, 4);
    expect(breaker.allows(20, 0)).toBe(20);
    breaker.answered();
    fail(breaker, 4);
    expect(breaker.allows(20, 0)).toBe(20);
    breaker.failed();
    expect(breaker.allows(20, 0)).toBe(0);
  });

  test('reports once that it opened, also when an answer and more failures come within its pause', () => {
    const breaker = createCircuitBreaker(createClock().now);
    const opened = () => Array.from({ length: 7 }, () => breaker.failed());
    expect(opened()).toEqual([false, false, false, false, true, false, false]);
    breaker.answered();
    expect(opened()).toEqual([false, false, false, false, true, false, false]);
  });

  test('then allows one probe while no other call is running', () => {
    const clock = createClock();
    const breaker = createCircuitBreaker(clock.now);
    fail(breaker, 5);
    clock.pass(2 * second);
    expect(breaker.allows(17, 3)).toBe(0);
    expect(breaker.allows(20, 0)).toBe(1);
    breaker.answered();
    expect(breaker.allows(20, 0)).toBe(20);
  });

  test('doubles its pause up to a minute, and a burst counts once', () => {
    const clock = createClock();
    const breaker = createCircuitBreaker(clock.now);
    fail(breaker, 20);
    for (const pause of [2, 4, 8, 16, 32, 60, 60]) {
      clock.pass(pause * second - 1);
      expect(breaker.allows(20, 0)).toBe(0);
      clock.pass(1);
      expect(breaker.allows(20, 0)).toBe(1);
      breaker.failed();
    }
  });
});
