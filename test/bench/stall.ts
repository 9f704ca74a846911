import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createGateway, type Gateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';

/** A gateway in another thread that only sends a prepared catalogue, so that our side is measured. */
export async function openStall(products: number): Promise<{ url: string; gateway: Gateway; close(): Promise<void> }> {
  const workerData = { products, token: 'bench' };
  const worker = new Worker(new URL('./stall-thread.ts', import.meta.url), { workerData });
  const [url] = (await once(worker, 'message')) as [string];
  const gateway = createGateway({
    baseUrl: url,
    token: 'bench',
    operator2Path: 'operator2',
    operatorNames: null,
    purchaseStyle: 'post-form',
    successPattern: null,
    log: createLog('silent'),
    now: Date.now,
    random: Math.random,
  });
  return {
    url,
    gateway,
    close: async () => {
      await gateway.close();
      await worker.terminate();
    },
  };
}
