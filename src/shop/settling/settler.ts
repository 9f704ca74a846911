import { accountEmptyOutcome, heldStates } from '../../domain/order.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Log } from '../../log.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { OrderRow } from '../../storage/tables.ts';
import type { Alert, Alerts } from '../alerting/alerts.ts';
import type { Catalogue, CatalogueStatus } from '../catalogue/catalogue.ts';
import { type Ending, endOrder } from '../orders/ending.ts';
import { usualLeaseMs } from '../orders/leasing.ts';
import { type Order, orderOf } from '../orders/order.ts';
import { moveOrder } from '../orders/transition.ts';
import { addReceiptJob, subjectOf } from '../receipts/receipt-jobs.ts';
import type { AccountPause } from '../selling/account-pause.ts';
import type { Outage } from '../selling/outage.ts';
import type { Selling } from '../selling/selling.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { backOffMs } from './back-off.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { areOrdersOpen, claimOrders } from './claims.ts';
import type { Signal } from './signal.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';

export interface SettlerDeps {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'buyPackage'>;
  readonly catalogue: Pick<Catalogue, 'askBalance'> & { status(): Pick<CatalogueStatus, 'balance'> };
  readonly wallet: Wallet;
  readonly selling: Selling;
  readonly accountPause: AccountPause;
  readonly outage: Outage;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly keyHours: number;
  readonly alerts: Alerts;
  readonly breaker?: Breaker;
  /** Counted once for each order, by the process that ended it. */
  readonly onEnded?: (to: 'delivered' | 'rejected') => void;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
  readonly leaseMs?: number;
  readonly concurrency?: number;
  readonly everyMs?: number;
}

const actor = 'settler';
/** A refused token is tried again at least this often, by an order that waits or by a harmless read; our balance by a read. */
const probeMs = 30_000;
const balanceMs = 3_000;

export type Settler = WorkLoop;

