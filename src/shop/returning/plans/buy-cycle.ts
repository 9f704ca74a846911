import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { dueAt, lastTryAt, lateAt, tooLateAt } from '#domain/schedule.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { CycleProblem, SkipReason } from '#shop/base/alerts/personal-notice.ts';
import { isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { Refused } from '#shop/base/refused.ts';
import { type ConfirmDeps, confirmOrders } from '#shop/buying/orders/confirm-order.ts';
import { newCode } from '#shop/buying/orders/identity.ts';
import { insertQuote, markPossiblySent } from '#shop/buying/orders/insert-quote.ts';
import type { Priced } from '#shop/buying/orders/pricing.ts';
import { isReachable } from '#shop/people/people/reachable.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { idFrom } from '#storage/derived-id.ts';
import { hasGatewayChangedSince } from '#storage/last-restore.ts';
import type { PlanCycleRow, PlanRow } from '#storage/tables/plan.ts';
import { skipCycle } from './end-cycle.ts';
import { pauseForPerson } from './open-cycles.ts';
import { ceilingOf, identityOf, lockPlan, type Plan, planOf } from './plan.ts';
import type { PlanPrice } from './plan-price.ts';

/** Why a cycle was not bought now, and what the person is told about it. */
interface CycleFailure {
  readonly problem: CycleProblem;
  readonly missing?: Rials;
  /** The price it would cost. */
  readonly price?: Rials;
}

export interface BuyCycleDeps extends ConfirmDeps {
  readonly database: Database;
  readonly priceOf: PlanPrice;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly purchaseRoute: Gateway['purchaseRoute'];
  readonly quoteMinutes: number;
  readonly keyHours: number;
  readonly log: Log;
  readonly now: () => number;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
}

/** Problems of the shop itself, which are retried soon without a message to the buyer. */
const soonMs = 10 * 60_000;
const isShops = ({ problem }: CycleFailure): boolean => problem === 'selling' || problem === 'gateway';

/** Another process or the person was first. */
class CycleOver extends Error {}

/**
 * Buys what a cycle plans. Quote, confirmation and the end of the cycle are one transaction, and the order's id, key and code
 * come from the plan and the day. So a cycle has at most one order, even if processes die or compete.
 */
export function createBuyCycle(deps: BuyCycleDeps) {
  const { database, wallet, priceOf, alerts, purchaseRoute, quoteMinutes, keyHours, log, now } = deps;
  const { purchasesDue, receiptsDue, alertsDue } = deps;

  async function attempt(cycle: PlanCycleRow): Promise<void> {
    const row = await database.db.selectFrom('plans').selectAll().where('id', '=', cycle.plan_id).executeTakeFirst();
    if (!row) throw new Error(`Cycle ${cycle.id} has no plan.`);
    const plan = planOf(row);
    if (now() >= tooLateAt(cycle.day)) return skip(cycle, mayBeBought(plan, cycle) ? 'restored' : reasonOf(cycle));
    if (!(await isReachable(database.db, plan.personId))) return pause(cycle);
    const priced = await priceOf(plan);
    if (!priced.ok) return notBought(plan, cycle, priced.error);
    if (await isUnknowable(plan, cycle, priced.value)) return skip(cycle, 'restored');
    const { charge } = priced.value.charge;
    if (charge > plan.ceiling) return notBought(plan, cycle, { problem: 'price', price: charge });
    const failure = await buy(plan, cycle, priced.value);
    if (failure === 'person-paused') await pause(cycle);
    else if (failure) await notBought(plan, cycle, failure);
  }

  /** The cycle may already be bought; only the same request under its key would tell. */
  async function isUnknowable(plan: Plan, { day }: PlanCycleRow, { price }: Priced): Promise<boolean> {
    const { possiblySentUntil, total } = plan;
    if (!mayBeBought(plan, { day })) return false;
    const isOld = now() - dueAt(day) > keyHours * 3_600_000;
    return isOld || price.total !== total || hasGatewayChangedSince(database.db, possiblySentUntil);
  }

  /** Null if it was bought or is over. */
  async function buy(plan: Plan, cycle: PlanCycleRow, priced: Priced): Promise<CycleFailure | 'person-paused' | null> {
    try {
      await database.transaction((tx) => order(tx, plan, cycle, priced));
    } catch (error) {
      if (error instanceof CycleOver) return null;
      if (error instanceof Refused) return troubleOf(error.failure, priced.charge.charge);
      throw error;
    }
    log.info({ plan: plan.id, day: cycle.day }, 'plan ordered');
    purchasesDue.notify();
    receiptsDue.notify();
    alertsDue.notify();
    return null;
  }

  async function order(tx: Transaction, plan: Plan, claimed: PlanCycleRow, priced: Priced) {
    const { id: cycle, day, problem } = claimed;
    const { personId: buyerId, mobile } = plan;
    const { source, key, bytes } = identityOf(cycle);
    const id = idFrom(source);
    const at = now();
    const route = purchaseRoute(priced.productType);
    const quote = { id, buyerId, mobile, priced, route, key, code: newCode(bytes), batchId: null };
    const isNew = await insertQuote(tx, { ...quote, at, expiresAt: at + quoteMinutes * 60_000 });
    if (!isNew) throw new CycleOver();
    const result = await confirmOrders(tx, deps, { orders: [isNew], buyerId, why: 'planned', at });
    if ('failure' in result) throw new Refused(result.failure);
    const row = await lockPlan(tx, plan.id);
    const ordered = await tx
      .updateTable('plan_cycles')
      .set({ state: 'ordered', problem: null, order_id: id, ended_at: at, lease_until: 0 })
      .where('id', '=', cycle)
      .where('state', '=', 'waiting')
      .where(isStillClaimed(claimed))
      .returning('id')
      .executeTakeFirst();
    // The agreed price may have changed since it was read.
    const isAgreed = row?.what === plan.what && ceilingOf(row) >= isNew.charge;
    if (!ordered || !isAgreed) throw new CycleOver();
    if (dueAt(day) < row.possibly_sent_until) await markPossiblySent(tx, id, dueAt(day));
    await tx
      .updateTable('plans')
      .set({ skips: 0, total: isNew.total, charge: isNew.charge, updated_at: at })
      .where('id', '=', plan.id)
      .execute();
    const isShopsDelay = problem === null || problem === 'selling' || problem === 'gateway';
    if (isShopsDelay && at >= lateAt(day))
      await alerts.writeTo(tx, [buyerId], { occasion: cycle, alert: { kind: 'plan-late', planId: plan.id, day } });
  }

  async function notBought(plan: Plan, cycle: PlanCycleRow, trouble: CycleFailure): Promise<void> {
    if (!isShops(trouble) && now() >= lastTryAt(cycle.day)) return skip(cycle, trouble.problem);
    await database.transaction((tx) => postpone(tx, plan, cycle, trouble));
    alertsDue.notify();
  }

  async function postpone(tx: Transaction, plan: Plan, cycle: PlanCycleRow, trouble: CycleFailure): Promise<void> {
    const at = now();
    const { day, person_id: personId } = cycle;
    const { problem, price = 0 } = trouble;
    // Locks the wallet: earlier money is visible here, and later money wakes the cycle.
    const isEnough = problem === 'money' && (await wallet.shortfall(tx, personId, price)) === 0;
    const isOver = isEnough || isAnswered(plan, await lockPlan(tx, plan.id), trouble);
    const soon = isShops(trouble) ? Math.min(at + soonMs, tooLateAt(day)) : lastTryAt(day);
    const keptCycle = await tx
      .updateTable('plan_cycles')
      .set({ problem, next_attempt_at: isOver ? at : soon, lease_until: 0 })
      .where('id', '=', cycle.id)
      .where('state', '=', 'waiting')
      .where(isStillClaimed(cycle))
      .returning('id')
      .executeTakeFirst();
    if (keptCycle && !isOver) await tell(tx, plan, cycle, trouble);
  }

  /** Tells the person once for each problem of a cycle, and again about missing money after another plan took some. */
  async function tell(tx: Transaction, plan: Plan, cycle: PlanCycleRow, trouble: CycleFailure): Promise<void> {
    const { problem, missing = 0, price = null } = trouble;
    if (problem === 'selling' || problem === 'gateway') return;
    const what = { planId: plan.id, day: cycle.day };
    const alert =
      problem === 'money'
        ? ({ kind: 'plan-short', ...what, missing } as const)
        : ({ kind: 'plan-asked', ...what, why: problem, price } as const);
    const before = problem === 'money' ? await boughtBefore(tx, cycle) : null;
    const occasion = [cycle.id, problem, ...(before === null ? [] : [before])].join(' ');
    await alerts.writeTo(tx, [plan.personId], { occasion, alert });
  }

  /** The person's last cycle bought on the same day. */
  async function boughtBefore(tx: Transaction, { person_id, day }: PlanCycleRow): Promise<string | null> {
    const earlierPurchase = await tx
      .selectFrom('plan_cycles')
      .select('id')
      .where('person_id', '=', person_id)
      .where('day', '=', day)
      .where('state', '=', 'ordered')
      .orderBy('ended_at', 'desc')
      .orderBy('id')
      .executeTakeFirst();
    return earlierPurchase?.id ?? null;
  }

  async function skip(cycle: PlanCycleRow, why: SkipReason): Promise<void> {
    const { plan_id: planId, person_id: personId, day } = cycle;
    const at = now();
    await database.transaction(async (tx) => {
      const plan = await lockPlan(tx, planId);
      const skipped = plan && (await skipCycle(tx, { plan, day, why, at, claimed: cycle }));
      if (!skipped) return;
      const alert = { kind: 'plan-skipped', planId, day, why, paused: skipped.paused } as const;
      await alerts.writeTo(tx, [personId], { occasion: cycle.id, alert });
    });
    log.info({ plan: planId, day, why }, 'plan skipped');
    alertsDue.notify();
  }

  async function pause(cycle: PlanCycleRow): Promise<void> {
    const { plan_id: planId, person_id: personId } = cycle;
    const at = now();
    await database.transaction(async (tx) => {
      const plan = await lockPlan(tx, planId);
      const own = tx.selectFrom('plan_cycles').select('id').where('id', '=', cycle.id).where(isStillClaimed(cycle));
      if (plan?.state !== 'active' || !(await own.executeTakeFirst())) return;
      await pauseForPerson(tx, plan, at);
      await alerts.writeTo(tx, [personId], { occasion: `${planId} ${at}`, alert: { kind: 'plan-paused', planId } });
    });
    alertsDue.notify();
  }

  return { attempt };
}

/** Before a restore, which does not know it. */
const mayBeBought = ({ possiblySentUntil }: Plan, { day }: Pick<PlanCycleRow, 'day'>): boolean =>
  dueAt(day) < possiblySentUntil;

const reasonOf = ({ problem }: PlanCycleRow): SkipReason => (problem === null ? 'late' : (problem as SkipReason));

/** True if the person changed price or item during the attempt. */
const isAnswered = (before: Plan, now: PlanRow | null, { problem, price = 0 }: CycleFailure): boolean =>
  now !== null &&
  ((problem === 'price' && ceilingOf(now) >= price) ||
    ((problem === 'price' || problem === 'product') && now.what !== before.what));

function troubleOf(failure: Failure, price: Rials): CycleFailure | 'person-paused' | null {
  switch (failure.code) {
    case 'wallet-too-small':
      return { problem: 'money', missing: failure.missing, price };
    case 'daily-limit':
      return { problem: 'limit' };
    case 'selling-paused':
      return { problem: 'selling' };
    case 'person-paused':
      // Selling continues when the statement is paid.
      return failure.reason === settlementPause ? { problem: 'selling' } : failure.code;
    // Another process confirmed the order.
    default:
      return null;
  }
}
