import { assembleShop } from '#shop/shop.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { openParts } from '#test/support/shop-parts.ts';
import { settlingWorkers } from './settling-workers.ts';

// One of several processes that buy from the same database: it reports each receipt to its parent.

const { settings, gatewayUrl, concurrency } = JSON.parse(process.argv[2] ?? '') as {
  settings: DatabaseSettings;
  gatewayUrl: string;
  concurrency: number;
};
const parts = await openParts(settings, gatewayUrl);
const shop = assembleShop(parts);
await shop.catalogue.refresh();
const workers = settlingWorkers(shop, concurrency, (orderId) =>
  // The parent may have all of them and have left.
  process.send?.({ orderId }, () => undefined),
);
process.once('message', () => workers.start());
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