export function createSettler(deps: SettlerDeps): Settler {
  const { database, gateway, catalogue, wallet, selling, accountPause, outage, log, now, random, keyHours, alerts } =
    deps;
  const {
    onEnded = () => undefined,
    purchasesDue,
    receiptsDue,
    alertsDue,
    leaseMs = usualLeaseMs,
    concurrency = 20,
    everyMs = 1_000,
    breaker = createBreaker(now),
  } = deps;
  let probeAt = 0;

  async function settle(order: OrderRow): Promise<void> {
    if (now() - (order.confirmed_at ?? 0) > keyHours * 3_600_000) return sendToReview(order, tooOld(order));
    const answer = await gateway.buyPackage({ key: order.idempotency_key, body: order.body });
    if (answer.ok) return answered(order, 'delivered', answer.value.message);
    switch (answer.error.kind) {
      case 'rejected':
        return answered(order, 'rejected', answer.error.message);
      case 'account-empty':
        return accountEmpty(order, answer.error.message);
      case 'unrecognised':
        return unrecognised(order, answer.error.message);
      case 'unauthorized':
        return waitForToken(order);
      case 'unsure':
        if (breaker.failed()) await outage.begin();
        return keepAsking(order, answer.error.why, backOffMs(order.attempts, random, answer.error.retryAfterMs));
    }
  }

  async function answered(order: OrderRow, to: 'delivered' | 'rejected', why: string): Promise<void> {
    breaker.answered();
    await end(order, { to, why });
    await gatewayWorks();
  }

  /** The shop's trouble and not the buyer's: they read neutral words, and nobody else buys until there is money. */
  async function accountEmpty(order: OrderRow, why: string): Promise<void> {
    breaker.answered();
    if ((await selling.switchedBy('account')) === null) await catalogue.askBalance(balanceMs);
    const { balance } = catalogue.status();
    const ending = { to: 'rejected', why, outcome: accountEmptyOutcome } as const;
    await end(order, ending, (tx) => accountPause.begin(tx, order.total, balance, now()));
    log.error({ order: order.id, balance }, 'our account at the gateway is empty: selling is paused');
    alertsDue.notify();
    await gatewayWorks();
  }

  async function end(
    order: OrderRow,
    { to, ...ending }: Pick<Ending, 'to' | 'why' | 'outcome'>,
    also: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    // A process whose lease ran out may have moved it on meanwhile; a definite answer still ends it, from wherever it is.
    const held = heldStates.slice(heldStates.indexOf(order.state));
    const ended = await database.transaction(async (tx) => {
      let done: Order | null = null;
      for (const from of held)
        done ??= await endOrder(tx, wallet, { id: order.id, from, to, actor, ...ending, now: now() });
      await also(tx);
      return done;
    });
    log.info(
      { order: order.id, code: order.webservice_code, to, attempts: order.attempts, first: ended !== null },
      'settled',
    );
    if (ended) onEnded(to);
    receiptsDue.notify();
  }

  async function keepAsking(order: OrderRow, why: string, waitMs: number): Promise<void> {
    const at = now();
    const set = { next_attempt_at: at + waitMs, lease_until: 0, outcome: why };
    await database.transaction(async (tx) => {
      if (order.state === 'unsure') return postpone(tx, order, set);
      const moved = await moveOrder(tx, { id: order.id, from: order.state, to: 'unsure', actor, why, now: at, set });
      if (moved) await addReceiptJob(tx, subjectOf(orderOf(moved)), at);
    });
    log.warn({ order: order.id, code: order.webservice_code, why, attempts: order.attempts }, 'no definite answer yet');
    receiptsDue.notify();
  }

  async function waitForToken(order: OrderRow): Promise<void> {
    const waitMs = Math.min(probeMs, backOffMs(order.attempts, random));
    await keepAsking(order, 'the gateway refused our token', waitMs);
    const paused = await database.transaction(async (tx) => {
      const first = await selling.pause('gateway', '', actor, tx);
      if (first) await alerts.write(tx, now(), { kind: 'token-refused' });
      return first;
    });
    if (!paused) return;
    log.error({ order: order.id }, 'the gateway refused our token: selling is paused');
    alertsDue.notify();
  }

  /** It answered a purchase, one way or the other. */
  async function gatewayWorks(): Promise<void> {
    await outage.end();
    await tokenWorks();
  }

  async function tokenWorks(): Promise<void> {
    // Asked after every purchase: nearly always there is nothing to lift, and no reason to begin a transaction.
    if (!(await selling.tokenRefused())) return;
    const resumed = await database.transaction(async (tx) => {
      const first = await selling.resume('gateway', tx);
      if (first) await alerts.write(tx, now(), { kind: 'token-accepted' });
      return first;
    });
    if (!resumed) return;
    log.info({}, 'the gateway accepts our token again: selling goes on');
    alertsDue.notify();
  }

  const tooOld = ({ id: orderId, webservice_code: code }: OrderRow): Review => ({
    why: `older than ${keyHours} hours: not sent again`,
    alert: { kind: 'order-in-review', orderId, code },
  });

  async function unrecognised(order: OrderRow, message: string): Promise<void> {
    breaker.answered();
    const { id: orderId, webservice_code: code } = order;
    await sendToReview(order, { why: message, alert: { kind: 'answer-unrecognised', orderId, code, message } });
    await gatewayWorks();
  }

  async function sendToReview(order: OrderRow, { why, alert }: Review): Promise<void> {
    const moved = await database.transaction(async (tx) => {
      const move = { id: order.id, from: order.state, to: 'review', actor, why, now: now() } as const;
      const row = await moveOrder(tx, { ...move, set: { lease_until: 0 } });
      if (!row) return null;
      await addReceiptJob(tx, subjectOf(orderOf(row)), now());
      await alerts.write(tx, order.id, alert);
      return row;
    });
    if (!moved) return;
    log.error({ order: order.id, code: order.webservice_code }, 'an order is in review');
    receiptsDue.notify();
    alertsDue.notify();
  }

  /**
   * Nothing to send, but the shop paused itself: a read tells whether the token works again, or our balance suffices. While
   * an order waits, it is the one to find out about the token: one that may read and not buy would lift the pause, and the
   * order set it again, for ever.
   */
  async function probe(): Promise<void> {
    if (now() < probeAt) return;
    probeAt = now() + probeMs;
    const refused = (await selling.tokenRefused()) && !(await areOrdersOpen(database));
    if (!refused && (await selling.switchedBy('account')) === null) return;
    // The balance itself lifts the pause for it, wherever it is heard.
    if ((await catalogue.askBalance(balanceMs)) && refused) await tokenWorks();
  }

  async function claim(room: number): Promise<OrderRow[]> {
    const limit = breaker.allows(room, concurrency - room);
    if (limit === 0) return [];
    const claimed = await claimOrders(database, { now: now(), leaseMs, limit });
    if (claimed.length === 0) await probe();
    return claimed;
  }

  const loop = createWorkLoop({ name: 'settler', claim, work: settle, concurrency, everyMs, log });

  purchasesDue.subscribe(loop.wake);
  return loop;
}

interface Review {
  readonly why: string;
  readonly alert: Alert;
}

type Postponed = Pick<OrderRow, 'next_attempt_at' | 'lease_until' | 'outcome'>;

async function postpone(tx: Parameters<typeof moveOrder>[0], order: OrderRow, set: Postponed): Promise<void> {
  await tx.updateTable('orders').set(set).where('id', '=', order.id).where('state', '=', order.state).execute();
}
