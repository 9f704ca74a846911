import { dayMs, dayOf, startOf } from '#domain/calendar.ts';
import { defaultOperators } from '#domain/operators.ts';
import { isSettlementDay } from '#domain/settlement.ts';
import { tally } from '#shop/buying/bulk/batch.ts';
import type { ReceiptContext, ReceiptResult, ReceiptSubject } from '#shop/money/receipts/receipt-worker.ts';
import { assembleShop } from '#shop/shop.ts';
import { openStory, type StoryLife } from './story-process.ts';

export type EarningStory =
  /** An agent on credit gets a statement, is paused after the grace period, pays and goes on. */
  | 'settlement'
  /** An agent confirms a list of three with a promo code for two uses. */
  | 'list'
  /** The owner takes back a delivery that had a promo code and earned a referrer something. */
  | 'reversal';

export interface EarningLife extends StoryLife {
  readonly story: EarningStory;
}

const ownerId = 1;
const referrerId = 50;
const personId = 100;
const funded = 1_000_000;
const owed = 500_000;
const productId = 37;
const graceDays = 3;
const terms = { cycle: 'weekly', day: 0, graceDays } as const;
/** A friend comes later than the person who invited them, and no clock goes back. */
const friendMs = 60_000;
const hourMs = 3_600_000;

const { life, note, log, steps, step, database, gateway, telling, pace, isIdle, until } =
  await openStory<EarningLife>();
const { db } = database;

let later = 0;
const setClock = (at: number) => {
  later = Math.max(later, at - Date.now());
};
const shop = assembleShop({
  database,
  gateway,
  log,
  operators: defaultOperators,
  ownerIds: [ownerId],
  vatPercent: 10,
  quoteMinutes: 60,
  keyHours: 24,
  now: () => Date.now() + later,
  random: () => 0.01,
});

async function deliver(what: ReceiptSubject, { messages }: ReceiptContext): Promise<ReceiptResult> {
  if (what.kind === 'payment') throw new Error('There are no payments here.');
  if (what.kind === 'batch') {
    const { waiting } = tally(what.batch);
    await step(async () => note({ told: what.batch.id, state: waiting === 0 ? 'over' : 'running' }));
    return { kind: 'delivered', messages };
  }
  const { id, state, reversedAt } = what.order;
  await step(async () => note({ told: id, state: reversedAt === null ? state : 'reversed' }));
  return { kind: 'delivered', messages };
}

const { settlementWorker, purchaseWorker, receiptWorker, alertWorker } = shop.createWorkers(
  {
    deliver,
    ...telling,
  },
  pace,
);
const workers = {
  settlement: [settlementWorker, alertWorker],
  list: [purchaseWorker, receiptWorker],
  reversal: [receiptWorker, alertWorker],
}[life.story];

const right = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

const statement = () => db.selectFrom('settlements').selectAll().executeTakeFirst();

/** The first statement day after today. */
function settlementDay(): number {
  let day = dayOf(Date.now()) + 1;
  while (!isSettlementDay(terms, day)) day += 1;
  return day;
}

/** An agent in debt on the eve of the statement. */
async function prepareSettlement(day: number): Promise<void> {
  await shop.people.loadOrCreate({ id: personId, name: 'Reza', language: 'en' });
  await db.updateTable('people').set({ role: 'agent' }).where('id', '=', personId).execute();
  await shop.wallet.setCreditLimit(personId, 10 * owed);
  right(await shop.settlementTerms.set(ownerId, 0, terms));
  await shop.wallet.take({ key: 'sold', personId, amount: owed, actor: 'test', note: null });
  setClock(startOf(day) - hourMs);
  await settlementWorker.runOnce();
}

