import { onTestFinished } from 'vitest';
import { loadTexts } from '#bot/kit/texts.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import { createPaymentPages, type PaymentPagesDeps } from '#server/payment-pages.ts';
import { createServer } from '#server/server.ts';
import type { Database } from '#storage/database.ts';
import { bankMethods, clientOf, startBank } from '#test/payments/bank-stage.ts';
import { createClock } from '#test/support/clock.ts';
import { freePort } from '#test/support/free-port.ts';
import { buyerId, openWorld } from '#test/support/shop.ts';

export const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);
export const amount = 250_000;
export const chatUrl = 'https://t.me/sharj_test_bot';

export interface StageOptions {
  readonly language?: 'fa' | 'en';
  readonly path?: string;
  readonly limits?: PaymentPagesDeps['limits'];
}

/** The real shop, the sandbox bank behind all its providers, and the pages on a real server. */
export async function openPaymentStage(
  database: Database,
  { language = 'en', path = '', limits = {} }: StageOptions = {},
) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}${path}`;
  const clock = createClock();
  const bank = await startBank({ now: clock.now });
  const providers = bankMethods.map((method) => clientOf(method, bank.url));
  onTestFinished(async () => {
    for (const provider of providers) await provider.close();
  });
  const setup = { providers, invoices: false, publicUrl, description: 'Wallet' };
  const world = await openWorld(database, { payments: setup, clock });
  const { shop } = world;
  await shop.people.loadOrCreate({ id: buyerId, name: 'Sara Ahmadi', language });
  const pages = createPaymentPages({
    publicUrl,
    payments: shop.payments.online,
    personOf: shop.people.find,
    translate: texts.translate,
    shop: shop.shopProfile,
    shopLanguage: 'fa',
    chatUrl: () => chatUrl,
    now: clock.now,
    limits,
  });
  const stopping = new AbortController();
  const server = createServer({ host: '127.0.0.1', port, apps: [pages], stopping: stopping.signal });
  await server.start();
  onTestFinished(() => server.close());

  const begin = async (method: OnlineMethod = 'zarinpal', source = 'tap') => {
    const begun = await shop.payments.online.open({ source, by: buyerId, method, amount, orderId: null });
    if (!begun.ok) throw new Error(begun.error.code);
    return { id: begun.value.id, url: shop.payments.online.pageUrl(begun.value, method) };
  };
  const balance = async () => (await shop.wallet.read(buyerId)).balance;
  const taken = () => bank.payments().reduce((sum, payment) => sum + (payment.taken ?? 0), 0);
  return { ...world, bank, publicUrl, begin, balance, taken, settle: () => world.paymentWorker.runOnce() };
}
