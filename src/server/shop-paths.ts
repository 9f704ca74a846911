import { Hono } from 'hono';

/** The apps of one agent's shop. */
interface ShopApps {
  /** Serves the whole path. */
  readonly webhook: Hono | null;
  readonly others: readonly Hono[];
}

/** Routes each agent's shop under its name. `basePath` is that of PUBLIC_URL, which a proxy may keep or strip. */
export function createShopPaths(basePath: string) {
  const shops = new Map<string, Hono>();
  const app = new Hono();
  for (const base of new Set(['', basePath]))
    app.all(`${base}/shops/:shop/*`, (context) => {
      const shop = shops.get(context.req.param('shop'));
      return shop ? shop.fetch(context.req.raw, context.env) : context.body(null, 404);
    });

  function open(name: string, { webhook, others }: ShopApps): void {
    const shop = new Hono({ strict: false });
    if (webhook) shop.route('/', webhook);
    for (const part of others) for (const path of ['/', `/shops/${name}`]) shop.route(path, part);
    shop.notFound((context) => context.body(null, 404));
    shops.set(name, shop);
  }

  return { app, open, close: (name: string): void => void shops.delete(name) };
}
