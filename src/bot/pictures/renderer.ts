import { Worker } from 'node:worker_threads';
import type { Log } from '#log.ts';

export type Renderer = ReturnType<typeof createRenderer>;

export interface RendererDeps {
  readonly log: Log;
  /** The first picture includes the start of the thread. */
  readonly deadlineMs?: number;
  /** An idle thread is ended: it keeps the fonts and the library in memory. */
  readonly idleMs?: number;
  readonly script?: URL;
}

interface Job {
  readonly svg: string;
  readonly done: PromiseWithResolvers<Uint8Array>;
}

type Reply = { readonly png: Uint8Array } | { readonly problem: string };

const defaultScript = new URL('./worker.ts', import.meta.url);

/** SVG to PNG in a worker thread, so that drawing does not block the bot. A thread that dies loses only its picture. */
export function createRenderer({ log, deadlineMs = 60_000, idleMs = 60_000, script = defaultScript }: RendererDeps) {
  const waiting: Job[] = [];
  let current: Job | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function open(): Worker {
    // Without our settings and command line options.
    const opened = new Worker(script, { env: {}, execArgv: [] });
    opened.unref();
    opened.on('message', (reply: Reply) => {
      if (opened !== worker) return;
      if ('png' in reply) finish((job) => job.done.resolve(reply.png));
      else finish((job) => job.done.reject(new Error(`The picture could not be drawn: ${reply.problem}`)));
    });
    opened.on('error', (error: Error) => log.error({ problem: error.message }, 'picture thread failed'));
    opened.on('exit', () => {
      if (opened === worker) endThread(new Error('The picture thread ended.'));
    });
    return opened;
  }

  function terminate(): void {
    const old = worker;
    worker = null;
    old?.terminate().catch(() => undefined);
  }

  /** The current picture fails. */
  function endThread(problem: Error): void {
    terminate();
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
      timer = setTimeout(terminate, idleMs);
      timer.unref();
      return;
    }
    clearTimeout(timer);
    worker ??= open();
    timer = setTimeout(() => endThread(new Error('The picture took too long.')), deadlineMs);
    worker.postMessage(current.svg);
  }

  function render(svg: string): Promise<Uint8Array> {
    if (closed) return Promise.reject(new Error('The renderer is closed.'));
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
    for (const job of [current, ...waiting.splice(0)]) job?.done.reject(new Error('The renderer is closed.'));
    current = null;
    await old?.terminate();
  }

  return { render, close };
}
