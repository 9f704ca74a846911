import { Bot } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createRawApi } from './raw-api.ts';

let clock: ManualClock;
let telegram: RunningTelegram;
let bot: Bot;
let running: Promise<void>;
let decide: (query: { answer(ok: boolean, error?: string): Promise<true> }) => Promise<unknown>;

beforeEach(async () => {
  clock = createManualClock();
  telegram = await startTelegram({ clock });
  bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  bot.command('buy', (ctx) =>
    ctx.replyWithInvoice('Top-up', '50,000 rials', 'order:1', 'IRR', [{ label: 'Top-up', amount: 50_000 }], {
      provider_token: 'provider',
    }),
  );
  bot.on('pre_checkout_query', (ctx) =>
    decide({
      answer: (ok, error) => ctx.answerPreCheckoutQuery(ok, error === undefined ? {} : { error_message: error }),
    }),
  );
  bot.on('message:successful_payment', (ctx) => {
    const paid = ctx.message.successful_payment;
    return ctx.reply(`Paid ${paid.total_amount} ${paid.currency} for ${paid.invoice_payload}`);
  });
  running = bot.start();
});

afterEach(async () => {
  await bot.stop();
  await running;
  await telegram.close();
});

test('a person pays an invoice after the bot agrees', async () => {
  decide = (query) => query.answer(true);
  const ali = telegram.person({ first_name: 'Ali' });
  await ali.type('/buy');
  expect(ali.last()).toMatchObject({
    invoice: { title: 'Top-up', amount: 50_000, currency: 'IRR', paid: false },
    buttons: [['Pay 50000 IRR']],
  });
  const { payment, said } = await ali.press(/^Pay/);
  expect(payment).toEqual({ outcome: 'approved' });
  expect(said?.message.successful_payment).toMatchObject({ invoice_payload: 'order:1', total_amount: 50_000 });
  expect(said?.message.successful_payment?.telegram_payment_charge_id).toMatch(/./);
  expect(said?.message.successful_payment?.provider_payment_charge_id).toMatch(/./);
  expect(ali.last().text).toBe('Paid 50000 IRR for order:1');
  expect(ali.messages().find((message) => message.invoice)?.invoice?.paid).toBe(true);
  await expect(ali.pay()).rejects.toThrow('there is no invoice to pay');
});

test('a person cannot pay when the bot refuses', async () => {
  decide = (query) => query.answer(false, 'Sold out');
  const ali = telegram.person({ first_name: 'Ali' });
  await ali.type('/buy');
  expect((await ali.pay()).payment).toEqual({ outcome: 'declined', error: 'Sold out' });
  expect(ali.messages()).toHaveLength(2);
});

test('a person cannot pay when the bot is silent for ten seconds, and its late answer is refused', async () => {
  const late = Promise.withResolvers<{ answer(ok: boolean): Promise<true> }>();
  decide = async (query) => late.resolve(query);
  const ali = telegram.person({ first_name: 'Ali' });
  await ali.type('/buy');
  const paying = ali.pay();
  const query = await late.promise;
  clock.advance(10_000);
  expect((await paying).payment).toEqual({ outcome: 'expired' });
  await expect(query.answer(true)).rejects.toThrow(
    'query is too old and response timeout expired or query ID is invalid',
  );
  expect(ali.messages()).toHaveLength(2);
});

test.each([
  [{ provider_token: '' }, '400 Bad Request: PAYMENT_PROVIDER_INVALID'],
  [{ currency: 'rial' }, '400 Bad Request: CURRENCY_INVALID'],
  [{ title: '' }, '400 Bad Request: parameter "title" is required'],
  [{ payload: 'x'.repeat(129) }, '400 Bad Request: INVOICE_PAYLOAD_INVALID'],
  [{ prices: [] }, '400 Bad Request: there must be at least one price'],
  [
    { prices: [{ label: 'x', amount: 1.5 }] },
    '400 Bad Request: can\'t parse labeled price: Field "amount" must be of type Number',
  ],
  [{ prices: [{ label: 'x', amount: 0 }] }, '400 Bad Request: CURRENCY_TOTAL_AMOUNT_INVALID'],
  [{ prices: '[{"label":"x","amount":"100"}]' }, 'ok'],
])('sendInvoice %j is answered as by Telegram', async (params, answer) => {
  await telegram.person({ id: 5 }).type('hello');
  const invoice = {
    title: 'x',
    description: 'x',
    payload: 'x',
    provider_token: 'x',
    currency: 'IRR',
    prices: [{ label: 'x', amount: 1 }],
  };
  expect(await createRawApi(telegram).refusal('sendInvoice', { chat_id: 5, ...invoice, ...params })).toBe(answer);
});
