import { defaultOperators } from '#domain/operators.ts';
import type { PaymentProvider } from '#payments/provider.ts';
import { createZarinpal } from '#payments/zarinpal.ts';
import type { ReceiptContext, ReceiptResult, ReceiptSubject } from '#shop/money/receipts/receipt-worker.ts';
import { assembleShop } from '#shop/shop.ts';
import { openStory, type StoryLife } from './story-process.ts';

/** The actions of a payer and an owner. After a kill all of them may come again, like updates and browser requests do. */
export type PaymentStory =
  /** Pays for an order at the bank and comes back. */
  | 'online'
  /** Pays at the bank and closes the tab. */
  | 'closed-tab'
  /** Transfers to a card and sends a slip, which an owner approves. */
  | 'card'
  /** Pays a Telegram invoice into the wallet. */
  | 'invoice';

export interface PaymentLife extends StoryLife {
  readonly story: PaymentStory;
  readonly bankUrl: string;
  readonly merchantId: string;
}

export const payerId = 100;
export const payingOwnerId = 1;
const productId = 37;
const amount = 200_000;

const { life, note, log, steps, step, database, gateway, telling, pace, isIdle, until } =
  await openStory<PaymentLife>();

const bank = createZarinpal({ merchant: life.merchantId, url: life.bankUrl });
const provider: PaymentProvider = {
  ...bank,
  begin: (request) => step(() => bank.begin(request)),
  verify: (payment) => step(() => bank.verify(payment)),
};

let later = 0;
const shop = assembleShop({
  database,
  gateway,
  log,
  operators: defaultOperators,
  ownerIds: [payingOwnerId],
  vatPercent: 10,
  quoteMinutes: 60,
  keyHours: 24,
  payments: { providers: [provider], invoices: true, publicUrl: 'http://127.0.0.1:9', description: 'Wallet' },
  now: () => Date.now() + later,
  random: () => 0.01,
});
const { payments } = shop;

async function deliver(what: ReceiptSubject, { messages, told }: ReceiptContext): Promise<ReceiptResult> {
  if (what.kind === 'batch') throw new Error('There are no lists here.');
  const [id, state] = what.kind === 'order' ? [what.order.id, what.order.state] : [what.payment.id, what.payment.state];
  if (told !== state) await step(async () => note({ told: `${what.kind}:${id}`, state }));
  return { kind: 'delivered', messages };
}

const workers = shop.createWorkers(
  {
    deliver,
    ...telling,
  },
  pace,
);
const { paymentWorker, purchaseWorker, receiptWorker, alertWorker } = workers;

const press = (url: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `do=${life.story === 'online' ? 'pay' : 'close'}`,
  });

/** Pays at the bank if there is still something to pay. */
async function payAtBank(id: string): Promise<void> {
  const opened = await payments.online.forward(id);
  if (opened?.url) await press(opened.url);
}

async function tell(): Promise<string> {
  switch (life.story) {
    case 'online': {
      const wanted = {
        item: { kind: 'product', productId, amount: null },
        mobile: '989351234567',
        simType: 'prepaid',
      } as const;
      const quoted = await shop.orders.quote({ idempotencySource: 'quote', buyerId: payerId, wanted });
      const orderId = quoted.ok ? quoted.value.id : null;
      const opened = await payments.online.open({ source: 'tap', by: payerId, method: 'zarinpal', amount, orderId });
      if (!opened.ok) throw new Error(opened.error.code);
      await payAtBank(opened.value.id);
      await payments.online.returned(opened.value.id);
      return opened.value.id;
    }
    case 'closed-tab': {
      const opened = await payments.online.open({
        source: 'tap',
        by: payerId,
        method: 'zarinpal',
        amount,
        orderId: null,
      });
      if (!opened.ok) throw new Error(opened.error.code);
      await payAtBank(opened.value.id);
      // By then the worker asks about the payment without a callback.
      later = 60_000;
      return opened.value.id;
    }
    case 'card': {
      await payments.cards.add(payingOwnerId, { number: '6037991111111112', holder: 'Sara' });
      const opened = await payments.card.open({ source: 'tap', by: payerId, amount, orderId: null });
      if (!opened.ok) throw new Error(opened.error.code);
      const { id, state } = opened.value.payment;
      if (state === 'asked') await payments.card.submit(payerId, { kind: 'photo', content: 'file' }, 'slip');
      await payments.decisions.approve({ paymentId: id, by: payingOwnerId });
      return id;
    }
    case 'invoice': {
      const { id } = await payments.invoices.open({ source: 'tap', by: payerId, amount, orderId: null });
      await payments.invoices.paid({ chargeId: 'charge', payload: id, by: payerId, amount });
      return id;
    }
  }
}

await shop.catalogue.start();
steps.switchOn(true);
for (const worker of [paymentWorker, purchaseWorker, receiptWorker, alertWorker]) worker.start();
const id = await tell();
await until('the payment', async () => (await payments.queries.one(id))?.state === 'paid' && (await isIdle()));
steps.switchOn(false);
note({ steps: steps.count() });
for (const worker of [paymentWorker, purchaseWorker, receiptWorker, alertWorker]) await worker.stop();
await shop.catalogue.stop();
await Promise.all([gateway.close(), bank.close()]);
await database.close();
process.exit(0);
