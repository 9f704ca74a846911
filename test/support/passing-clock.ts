import { type Clock, createClock } from '#shop/base/clock.ts';

interface PassingClock extends Clock {
  /** How far the clock of the shop's server is off. */
  off: number;
}

/** The clock of a shop in a world whose time the test moves: the servers around it, which tell the real time, are in it too. */
export function createPassingClock(passed: () => number, real: () => number = Date.now): PassingClock {
  const error = { off: 0 };
  const clock = createClock({
    wall: () => real() + passed() + error.off,
    steady: () => real() + passed(),
  });
  return Object.assign(error, clock, {
    heard: (source: 'gateway' | 'telegram', date: string) =>
      clock.heard(source, new Date(Date.parse(date) + passed()).toUTCString()),
  });
}
