import { randomBytes } from 'node:crypto';
import type { ApiCard } from '@sharj/local-telegram/page/protocol.ts';
import { z } from 'zod';
import type { DemoShop } from '#shop/running/demo/demo-shop.ts';

interface ApiCardDeps {
  readonly shop: Pick<DemoShop, 'newToken'>;
  readonly gateway: { readonly url: string; readonly token: string };
  /** The address of the bot's server. */
  readonly url: string;
  readonly mobile: string;
}

const productList = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      price: z.number(),
      second_price: z.number().nullable(),
      status: z.number(),
      operator_id: z.coerce.number(),
    }),
  ),
});
/** The operator of the agent's number. */
const operatorId = 2;
/** Longer than the API keeps a purchase waiting. */
const answerMs = 30_000;

/** A purchase through the shop's own API, which the visitor can also run in a terminal. */
export function createApiCard({ shop, gateway, url, mobile }: ApiCardDeps) {
  let token = '';
  let purchase: { readonly key: string; readonly fields: string } | null = null;
  let answer: ApiCard['answer'] = null;
  const address = `${url}/api/top-up/package`;
  const authorization = () => `Bearer ${token}`;

  /**
   * Picks a product with a range of prices, whose price can be sent unchanged. Asks the gateway, which answers even
   * while the bot is stopped.
   */
  async function topUp(): Promise<{ id: number; price: number }> {
    const response = await fetch(`${gateway.url}/api/filter`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ table: 'product', items: { type: 'cell_direct_charge', sim_card_type: 'credit' } }),
    });
    const { data } = productList.parse(await response.json());
    const product = data.find((one) => one.status === 1 && one.second_price !== null && one.operator_id === operatorId);
    if (!product) throw new Error('There is no top-up of any amount.');
    return product;
  }

  return {
    card(): ApiCard | null {
      if (!purchase) return null;
      const { key, fields } = purchase;
      const line = `curl -s -H 'Authorization: ${authorization()}' -H 'Idempotency-Key: ${key}' -d '${fields}' ${address}`;
      return { line, answer };
    },

    async make(): Promise<void> {
      token = await shop.newToken();
      answer = null;
      const { id, price } = await topUp();
      const key = `site-${randomBytes(4).toString('hex')}`;
      purchase = { key, fields: `product_id=${id}&mobile=${mobile}&price=${price}&webservice_code=${key}` };
    },

    async run(): Promise<void> {
      if (!purchase) return;
      const { key, fields } = purchase;
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: {
            authorization: authorization(),
            'idempotency-key': key,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: fields,
          signal: AbortSignal.timeout(answerMs),
        });
        answer = { status: response.status, body: await response.text() };
      } catch {
        answer = { status: null, body: '' };
      }
    },
  };
}
