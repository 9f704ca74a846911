import { isEnd } from '#domain/order.ts';
import type { ReceiptWorkerDeps } from '#shop/receipts/receipt-worker.ts';
import type { assembleShop } from '#shop/shop.ts';

/** Buys confirmed orders and calls `onReceipt` for each that ended, perhaps twice. */
export function settlingWorkers(
  shop: ReturnType<typeof assembleShop>,
  concurrency: number,
  onReceipt: (orderId: string) => void,
) {
  const deliver: ReceiptWorkerDeps['deliver'] = async (what, { messages }) => {
    if (what.kind === 'order' && isEnd(what.order.state)) onReceipt(what.order.id);
    return { kind: 'delivered', messages };
  };
  const announcing = { send: async () => ({ kind: 'sent' }) as const, report: async () => true };
  const deliverSupport = async () => ({ kind: 'done', how: 'sent' }) as const;
  const tellOwner = async () => ({ kind: 'delivered' }) as const;
  const { purchaseWorker, receiptWorker } = shop.createWorkers(
    { deliver, tellOwner, announcing, deliverSupport },
    { concurrency },
  );
  return {
    start: () => {
      purchaseWorker.start();
      receiptWorker.start();
    },
    stop: () => Promise.all([purchaseWorker.stop(), receiptWorker.stop()]),
  };
}
