import type { Clock } from '#telegram/clock.ts';

export interface ManualClock extends Clock {
  /** Advances the time and runs all due timers in order. */
  advance(ms: number): void;
  /** Resolves with the milliseconds until the next matching timer, as soon as there is one. */
  planned(wanted?: (ms: number) => boolean): Promise<number>;
}

export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  let plans: { at: number; run: () => void }[] = [];
  const curious = new Set<() => void>();
  return {
    now: () => now,
    schedule(run, ms) {
      const plan = { at: now + ms, run };
      plans.push(plan);
      for (const look of [...curious]) look();
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
    planned: (wanted = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const [soonest] = plans
            .map((plan) => plan.at - now)
            .filter(wanted)
            .sort((a, b) => a - b);
          if (soonest === undefined) return;
          curious.delete(look);
          resolve(soonest);
        };
        curious.add(look);
        look();
      }),
  };
}
