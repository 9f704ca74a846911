import { ownCauseOutcome } from '#domain/order.ts';
import type { PurchaseFailure } from '#gateway/failure.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { pendingWhy } from '#gateway/purchase-outcome.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import { backOffMs } from '#shop/base/jobs/back-off.ts';
import { claimOrders, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import { addReceiptJob, subjectOf } from '#shop/base/outbox/outbox.ts';
import type { AccountPause, TokenPause } from '#shop/base/sales-pause/account-pause.ts';
import type { Outage } from '#shop/base/sales-pause/outage.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import type { Catalogue, CatalogueStatus } from '#shop/buying/catalogue/catalogue.ts';
import type { Transaction } from '#storage/database.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { createCircuitBreaker, longestPauseMs } from './circuit-breaker.ts';
import { type Finalization, finalizeBought, finalizeOrder } from './finalize-order.ts';
import { balanceMs, createGatewayTrouble, probeMs } from './gateway-trouble.ts';
import { isKeyOld, wasSent } from './key-age.ts';
import { type Review, sendToReview } from './manual-review.ts';
import { gatewayName } from './note-gateway.ts';
import { type Order, orderOf } from './order.ts';
import type { OrderEnds } from './order-ends.ts';
import { moveOrder } from './transition.ts';

export interface PurchaseWorkerDeps extends WorkerDeps {
  readonly gateway: Pick<Gateway, 'buyPackage'>;
  /** Null if the gateway is the parent shop. */
  readonly gatewayUrl: string | null;
  readonly catalogue: Pick<Catalogue, 'askBalance'> & { status(): Pick<CatalogueStatus, 'balance' | 'wallet'> };
  readonly wallet: Wallet;
  readonly salesPause: SalesPause;
  readonly accountPause: AccountPause;
  readonly tokenPause: TokenPause;
  readonly outage: Outage;
  readonly steady: () => number;
  readonly random: () => number;
  readonly keyHours: number;
  /** The account pays what an order costs, not the total that the gateway is sent. */
  readonly isChargedCost?: boolean;
  readonly alerts: Alerts;
  /** Called once for each order, by the process that ended it. */
  readonly onEnded?: (to: 'delivered' | 'rejected') => void;
  readonly orderEnds: Pick<OrderEnds, 'ended'>;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
  readonly apiDeliveriesDue: Signal;
  readonly concurrency?: number;
}

/** Stored with orders. */
const actor = 'settler';
/** Statuses of a server that does not know the address, for example during a deployment. */
const addressMissing = [404, 405, 410];

export function createPurchaseWorker(deps: PurchaseWorkerDeps): WorkLoop {
  const {
    database,
    gateway,
    catalogue,
    wallet,
    salesPause,
    accountPause,
    tokenPause,
    outage,
    log,
    now,
    steady,
    random,
    keyHours,
    alerts,
  } = deps;
  const {
    orderEnds,
    purchasesDue,
    receiptsDue,
    alertsDue,
    apiDeliveriesDue,
    leaseMs = defaultLeaseMs,
    concurrency = 20,
    isChargedCost = false,
    everyMs = 1_000,
    idleMs,
  } = deps;
  const { onEnded = () => undefined } = deps;
  const gatewayNoted = deps.gatewayUrl === null ? null : gatewayName(deps.gatewayUrl);
  const breaker = createCircuitBreaker(steady);
  const { noteTrouble, gatewayWorks, askAgain, probe } = createGatewayTrouble(deps, gatewayNoted, () => loop.wake());

  async function settle(order: OrderRow): Promise<void> {
    if (isKeyOld(order, now(), keyHours)) return review(order, tooOld(order));
    const { idempotency_key: key, body, route, confirmed_at: since } = order;
    const answer = await gateway.buyPackage({ key, body, route, since });
    if (answer.ok) return bought(order, answer.value.message);
    switch (answer.error.kind) {
      case 'rejected':
        if (addressMissing.includes(answer.error.status)) return addressIsMissing(order, answer.error);
        return refused(order, answer.error.message);
      case 'account-empty':
        return accountEmpty(order, answer.error);
      case 'unrecognised':
        return unrecognised(order, answer.error.message);
      case 'unauthorized':
        return waitForToken(order);
      case 'unsure':
        return unanswered(order, answer.error);
    }
  }

  /** Keeps an order that may be sold: only a server that knows its key can refuse it. This does not end an outage either. */
  async function addressIsMissing(
    order: OrderRow,
    { status, message: why }: Extract<PurchaseFailure, { kind: 'rejected' }>,
  ): Promise<void> {
    // After a restore, only the gateway knows what became of this order.
    if (order.possibly_sent_at !== null)
      return review(order, inDoubt(order, `status ${status}, and possibly sent before`));
    if (wasSent(order)) return unanswered(order, { why: `status ${status}`, retryAfterMs: null });
    return reject(order, { why });
  }

  async function unanswered(order: OrderRow, failure: Unanswered): Promise<void> {
    if (failure.why === pendingWhy) {
      breaker.answered();
      if (await salesPause.tokenRefused()) await askAgain();
    } else if (breaker.failed()) {
      await outage.begin();
      noteTrouble();
    }
    return keepAsking(order, failure.why, await pauseMs(order, failure));
  }

  /** During an outage the breaker protects the gateway, so an order waits no longer than the breaker. */
  async function pauseMs({ attempts }: OrderRow, { why, retryAfterMs }: Unanswered): Promise<number> {
    const ownMs = backOffMs(attempts, random, retryAfterMs);
    // The gateway answers that it works on the order, so ask again soon, however long it takes.
    if (why === pendingWhy) return Math.max(retryAfterMs ?? 0, Math.min(ownMs, probeMs));
    return ownMs <= longestPauseMs || (await outage.since()) === null ? ownMs : longestPauseMs;
  }

  async function bought(order: OrderRow, why: string): Promise<void> {
    breaker.answered();
    const ending = { why, actor, now: now() };
    ended(
      order,
      'delivered',
      await database.transaction((tx) => finalizeBought(tx, { wallet, alerts }, order, ending)),
    );
    await gatewayWorks();
  }

  async function refused(order: OrderRow, why: string): Promise<void> {
    breaker.answered();
    await reject(order, { why });
    await gatewayWorks();
  }

  /** Our account is empty: the buyer reads a neutral text, and selling pauses until the account is filled. */
  async function accountEmpty(
    order: OrderRow,
    { message: why }: Extract<PurchaseFailure, { kind: 'account-empty' }>,
  ): Promise<void> {
    breaker.answered();
    if ((await salesPause.switchedBy('account')) === null) await catalogue.askBalance(balanceMs);
    const account = catalogue.status();
    const needed = isChargedCost ? (order.cost ?? order.total) : order.total;
    await reject(order, { why, outcome: ownCauseOutcome }, (tx) => accountPause.begin(tx, needed, account, now()));
    log.error({ order: order.id, balance: account.balance }, 'gateway account empty');
    alertsDue.notify();
    await gatewayWorks();
  }

  /** Only the process that still holds the order may write: an answer to an earlier claim says nothing about a later one. */
  async function reject(
    order: OrderRow,
    words: Pick<Finalization, 'why' | 'outcome'>,
    also: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const ending = {
      id: order.id,
      from: order.state,
      to: 'rejected',
      actor,
      claimed: order,
      now: now(),
      ...words,
    } as const;
    const rejection = await database.transaction(async (tx) => {
      const done = await finalizeOrder(tx, wallet, ending);
      if (done) await also(tx);
      return done;
    });
    ended(order, 'rejected', rejection);
  }

  /** `done` is null if the order has moved on. */
  function ended(order: OrderRow, to: 'delivered' | 'rejected', done: Order | null): void {
    const fields = { order: order.id, code: order.webservice_code, to, attempts: order.attempts };
    log.info({ ...fields, first: done !== null }, 'order settled');
    if (done) onEnded(to);
    orderEnds.ended(order.id);
    receiptsDue.notify();
    alertsDue.notify();
    if (order.source === 'api') apiDeliveriesDue.notify();
  }

  async function keepAsking(order: OrderRow, why: string, waitMs: number): Promise<void> {
    const at = now();
    const set = { next_attempt_at: at + waitMs, lease_until: 0, outcome: why };
    await database.transaction(async (tx) => {
      if (order.state === 'unsure') return postpone(tx, order, set);
      const move = { id: order.id, from: order.state, to: 'unsure', actor, why, now: at, claimed: order, set } as const;
      const moved = await moveOrder(tx, move);
      if (moved) await addReceiptJob(tx, subjectOf(orderOf(moved)), at);
    });
    log.warn(
      { order: order.id, code: order.webservice_code, why, attempts: order.attempts },
      'purchase unsure; will retry',
    );
    receiptsDue.notify();
  }

  async function waitForToken(order: OrderRow): Promise<void> {
    const waitMs = Math.min(probeMs, backOffMs(order.attempts, random));
    await keepAsking(order, 'the gateway refused our token', waitMs);
    noteTrouble();
    if (await tokenPause.begin()) log.error({ order: order.id }, 'gateway token refused; sales paused');
  }

  const inDoubt = ({ id: orderId, webservice_code: code }: OrderRow, why: string): Review => ({
    why,
    alert: { kind: 'order-in-review', orderId, code },
  });

  const tooOld = (order: OrderRow): Review =>
    inDoubt(order, `its key may be older than ${keyHours} hours: not sent again`);

  async function unrecognised(order: OrderRow, message: string): Promise<void> {
    breaker.answered();
    const { id: orderId, webservice_code: code } = order;
    await review(order, { why: message, alert: { kind: 'answer-unrecognised', orderId, code, message } });
    await gatewayWorks();
  }

  async function review(order: OrderRow, { why, alert }: Review): Promise<void> {
    const move = { why, alert, claimed: order, actor, at: now() };
    if (!(await database.transaction((tx) => sendToReview(tx, alerts, order, move)))) return;
    log.error({ order: order.id, code: order.webservice_code }, 'order sent to review');
    receiptsDue.notify();
    alertsDue.notify();
  }

  async function claim(room: number): Promise<OrderRow[]> {
    const limit = breaker.allows(room, concurrency - room);
    if (limit === 0) return [];
    const claimed = await claimOrders(database, { now: now(), leaseMs, limit, gateway: gatewayNoted });
    if (claimed.length === 0) await probe();
    return claimed;
  }

  const loop = createWorkLoop({
    name: 'purchase-worker',
    claim,
    work: settle,
    concurrency,
    everyMs,
    idleMs,
    nextDue: () => claimOrders.nextDue(database),
    now,
    log,
  });

  purchasesDue.subscribe(loop.wake);
  return loop;
}

type Unanswered = Pick<Extract<PurchaseFailure, { kind: 'unsure' }>, 'why' | 'retryAfterMs'>;

type Postponed = Pick<OrderRow, 'next_attempt_at' | 'lease_until' | 'outcome'>;

async function postpone(tx: Transaction, order: OrderRow, set: Postponed): Promise<void> {
  await tx.updateTable('orders').set(set).where('id', '=', order.id).where(isStillClaimed(order)).execute();
}
