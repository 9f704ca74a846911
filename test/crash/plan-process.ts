import { defaultOperators } from '#domain/operators.ts';
import { dueAt, noticeAt } from '#domain/schedule.ts';
import type { ReceiptContext, ReceiptResult, ReceiptSubject } from '#shop/money/receipts/receipt-worker.ts';
import { assembleShop } from '#shop/shop.ts';
import { openStory, type StoryLife } from './story-process.ts';

/** A cycle of a plan that is bought at once, or only after money has arrived. */
export type PlanStory = 'bought' | 'short';

export interface PlanLife extends StoryLife {
  readonly story: PlanStory;
}

const personId = 100;
const productId = 37;
const total = 11_000;

const { life, note, log, steps, step, database, gateway, telling, pace, isIdle, until } = await openStory<PlanLife>();

let later = 0;
const now = () => Date.now() + later;
const shop = assembleShop({
  database,
  gateway: { ...gateway, buyPackage: (request, options) => step(() => gateway.buyPackage(request, options)) },
  log,
  operators: defaultOperators,
  ownerIds: [1],
  vatPercent: 10,
  quoteMinutes: 60,
  keyHours: 24,
  now,
  random: () => 0.01,
});

async function deliver(what: ReceiptSubject, { messages, told }: ReceiptContext): Promise<ReceiptResult> {
  if (what.kind !== 'order') throw new Error('There are only orders here.');
  const { id, state } = what.order;
  if (told !== state) await step(async () => note({ told: id, state }));
  return { kind: 'delivered', messages };
}

const { planWorker, purchaseWorker, receiptWorker, alertWorker } = shop.createWorkers(
  {
    deliver,
    ...telling,
  },
  pace,
);
const workers = [planWorker, purchaseWorker, receiptWorker, alertWorker];

const gift = (key: string) => shop.wallet.grant({ key, personId, amount: total, actor: 'test', note: null });

/** A delivered order and a weekly plan made from it, as they are before the story. */
async function prepare(): Promise<number> {
  const known = await database.db.selectFrom('plans').select('anchor').executeTakeFirst();
  if (known) return known.anchor + 7;
  await shop.people.loadOrCreate({ id: personId, name: 'Sara', language: 'en' });
  await shop.reminders.set(personId, { quiet: { from: 0, to: 0 } });
  const item = { kind: 'product', productId, amount: null } as const;
  const wanted = { item, mobile: '989351234567', simType: 'prepaid' } as const;
  const quoted = await shop.orders.quote({ idempotencySource: 'first', buyerId: personId, wanted });
  if (!quoted.ok) throw new Error(quoted.error.code);
  const orderId = quoted.value.id;
  await gift('first');
  await shop.orders.confirm({ orderId, by: personId, idempotencySource: 'tap', messageId: null });
  while ((await shop.orders.find(orderId))?.state !== 'delivered') await purchaseWorker.runOnce();
  await receiptWorker.runOnce();
  if (life.story === 'bought') await gift('second');
  const schedule = { every: 'days', count: 7 } as const;
  const made = await shop.plans.create({ by: personId, orderId, follows: 'same', schedule, ceiling: total });
  if (!made.ok) throw new Error(made.error.code);
  return made.value.nextDay;
}

const cycle = () => database.db.selectFrom('plan_cycles').selectAll().executeTakeFirst();

await shop.catalogue.start();
const day = await prepare();
// A clock never goes back a day: after a kill on the day itself, it is still that day.
const isAnnounced = (await cycle()) !== undefined;
later = (isAnnounced ? dueAt(day) : noticeAt(day)) - Date.now();
steps.switchOn(true);
for (const worker of workers) worker.start();
if (!isAnnounced) await until('the notice', async () => (await cycle()) !== undefined && (await isIdle()));
later = dueAt(day) - Date.now();
if (life.story === 'short') {
  await until('the shortage', async () => (await cycle())?.problem === 'money' || (await cycle())?.state === 'ordered');
  await gift('second');
}
await until('the purchase', async () => (await cycle())?.state === 'ordered' && (await isIdle()));
steps.switchOn(false);
note({ steps: steps.count() });
for (const worker of workers) await worker.stop();
await shop.catalogue.stop();
await gateway.close();
await database.close();
process.exit(0);
