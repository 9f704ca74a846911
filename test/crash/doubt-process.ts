import { defaultOperators } from '#domain/operators.ts';
import { err, ok } from '#domain/result.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { PaymentProvider } from '#payments/provider.ts';
import { createZarinpal } from '#payments/zarinpal.ts';
import type { ReceiptContext, ReceiptResult, ReceiptSubject } from '#shop/money/receipts/receipt-worker.ts';
import { assembleShop } from '#shop/shop.ts';
import { openStory, type StoryLife } from './story-process.ts';

export type DoubtStory =
  /** The first process gets 404 once; the others sell under the same key and hear of it late. */
  | 'late-no'
  /** The first process sells; the others get unknown words, and an owner gives the money back. */
  | 'late-yes'
  /** The archive has a confirmed order, and one whose payer is at the bank. */
  | 'archived'
  /** Sold after the archive: both orders, and one more over the API. */
  | 'bought'
  /** An hour later, restored from the archive: an owner resumes sales, and the API is asked with the same key. */
  | 'restored';

export interface DoubtLife extends StoryLife {
  readonly story: DoubtStory;
  readonly bankUrl: string;
  readonly merchantId: string;
}

const [ownerId, buyerId, payerId, agentId] = [1, 100, 101, 501];
const [productId, total] = [37, 11_000];
const lostAnswers = 2;

const { life, note, log, steps, step, database, gateway, telling, pace, isIdle, until } = await openStory<DoubtLife>();
const { story, isFirst } = life;
const { db } = database;

let calls = 0;
/** Each story has its own answers: see `DoubtStory`. */
const buyPackage: Gateway['buyPackage'] = (request, more) =>
  step(async () => {
    calls += 1;
    if (story === 'late-no' && isFirst && calls === 1)
      return err({ kind: 'rejected', status: 404, message: 'Not Found' });
    if (story === 'late-yes' && !isFirst) return err({ kind: 'unrecognised', status: 200, message: '?' });
    const answer = await gateway.buyPackage(request, more);
    if (story !== 'late-no' || calls > lostAnswers) return answer;
    note({ wake: true });
    return err({ kind: 'unsure', why: 'timeout', retryAfterMs: null });
  });

const bank = createZarinpal({ merchant: life.merchantId, url: life.bankUrl });
const provider: PaymentProvider = {
  ...bank,
  begin: (request) => step(() => bank.begin(request)),
  verify: (payment) => step(() => bank.verify(payment)),
};

const later = story === 'restored' ? 3_600_000 : 0;
const shop = assembleShop({
  ...{
    database,
    log,
    operators: defaultOperators,
    ownerIds: [ownerId],
    vatPercent: 10,
    quoteMinutes: 10,
    keyHours: 24,
  },
  gateway: { ...gateway, buyPackage },
  payments: { providers: [provider], invoices: false, publicUrl: 'http://127.0.0.1:9', description: 'Wallet' },
  now: () => Date.now() + later,
  // The pause is long enough for the sleeping process to wake up.
  random: () => 0.2,
});

async function deliver(what: ReceiptSubject, { messages, told }: ReceiptContext): Promise<ReceiptResult> {
  if (what.kind === 'batch') throw new Error('There are no lists here.');
  const [id, state] = what.kind === 'order' ? [what.order.id, what.order.state] : [what.payment.id, what.payment.state];
  if (told !== state) await step(async () => note({ told: id, state }));
  return { kind: 'delivered', messages };
}

const { purchaseWorker, paymentWorker, receiptWorker, alertWorker } = shop.createWorkers({ deliver, ...telling }, pace);
const tellers = [receiptWorker, alertWorker];

const stateOf = async (id: string) => (await shop.orders.find(id))?.state;

async function quoted(by: number): Promise<string> {
  const item = { kind: 'product', productId, amount: null } as const;
  const wanted = { item, mobile: '989351234567', simType: 'prepaid' } as const;
  const quote = await shop.orders.quote({ idempotencySource: `quote ${by}`, buyerId: by, wanted });
  return quote.ok ? quote.value.id : fail(quote.error.code);
}

