import type { Person } from '@sharj/local-telegram';
import type { Update } from 'grammy/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode, type NamedAction } from '#test/support/actions.ts';
import { look, makeAgent, walletOf } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, says, type Tappable, tap, topUp, watch } from '#test/support/buyer.ts';
import { type ChangingGateway, startChangingGateway } from '#test/support/changing-gateway.ts';
import { type Installed, install, installations, nameOf } from '#test/support/installations.ts';
import { gatewayAt, type World } from '#test/support/world.ts';

const slowly = { timeout: 300_000 };
const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;
/** How long "Buying…" stays while the gateway does not answer. */
const purchaseMs = 6_000;

const asked = says('en', 'confirm-title');
const buying = says('en', 'state-confirmed');
const checking = says('en', 'state-unsure');
const delivered = says('en', 'state-delivered');

const underWay = (person: Person): string[] =>
  person.messages().flatMap(({ text }) => (text.includes(buying) || text.includes(checking) ? [text] : []));

describe.each(installations.map((kind) => [nameOf(kind), kind] as const))('%s', (_, kind) => {
  let installed: Installed;
  let gateway: ChangingGateway;
  let world: World;
  let numbers = 4_000_000;
  const newNumber = () => {
    numbers += 1;
    return `98912${numbers}`;
  };
  const soldTo = async (mobile: string) => (await world.sales()).filter((sale) => sale.mobile === mobile);

  beforeAll(async () => {
    gateway = await startChangingGateway();
    installed = await install(kind, {
      pace: { purchaseMs },
      config: {
        payments,
        gateway: gatewayAt(gateway.url),
      },
    });
    world = installed.world;
    gateway.stand(world.sandbox.url);
    await installed.start();
  }, 60_000);
  afterAll(async () => {
    await installed.close();
    await gateway.close();
  });

  test('an order that is opened while it is being bought becomes the receipt by itself', slowly, async () => {
    const buyer = await greet(world);
    const mobile = newNumber();
    const order = await choose(buyer, mobile);
    await world.fault('purchase', 'slow', 1, 60_000);
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await buyer.sees(buying);
    await buyer.type('/orders', { wait: false });
    const leads = ({ press }: Tappable) =>
      'order' in press && press.order === order && 'page' in press && press.page !== null;
    const list = await buyer.sees((message) => keysOn(message).some(leads));
    const seen = watch(world, buyer, list.id);
    const key = keysOn(list).find(leads);
    await buyer.forge(key?.data ?? '', { message: list.id, wait: false });
    await buyer.sees(({ id, text }) => id === list.id && text.includes(delivered));
    expect(seen.some((text) => text.includes(buying))).toBe(true);
    await world.telegram.quiet();
    expect(underWay(buyer)).toEqual([]);
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('"Buy again" repeated after a kill leaves no message that says it is being bought', slowly, async () => {
    const buyer = await greet(world);
    await choose(buyer, newNumber());
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await buyer.sees(delivered);
    const { update } = await tap(buyer, { to: 'again' }, { wait: false });
    await buyer.sees(asked);
    await world.fault('purchase', 'slow', 1, 60_000);
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await buyer.sees(buying);
    await installed.kill();
    if (!update?.callback_query) throw new Error('A press is an update.');
    world.telegram.redeliver(update);
    // The repetition may have another update id, as from a Bot API server that restarted its numbering.
    world.telegram.deliver({ callback_query: update.callback_query });
    await installed.start();
    await expect.poll(async () => (await world.sales()).length).toBeGreaterThan(1);
    await expect.poll(() => underWay(buyer)).toEqual([]);
    await world.telegram.quiet();
    expect(underWay(buyer)).toEqual([]);
  });

  /** Happens when a process loses the chat's lease without noticing. */
  async function handledAgain(update: Update): Promise<void> {
    await look(world, ({ db }) => db.deleteFrom('inbox').where('update_id', '=', update.update_id).execute());
    world.telegram.redeliver(update);
    const handled = () =>
      look(world, ({ db }) =>
        db.selectFrom('inbox').select('done_at').where('update_id', '=', update.update_id).executeTakeFirst(),
      );
    await expect.poll(handled).toMatchObject({ done_at: expect.any(Number) });
  }

  test('a question that is repeated while its order is being bought sends nothing', slowly, async () => {
    const buyer = await greet(world);
    const mobile = newNumber();
    const { update } = await buyer.forge(encode({ to: 'product', id: topUp.id, mobile }, true), { wait: false });
    if (!update) throw new Error('A press is an update.');
    await buyer.sees(asked);
    await world.telegram.quiet();
    await world.fault('purchase', '503', null);
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await buyer.sees(checking);
    await handledAgain(update);
    expect(underWay(buyer)).toHaveLength(1);
    await world.fault('purchase', null);
    await buyer.sees(delivered);
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('a question about a new price that is repeated after the purchase leaves the receipt', slowly, async () => {
    const buyer = await greet(world);
    const mobile = newNumber();
    const order = await choose(buyer, mobile);
    await look(world, ({ db }) => db.updateTable('orders').set({ expires_at: 0 }).where('id', '=', order).execute());
    const { update } = await tap(buyer, { to: 'confirm' }, { wait: false });
    if (!update) throw new Error('A press is an update.');
    const again = () => find(buyer, { to: 'confirm' }).press;
    await expect.poll(again).not.toMatchObject({ order });
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await buyer.sees(delivered);
    await world.telegram.quiet();
    await handledAgain(update);
    await world.telegram.quiet();
    expect(buyer.messages().filter(({ text }) => text.includes(asked))).toEqual([]);
    expect(buyer.messages().filter(({ text }) => text.includes(delivered))).toHaveLength(1);
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('a question that was sent twice becomes the receipt in both messages', slowly, async () => {
    const buyer = await greet(world);
    const mobile = newNumber();
    world.telegram.faults.fail('sendMessage', { cut: 'after' });
    await buyer.forge(encode({ to: 'product', id: topUp.id, mobile }, true), { wait: false });
    const questions = () => buyer.messages().filter(({ text }) => text.includes(asked));
    await expect.poll(() => questions().length).toBe(2);
    await world.telegram.quiet();
    const [first] = questions();
    const confirm = first && keysOn(first).find(({ press }) => press.to === 'confirm');
    await buyer.forge(confirm?.data ?? '', { message: first?.id ?? 0, wait: false });
    await buyer.sees(delivered);
    await expect.poll(() => questions().length).toBe(0);
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('a list does not buy a product that was replaced by another one', slowly, async () => {
    const agent = await makeAgent(world);
    const phones = [newNumber(), newNumber()];
    await agent.type(phones.map((mobile) => `0${mobile.slice(2)}`).join('\n'));
    const batch = keysOn(agent.last())
      .map(({ press }) => press)
      .find((press): press is Extract<NamedAction, { batch: string }> => 'batch' in press)?.batch;
    await forge(agent, { to: 'bulkItem', batch: batch ?? '', id: topUp.id, amount: null, bought: 'no' });
    expect(find(agent, { to: 'bulkConfirm' })).toBeDefined();
    gateway.rename(topUp.id, 'Ten SMS, 1 day');
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(says('en', 'failure-product-changed'));
    await world.telegram.quiet();
    for (const mobile of phones) expect(await soldTo(mobile)).toEqual([]);
    expect(await walletOf(world, agent)).toMatchObject({ balance: 0, held: 0 });
    gateway.rename(topUp.id, 'Ten SMS, 1 day');
  });

  test(
    'an invoice does not buy a replaced product: it is refused before payment, and money stays in the wallet after',
    slowly,
    async () => {
      const other = topUp.id + 10;
      const buyer = await greet(world, { wallet: 0 });
      const bill = async (mobile: string) => {
        await forge(buyer, { to: 'product', id: other, mobile });
        await tap(buyer, { to: 'pay' });
      };
      const [first, second] = [newNumber(), newNumber()];
      await bill(first);
      await bill(second);
      // The product changes between the pre-checkout query and the payment.
      const stop = world.telegram.subscribe((event) => {
        if (event.type === 'checkout' && event.ok) gateway.rename(other, 'Ten SMS, 1 day');
      });
      const { payment } = await buyer.pay();
      stop();
      expect(payment).toEqual({ outcome: 'approved' });
      await buyer.sees(says('en', 'failure-product-changed').slice(0, 30));
      await world.telegram.quiet();
      expect(await soldTo(second)).toEqual([]);
      const { balance, held } = await walletOf(world, buyer);
      expect({ held, paid: balance > 0 }).toEqual({ held: 0, paid: true });

      const unpaid = buyer.messages().find(({ message }) => message.invoice);
      const refused = await buyer.pay(unpaid ? { message: unpaid.id } : {});
      expect(refused.payment).not.toEqual({ outcome: 'approved' });
      expect(await soldTo(first)).toEqual([]);
      expect((await walletOf(world, buyer)).balance).toBe(balance);
    },
  );

  // Two processes do not know each other's edits.
  const alone = kind.processes === 1;
  test('an edit without a change is not sent', slowly, async () => {
    const before = world.telegram.journal.calls('editMessageText').length;
    const buyers = await Promise.all(Array.from({ length: 8 }, () => greet(world)));
    await Promise.all(
      buyers.map(async (buyer) => {
        const order = await chooseOther(buyer, newNumber());
        const { data, message } = find(buyer, { to: 'confirm' });
        await buyer.forge(data, { message, wait: false });
        await buyer.forge(data, { message, wait: false });
        await buyer.sees(delivered);
        // Each button is tapped twice, and Refresh too.
        for (const press of [{ to: 'orders', page: 1 }, { to: 'order', order, page: 1 }, { to: 'home' }] as const)
          for (let times = 0; times < 3; times += 1) await forge(buyer, press, { message, wait: false });
        await buyer.sees(({ id, text }) => id === message && text.includes(says('en', 'home-title')));
      }),
    );
    await world.telegram.quiet();
    const edits = world.telegram.journal.calls('editMessageText').slice(before);
    expect(edits.length).toBeGreaterThan(buyers.length * 4);
    const needless = edits.filter(({ description }) => description?.includes('not modified'));
    expect(needless.length).toBeLessThanOrEqual(alone ? 0 : edits.length / 4);
  });

  /** A product that keeps its name. */
  const chooseOther = (buyer: Person, mobile: string) => choose(buyer, mobile, topUp.id + 20);
});
