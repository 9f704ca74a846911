import { expect } from 'vitest';
import { heldStates } from '#domain/order.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import type { ShopWorld } from './shop.ts';

/** What is checked. */
export type Standing = Pick<ShopWorld, 'database'> & {
  readonly shop: { readonly wallet: Pick<ShopWorld['shop']['wallet'], 'findLedgerMismatches'> };
  readonly sandbox: Pick<ShopWorld['sandbox'], 'purchases'>;
};

import { moneyAgainst, sumsAgainst } from './sums.ts';

/** Must hold at every moment: nothing is half-written. */
export async function expectNothingHalfWritten({ database: { db }, shop, sandbox }: Standing): Promise<void> {
  const orders = await db.selectFrom('orders').selectAll().execute();
  const events = await db.selectFrom('order_events').selectAll().orderBy('id').execute();
  const jobs = await db.selectFrom('receipt_jobs').selectAll().execute();
  const ledger = await db.selectFrom('ledger').selectAll().orderBy('id').execute();
  const ofOrders = ledger.filter(({ kind }) => kind !== 'referral' && kind !== 'reversal');
  expect(moneyAgainst(orders)).toEqual([]);
  for (const order of orders) {
    const { id, state, confirmed_at, batch_id } = order;
    const trail = events.filter((event) => event.order_id === id);
    expect(trail.at(-1)?.to_state).toBe(state);
    expect(trail.map(({ from_state }) => from_state)).toEqual([
      null,
      ...trail.slice(0, -1).map(({ to_state }) => to_state),
    ]);
    const kinds = ofOrders.filter(({ order_id }) => order_id === id).map(({ kind }) => kind);
    const end = { delivered: ['capture'], rejected: ['release'] }[String(state)] ?? [];
    expect(kinds).toEqual(confirmed_at === null ? [] : ['hold', ...end]);
    const held = ledger.filter(({ order_id }) => order_id === id).reduce((sum, { held_delta }) => sum + held_delta, 0);
    expect(held).toBe(heldStates.includes(state) ? order.charge : 0);
    // One job for each confirmed order or list, and for quotes whose messages say that they are over; when done, it has shown
    // the current state.
    const job = jobs.find(({ subject }) => subject === subjectOf({ id, batchId: batch_id }));
    if (state !== 'cancelled') expect(job !== undefined).toBe(confirmed_at !== null);
    if (job && job.done_at !== null && batch_id === null) expect(job.told).toBe(state);
  }
  expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
  expect(sumsAgainst(orders, await db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
  const rows = new Map(orders.map((order) => [order.idempotency_key, order]));
  for (const { key, webservice_code, price } of await sandbox.purchases()) {
    expect(rows.get(key)).toMatchObject({ webservice_code, total: price });
    expect(rows.get(key)?.confirmed_at).not.toBeNull();
  }
}
