import { time } from './time.ts';

export type WallClock = ReturnType<typeof createWallClock>;

/** The clock of one machine, which may be wrong. `drift`: how much too fast it goes; 0.01 is a second in 100. */
export function createWallClock(drift = 0) {
  let aheadMs = 0;
  let rightAt = time.at;
  return {
    read: (): number => Math.floor(time.at + aheadMs + (time.at - rightAt) * drift),
    /** Since the run began. It is never set. */
    monotonic: (): number => time.elapsed() * (1 + drift),
    /** Somebody sets it. */
    step(ms: number): void {
      aheadMs += ms;
    },
    setRight(): void {
      aheadMs = 0;
      rightAt = time.at;
    },
  };
}
