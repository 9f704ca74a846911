import { errorMessage, type Log } from '#log.ts';
import type { Database } from '#storage/database.ts';

export interface WorkLoop {
  start(): void;
  /** Starts the next round now. */
  wake(): void;
  /** Runs one round; returns the number of claimed jobs after they are done. */
  runOnce(): Promise<number>;
  /** Claims nothing more and waits for running work. */
  stop(): Promise<void>;
}

/** Also takes work that this process has already leased. */
interface OpenLoop<T> extends WorkLoop {
  room(): number;
  /** False if there is no room, or if the loop is not running. */
  take(piece: T): boolean;
}

/** While claims fail, the pause between two rounds doubles up to this. */
const longestPauseMs = 5_000;

/** How long a job may take before another process may take it. */
export const defaultLeaseMs = 60_000;

/** The parts that every worker needs. */
export interface WorkerDeps {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => number;
  readonly leaseMs?: number;
  readonly everyMs?: number;
  readonly idleMs?: number;
}

export interface WorkLoopDeps<T> {
  readonly name: string;
  /** Leases up to `room` jobs. */
  readonly claim: (room: number) => Promise<readonly T[]>;
  readonly work: (piece: T) => Promise<void>;
  readonly concurrency: number;
  /** The pause between two rounds while there is work. */
  readonly everyMs: number;
  /** When the next stored work is due; null if there is none. Without it every pause is `everyMs`. */
  readonly nextDue?: (() => Promise<number | null>) | undefined;
  /** The longest pause. Code that stores work wakes the loop of its own process; this finds what a killed process stored. */
  readonly idleMs?: number | undefined;
  readonly now?: (() => number) | undefined;
  readonly log: Log;
}

/**
 * Claims and runs work with limited concurrency: when woken, when work is due, and from time to time. A table holds what is
 * due. A job that fails, or whose process dies, is claimed again when its lease expires, so `work` must be safe to run twice.
 *
 * ```ts
 * const loop = createWorkLoop({
 *   name: 'alert-worker',
 *   claim: (limit) => claimAlerts(database, { now: now(), leaseMs: defaultLeaseMs, limit }),
 *   work: async (row) => {
 *     await tell(row);
 *     await database.write((db) => db.updateTable('alerts').set({ done_at: now() }).where('id', '=', row.id).execute());
 *   },
 *   concurrency: 5,
 *   everyMs: 1_000,
 *   nextDue: () => claimAlerts.nextDue(database),
 *   log,
 * });
 * alertsDue.subscribe(loop.wake);
 * ```
 */
export function createWorkLoop<T>(deps: WorkLoopDeps<T>): OpenLoop<T> {
  const { name, claim, work, concurrency, everyMs, nextDue, log } = deps;
  const { idleMs = everyMs * 10, now = Date.now } = deps;
  const active = new Set<Promise<void>>();
  let running = false;
  let rounds: Promise<void> = Promise.resolve();
  let woken = false;
  /** True if the last claim filled all the room. */
  let mayBeMore = false;
  let failed = false;
  /** Failures in a row. */
  let failedClaims = 0;
  let endSleep = () => {};

  function wake(): void {
    woken = true;
    endSleep();
  }

  const room = () => (running ? concurrency - active.size : 0);

  function begin(piece: T): void {
    const done = work(piece)
      .then(
        () => true,
        // The row stays, and is claimed again when its lease expires.
        (error: unknown) => {
          failed = true;
          log.error({ worker: name, problem: errorMessage(error) }, 'job failed; will retry');
          return false;
        },
      )
      .then((succeeded) => {
        active.delete(done);
        if (succeeded && mayBeMore) wake();
      });
    active.add(done);
  }

  async function claimAndBegin(): Promise<number> {
    const room = concurrency - active.size;
    mayBeMore = room <= 0;
    if (mayBeMore) return 0;
    const pieces = await claim(room);
    mayBeMore = pieces.length >= room;
    for (const piece of pieces) begin(piece);
    return pieces.length;
  }

  async function round(): Promise<void> {
    woken = false;
    let pauseMs = everyMs;
    try {
      const isIdle = (await claimAndBegin()) === 0 && active.size === 0;
      failedClaims = 0;
      if (isIdle && nextDue && !woken && running) {
        const due = (await nextDue()) ?? Number.POSITIVE_INFINITY;
        pauseMs = Math.min(idleMs, Math.max(everyMs, due - now()));
      }
    } catch (error) {
      failedClaims += 1;
      pauseMs = Math.max(everyMs, Math.min(longestPauseMs, everyMs * 2 ** failedClaims));
      log.error({ worker: name, problem: errorMessage(error) }, 'claim failed; will retry');
    }
    if (!running) return;
    // After a failure always sleep: a job that fails at once would otherwise be retried in a tight loop.
    const mayContinue = woken && !failed;
    const isDueSoon = (woken || failed) && failedClaims === 0;
    failed = false;
    if (!mayContinue) await sleep(isDueSoon ? everyMs : pauseMs);
  }

  async function sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    endSleep = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function run(): Promise<void> {
    while (running) await round();
  }

  return {
    start: () => {
      if (running) return;
      running = true;
      rounds = run();
    },
    wake,
    room,
    take: (piece) => {
      if (room() <= 0) return false;
      begin(piece);
      return true;
    },
    runOnce: async () => {
      const count = await claimAndBegin();
      await Promise.all(active);
      return count;
    },
    stop: async () => {
      running = false;
      wake();
      await rounds;
      await Promise.all(active);
    },
  };
}
