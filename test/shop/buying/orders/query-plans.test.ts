import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { createAlerts } from '#shop/base/alerts/alerts.ts';
import { createAudit } from '#shop/base/audit/audit.ts';
import { claimOrders, claimPayments, claimReceiptJobs } from '#shop/base/jobs/leases.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { createManualReview } from '#shop/buying/orders/manual-review.ts';
import { createOrderHistory } from '#shop/buying/orders/order-history.ts';
import { expireOldestLists, expireOldestQuotes } from '#shop/buying/orders/quote-limits.ts';
import { createApiPurchases } from '#shop/connecting/reselling/api-purchases.ts';
import { createPaymentQueries } from '#shop/money/payments/payment-queries.ts';
import { createReconciliation } from '#shop/money/payments/reconciliation.ts';
import { createReopenPayment } from '#shop/money/payments/reopen-payment.ts';
import { createPeople } from '#shop/people/people/people.ts';
import { createReminders } from '#shop/returning/reminders/reminders.ts';
import { createExpiryWorker } from '#shop/running/maintenance/expiry-worker.ts';
import { readMetricsSnapshot } from '#shop/running/reports/metrics-snapshot.ts';
import { openDatabase } from '#storage/database.ts';
import { createInboxStore } from '#storage/inbox.ts';
import { listening } from '#test/support/listening.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { quiet } from '#test/support/shop.ts';

/** A database that keeps what is asked of it. */
async function openListened() {
  const asked: CompiledQuery[] = [];
  const database = await openDatabase(
    { kind: 'sqlite', file: ':memory:' },
    { log: quiet, wrap: (dialect) => listening(dialect, (query) => asked.push(query)) },
  );
  onTestFinished(() => database.close());
  asked.length = 0;
  const planOf = async ({ sql, parameters }: CompiledQuery): Promise<string[]> => {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    return (await database.db.executeQuery<{ detail: string }>(plan)).rows.map(({ detail }) => detail);
  };
  return { database, asked, planOf };
}

test('frequent queries read open orders only, however many have ended', async () => {
  const { database, asked, planOf } = await openListened();
  await claimOrders(database, { now: 5, leaseMs: 5, limit: 5 });
  await claimReceiptJobs(database, { now: 5, leaseMs: 5, limit: 5 });
  await readMetricsSnapshot(database, 5);
  const inbox = createInboxStore({ database, now: () => 5, owner: 'a process', leaseMs: 5, mostOfChat: 5 });
  await inbox.claim(5);
  await inbox.next(1);
  await inbox.isFull(5);
  await createExpiryWorker({ database, now: () => 5, log: quiet }).runOnce();
  const shop = { database, wallet: createWallet({ database, now: () => 5, isOwner: () => false }), now: () => 5 };
  const audit = createAudit(shop);
  const people = { hasPermission: async () => true };
  const staffLimit = { check: async () => undefined };
  const signal = createSignal();
  const deciding = createManualReview({
    ...shop,
    audit,
    people,
    staffLimit,
    receiptsDue: signal,
    apiDeliveriesDue: signal,
  });
  await deciding.reviews();
  await deciding.inReview(0, 8);
  const newest = { buyerId: 1, id: 'newest', at: 5 };
  await database.transaction((tx) => expireOldestQuotes(tx, newest));
  await database.transaction((tx) => expireOldestLists(tx, newest));
  const queries = asked.filter(({ sql }) => /"(orders|receipt_jobs|inbox|order_messages)"/.test(sql));
  expect(queries).toHaveLength(17);
  for (const query of queries) {
    const details = await planOf(query);
    // A scan is fine over a partial index; others contain ended orders too.
    const every = /^SCAN (orders|receipt_jobs|inbox)(?! USING (COVERING )?INDEX)|orders_of_buyer|orders_by_time/;
    expect(details.filter((detail) => every.test(detail))).toEqual([]);
  }
});

test('the latest orders of the shop are read by an index', async () => {
  const { database, asked, planOf } = await openListened();
  await createOrderHistory({ database }).latest(8);
  const plans = await Promise.all(asked.filter(({ sql }) => sql.includes('"orders"')).map(planOf));
  expect(plans).toHaveLength(1);
  expect(plans.flat().join('\n')).toMatch(/USING INDEX orders_by_time/);
  expect(plans.flat().join('\n')).not.toContain('TEMP B-TREE');
});

test('what workers and the desk ask about payments reads an index', async () => {
  const { database, asked, planOf } = await openListened();
  await claimPayments(database, { now: 5, leaseMs: 5, limit: 5 });
  await readMetricsSnapshot(database, 5);
  await createExpiryWorker({ database, now: () => 5, log: quiet }).runOnce();
  const alerts = createAlerts({ ownerIds: [1], now: () => 5 });
  const provider = createTestProvider();
  const signals = { alertsDue: createSignal(), receiptsDue: createSignal(), paymentsDue: createSignal() };
  const shop = { database, alerts, ...signals, now: () => 5, steady: () => 5 };
  provider.takeUnknown('A1', 5, 'https://shop.example/');
  const providers = [provider];
  await createReconciliation({ ...shop, providers, publicUrl: null, reopen: createReopenPayment(shop) }).run();
  const desk = createPaymentQueries({ database, people: createPeople({ database, now: () => 5, ownerIds: [] }) });
  await desk.waiting(0, 8);
  await desk.countWaiting();
  await desk.paidOn(5, null, 0, 8);
  await desk.paidOn(5, 'card', 0, 8);
  await desk.sums({ from: 5, to: 6 });
  await desk.find('1234', 8);
  await desk.find('123456', 8);
  await desk.ofPerson(1, 0, 8);
  const queries = asked.filter(({ sql }) => /"payments"/.test(sql));
  expect(queries.length).toBeGreaterThanOrEqual(14);
  for (const query of queries) {
    const details = await planOf(query);
    expect(
      details.filter((detail) => /^SCAN payments(?! USING (COVERING )?INDEX payments_(due|waiting))/.test(detail)),
      query.sql,
    ).toEqual([]);
  }
});

test('reminders that are due are found by their time, however many were ever sent', async () => {
  const { database, asked, planOf } = await openListened();
  const given = { operators: defaultOperators, isOwner: () => false, alertsDue: createSignal() };
  const shop = { database, log: quiet, now: () => 5, ...given };
  await createReminders({ ...shop, alerts: createAlerts({ ownerIds: [1], now: () => 5 }) }).remindDue();
  for (const query of asked.slice())
    expect(await planOf(query)).toContain('SEARCH reminders USING INDEX reminders_due (due_at<?)');
});

test('an order by the API is found by its code, however many its agent has', async () => {
  const { database, asked, planOf } = await openListened();
  await createApiPurchases({ database } as Parameters<typeof createApiPurchases>[0]).find(1, 'a code');
  for (const query of asked.slice())
    expect((await planOf(query)).filter((detail) => /\(person_id=\?\)|^SCAN/.test(detail))).toEqual([]);
});
