import type { BackgroundTasks } from '../bot/core/background-tasks.ts';
import type { Inbox } from '../bot/core/inbox.ts';
import type { Renderer } from '../bot/pictures/renderer.ts';
import type { UpdateSource } from '../bot/polling.ts';
import type { Transport } from '../bot/transport.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Log } from '../log.ts';
import type { HttpServer } from '../server/server.ts';
import type { Catalogue } from '../shop/catalogue/catalogue.ts';
import type { Database } from '../storage/database.ts';
import { within } from '../within.ts';
import type { Shop } from './shop.ts';

export interface Stoppable {
  readonly source: UpdateSource;
  readonly inbox: Pick<Inbox, 'stop' | 'close'>;
  readonly backgroundTasks: Pick<BackgroundTasks, 'close'>;
  readonly renderer: Pick<Renderer, 'close'>;
  readonly workers: ReturnType<Shop['createWorkers']>;
  readonly catalogue: Pick<Catalogue, 'stop'>;
  readonly gateway: Pick<Gateway, 'close'>;
  readonly transport: Pick<Transport, 'close'>;
  readonly server: Pick<HttpServer, 'close'>;
  readonly database: Pick<Database, 'close'>;
  /** Given up last, so that no other process begins before this one is done. */
  readonly release: () => void;
  readonly log: Log;
}

/** For what is in hand; with the rest below it fits into the ten seconds that container engines give. */
const usualStopMs = 6_000;
/** For each step of closing, once nobody is waited for any more. */
const closeMs = 1_000;

/** How a bot ends: in order, and in time, whoever hangs. */
export function createStopping(parts: Stoppable, stopMs = usualStopMs) {
  const { source, inbox, backgroundTasks, renderer, workers, catalogue, gateway, transport, server, database, log } =
    parts;
  const { receipts, ...others } = workers;
  const stopOthers = () => Object.values(others).map((worker) => worker.stop());

  /** Takes nothing new and finishes what is in hand, while there is time. */
  async function finish(late: AbortSignal): Promise<void> {
    await before(late, source.stop());
    await before(late, Promise.all([inbox.stop(), ...stopOthers(), catalogue.stop()]));
    await before(late, backgroundTasks.close());
    // What was settled just now is told just now.
    if (!late.aborted) await before(late, receipts.runOnce());
    await before(late, receipts.stop());
  }

  /** Ends what is still under way: its key stays, and its update stays in the inbox. */
  async function close(): Promise<void> {
    await Promise.all([gateway.close(), transport.close(), renderer.close()]);
    // Those who were cut off write down how far they came.
    await within(closeMs, Promise.all([inbox.stop(), ...stopOthers(), receipts.stop(), catalogue.stop()]));
    await server.close();
    await within(
      closeMs,
      inbox.close().catch(() => undefined),
    );
    const closed = await within(closeMs, database.close());
    parts.release();
    if (!closed) throw new Error('The database could not be closed in time.');
  }

  async function stop(): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), stopMs);
    try {
      await finish(late.signal);
    } catch (error) {
      log.error({ problem: error instanceof Error ? error.message : 'unknown' }, 'not everything could be finished');
    }
    clearTimeout(timer);
    if (late.signal.aborted) log.warn({ stopMs }, 'time is up: what is still in hand is left to the next process');
    await close();
    log.info({}, 'stopped');
  }

  return { stop, close };
}

/** Until it is done, or until it is too late for that. */
async function before(late: AbortSignal, work: Promise<unknown>): Promise<void> {
  if (late.aborted) return void work.catch(() => undefined);
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  late.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([work, over.promise]);
  } finally {
    late.removeEventListener('abort', end);
  }
}
