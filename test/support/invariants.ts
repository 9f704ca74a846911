import { expect } from 'vitest';
import { heldStates, isEnd } from '../../src/domain/order.ts';
import type { World } from './shop.ts';

/** What is looked at. */
export type Standing = Pick<World, 'database'> & {
  readonly shop: { readonly wallet: Pick<World['shop']['wallet'], 'findDrift'> };
  readonly counter: Pick<World['counter'], 'purchases'>;
};

import { sumsAgainst } from './sums.ts';

/** What must be true at every moment, in the middle of any trouble: nothing is half-written. */
export async function expectNothingHalfWritten({ database: { db }, shop, counter }: Standing): Promise<void> {
  const orders = await db.selectFrom('orders').selectAll().execute();
  const events = await db.selectFrom('order_events').selectAll().orderBy('id').execute();
  const receipts = await db.selectFrom('receipts').selectAll().execute();
  const ledger = await db.selectFrom('ledger').selectAll().orderBy('id').execute();
  for (const { id, state, total, confirmed_at } of orders) {
    const trail = events.filter((event) => event.order_id === id);
    expect(trail.at(-1)?.to_state).toBe(state);
    expect(trail.map(({ from_state }) => from_state)).toEqual([
      null,
      ...trail.slice(0, -1).map(({ to_state }) => to_state),
    ]);
    const kinds = ledger.filter(({ order_id }) => order_id === id).map(({ kind }) => kind);
    const end = { delivered: ['capture'], rejected: ['release'] }[String(state)] ?? [];
    expect(kinds).toEqual(confirmed_at === null ? [] : ['hold', ...end]);
    const held = ledger.filter(({ order_id }) => order_id === id).reduce((sum, { held_delta }) => sum + held_delta, 0);
    expect(held).toBe(heldStates.includes(state) ? total : 0);
    if (isEnd(state) && confirmed_at !== null) {
      expect(receipts.filter((receipt) => receipt.order_id === id && receipt.state === state)).toHaveLength(1);
    }
  }
  expect(await shop.wallet.findDrift()).toEqual([]);
  expect(sumsAgainst(orders, await db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
  const rows = new Map(orders.map((order) => [order.idempotency_key, order]));
  for (const { key, webservice_code, price } of await counter.purchases()) {
    expect(rows.get(key)).toMatchObject({ webservice_code, total: price });
    expect(rows.get(key)?.confirmed_at).not.toBeNull();
  }
}
