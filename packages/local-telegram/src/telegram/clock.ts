/** A dependency, so that tests never sleep. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after `ms`; returns the cancel function. */
  schedule(run: () => void, ms: number): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export const unixTime = (clock: Clock): number => Math.floor(clock.now() / 1000);
