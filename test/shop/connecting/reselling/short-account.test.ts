import { describe, expect, test } from 'vitest';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import { day, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { rangedTopUpId, topUpId } from '#test/support/shop.ts';
import { agentId, customerId, mobile, openChain } from './chain.ts';

const photo = { kind: 'photo', content: 'file-1' } as const;

describe.each(sampledDatabases())('an agent’s account that cannot pay for an item, on %s', (kind) => {
  type Options = Parameters<typeof openChain>[1];
  type Chain = Awaited<ReturnType<typeof openChain>>;

  /** The customer has nothing in the wallet, so that a sale begins with a payment by card. */
  async function open(options: Options) {
    const chain = await openChain(kind, options);
    await chain.compare();
    const { wallet, payments } = chain.child;
    await wallet.take({ key: 'none', personId: customerId, amount: 10_000_000, actor: 'test', note: null });
    await payments.cards.add(agentId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    return chain;
  }

  const credit = ({ parent }: Chain, limit: number) => parent.shop.wallet.setCreditLimit(agentId, limit);
  let asked = 0;
  function quote({ child }: Chain, amount: number) {
    asked += 1;
    const item = { kind: 'product', productId: rangedTopUpId, amount } as const;
    const wanted = { item, mobile, simType: 'prepaid' } as const;
    return child.orders.quote({ idempotencySource: `quote:${asked}`, buyerId: customerId, wanted });
  }
  async function quoted(chain: Chain, amount: number): Promise<string> {
    const quoted = await quote(chain, amount);
    if (!quoted.ok) throw new Error(quoted.error.code);
    return quoted.value.id;
  }
  const dueByCard = ({ child }: Chain, orderId: string) =>
    child.payments.methods.amountFor(customerId, 'card', { orderId });
  const give = ({ child }: Chain, amount: number) =>
    child.wallet.grant({ key: `give ${amount}`, personId: customerId, amount, actor: 'test', note: null });
  function confirm({ child }: Chain, orderId: string) {
    asked += 1;
    const tap = { orderId, by: customerId, idempotencySource: `tap:${asked}`, messageId: null };
    return child.orders.confirm(tap);
  }
  const refusal = { ok: false, error: { code: 'shop-short' } };
  /** What the agent was told of the account. */
  async function told({ below }: Chain): Promise<Alert[]> {
    const rows = await below.db.selectFrom('alerts').select('alert').orderBy('id').execute();
    return rows.map(({ alert }) => JSON.parse(alert) as Alert).filter((one) => one.kind === 'account-empty');
  }
  /** A slip for an order, which waits for a decision. */
  async function slipFor({ child }: Chain, orderId: string, amount: number): Promise<string> {
    const opened = await child.payments.card.open({ source: `card:${orderId}`, by: customerId, amount, orderId });
    if (!opened.ok) throw new Error(opened.error.code);
    await child.payments.card.submit(customerId, photo, `slip:${orderId}`);
    return opened.value.payment.id;
  }

  test('the item is refused before a way to pay is shown, the agent hears it once, and what is covered is sold', async () => {
    const chain = await open({ credit: 50_000 });
    expect(await quote(chain, 60_000)).toEqual(refusal);
    expect(await quote(chain, 70_000)).toEqual(refusal);
    expect(await told(chain)).toEqual([{ kind: 'account-empty', balance: 50_000, total: 60_000 }]);
    expect(await chain.child.salesPause.paused()).toBeNull();
    expect(await dueByCard(chain, await quoted(chain, 50_000))).toMatchObject({ ok: true });
    // A day later it may have been forgotten.
    chain.clock.pass(day);
    expect(await quote(chain, 60_000)).toEqual(refusal);
    expect(await told(chain)).toHaveLength(2);
  });

  test('it is compared with what the agent pays for it, not with its price', async () => {
    const chain = await open({ credit: 54_000 });
    await addRule(chain.above, { target: 'agent', basis_points: 1_000 });
    await chain.compare();
    expect(await quote(chain, 60_000)).toMatchObject({ ok: true });
    expect(await quote(chain, 60_100)).toEqual(refusal);
    // A fee, above the price.
    await addRule(chain.above, { target: 'person', target_id: agentId, basis_points: -1_000 });
    await chain.compare();
    expect(await quote(chain, 49_000)).toMatchObject({ ok: true });
    expect(await quote(chain, 50_000)).toEqual(refusal);
  });

  test('what a daily limit of the agent does not leave is refused until the next day', async () => {
    const chain = await open({ limit: 80_000 });
    await give(chain, 1_000_000);
    expect(await quote(chain, 90_000)).toEqual(refusal);
    await confirm(chain, await quoted(chain, 60_000));
    await chain.worker.runOnce();
    expect(await quote(chain, 30_000)).toEqual(refusal);
    chain.clock.pass(day);
    expect(await quote(chain, 30_000)).toMatchObject({ ok: true });
  });

  test('an agent who has become an owner of the shop pays for everything', async () => {
    const chain = await open({ credit: 0, ownerIds: [agentId] });
    expect(await quote(chain, 60_000)).toMatchObject({ ok: true });
    expect(await told(chain)).toEqual([]);
  });

  describe('the credit is spent by another sale after the item was shown', () => {
    test('no way to pay opens, and it opens again when the account is filled', async () => {
      const chain = await open({ credit: 60_000 });
      const orderId = await quoted(chain, 60_000);
      await credit(chain, 59_990);
      expect(await dueByCard(chain, orderId)).toEqual(refusal);
      expect(await chain.child.payments.invoices.due(orderId, customerId)).toEqual(refusal);
      await credit(chain, 60_000);
      expect(await dueByCard(chain, orderId)).toMatchObject({ ok: true });
    });

    test('Confirm buys nothing and holds no money; the same Confirm buys when the account is filled', async () => {
      const chain = await open({ credit: 60_000 });
      const orderId = await quoted(chain, 60_000);
      await give(chain, 60_000);
      await credit(chain, 59_990);
      expect(await confirm(chain, orderId)).toMatchObject({ ok: false, error: { failure: { code: 'shop-short' } } });
      expect(await chain.child.wallet.read(customerId)).toMatchObject({ balance: 60_000, held: 0 });
      await credit(chain, 60_000);
      expect(await confirm(chain, orderId)).toMatchObject({ ok: true, value: { id: orderId, state: 'confirmed' } });
    });

    test('a transfer that is approved then stays in the wallet, with the reason, and selling goes on', async () => {
      const chain = await open({ credit: 60_000 });
      const orderId = await quoted(chain, 60_000);
      const paymentId = await slipFor(chain, orderId, 60_000);
      await credit(chain, 59_990);
      const decided = await chain.child.payments.decisions.approve({ paymentId, by: agentId });
      const payment = decided.ok ? decided.value.payment : null;
      expect(payment).toMatchObject({ state: 'paid', bought: false, keptWhy: { code: 'shop-short' } });
      expect(await chain.child.wallet.read(customerId)).toMatchObject({ balance: payment?.credited, held: 0 });
      expect(await chain.child.salesPause.paused()).toBeNull();
      expect(await told(chain)).toHaveLength(1);
    });

    test('what was approved a moment before is refunded to the wallet, and selling goes on', async () => {
      const chain = await open({ credit: 60_000 });
      const paymentId = await slipFor(chain, await quoted(chain, 60_000), 60_000);
      expect(await chain.child.payments.decisions.approve({ paymentId, by: agentId })).toMatchObject({ ok: true });
      await credit(chain, 59_990);
      await chain.worker.runOnce();
      expect(await chain.childOrders()).toMatchObject([{ state: 'rejected', outcome: 'account-empty' }]);
      const { balance, held } = await chain.child.wallet.read(customerId);
      expect([balance >= 60_000, held]).toEqual([true, 0]);
      expect(await chain.child.salesPause.paused()).toBeNull();
      expect(await told(chain)).toEqual([{ kind: 'account-empty', balance: 59_990, total: 60_000 }]);
      expect(await quote(chain, 50_000)).toMatchObject({ ok: true });
    });
  });

  test('a list that is worth more than the account is not confirmed, though each row is covered', async () => {
    const chain = await open({ credit: 20_000 });
    const { batches } = chain.child;
    await give(chain, 1_000_000);
    const item = { productId: topUpId, amount: null };
    const rows = ['989121234567', '989121234568'].map((to) => ({ mobile: to, item, problem: null }));
    const list = await batches.draft('list', customerId, rows);
    const priced = await batches.quote(list.id, customerId);
    expect(priced).toMatchObject({ ok: true, value: { rows: [{ order: {} }, { order: {} }] } });
    expect(await batches.confirm(list.id, customerId, null, null)).toEqual(refusal);
    await credit(chain, 22_000);
    expect(await batches.confirm(list.id, customerId, null, null)).toMatchObject({ ok: true });
  });

  test('a debt beyond the credit is a debt, and what can be spent is never below nothing', async () => {
    const chain = await open({ credit: 60_000 });
    await give(chain, 1_000_000);
    await confirm(chain, await quoted(chain, 60_000));
    await Promise.all([chain.worker.runOnce(), chain.parent.purchaseWorker.runOnce()]);
    await chain.parent.purchaseWorker.runOnce();
    await credit(chain, 0);
    chain.clock.pass(minute);
    expect(await quote(chain, 10_000)).toEqual(refusal);
    expect(await told(chain)).toEqual([{ kind: 'account-empty', balance: 0, total: 10_000, owed: 60_000 }]);
    expect(chain.child.catalogue.status()).toMatchObject({ balance: 0, wallet: -60_000 });
  });
});
