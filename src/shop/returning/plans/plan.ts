import { createHash } from 'node:crypto';
import type { Day } from '#domain/calendar.ts';
import { type Rials, rialsOfToman } from '#domain/money.ts';
import type { ItemFacts } from '#domain/order.ts';
import type { Mobile } from '#domain/phone.ts';
import { readSchedule, type Schedule } from '#domain/schedule.ts';
import type { SkipReason } from '#shop/base/alerts/personal-notice.ts';
import { itemFactColumns, itemFactsOf, type Order, type OrderedItem } from '#shop/buying/orders/order.ts';
import type { Transaction } from '#storage/database.ts';
import type { PlanCycleRow, PlanRow } from '#storage/tables/plan.ts';

export interface Plan extends ItemFacts {
  readonly id: string;
  readonly personId: number;
  readonly mobile: Mobile;
  readonly item: PlannedItem;
  /** Identifies the item. */
  readonly what: string;
  /** The price at the last pricing. */
  readonly total: Rials;
  readonly charge: Rials;
  /** The most that the person agreed to pay. */
  readonly ceiling: Rials;
  readonly schedule: Schedule;
  readonly anchor: Day;
  /** The first cycle that is not announced yet. */
  readonly nextDay: Day;
  readonly state: PlanRow['state'];
  readonly why: string | null;
  readonly skips: number;
  /** Cycles due before this time may already be bought; 0 unless a restore marked the plan. */
  readonly possiblySentUntil: number;
}

/** `last` means the latest purchase for the number. */
type PlannedItem = OrderedItem | { readonly kind: 'last' };

export interface PlanCycle {
  readonly planId: string;
  readonly day: Day;
  readonly state: PlanCycleRow['state'];
  /** Why it waits or was skipped; null if it is not due yet or was ordered. */
  readonly problem: SkipReason | null;
  readonly orderId: string | null;
}

export const cycleId = (planId: string, day: Day): string => `${planId}:${day}`;

/** Derives all random parts of the order from the cycle, so that a restored database sends the same request. */
export function identityOf(cycle: string) {
  const hash = (what: string) => createHash('sha256').update(`${what}:${cycle}`).digest();
  const hex = hash('plan-key').toString('hex');
  const key = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return { source: `plan:${cycle}`, key, bytes: (size: number): Uint8Array => hash('plan-code').subarray(0, size) };
}

/** Rounds the limit up to whole tomans, because charges are whole tomans. */
export const ceilingOf = ({ ceiling }: Pick<PlanRow, 'ceiling'>): Rials =>
  Math.ceil(ceiling / rialsOfToman) * rialsOfToman;

export function planOf(row: PlanRow): Plan {
  const schedule = readSchedule(row.schedule);
  if (!schedule) throw new Error(`Plan ${row.id} has no readable schedule.`);
  return {
    id: row.id,
    personId: row.person_id,
    mobile: row.mobile,
    item: itemOf(row),
    what: row.what,
    ...itemFactsOf(row),
    total: row.total,
    charge: row.charge,
    ceiling: ceilingOf(row),
    schedule,
    anchor: row.anchor,
    nextDay: row.next_day,
    state: row.state,
    why: row.why,
    skips: row.skips,
    possiblySentUntil: row.possibly_sent_until,
  };
}

function itemOf({ kind, product_id, amount, credit, offer_code, offer_type }: PlanRow): PlannedItem {
  if (kind === 'last') return { kind };
  if (kind === 'offer') return { kind, code: offer_code ?? '', type: offer_type ?? '' };
  return { kind, productId: product_id ?? 0, amount, credit };
}

export const cycleOf = (row: PlanCycleRow): PlanCycle => ({
  planId: row.plan_id,
  day: row.day,
  state: row.state,
  problem: row.problem as SkipReason | null,
  orderId: row.order_id,
});

/** The price without a promo code, which was for one order. */
export const plannedCharge = ({ charge, promo }: Pick<Order, 'charge' | 'promo'>): Rials =>
  charge + (promo?.discount ?? 0);

/** The columns of a plan that describe the item of an order. */
export function itemColumns(order: Order, isLast: boolean) {
  const { item, total } = order;
  const product = item.kind === 'product' ? item : null;
  const offer = item.kind === 'offer' ? item : null;
  return {
    what: isLast ? 'last' : whatOf(item),
    kind: isLast ? ('last' as const) : item.kind,
    product_id: product?.productId ?? null,
    amount: product?.amount ?? null,
    credit: isLast ? null : (product?.credit ?? null),
    offer_code: offer?.code ?? null,
    offer_type: offer?.type ?? null,
    ...itemFactColumns(order),
    total,
    charge: plannedCharge(order),
  };
}

function whatOf(item: OrderedItem): string {
  if (item.kind === 'offer') return `offer:${item.type}:${item.code}`;
  const { productId, amount, credit = null } = item;
  return credit === null ? `product:${productId}:${amount ?? ''}` : `product:${productId}:credit:${credit}`;
}

/** Every writer locks order, wallet, plan and cycle in this order. */
export async function lockPlan(tx: Transaction, id: string): Promise<PlanRow | null> {
  const row = await tx
    .updateTable('plans')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
