/** A Monday. */
const beginning = Date.UTC(2026, 0, 5, 8);

/** Virtual time. Only the clock's loop moves it. */
export const time = {
  /** Milliseconds of the true time, which the outside world has. */
  at: beginning,
  /** How far the shop's wall clock is ahead. */
  skewMs: 0,
  elapsed: (): number => time.at - beginning,
  reset(): void {
    time.at = beginning;
    time.skewMs = 0;
  },
};
