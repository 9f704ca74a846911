import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  const payments = { token: 'provider-token', currency: 'IRR', exponent: 0 };
  const dailyLimits = { customer: 2 * topUp.total, agent: 3 * topUp.total };
  world = await createWorld({ products: 120, config: { payments, dailyLimits } });
});
afterAll(() => world.close());

describe.each(journeyLanguages)('a daily limit, in %s', (language) => {
  const { t, money } = storyIn(language, () => world);
  const mobile = (nth: number) => `98912${language === 'fa' ? 5 : 6}00000${nth}`;
  const soldTo = async (number: string) => (await world.sales()).filter((sale) => sale.mobile === number).length;
  /** The text of the refusal up to the date. */
  const refused = (limit: number, left: number) =>
    unmarked(t('failure-daily-limit', { limit: money(limit), left: money(left), anew: '|' })).split('|')[0] ?? '';

  test('a customer buys up to it, sees early what is left, and continues after midnight', async () => {
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'unit', unit: 'rial' });
    const limit = 2 * topUp.total;
    for (const nth of [1, 2]) {
      await forge(buyer, { to: 'product', id: topUp.id, mobile: mobile(nth) });
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(says(language, 'state-delivered'));
    }
    await forge(buyer, { to: 'wallet' });
    expect(unmarked(buyer.last().text)).toContain(unmarked(t('wallet-today', { left: money(0), limit: money(limit) })));
    // The screen shows the price and that it exceeds the limit, without a Confirm button.
    await forge(buyer, { to: 'product', id: topUp.id, mobile: mobile(3) });
    expect(unmarked(buyer.last().text)).toContain(refused(limit, 0));
    expect(buyer.last().buttons.flat()).toContain(t('key-try-again'));
    await tap(buyer, { to: 'confirm' });
    expect(unmarked(buyer.last().text)).toContain(refused(limit, 0));
    expect(await soldTo(mobile(3))).toBe(0);
    world.pass(24 * 3_600_000);
    await forge(buyer, { to: 'product', id: topUp.id, mobile: mobile(3) });
    expect(unmarked(buyer.last().text)).not.toContain(refused(limit, 0));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees((shown) => shown.text.includes(says(language, 'state-delivered')));
    expect(await soldTo(mobile(3))).toBe(1);
  });

  test('an older invoice is refused before payment with the reason', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'unit', unit: 'rial' });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: mobile(4) });
    await tap(buyer, { to: 'pay' });
    const invoice = buyer.last().id;
    await world.grant(buyer.id, 2 * topUp.total);
    for (const nth of [5, 6]) {
      await forge(buyer, { to: 'product', id: topUp.id, mobile: mobile(nth) });
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(says(language, 'state-delivered'));
    }
    const { payment } = await buyer.pay({ message: invoice });
    expect(payment).toMatchObject({ outcome: 'declined' });
    const error = payment?.outcome === 'declined' ? payment.error : '';
    expect(unmarked(error)).toContain(refused(2 * topUp.total, 0));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
    expect(await soldTo(mobile(4))).toBe(0);
  });

  test('an agent’s list is confirmed as a whole or not at all, and the owner has no limit', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    const list = (count: number, from: number) =>
      Array.from({ length: count }, (_, nth) => `0${mobile(0).slice(2, 8)}${String(from + nth).padStart(4, '0')}`);
    const limit = 3 * topUp.total;
    await agent.type(list(4, 1_000).join('\n'));
    await forge(agent, { to: 'bulkItem', batch: batchOn(agent), id: topUp.id, amount: null, bought: 'no' });
    expect(unmarked(agent.last().text)).toContain(refused(limit, limit));
    const before = (await world.sales()).length;
    await tap(agent, { to: 'bulkConfirm' });
    expect(unmarked(agent.last().text)).toContain(refused(limit, limit));
    expect(await walletOf(world, agent)).toMatchObject({ held: 0 });
    await agent.type(list(3, 2_000).join('\n'));
    await forge(agent, { to: 'bulkItem', batch: batchOn(agent), id: topUp.id, amount: null, bought: 'no' });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(says(language, 'bulk-delivered', { count: 3, total: money(limit) }));
    expect(await world.sales()).toHaveLength(before + 3);

    await owner.type(list(5, 3_000).join('\n'));
    await forge(owner, { to: 'bulkItem', batch: batchOn(owner), id: topUp.id, amount: null, bought: 'no' });
    await tap(owner, { to: 'bulkConfirm' });
    await owner.sees(says(language, 'bulk-delivered', { count: 5, total: money(5 * topUp.total) }));
  });
});

function batchOn(seller: Parameters<typeof find>[0]): string {
  const { press } = find(seller, { to: 'bulkCancel' });
  return press.to === 'bulkCancel' ? press.batch : '';
}
