/** A Monday. */
const beginning = Date.UTC(2026, 0, 5, 8);

/** Virtual time, as the outside world knows it. Only the clock's loop moves it. */
export const time = {
  at: beginning,
  elapsed: (): number => time.at - beginning,
  reset(): void {
    time.at = beginning;
  },
};
