import { setTimeout } from 'node:timers/promises';

/** The program's metrics at one moment. */
interface Sample {
  readonly resident: number;
  readonly heap: number;
  readonly handles: number;
  readonly delayMs: number;
  readonly descriptors: number;
}

/** Over a while: the lowest heap, which is what remains after collections; the longest delay. */
export interface Stretch extends Sample {
  readonly samples: number;
}

const names = {
  resident: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  handles: 'nodejs_active_resources_total',
  delayMs: 'nodejs_eventloop_lag_p99_seconds',
  descriptors: 'process_open_fds',
} as const;

async function take(url: string): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    resident: read(names.resident),
    heap: read(names.heap),
    handles: read(names.handles),
    delayMs: read(names.delayMs) * 1_000,
    descriptors: read(names.descriptors),
  };
}

export async function watch(url: string, forMs: number, everyMs = 500): Promise<Stretch> {
  const samples: Sample[] = [];
  for (const until = Date.now() + forMs; Date.now() < until; await setTimeout(everyMs)) samples.push(await take(url));
  const all = (field: keyof Sample) => samples.map((sample) => sample[field]);
  return {
    samples: samples.length,
    resident: Math.max(...all('resident')),
    heap: Math.min(...all('heap')),
    handles: Math.max(...all('handles')),
    delayMs: Math.max(...all('delayMs')),
    descriptors: Math.max(...all('descriptors')),
  };
}

/** The growth from the second to the last third: the first is for warming up. */
export function growth(stretches: readonly Stretch[], field: keyof Sample): number {
  const third = Math.max(1, Math.floor(stretches.length / 3));
  const median = (some: readonly Stretch[]) =>
    some.map((stretch) => stretch[field]).toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN;
  return median(stretches.slice(-third)) / median(stretches.slice(-2 * third, -third)) - 1;
}
