import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Order } from '#shop/buying/orders/order.ts';
import { assembleShop } from '#shop/shop.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { openParts } from '#test/support/shop-parts.ts';

/** Different products at the same time: taps for one product would share a price check. */
const different = 25;
/** A person may have only so many open quotes. */
export const mostEach = 20;

/** A shop without a bot, on SQLite unless told, with the sandbox gateway in another thread. */
export async function openBenchShop(settings?: DatabaseSettings) {
  const thread = new Worker(new URL('./gateway-thread.ts', import.meta.url), { workerData: { token: 'bench' } });
  const [url] = (await once(thread, 'message')) as [string];
  const directory = await mkdtemp(join(tmpdir(), 'sharj-bench-'));
  const file = join(directory, 'sharj.db');
  const parts = await openParts(settings ?? { kind: 'sqlite', file }, url);
  const { database, gateway } = parts;
  const shop = assembleShop(parts);
  await shop.catalogue.refresh();

  const fillWallet = (personId: number) =>
    shop.wallet.grant({ key: `bench:${personId}`, personId, amount: 1_000_000_000, actor: 'bench', note: null });

  const products = Array.from({ length: 420 }, (_, at) => shop.catalogue.product(at + 1))
    .filter(
      (product) =>
        product?.operatorId === 1 && product.simType === 'prepaid' && product.onSale && product.maxPrice === null,
    )
    .slice(0, different)
    .map((product) => product?.id ?? 0);
  if (products.length < different) throw new Error('The sandbox sells too little.');

  let asked = 0;
  let buyerId = 0;
  /** Quotes, each with its Confirm button, so many of each buyer. */
  async function quotes(count: number, each = mostEach): Promise<Order[]> {
    const made: Order[] = [];
    for (let one = 0; one < count; one += 1) {
      if (one % each === 0) {
        buyerId += 1;
        await fillWallet(buyerId);
      }
      asked += 1;
      const productId = products[asked % products.length] ?? 0;
      const mobile = `98912${String(asked).padStart(7, '0')}`;
      const wanted = { item: { kind: 'product', productId, amount: null }, mobile, simType: 'prepaid' } as const;
      const quoted = await shop.orders.quote({ idempotencySource: `bench:${asked}`, buyerId, wanted });
      if (!quoted.ok) throw new Error(`No quote: ${quoted.error.code}.`);
      made.push(quoted.value);
    }
    return made;
  }

  async function confirm({ id, buyerId }: Order): Promise<void> {
    const done = await shop.orders.confirm({ orderId: id, by: buyerId, idempotencySource: `tap:${id}`, messageId: 1 });
    if (!done.ok || done.value.state !== 'confirmed') throw new Error('Not confirmed.');
  }

  return {
    file,
    shop,
    gatewayUrl: url,
    /** The number of each purchase that the gateway sold. */
    sold: async (): Promise<string[]> => {
      const answer = await fetch(`${url}/sandbox/purchases`, { headers: { authorization: 'Bearer bench' } });
      const { purchases } = (await answer.json()) as {
        purchases: { readonly mobile: string; readonly outcome: string }[];
      };
      return purchases.filter(({ outcome }) => outcome === 'bought').map(({ mobile }) => mobile);
    },
    confirm,
    quotes,
    /** Quoted and confirmed: work for the purchase worker. */
    confirmed: async (count: number, each: number) => inFlight(await quotes(count, each), 50, confirm),
    close: async () => {
      await gateway.close();
      await database.close();
      await thread.terminate();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type BenchShop = Awaited<ReturnType<typeof openBenchShop>>;

/** Runs it for all, with limited concurrency. */
export async function inFlight<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const take = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, take));
}
