import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { createWorld, type World } from '#test/support/world.ts';

const day = 24 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

let numbers = 0;

/** Buys while the gateway is silent for longer than a key is valid. */
async function leaveInReview(language: 'fa' | 'en') {
  const buyer = await greet(world, { language, wallet: topUp.total });
  numbers += 1;
  const mobile = `989127${String(numbers).padStart(6, '0')}`;
  await forge(buyer, { to: 'product', id: topUp.id, mobile });
  await world.fault('purchase', '503', null);
  await tap(buyer, { to: 'confirm' });
  await buyer.sees(says(language, 'state-unsure'));
  world.pass(2 * day);
  await buyer.sees(says(language, 'state-review'));
  await world.fault('purchase', null);
  return { buyer, mobile };
}

describe.each(journeyLanguages)('an order in review, in %s', (language) => {
  const t = (key: string) => says(language, key);
  const alertStart = says(language, 'alert-review', { code: '|' }).split('|')[0] ?? '';

  test('alerts the owner, who finds it and spends or releases the money once', async () => {
    const owner = await meetOwner(world, language);
    for (const as of ['delivered', 'rejected'] as const) {
      const { buyer, mobile } = await leaveInReview(language);
      expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: topUp.total });
      const alert = await owner.sees(alertStart);
      if (as === 'delivered') {
        // The order is one tap from the alert, which stays.
        await tap(owner, { to: 'review' });
        expect(owner.messages().some(({ id, text }) => id === alert.id && text.includes(alertStart))).toBe(true);
      } else {
        await owner.type('/start');
        // The owner's home shows what waits.
        await tap(owner, { to: 'reviews' });
        await tap(owner, { to: 'review' });
      }
      await tap(owner, { to: 'askDecide', as });
      await owner.type('the operator said so');
      expect(owner.last().text).toContain('the operator said so');
      await buyer.sees(t(`state-${as}`));
      const after = as === 'delivered' ? { balance: 0, held: 0 } : { balance: topUp.total, held: 0 };
      expect(await walletOf(world, buyer)).toMatchObject(after);
      expect((await world.sales()).filter((sale) => sale.mobile === mobile)).toEqual([]);
    }
  });

  test('keeps the first of two decisions', async () => {
    const owner = await meetOwner(world, language);
    const { buyer } = await leaveInReview(language);
    await forge(owner, { to: 'reviews', page: 1 });
    await tap(owner, { to: 'review' });
    const { data } = find(owner, { to: 'askDecide', as: 'delivered' });
    await tap(owner, { to: 'askDecide', as: 'rejected' });
    await owner.type('not there');
    await owner.forge(data);
    await owner.type('there after all');
    expect(owner.last().text).not.toContain('there after all');
    await buyer.sees(t('state-rejected'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: 0 });
  });
});
