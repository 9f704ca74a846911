import { dayOf, periodOf, startOf } from '#domain/calendar.ts';
import type { SettlementTerms } from '#domain/settlement.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { hour } from '#test/support/clock.ts';
import type { TestProvider } from '#test/support/provider.ts';
import { hearRight } from '#test/support/recall.ts';
import { settleAll } from '#test/support/settling.ts';
import { newUpdate, openWorld, ownerId, rangedTopUpId, type ShopWorld, type WorldOptions } from '#test/support/shop.ts';

export const agent = 400;

/** An agent on credit, on the eve of a Saturday; statements are made on Saturdays. */
export async function openAgentWorld(
  database: ShopWorld['database'],
  { graceDays = 3, ...options }: WorldOptions & Pick<Partial<SettlementTerms>, 'graceDays'> = {},
): Promise<ShopWorld> {
  const world = await openWorld(database, options);
  const { people, wallet, settlementTerms } = world.shop;
  await people.loadOrCreate({ id: ownerId, name: 'Owner', language: 'fa' });
  await people.loadOrCreate({ id: agent, name: 'Reza', language: 'fa' });
  await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agent).execute();
  await wallet.setCreditLimit(agent, 10_000_000);
  const saturday = periodOf('persian', 'week', dayOf(world.clock.now())).to + 1;
  world.clock.pass(startOf(saturday) - hour - world.clock.now());
  await world.settlementWorker.runOnce();
  const set = await settlementTerms.set(ownerId, 0, { cycle: 'weekly', day: 0, graceDays });
  if (!set.ok) throw new Error(set.error.code);
  return world;
}

/** Confirmed on credit; the charge is the amount. Null: not possible now. */
export async function confirm(
  world: ShopWorld,
  buyer: number,
  amount: number,
  idempotencySource: string = newUpdate(),
): Promise<Order | null> {
  const item = { kind: 'product', productId: rangedTopUpId, amount } as const;
  const { id } = await world.quote({ idempotencySource, buyer, item });
  const asked = { orderId: id, by: buyer, idempotencySource: `tap:${id}`, messageId: null };
  const confirmed = await world.shop.orders.confirm(asked);
  return confirmed.ok ? confirmed.value : null;
}

export async function order(world: ShopWorld, amount: number): Promise<Order> {
  const made = await confirm(world, agent, amount);
  if (!made) throw new Error('Not confirmed.');
  return made;
}

/** Ordered and delivered. */
export async function buy(world: ShopWorld, amount: number): Promise<Order> {
  const made = await order(world, amount);
  await settleAll(world);
  return made;
}

let moved = 0;
/** Money in, or out. */
export async function move(
  world: ShopWorld,
  kind: 'pay' | 'grant' | 'take',
  amount: number,
  personId = agent,
): Promise<void> {
  moved += 1;
  await world.shop.wallet[kind]({ key: `test ${moved}`, personId, amount, actor: 'owner', note: null });
}

/** Paid online, at the bank of these tests. */
export async function payOnline(world: ShopWorld, bank: TestProvider, by: number, amount: number): Promise<string> {
  moved += 1;
  const { online } = world.shop.payments;
  const begun = await online.open({ source: `test ${moved}`, by, method: 'zarinpal', amount, orderId: null });
  if (!begun.ok) throw new Error(begun.error.code);
  const { id } = begun.value;
  bank.pay((await online.forward(id))?.payment.reference ?? '');
  await online.returned(id);
  await world.paymentWorker.runOnce();
  return id;
}

export const paymentsAt = (bank: TestProvider) => {
  return { providers: [bank], invoices: false, publicUrl: 'https://shop.example', description: 'debt' };
};

/** Time passes, statements are looked at, and what is to be told is told. */
export async function round(world: ShopWorld, ms: number): Promise<void> {
  world.clock.pass(ms);
  hearRight(world.shop.clock);
  await world.clockWorker.runOnce();
  await world.settlementWorker.runOnce();
  await world.alertWorker.runOnce();
  await world.settlementWorker.runOnce();
}