async function settle(day: number): Promise<void> {
  // A clock never goes back: after a kill it is at least as late as the last event.
  const before = await statement();
  const morning = startOf(day) + 10 * hourMs;
  setClock(before && before.state !== 'open' ? morning + (graceDays + 1) * dayMs : morning);
  steps.switchOn(true);
  for (const worker of workers) worker.start();
  await until('the statement', async () => (await statement()) !== undefined && (await isIdle()));
  setClock(morning + (graceDays + 1) * dayMs);
  await until('the pause', async () => (await statement())?.state !== 'open' && (await isIdle()));
  await shop.wallet.pay({ key: 'paid', personId, amount: owed, actor: 'test', note: null });
  later += 5_000;
  await until('the end of the pause', async () => (await statement())?.state === 'paid' && (await isIdle()));
}

const anyone = { target: null, targetId: null, operatorId: null, productType: null, endsAt: null } as const;
const value = { kind: 'percent', points: 1_000 } as const;

async function prepareList(): Promise<void> {
  await shop.people.loadOrCreate({ id: personId, name: 'Reza', language: 'en' });
  right(await shop.promoCodes.create(ownerId, { code: 'TWICE', value, ...anyone, mostUses: 2, mostEach: null }));
  await shop.promoCodes.remember(personId, 'TWICE');
  await shop.wallet.grant({ key: 'fund', personId, amount: funded, actor: 'test', note: null });
}

async function sellList(): Promise<void> {
  steps.switchOn(true);
  for (const worker of workers) worker.start();
  const item = { productId, amount: null };
  const rows = ['989121234561', '989121234562', '989121234563'].map((mobile) => ({ mobile, problem: null, item }));
  const { id } = await shop.batches.draft('list', personId, rows);
  right(await shop.batches.quote(id, personId));
  right(await shop.batches.confirm(id, personId, null, null));
  await until('the list', async () => (await shop.batches.find(id))?.state === 'done' && (await isIdle()));
}

/** A delivery with a promo code to a person who came by a referral link. */
async function prepareReversal(): Promise<void> {
  await shop.people.loadOrCreate({ id: referrerId, name: 'Ali', language: 'en' });
  right(await shop.referrals.change(ownerId, { isOn: true, points: 1_000, days: 30 }));
  later = friendMs;
  const referralCode = await shop.referrals.link(referrerId);
  await shop.people.loadOrCreate({ id: personId, name: 'Sara', language: 'en', referralCode });
  right(await shop.promoCodes.create(ownerId, { code: 'ONCE', value, ...anyone, mostUses: 1, mostEach: 1 }));
  await shop.wallet.grant({ key: 'fund', personId, amount: funded, actor: 'test', note: null });
  const item = { kind: 'product', productId, amount: null } as const;
  const wanted = { item, mobile: '989351234567', simType: 'prepaid' } as const;
  const quoted = await shop.orders.quote({ idempotencySource: 'first', buyerId: personId, wanted, promo: 'ONCE' });
  const { id: orderId } = right(quoted);
  await shop.orders.confirm({ orderId, by: personId, idempotencySource: 'tap', messageId: null });
  while ((await shop.orders.find(orderId))?.state !== 'delivered') await purchaseWorker.runOnce();
  await receiptWorker.runOnce();
}

async function reverse(): Promise<void> {
  const { id } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  steps.switchOn(true);
  for (const worker of workers) worker.start();
  right(await shop.reverse(id, ownerId));
  await until('the news of it', isIdle);
}

await shop.catalogue.start();
const isPrepared = (await shop.people.find(personId)) !== null;
if (life.story === 'settlement') {
  const day = settlementDay();
  if (!isPrepared) await prepareSettlement(day);
  await settle(day);
} else if (life.story === 'list') {
  if (!isPrepared) await prepareList();
  await sellList();
} else {
  if (!isPrepared) await prepareReversal();
  later = friendMs;
  await reverse();
}
steps.switchOn(false);
note({ steps: steps.count() });
for (const worker of workers) await worker.stop();
await shop.catalogue.stop();
await gateway.close();
await database.close();
process.exit(0);
