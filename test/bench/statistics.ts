/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** A quantile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Several rounds of one measurement. */
export interface Measured {
  readonly value: number;
  /** The lowest and the highest of all rounds. */
  readonly spread: readonly [number, number];
}

export const measured = (values: readonly number[]): Measured => ({
  value: median(values),
  spread: [Math.min(...values), Math.max(...values)],
});

/** Compares rounds pairwise, so that a machine that slows down affects both. */
export const against = (ours: readonly number[], peers: readonly number[]): Measured =>
  measured(ours.map((value, round) => value / (peers[round] ?? Number.NaN)));

/** CPU milliseconds of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Wall time and CPU time of this thread: on a busy machine the first says more about the machine. */
export async function timed<T>(run: () => T | Promise<T>): Promise<{ ms: number; cpu: number; value: T }> {
  const used = threadMs();
  const began = performance.now();
  const value = await run();
  return { ms: performance.now() - began, cpu: threadMs() - used, value };
}

/** CPU microseconds for one call, repeated, because the clock ticks in milliseconds. */
export function costOf(run: () => unknown, forMs: number): number {
  const began = threadMs();
  let calls = 0;
  let used = 0;
  for (let batch = 1; used < forMs; batch *= 2) {
    for (let call = 0; call < batch; call += 1) run();
    calls += batch;
    used = threadMs() - began;
  }
  return (used * 1_000) / calls;
}
