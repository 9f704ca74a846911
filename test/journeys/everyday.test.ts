import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostButtons } from '#bot/kit/navigation.ts';
import { decode } from '#test/support/actions.ts';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { makeStaff } from '#test/support/staff.ts';
import { labels } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

let phones = 0;
const phone = (prefix = '0912') => {
  phones += 1;
  return `${prefix}${String(8_000_000 + phones)}`;
};

const confirms: readonly string[] = ['confirm', 'bulkConfirm', 'confirmCredit', 'approvePayment'];

/** Checks that the newest screen has at most ten buttons and confirms in its first three rows. */
function isCalm(person: Person): void {
  const shown = person.last();
  expect(labels(shown).length, shown.text).toBeLessThanOrEqual(mostButtons);
  const below = (shown.message.reply_markup?.inline_keyboard ?? []).slice(3).flat();
  const low = below.filter(
    (button) => 'callback_data' in button && confirms.includes(decode(button.callback_data)?.to ?? ''),
  );
  expect(low, shown.text).toEqual([]);
}

describe.each(journeyLanguages)('with at most ten buttons on a screen, in %s', (language) => {
  const t = (key: string) => says(language, key);

  test('a customer buys a monthly package for a new number with one message and four taps', async () => {
    const buyer = await greet(world, { language, wallet: 10_000_000 });
    await buyer.type('/start');
    isCalm(buyer);
    await buyer.type(phone());
    isCalm(buyer);
    let taps = 0;
    for (const press of [t('key-packages'), /ماهانه|Monthly|شهري/, { row: 0, column: 0 }, /✅/]) {
      await buyer.press(press);
      taps += 1;
      if (taps < 4) isCalm(buyer);
    }
    await buyer.sees((message) => keysOn(message).some(({ press }) => press.to === 'again'));
    isCalm(buyer);
    expect(taps).toBe(4);
    for (const command of ['/wallet', '/orders', '/settings', '/search 10gb']) {
      await buyer.type(command);
      isCalm(buyer);
    }
  });

  test('an agent sells a list and pages through many orders', async () => {
    const agent = await makeAgent(world, { language, limit: 100_000_000 });
    const numbers = Array.from({ length: 7 }, () => phone());
    await agent.type([...numbers.map((number) => `${number} 50000 rials`), phone('0935'), phone('0921')].join('\n'));
    for (let asked = 0; asked < 2; asked += 1) {
      isCalm(agent);
      expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkConfirm')).toBe(false);
      await tap(agent, { to: 'bulkItem' });
    }
    isCalm(agent);
    await tap(agent, { to: 'bulkRows' });
    isCalm(agent);
    await tap(agent, { to: 'bulkSections' });
    isCalm(agent);
    await tap(agent, { to: 'bulkTable' });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => keysOn(message).some(({ press }) => press.to === 'bulkFile'));
    await agent.type('/start');
    isCalm(agent);
    await agent.type('/orders');
    isCalm(agent);
    await tap(agent, { to: 'orders', page: 2 });
    isCalm(agent);
    await agent.type('/today');
    isCalm(agent);
  });

  test('owner and staff reach everything at the desk in two taps', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    const staff = [
      await makeStaff(world, owner, 'cashier', { language }),
      await makeStaff(world, owner, 'support', { language }),
    ];
    await choose(agent, `98${phone().slice(1)}`);
    const two = async (person: Person): Promise<Set<string>> => {
      const seen = new Set<string>();
      await forge(person, { to: 'menu' });
      isCalm(person);
      const groups = keysOn(person.last());
      for (const { data, press } of groups) {
        seen.add(press.to);
        if (press.to === 'home') continue;
        await person.forge(data);
        isCalm(person);
        for (const key of keysOn(person.last())) seen.add(key.press.to);
      }
      await forge(person, { to: 'agent', person: agent.id });
      isCalm(person);
      for (const { data, press } of keysOn(person.last())) {
        if (press.to !== 'personRecords' && press.to !== 'personTerms') continue;
        await person.forge(data);
        isCalm(person);
      }
      return seen;
    };
    // These buttons were on the desk itself before it had groups.
    expect([...(await two(owner))]).toEqual(
      expect.arrayContaining([
        ...['latest', 'askFind', 'paymentDesk', 'supportDesk', 'report', 'chart', 'shopPeriods', 'agents', 'owing'],
        ...['customers', 'staff', 'prices', 'askAnnounce', 'askPauseSelling', 'health', 'audit', 'checkLedger'],
      ]),
    );
    for (const member of staff) {
      const seen = await two(member);
      expect([...seen]).toEqual(expect.arrayContaining(['paymentDesk', 'agents', 'customers']));
      for (const owners of ['prices', 'staff', 'deskShop', 'askPauseSelling', 'checkLedger'])
        expect(seen).not.toContain(owners);
    }
  });
});
