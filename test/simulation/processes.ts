import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { folderOf } from './folder.ts';
import type { Result } from './result.ts';
import type { SweepResult, SweepTask } from './sweep.ts';

/** What one process does. */
export type Task = Manner & ({ readonly seeds: readonly number[] } | { readonly sweep: SweepTask });

interface Manner {
  readonly isTraced?: boolean;
  /** Real timers, files and sockets are violations. */
  readonly isWatched?: boolean;
  /** Only this one of each seed. */
  readonly story?: string | undefined;
}

interface Options extends Manner {
  readonly bug?: string | undefined;
  /** Lines of the journal. */
  readonly onTrace?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const root = here('../../');

/** Most of a start is compiling the same files. */
const compiled = join(tmpdir(), 'sharj-compiled');

/** Runs a task in a process of its own, and yields what it prints. Throws if the process breaks. */
async function* run<T>(task: Task, { bug, onTrace, signal }: Options): AsyncGenerator<T> {
  const env = {
    NODE_COMPILE_CACHE: compiled,
    ...process.env,
    TZ: 'UTC',
    ...(bug === undefined ? {} : { SIMULATED_BUG: bug }),
  };
  const flags = ['--disable-warning=ExperimentalWarning', '--import', here('kernel.ts')];
  const child = spawn(process.execPath, [...flags, here('child.ts'), JSON.stringify(task)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  signal?.addEventListener('abort', stop, { once: true });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{')) yield JSON.parse(line) as T;
      else onTrace?.(line);
    }
    const code = await ended;
    if (code !== 0 && !signal?.aborted) throw new Error(`The process ended with ${code}: ${complaints.trim()}`);
  } finally {
    signal?.removeEventListener('abort', stop);
    child.kill();
    await ended;
    // A process that was stopped leaves its disk behind.
    if (child.pid !== undefined) rmSync(folderOf(child.pid), { recursive: true, force: true });
  }
}

/** A process keeps some memory of every seed. */
const seedsInOne = 20;
/** Seeds are lived side by side, in so many processes. */
const sideBySide = Math.min(2, availableParallelism());

/** In the order of the seeds. */
export async function* runSeeds(seeds: Iterable<number>, options: Options = {}): AsyncGenerator<Result> {
  const { isTraced = false, isWatched = false, story } = options;
  const manner = { isTraced, isWatched, story };
  const left = Iterator.from(seeds);
  for (let some = take(left); some.length > 0; some = take(left)) {
    const shares = Array.from({ length: sideBySide }, (_, at) => some.filter((__, place) => place % sideBySide === at));
    const lived = shares.map((share) => liveAll({ ...manner, seeds: share }, options));
    for (const [at] of some.entries()) {
      const next = await lived[at % sideBySide]?.next();
      if (next?.done === false) yield next.value;
    }
    for (const one of lived) await one.return(undefined);
    if (options.signal?.aborted) return;
  }
}

/** In one process after the other, should one break. */
async function* liveAll(
  task: Manner & { readonly seeds: readonly number[] },
  options: Options,
): AsyncGenerator<Result> {
  let left = task.seeds;
  while (left.length > 0 && !options.signal?.aborted) {
    try {
      for await (const result of run<Result>({ ...task, seeds: left }, options)) {
        left = left.slice(1);
        yield result;
      }
      return;
    } catch (error) {
      yield broken(left[0] ?? 0, error instanceof Error ? error.message : String(error));
      left = left.slice(1);
    }
  }
}

export const runSweep = (task: SweepTask, options: Options = {}): AsyncGenerator<SweepResult> =>
  run<SweepResult>({ sweep: task }, options);

function take(seeds: IteratorObject<number>): number[] {
  const some: number[] = [];
  while (some.length < seedsInOne) {
    const { done, value } = seeds.next();
    if (done === true) break;
    some.push(value);
  }
  return some;
}

const broken = (seed: number, why: string): Result => ({
  seed,
  hash: '',
  violations: [why],
  kills: 0,
  purchases: 0,
  payments: 0,
  virtualSeconds: 0,
  faults: {},
  stories: {},
  states: {},
  gates: 0,
});
