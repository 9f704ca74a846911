export interface Clock {
  now(): number;
  /** Only goes on. */
  steady(): number;
  /** Less than nothing: it is set back. */
  pass(ms: number): void;
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

const firstMoment = Date.UTC(2026, 0, 5, 9);

/** Manual. */
export function createClock(start = firstMoment): Clock {
  let at = start;
  let passed = 0;
  return {
    now: () => at,
    steady: () => passed,
    pass: (ms) => {
      at += ms;
      passed += Math.max(0, ms);
    },
  };
}

/** As clocks are: whole seconds take a millisecond more, so that parts of them are fractions. */
export function createUnevenClock(start = firstMoment): Clock {
  const clock = createClock(start);
  return { ...clock, pass: (ms) => clock.pass(ms % second === 0 ? ms + 1 : ms) };
}
