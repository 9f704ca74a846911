import type { Result } from './result.ts';

/** One line for people, and one for each violation. */
export function describe({ seed, hash, violations, kills, purchases, virtualSeconds }: Result): string {
  const facts = `${purchases} purchases, ${kills} kills, ${virtualSeconds} virtual seconds, ${hash}`;
  if (violations.length === 0) return `seed ${seed}: ok, ${facts}`;
  const lines = violations.map((one) => `  - ${one}`);
  return [
    `seed ${seed}: ${violations.length} VIOLATIONS, ${facts}`,
    ...lines,
    `  npm run simulate -- --seed ${seed} --trace`,
  ].join('\n');
}

/** With fewer seeds a fault may be absent by chance. */
const enoughSeeds = 20;

/** Faults, stories and states that no run met. */
export function blindSpots(results: readonly Result[]): string[] {
  if (results.length < enoughSeeds) return [];
  const met = new Map<string, number>();
  for (const { faults, stories, states } of results)
    for (const [name, count] of Object.entries({ ...faults, ...stories, ...states }))
      met.set(name, (met.get(name) ?? 0) + count);
  return [...met].flatMap(([name, count]) => (count === 0 ? [name] : []));
}

export function summary(results: readonly Result[], ms: number): string {
  const sum = (count: (result: Result) => number) => results.reduce((all, one) => all + count(one), 0);
  const violated = results.filter(({ violations }) => violations.length > 0).length;
  const done = `${sum(({ purchases }) => purchases)} purchases, ${sum(({ kills }) => kills)} kills`;
  const passed = `${sum(({ virtualSeconds }) => virtualSeconds)} virtual seconds in ${(ms / 1_000).toFixed(1)} s`;
  return `${results.length} seeds, ${violated} with violations: ${done}, ${passed}`;
}
