import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';

export type Renderer = ReturnType<typeof createRenderer>;

export interface RendererDeps {
  readonly log: Log;
  /** A picture that takes longer is given up. The first one waits for the thread to start as well. */
  readonly deadlineMs?: number;
  /** A thread without work is let go: it holds the fonts and the library in memory. */
  readonly idleMs?: number;
  /** For tests: what runs in the thread. */
  readonly script?: URL;
}

interface Job {
  readonly svg: string;
  readonly done: PromiseWithResolvers<Uint8Array>;
}

type Reply = { readonly png: Uint8Array } | { readonly problem: string };

const usual = new URL('./worker.ts', import.meta.url);

/**
 * SVG to PNG in a thread of its own, so that nobody waits for somebody else's picture. The thread starts with the first
 * picture; if it dies, the picture in hand is lost and the next one gets a new thread.
 */
export function createRenderer({ log, deadlineMs = 15_000, idleMs = 60_000, script = usual }: RendererDeps) {
  const waiting: Job[] = [];
  let current: Job | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function open(): Worker {
    // It needs nothing of ours: neither the settings nor the options that this process was started with.
    const opened = new Worker(script, { env: {}, execArgv: [] });
    opened.unref();
    opened.on('message', (reply: Reply) => {
      if (opened !== worker) return;
      if ('png' in reply) finish((job) => job.done.resolve(reply.png));
      else finish((job) => job.done.reject(new Error(`The picture could not be drawn: ${reply.problem}`)));
    });
    opened.on('error', (error: Error) =>
      log.error({ problem: error.message }, 'the thread that draws pictures failed'),
    );
    opened.on('exit', () => {
      if (opened === worker) give(new Error('The thread that draws pictures ended.'));
    });
    return opened;
  }

  function rest(): void {
    const old = worker;
    worker = null;
    old?.terminate().catch(() => undefined);
  }

  /** Lets the thread go, and with it the picture in hand. */
  function give(problem: Error): void {
    rest();
    finish((job) => job.done.reject(problem));
  }

  function finish(settle: (job: Job) => void): void {
    clearTimeout(timer);
    const job = current;
    current = null;
    if (job) settle(job);
    next();
  }

  function next(): void {
    if (current || closed) return;
    current = waiting.shift() ?? null;
    if (!current) {
      timer = setTimeout(rest, idleMs);
      timer.unref();
      return;
    }
    clearTimeout(timer);
    worker ??= open();
    timer = setTimeout(() => give(new Error('The picture took too long.')), deadlineMs);
    worker.postMessage(current.svg);
  }

  function render(svg: string): Promise<Uint8Array> {
    if (closed) return Promise.reject(new Error('No more pictures are drawn.'));
    const job = { svg, done: Promise.withResolvers<Uint8Array>() };
    waiting.push(job);
    next();
    return job.done.promise;
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(timer);
    const old = worker;
    worker = null;
    for (const job of [current, ...waiting.splice(0)]) job?.done.reject(new Error('No more pictures are drawn.'));
    current = null;
    await old?.terminate();
  }

  return { render, close };
}
