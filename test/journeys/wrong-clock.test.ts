import { expect, onTestFinished, test } from 'vitest';
import { meetOwner, walletOf } from '#test/support/agents.ts';
import { choose, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { minute } from '#test/support/clock.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld } from '#test/support/world.ts';

test.each(journeyLanguages)(
  'with a wrong clock nothing new is bought, open orders go on, and owners hear of both ends (%s)',
  async (language) => {
    const world = await createWorld({ products: 120 });
    onTestFinished(() => world.close());
    const t = (key: string, variables?: Record<string, number | string>) => unmarked(says(language, key, variables));
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language, wallet: 3 * topUp.total });
    const other = await greet(world, { language, wallet: 3 * topUp.total });
    const hears = (key: string, variables?: Record<string, number>) =>
      owner.sees(({ text }) => unmarked(text) === t(key, variables));
    const desk = async () => {
      await forge(owner, { to: 'menu' });
      return unmarked(owner.last().text);
    };
    // The gateway has sold it, and the answer is lost.
    await world.fault('purchase', 'cut-after', null);
    await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-unsure'));

    await choose(other, '989121234568');
    world.setClock(-50 * minute);
    // Opening the desk asks the gateway for the balance.
    await desk();
    await hears('alert-clock-behind', { minutes: 50 });
    expect(await desk()).toContain(t('desk-paused-clock'));
    await tap(other, { to: 'confirm' });
    expect(unmarked(other.last().text)).toContain(t('failure-selling-paused'));

    await world.fault('purchase', null);
    await buyer.sees(says(language, 'state-delivered'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 2 * topUp.total, held: 0 });

    world.setClock(0);
    await desk();
    await hears('alert-clock-right');
    expect(await desk()).toContain(t('desk-selling'));
    await choose(other, '989121234568');
    await tap(other, { to: 'confirm' });
    await other.sees(says(language, 'state-delivered'));
    expect(await world.sales()).toHaveLength(2);
  },
);
