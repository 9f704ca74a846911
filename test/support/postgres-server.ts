import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order, Report } from './postgres-process.ts';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
  /** Immediately. `start` brings it back with the committed data. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes its files. */
  remove(): Promise<void>;
}

/** A real PostgreSQL from an npm package, in its own process, because the package ends its process with exit code 0. */
export async function createPostgresServer(): Promise<PostgresServer> {
  const child = fork(new URL('./postgres-process.ts', import.meta.url));
  const first = await nextReport(child);
  if (!('ready' in first)) throw new Error('PostgreSQL did not start.');
  const ask = async (order: Order): Promise<void> => {
    const answer = nextReport(child);
    child.send(order);
    await answer;
  };
  return {
    url: first.ready,
    stop: () => ask('stop'),
    crash: () => ask('crash'),
    start: () => ask('start'),
    remove: async () => {
      const gone = once(child, 'exit');
      await ask('remove');
      await gone;
    },
  };
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const ended = once(child, 'exit').then(([code]) => ({ failed: `its process ended with ${code}` }));
  const [report] = (await Promise.race([once(child, 'message'), ended.then((end) => [end])])) as [Report];
  if ('failed' in report) throw new Error(`PostgreSQL: ${report.failed}`);
  return report;
}