async function confirmed(): Promise<string> {
  await shop.wallet.grant({ key: 'gift', personId: buyerId, amount: total, actor: 'test', note: null });
  const orderId = await quoted(buyerId);
  await shop.orders.confirm({ orderId, by: buyerId, idempotencySource: 'tap', messageId: null });
  return orderId;
}

async function atBank() {
  const wanted = { source: 'pay', by: payerId, method: 'zarinpal', amount: total, orderId: await quoted(payerId) };
  const opened = await shop.payments.online.open({ ...wanted, method: 'zarinpal' });
  return opened.ok ? shop.payments.online.forward(opened.value.id) : fail(opened.error.code);
}

/** Asks like an agent's own shop, which needs no token. */
async function askApi(): Promise<string> {
  const item = { productId, mobile: '989121234567', price: total, code: 'a', offer: null, profileId: null };
  const request = { key: 'a', fingerprint: 'a', item: ok(item), only: null };
  return (await shop.apiPurchases.buy({ personId: agentId, language: 'en', token: null }, request)).kind;
}

async function allowAgent(): Promise<void> {
  await shop.people.loadOrCreate({ id: agentId, name: 'Agent', language: 'en' });
  await db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
  await shop.wallet.setCreditLimit(agentId, total);
  const none = { bot_id: null, username: null, token: null, merchants: null, passphrase: null, problem: null };
  const row = { person_id: agentId, slug: '0123456789', allowed_at: Date.now(), paused_at: null, connected_at: null };
  await db
    .insertInto('agent_bots')
    .values({ ...none, ...row })
    .execute();
}

const areDelivered = async (count: number) =>
  (await db.selectFrom('orders').select('id').where('state', '=', 'delivered').execute()).length === count;

async function tell(): Promise<void> {
  switch (story) {
    case 'late-no': {
      const id = await confirmed();
      return until('the end', async () => ['delivered', 'rejected'].includes((await stateOf(id)) ?? ''));
    }
    case 'late-yes': {
      const id = await confirmed();
      return until('the end', async () => {
        const state = await stateOf(id);
        const decision = { orderId: id, by: ownerId, to: 'rejected', why: 'the operator says no' } as const;
        if (state === 'review' && !isFirst) await shop.manualReview.decide(decision);
        return state === 'delivered' || state === 'rejected';
      });
    }
    case 'archived':
      await allowAgent();
      await atBank();
      return void (await confirmed());
    case 'bought': {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const page = (await atBank())?.url ?? fail('no page');
      await fetch(page, { method: 'POST', redirect: 'manual', headers, body: 'do=pay' });
      await askApi();
      const id = (await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()).id;
      await shop.payments.online.returned(id);
      return until('three purchases', () => areDelivered(3));
    }
    case 'restored':
      note({ api: await askApi() });
      await shop.ownerPause.resume(ownerId);
      await until('the API', async () => {
        const api = await askApi();
        note({ api });
        return api === 'order';
      });
      return until('three purchases', () => areDelivered(3));
  }
}

function fail(problem: string): never {
  throw new Error(problem);
}

await shop.catalogue.start();
steps.switchOn(true);
// The archive holds what nobody has sent yet, so its story starts no workers.
for (const worker of story === 'archived' ? [] : [purchaseWorker, paymentWorker, ...tellers]) worker.start();
await tell();
// The workers also report what a process hears late.
await Promise.all([purchaseWorker.stop(), paymentWorker.stop()]);
if (story !== 'archived') await until('everything is told', isIdle);
steps.switchOn(false);
note({ steps: steps.count() });
for (const worker of tellers) await worker.stop();
await shop.catalogue.stop();
await Promise.all([gateway.close(), bank.close()]);
await database.close();
process.exit(0);
