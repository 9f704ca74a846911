/** The middle one; between the two middle ones where there is no single one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** The value that a share of all values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** What several rounds of one measurement say together. */
export interface Measured {
  readonly value: number;
  /** The lowest and the highest of all rounds: what the machine made of it. */
  readonly spread: readonly [number, number];
}

export const measured = (values: readonly number[]): Measured => ({
  value: median(values),
  spread: [Math.min(...values), Math.max(...values)],
});

/** Each round against the peer's in the same round, so that a machine that slows down slows both. */
export const against = (ours: readonly number[], peers: readonly number[]): Measured =>
  measured(ours.map((value, round) => value / (peers[round] ?? Number.NaN)));

/** Milliseconds of CPU that this thread used so far. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Time by the clock, and of this thread alone: on a busy machine the first tells more of the machine than of us. */
export async function timed<T>(run: () => T | Promise<T>): Promise<{ ms: number; cpu: number; value: T }> {
  const used = threadMs();
  const began = performance.now();
  const value = await run();
  return { ms: performance.now() - began, cpu: threadMs() - used, value };
}

/** Microseconds of this thread for one call, called again and again for so long: its clock ticks in milliseconds. */
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

/** What is alive, in MiB. */
export function heapMiB(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
