import { expect } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import type { Result } from '#domain/result.ts';
import { dueAt, noticeAt, readSchedule } from '#domain/schedule.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { Plan } from '#shop/returning/plans/plan.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { hour } from '#test/support/clock.ts';
import { backUp } from '#test/support/restored.ts';
import { settleAll } from '#test/support/settling.ts';
import { type Asked, buyerId, openWorld, type ShopWorld, type WorldOptions } from '#test/support/shop.ts';

export interface Told {
  readonly to: number;
  readonly alert: Alert;
}

/** A shop whose buyers are known people, and what each of them was told. */
export async function openPlannedWorld(
  database: ShopWorld['database'],
  options: WorldOptions = {},
): Promise<ShopWorld & { readonly messages: Told[] }> {
  const messages: Told[] = [];
  const tellOwner: WorldOptions['tellOwner'] = async (to, alert) => {
    messages.push({ to, alert });
    return { kind: 'delivered' };
  };
  const world = await openWorld(database, { tellOwner, ...options });
  await world.shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
  return { ...world, messages };
}

/** A delivered order of this buyer. */
export async function delivered(world: ShopWorld, asked: Asked = {}): Promise<Order> {
  const order = await world.buy(asked);
  await settleAll(world);
  return world.stands(order);
}

export const value = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** A plan for what was bought just now. */
export async function plan(
  world: ShopWorld,
  written = 'd30',
  { asked = {}, ceiling, follows = 'same' }: { asked?: Asked; ceiling?: number; follows?: 'same' | 'last' } = {},
): Promise<Plan> {
  const order = await delivered(world, asked);
  const schedule = readSchedule(written);
  if (!schedule) throw new Error(`${written} is no schedule`);
  const made = { by: order.buyerId, orderId: order.id, follows, schedule, ceiling: ceiling ?? order.charge };
  return value(await world.shop.plans.create(made));
}

/** What the workers do at one moment. */
export async function work(world: ShopWorld): Promise<void> {
  while ((await world.planWorker.runOnce()) > 0);
  await settleAll(world);
  while ((await world.alertWorker.runOnce()) > 0);
}

export async function at(world: ShopWorld, time: number): Promise<void> {
  world.clock.pass(time - world.clock.now());
  await work(world);
}

/** The notice and the purchase of a day. */
export async function live(world: ShopWorld, day: number): Promise<void> {
  await at(world, noticeAt(day));
  await at(world, dueAt(day));
}

export const today = (world: ShopWorld): number => dayOf(world.clock.now());

export const grant = (world: ShopWorld, amount: number, personId = buyerId): Promise<boolean> =>
  world.shop.wallet.grant({
    key: `gift ${personId} ${world.clock.now()} ${amount}`,
    personId,
    amount,
    actor: 'owner',
    note: null,
  });

export const kinds = (messages: readonly Told[]): string[] => messages.map(({ alert }) => alert.kind);

/** A plan buys just after a backup, which knows nothing of that; a top-up is sold twice by then. */
export async function buyByPlanAfterBackup(world: ShopWorld, settings: DatabaseSettings) {
  const { clock, sandbox } = world;
  await grant(world, 1_000_000);
  await plan(world, 'd7', { ceiling: 50_000 });
  const due = today(world) + 7;
  await at(world, noticeAt(due));
  clock.pass(dueAt(due) - hour - clock.now());
  const restore = await backUp(settings, clock.now);
  await at(world, dueAt(due));
  expect(await sandbox.sold()).toBe(2);
  return restore;
}
