import type { UpdateSource } from '#bot/intake/connection.ts';
import type { Inbox } from '#bot/intake/inbox.ts';
import type { BackgroundTasks } from '#bot/kit/background-tasks.ts';
import type { Renderer } from '#bot/pictures/renderer.ts';
import type { Transport } from '#bot/telegram/transport.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { errorMessage, type Log } from '#log.ts';
import type { PaymentProvider } from '#payments/provider.ts';
import type { HookSender } from '#server/hook-sender.ts';
import type { HttpServer } from '#server/server.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { Shop } from '#shop/shop.ts';
import type { Database } from '#storage/database.ts';
import { withTimeout } from '#with-timeout.ts';

interface ShutdownParts {
  readonly source: Pick<UpdateSource, 'stop'>;
  readonly inbox: Pick<Inbox, 'stop' | 'close'>;
  readonly backgroundTasks: Pick<BackgroundTasks, 'close'>;
  readonly renderer: Pick<Renderer, 'close'>;
  readonly workers: ReturnType<Shop['createWorkers']>;
  readonly catalogue: Pick<Catalogue, 'stop'>;
  readonly gateway: Pick<Gateway, 'close'>;
  readonly providers: readonly Pick<PaymentProvider, 'close'>[];
  readonly transport: Pick<Transport, 'close'>;
  readonly hookSender: Pick<HookSender, 'close'>;
  readonly server: Pick<HttpServer, 'close'>;
  readonly database: Pick<Database, 'close'>;
  /** Called last, so that no other process starts before this one has ended. */
  readonly release: () => void;
  readonly log: Log;
}

/** Together with the closing steps this stays below the ten seconds that container engines allow. */
const defaultStopMs = 6_000;
/** Limit of each closing step. */
const defaultCloseMs = 1_000;

/** Stops the parts in order, with a time limit for each. */
export function createShutdown(parts: ShutdownParts, stopMs = defaultStopMs, closeMs = defaultCloseMs) {
  const { source, inbox, backgroundTasks, renderer, workers, catalogue, gateway, transport, hookSender } = parts;
  const { server, database, log } = parts;
  const { receiptWorker, deliveryWorker, ...others } = workers;
  const stopOthers = () => Object.values(others).map((worker) => worker.stop());

  /** Cuts off agents' slow addresses, so that they do not use up the time. Their deliveries are repeated. */
  async function stopDeliveries(): Promise<void> {
    await withTimeout(stopMs / 3, deliveryWorker.stop());
    await hookSender.close();
    await deliveryWorker.stop();
  }

  /** Stops taking work and finishes work in progress until `late` is aborted. */
  async function finish(late: AbortSignal): Promise<void> {
    await before(late, source.stop());
    await before(late, Promise.all([inbox.stop(), ...stopOthers(), stopDeliveries(), catalogue.stop()]));
    await before(late, backgroundTasks.close());
    // Sends receipts of orders that ended during the stop.
    if (!late.aborted) await before(late, receiptWorker.runOnce());
    await before(late, receiptWorker.stop());
  }

  /** Interrupts remaining work: purchases keep their keys, and updates stay in the inbox. */
  async function close(): Promise<void> {
    const providers = parts.providers.map((provider) => provider.close());
    await Promise.all([gateway.close(), transport.close(), hookSender.close(), renderer.close(), ...providers]);
    // Interrupted workers store their progress.
    const stopped = [...stopOthers(), deliveryWorker.stop(), receiptWorker.stop()];
    await withTimeout(closeMs, Promise.all([inbox.stop(), ...stopped, catalogue.stop()]));
    await server.close();
    await withTimeout(
      closeMs,
      inbox.close().catch(() => undefined),
    );
    const closed = await withTimeout(closeMs, database.close());
    parts.release();
    if (!closed) throw new Error('The database could not be closed in time.');
  }

  /** `others` uses these parts and is stopping too. */
  async function stop(others: Promise<void> = Promise.resolve()): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), stopMs);
    try {
      await Promise.all([finish(late.signal), before(late.signal, others)]);
    } catch (error) {
      log.error({ problem: errorMessage(error) }, 'shutdown step failed');
    }
    clearTimeout(timer);
    if (late.signal.aborted) log.warn({ stopMs }, 'stop timed out; work in progress is left to the next process');
    await close();
    log.info({}, 'stopped');
  }

  return { stop, close };
}

/** Waits for the work, or until `late` is aborted. */
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
