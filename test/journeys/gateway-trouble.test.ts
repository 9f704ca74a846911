import { describe, expect, onTestFinished, test } from 'vitest';
import { meetOwner, walletOf } from '../support/agents.ts';
import { choose, greet, says, tap, topUp, watch } from '../support/buyer.ts';
import { languages, unmarked } from '../support/story.ts';
import { createWorld, type World, type WorldOptions } from '../support/world.ts';

const minute = 60_000;

async function open(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({ products: 120, ...options });
  onTestFinished(() => world.close());
  return world;
}

describe.each(languages)('an answer in unknown words, in %s', (language) => {
  test('the buyer reads that a person checks, the owner reads the words, and the money waits for the decision', async () => {
    const world = await open({ successPattern: /was delivered/ });
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language, wallet: topUp.total });
    await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-review'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: topUp.total });
    const alert = await owner.sees('خرید با موفقیت انجام شد.');
    expect(alert.text).toContain('GATEWAY_SUCCESS_PATTERN');
    await tap(owner, { to: 'review' });
    expect(unmarked(owner.last().text)).toContain('خرید با موفقیت انجام شد.');
    await tap(owner, { to: 'askDecide', as: 'delivered' });
    await owner.type('it is there');
    await buyer.sees(says(language, 'state-delivered'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
    expect(await world.sales()).toHaveLength(1);
  });
});

describe.each(languages)('a refused token, in %s', (language) => {
  test('from the first refusal the buyer reads not to buy again, and Refresh tells the same', async () => {
    const world = await open();
    const buyer = await greet(world, { language, wallet: topUp.total });
    await world.fault('purchase', '401', null);
    await choose(buyer, '989121234567');
    const shown = watch(world, buyer);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-unsure'));
    expect(shown.filter((text) => text.includes(says(language, 'state-unsure')))).toHaveLength(1);
    await tap(buyer, { to: 'order' });
    expect(buyer.last().text).toContain(says(language, 'state-unsure'));
    await world.fault('purchase', null);
    world.pass(minute);
    await buyer.sees(says(language, 'state-delivered'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 0, held: 0 });
    expect(await world.sales()).toHaveLength(1);
  });
});
