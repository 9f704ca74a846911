export interface Clock {
  now(): number;
  pass(ms: number): void;
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Manual. */
export function createClock(start = Date.UTC(2026, 0, 5, 9)): Clock {
  let at = start;
  return {
    now: () => at,
    pass: (ms) => {
      at += ms;
    },
  };
}
