import type { Log } from '../../log.ts';

export interface WorkLoop {
  start(): void;
  /** Something may be due now: look without waiting for the next round. */
  wake(): void;
  /** Looks once and finishes what it took; how many that was. */
  runOnce(): Promise<number>;
  /** Takes nothing new and waits for what is in hand. */
  stop(): Promise<void>;
}

/** One that is also handed work which this process has leased already, and need not look for. */
export interface OpenLoop<T> extends WorkLoop {
  /** How many more could be begun now. */
  room(): number;
  /** Begins it. False: there is no room, or nobody works here. */
  take(piece: T): boolean;
}

export interface WorkLoopDeps<T> {
  readonly name: string;
  /** Takes up to so many pieces of work that nobody else has. */
  readonly claim: (room: number) => Promise<readonly T[]>;
  readonly work: (piece: T) => Promise<void>;
  readonly concurrency: number;
  readonly everyMs: number;
  readonly log: Log;
}

/** Works through a table: as many at once as allowed, again whenever woken or the time has come. */
export function createWorkLoop<T>({ name, claim, work, concurrency, everyMs, log }: WorkLoopDeps<T>): OpenLoop<T> {
  const inHand = new Set<Promise<void>>();
  let running = false;
  let rounds: Promise<void> = Promise.resolve();
  let woken = false;
  let troubled = false;
  let endNap = () => {};

  function wake(): void {
    woken = true;
    endNap();
  }

  const room = () => (running ? concurrency - inHand.size : 0);

  function begin(piece: T): void {
    const done = work(piece)
      .then(
        () => true,
        // Whatever went wrong, the row is still there and its lease runs out: it comes round again.
        (error: unknown) => {
          troubled = true;
          log.error({ loop: name, problem: problemOf(error) }, 'work failed and will be tried again');
          return false;
        },
      )
      .then((well) => {
        inHand.delete(done);
        if (well && inHand.size === concurrency - 1) wake();
      });
    inHand.add(done);
  }

  async function look(): Promise<number> {
    const room = concurrency - inHand.size;
    if (room <= 0) return 0;
    const pieces = await claim(room);
    for (const piece of pieces) begin(piece);
    return pieces.length;
  }

  async function round(): Promise<void> {
    woken = false;
    try {
      await look();
    } catch (error) {
      log.error({ loop: name, problem: problemOf(error) }, 'could not look for work; trying again');
    }
    if (!running) return;
    // What fails at once and is still there to be taken would be taken and fail without end: then the usual pause.
    const calm = !troubled;
    troubled = false;
    // Whatever was due and had room is in hand by now; when there is room again, or more to do, we are woken.
    if (!calm || !woken) await nap();
  }

  async function nap(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, everyMs);
    endNap = resolve;
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
      const taken = await look();
      await Promise.all(inHand);
      return taken;
    },
    stop: async () => {
      running = false;
      wake();
      await rounds;
      await Promise.all(inHand);
    },
  };
}

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
