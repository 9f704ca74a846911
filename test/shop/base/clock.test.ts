import { describe, expect, test } from 'vitest';
import { ageOf, createClock } from '#shop/base/clock.ts';
import { day, hour, minute, second } from '#test/support/clock.ts';

/** A server whose wall clock can be set, and the true time around it. */
function createServer() {
  let truth = Date.UTC(2026, 0, 5, 9);
  const began = truth;
  let off = 0;
  const clock = createClock({ wall: () => truth + off, steady: () => truth - began });
  const hear = (source: 'gateway' | 'telegram', error = 0) =>
    clock.heard(source, new Date(truth + error).toUTCString());
  return {
    clock,
    isWrong: () => clock.offMs() !== null && clock.offMs() !== 0,
    isRight: () => clock.offMs() === 0,
    hear,
    hearBoth: () => {
      hear('gateway');
      hear('telegram');
    },
    truth: () => truth,
    pass: (ms: number) => {
      truth += ms;
    },
    /** The clock is off by so much from now on. */
    set: (ms: number) => {
      off = ms;
    },
  };
}

describe('a small step back', () => {
  test('is bridged by the clock that only goes on, until the wall clock has caught up', () => {
    const { clock, pass, set, truth } = createServer();
    let last = clock.now();
    set(-4 * minute);
    expect(clock.now()).toBe(last);
    for (let passed = 0; passed < 10 * minute; passed += second) {
      pass(second);
      expect(clock.now()).toBeGreaterThan(last);
      last = clock.now();
    }
    expect(clock.now()).toBe(truth() - 4 * minute);
    expect(clock.setBacks()).toBe(0);
  });

  test('of more than five minutes is followed, and noticed once', () => {
    const { clock, pass, set, truth } = createServer();
    clock.now();
    set(-hour);
    pass(second);
    expect(clock.now()).toBe(truth() - hour);
    pass(minute);
    expect([clock.now(), clock.setBacks()]).toEqual([truth() - hour, 1]);
  });
});

describe('the clock is wrong', () => {
  test.each([hour, -hour])('where gateway and Telegram agree that it is off by %i ms', (off) => {
    const { clock, hear, isWrong, set } = createServer();
    set(off);
    clock.now();
    hear('gateway');
    expect(isWrong()).toBe(false);
    hear('telegram');
    expect([isWrong(), Math.round((clock.offMs() ?? 0) / minute)]).toEqual([true, -off / minute]);
  });

  test('where the gateway agrees with the newest time in the database', () => {
    const { clock, hear, isWrong, set, truth } = createServer();
    set(-2 * day);
    expect(clock.compare(truth() - minute)).toBe(true);
    expect(isWrong()).toBe(false);
    hear('gateway');
    expect(isWrong()).toBe(true);
  });

  test('until one of them says that it is right again', () => {
    const { clock, hear, hearBoth, isRight, isWrong, set } = createServer();
    set(hour);
    clock.now();
    hearBoth();
    set(0);
    clock.now();
    expect([isWrong(), isRight()]).toEqual([true, false]);
    hear('telegram');
    expect([isWrong(), isRight()]).toEqual([false, true]);
  });
});

describe('the clock is believed', () => {
  test('where it is off by four minutes', () => {
    const { hearBoth, isRight, isWrong, set } = createServer();
    set(4 * minute);
    hearBoth();
    expect([isWrong(), isRight()]).toEqual([false, true]);
  });

  test('where only one source has spoken, however often, and where none has', () => {
    const { clock, hear, isRight, isWrong, set } = createServer();
    expect([isWrong(), isRight()]).toEqual([false, false]);
    set(day);
    clock.now();
    for (let nth = 0; nth < 5; nth += 1) hear('gateway');
    expect([isWrong(), isRight()]).toEqual([false, false]);
  });

  test('where two sources say opposite things, and where one of two says that it is right', () => {
    const { hear, isRight, isWrong } = createServer();
    hear('gateway', hour);
    hear('telegram', -hour);
    expect(isWrong()).toBe(false);
    hear('telegram');
    expect([isWrong(), isRight()]).toEqual([false, true]);
  });

  test('after the machine has slept, until something is heard', () => {
    const { clock, hear, hearBoth, isRight, isWrong, set } = createServer();
    hearBoth();
    // The clock that only goes on stood still.
    set(8 * hour);
    clock.now();
    hear('gateway', 8 * hour);
    expect([isWrong(), isRight()]).toEqual([false, true]);
  });

  test('where a clock that was ahead wrote the newest time in the database', () => {
    const { clock, hear, isRight, isWrong, truth } = createServer();
    expect(clock.compare(truth() + 30 * day)).toBe(true);
    hear('gateway');
    // It has no say any more.
    hear('telegram', hour);
    expect([isWrong(), isRight()]).toEqual([false, true]);
  });

  test('where a header cannot be read', () => {
    const { clock, isRight, isWrong } = createServer();
    clock.heard('gateway', 'yesterday');
    clock.heard('telegram', '');
    expect([isWrong(), isRight()]).toEqual([false, false]);
  });
});

test('nobody knows the age of what is to come in more than an hour', () => {
  const now = Date.UTC(2026, 0, 5);
  expect([-2 * day, 0, hour, hour + 1].map((to) => ageOf(now + to, now))).toEqual([2 * day, 0, 0, Infinity]);
});
