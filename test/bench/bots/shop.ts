import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Orders } from './process.ts';
import { type Cart, type Product, totalOf } from './screens.ts';

/** The gateway as a small bot calls it: the same two calls as Sharj, over `undici.request`. */
export async function openShop({ gatewayUrl, gatewayToken }: Orders) {
  const dispatcher = new Agent({ connections: 32 });
  const authorization = `Bearer ${gatewayToken}`;

  async function filter(items: Record<string, string>, more: Record<string, string> = {}): Promise<Product[]> {
    const { body } = await request(`${gatewayUrl}/api/filter`, {
      dispatcher,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ table: 'product', items: { ...items, ...more, pagination: 'false' } }),
    });
    const { data } = (await body.json()) as { data: (Product & { status: number })[] };
    return data.filter(({ status }) => status === 1);
  }

  const kind = { operator: 'operator1', type: 'cell_internet', sim_card_type: 'credit' };
  const products = (await filter(kind, { categories: 'categories' })).sort((a, b) => a.id - b.id);

  async function buy(cart: Cart, { id, price }: Product): Promise<boolean> {
    const fields = { product_id: String(id), mobile: cart.mobile, price: String(totalOf(price)) };
    const { statusCode, body } = await request(`${gatewayUrl}/api/top-up/package/`, {
      dispatcher,
      method: 'POST',
      headers: {
        authorization,
        'idempotency-key': randomUUID(),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...fields, webservice_code: cart.code }).toString(),
    });
    await body.json();
    return statusCode === 200;
  }

  const asking = new Map<number, Promise<Product | null>>();
  async function ask({ id, name }: Product): Promise<Product | null> {
    return (await filter({ ...kind, name })).find((product) => product.id === id) ?? null;
  }

  return {
    products,
    find: (id: number) => products.find((product) => product.id === id) ?? null,
    /** The current price, asked before every purchase; concurrent questions share one answer. */
    fresh: (product: Product) => {
      const fresh = asking.get(product.id) ?? ask(product).finally(() => asking.delete(product.id));
      asking.set(product.id, fresh);
      return fresh;
    },
    buy,
    close: () => dispatcher.close(),
  };
}

/** "0912…" in the gateway's form; null for anything else. */
export const mobileIn = (text: string): string | null => (/^09\d{9}$/.test(text) ? `98${text.slice(1)}` : null);
