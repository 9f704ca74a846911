import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bank } from '#sandbox/bank/bank.ts';
import { makeAgent, walletOf } from '#test/support/agents.ts';
import { forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { atBank, backFrom, openBank, payLink, takenBy } from '#test/support/payments.ts';
import { labels, read, storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let bank: Bank;
let world: World;
beforeAll(async () => {
  const opened = await openBank();
  bank = opened.bank;
  world = await createWorld({ products: 120, config: opened.config });
});
afterAll(async () => {
  await world.close();
  await bank.close();
});

let lastNumber = 0;
/** A number for which nothing was bought yet. */
const newNumber = (): string => {
  lastNumber += 1;
  return `98912800${String(lastNumber).padStart(4, '0')}`;
};

describe.each(journeyLanguages)('paying, in %s', (language) => {
  const story = storyIn(language, () => world);
  const text = (key: string, variables?: Record<string, string>) =>
    unmarked(says(language, key, variables)).replace(/<[^>]*>/g, '');

  test('the amount on the button is the amount that the bank asks for, and the smallest payment is explained', async () => {
    const smallest = 100_000;
    const buyer = await greet(world, { language, wallet: 4_003 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: newNumber() });
    expect(read(buyer)).toContain(text('confirm-smallest', { amount: story.money(smallest, 'toman') }));
    const label = text('key-pay', { amount: story.price(smallest, 'toman') });
    expect(labels(buyer.last())).toContain(label);
    const before = takenBy(bank);
    await buyer.press(label);
    expect(read(buyer)).toContain(text('pay-title', { amount: story.money(smallest, 'toman') }));
    await backFrom(await atBank(payLink(buyer), 'pay'));
    await buyer.sees(says(language, 'state-delivered'));
    expect(takenBy(bank) - before).toBe(smallest);
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 4_003 + smallest - topUp.total, held: 0 });
  });

  test('a list that costs too much offers Pay and no green Confirm; after the payment it is bought', async () => {
    const agent = await makeAgent(world, { language, limit: 0 });
    await world.grant(agent.id, 200_000);
    const numbers = [newNumber(), newNumber()].map((mobile) => `0${mobile.slice(2)}`);
    await agent.type(numbers.join('\n'));
    await tap(agent, { to: 'bulkItem', amount: 500_000 });
    const missing = text('confirm-wallet-short', { missing: story.money(800_000) });
    expect(read(agent)).toContain(missing);
    const pay = text('key-pay-missing', { amount: story.price(800_000) });
    expect(labels(agent.last())).toContain(pay);
    const styles = (agent.last().message.reply_markup?.inline_keyboard ?? [])
      .flat()
      .flatMap((key) => ('style' in key && key.style === 'success' ? [unmarked(key.text)] : []));
    expect(styles).toEqual([pay]);
    expect(labels(agent.last())).not.toContain(text('key-confirm', { total: story.money(1_000_000) }));
    const before = takenBy(bank);
    await agent.press(pay);
    await backFrom(await atBank(payLink(agent), 'pay'));
    await expect.poll(async () => (await walletOf(world, agent)).balance).toBe(1_000_000);
    expect(takenBy(bank) - before).toBe(800_000);
    const since = agent.mark();
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => keysOn(message).some(({ press }) => press.to === 'bulkFile'), { since });
    expect(await walletOf(world, agent)).toMatchObject({ balance: 0, held: 0 });
  });
});
