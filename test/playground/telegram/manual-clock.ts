import type { Clock } from '../../../src/playground/telegram/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and runs what fell due, in order. */
  advance(ms: number): void;
  /** How long until each thing that is planned, in milliseconds. */
  planned(): number[];
}

export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  let plans: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    schedule(run, ms) {
      const plan = { at: now + ms, run };
      plans.push(plan);
      return () => {
        plans = plans.filter((other) => other !== plan);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = plans.filter((plan) => plan.at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        plans = plans.filter((plan) => plan !== next);
        now = next.at;
        next.run();
      }
      now = end;
    },
    planned: () => plans.map((plan) => plan.at - now).sort((a, b) => a - b),
  };
}
