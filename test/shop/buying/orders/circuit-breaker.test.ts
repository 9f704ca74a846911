import { describe, expect, test } from 'vitest';
import { createCircuitBreaker } from '#shop/buying/orders/circuit-breaker.ts';
import { createClock, second } from '#test/support/clock.ts';

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

  test('doubles its pause up to less than half a minute, and a burst counts once', () => {
    const clock = createClock();
    const breaker = createCircuitBreaker(clock.now);
    fail(breaker, 20);
    for (const pause of [2, 4, 8, 16, 25, 25]) {
      clock.pass(pause * second - 1);
      expect(breaker.allows(20, 0)).toBe(0);
      clock.pass(1);
      expect(breaker.allows(20, 0)).toBe(1);
      breaker.failed();
    }
  });

  test('an answer ends the doubling: the next outage begins with the first pause', () => {
    const clock = createClock();
    const breaker = createCircuitBreaker(clock.now);
    fail(breaker, 5);
    clock.pass(2 * second);
    breaker.failed();
    clock.pass(4 * second);
    breaker.answered();
    fail(breaker, 5);
    clock.pass(2 * second - 1);
    expect(breaker.allows(20, 0)).toBe(0);
    clock.pass(1);
    expect(breaker.allows(20, 0)).toBe(1);
  });
});
