import { isEnd } from '#domain/order.ts';
import type { ReceiptWorkerDeps } from '#shop/money/receipts/receipt-worker.ts';
import { assembleShop } from '#shop/shop.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { openParts } from '#test/support/shop-parts.ts';

/** A process of a shop that settles orders and says which ended, until it is killed. */

const { settings, url } = JSON.parse(process.argv[2] ?? '') as { settings: DatabaseSettings; url: string };
const shop = assembleShop(await openParts(settings, url));
await shop.catalogue.refresh();

// The parent reads it before the receipt counts as sent, as a messenger does.
const deliver: ReceiptWorkerDeps['deliver'] = async (what, { messages }) => {
  if (what.kind === 'order' && isEnd(what.order.state)) {
    const told = { id: what.order.id, state: what.order.state };
    await new Promise<void>((resolve) => process.send?.(told, () => resolve()));
  }
  return { kind: 'delivered', messages };
};
const { purchaseWorker, receiptWorker } = shop.createWorkers(
  {
    deliver,
    tellOwner: async () => ({ kind: 'delivered' }),
    announcing: { send: async () => ({ kind: 'sent' }), report: async () => true },
    deliverSupport: async () => ({ kind: 'done', how: 'sent' }),
  },
  { concurrency: 10, leaseMs: 15_000 },
);
purchaseWorker.start();
receiptWorker.start();
process.send?.('ready');
