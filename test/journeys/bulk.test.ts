import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { defaultRateLimits } from '#bot/intake/rate-limiter.ts';
import type { Language } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import type { NamedAction } from '#test/support/actions.ts';
import { driftIn, everything, look, makeAgent, meetOwner, trailOf, walletOf } from '#test/support/agents.ts';
import { find, forge, keysOn, rangedTopUpId, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages, long } from '#test/support/length.ts';
import { labels, read, spoken } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, pace: { rateLimits: defaultRateLimits } });
});
afterAll(() => world.close());

let phones = 0;
/** Numbers that only this test uses, as people write them. */
const phone = (prefix = '0912') => {
  phones += 1;
  return `${prefix}${String(7_000_000 + phones)}`;
};
const many = (count: number, prefix?: string) => Array.from({ length: count }, () => phone(prefix));
const soldTo = async (phones_: readonly string[], place = world) => {
  const wanted = new Set(phones_.map((one) => `98${one.slice(1)}`));
  return (await place.sales()).filter(({ mobile }) => wanted.has(mobile));
};

/** The list on the newest screen. */
function listOn(agent: Person): string {
  const press = keysOn(agent.last()).map(({ press: one }) => one);
  const found = press.find((one): one is Extract<NamedAction, { batch: string }> => 'batch' in one);
  if (!found) throw new Error(`No list on: ${agent.last().text}`);
  return found.batch;
}

/** Pastes a list and chooses the top-up. */
async function paste(agent: Person, numbers: readonly string[]): Promise<string> {
  await agent.type(numbers.join('\n'));
  const batch = listOn(agent);
  await forge(agent, { to: 'bulkItem', batch, id: topUp.id, amount: null, bought: 'no' });
  return batch;
}

/** The start of the summary. */
const over = (language: Language, count: number) =>
  says(language, 'bulk-delivered', { count, total: '' }).split('·')[0]?.trim() ?? '';

describe.each(journeyLanguages)('one product for many numbers, in %s', (language) => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says(language, key, variables);
  // Some may be bought before the first progress appears.
  const isWaiting = t('bulk-waiting', { count: '|' }).split('|')[0] ?? '';

  test('an agent reads about each problem in a list and gets one order per number with one Confirm', async () => {
    const agent = await makeAgent(world, { language });
    const [one, two, today, other] = [phone(), phone(), phone(), phone('0935')];
    await paste(agent, [today, phone()]);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over(language, 2));
    const text = `name,mobile\nAli,${one}\nSara,${two}\nAli again,+98 ${one.slice(1)}\n${today}\n${other}\nReza,0912123`;
    await agent.type(text);
    const batch = listOn(agent);
    expect(read(agent)).toContain(t('bulk-title', { count: 4 }).replace(/<[^>]*>/g, ''));
    expect(read(agent)).toContain('0912123');
    // Recent sales are offered first.
    await tap(agent, { to: 'bulkItem', id: topUp.id });
    // The bot first asks what the other operator gets; the seller goes on without it.
    expect(read(agent)).toContain(t('bulk-what', { operator: defaultOperators[2].names[language], count: 1 }));
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkConfirm')).toBe(false);
    await tap(agent, { to: 'bulkTable' });
    const shown = read(agent);
    for (const [key, which] of [
      ['bulk-number-invalid', 'Reza,0912123'],
      ['bulk-twice', spoken(one)],
      ['bulk-bought-today', spoken(today)],
    ] as const)
      expect(shown).toContain(t(key, { count: 1, which }));
    for (const listed of [one, two, other]) expect(shown).toContain(`· ${spoken(listed)}`);
    // The other operator has a section of its own with nothing chosen.
    expect(shown).toContain(t('bulk-unchosen', { count: 1 }));
    expect(shown).toContain(t('bulk-title', { count: 2 }).replace(/<[^>]*>/g, ''));
    expect(shown).toMatch(/22,000|۲۲٬۰۰۰/);
    // No money is held before Confirm.
    expect(await walletOf(world, agent)).toMatchObject({ balance: -22_000, held: 0 });

    await tap(agent, { to: 'bulkItem', bought: 'yes' });
    expect(read(agent)).toMatch(/33,000|۳۳٬۰۰۰/);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over(language, 3));
    await world.telegram.quiet();
    // The numbers without an item are still there.
    expect(read(agent)).toContain(t('bulk-number-invalid', { count: 1, which: 'Reza,0912123' }));
    const sales = await soldTo([one, two, today, other]);
    const times = (number: string) => sales.filter(({ mobile }) => mobile === `98${number.slice(1)}`).length;
    expect([one, two, today, other].map(times)).toEqual([1, 1, 2, 0]);
    expect(new Set(sales.map(({ key }) => key)).size).toBe(4);
    expect(await walletOf(world, agent)).toMatchObject({ balance: -55_000, held: 0 });
    expect((await trailOf(world, agent)).at(-1)).toMatchObject({
      action: 'bulk',
      actorId: agent.id,
      details: { batch, orders: 3, total: 33_000 },
    });
  });

  test('an agent with a small wallet buys and holds nothing, and reads the missing amount', async () => {
    const agent = await makeAgent(world, { language, limit: 25_000 });
    const numbers = many(3);
    await paste(agent, numbers);
    expect(agent.last().text).toMatch(/8,000|۸٬۰۰۰/);
    await tap(agent, { to: 'bulkConfirm' });
    expect(agent.last().text).toContain(t('bulk-short'));
    expect(agent.last().text).toMatch(/8,000|۸٬۰۰۰/);
    expect(await walletOf(world, agent)).toMatchObject({ balance: 0, held: 0 });
    expect(await soldTo(numbers)).toEqual([]);
    await world.grant(agent.id, 8_000);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over(language, 3));
    expect(await soldTo(numbers)).toHaveLength(3);
  });

  test('an agent who confirms an old table gets the new one after the list was priced again', async () => {
    const agent = await makeAgent(world, { language });
    const numbers = many(2);
    const batch = await paste(agent, numbers);
    await forge(agent, { to: 'bulkConfirm', batch, table: 'AAAAAAAA' });
    expect(agent.last().text).toContain(t('failure-list-changed'));
    expect(await soldTo(numbers)).toEqual([]);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over(language, 2));
    expect(await soldTo(numbers)).toHaveLength(2);
  });

  test('an agent who pastes and prices the same list twice sells it once', async () => {
    const agent = await makeAgent(world, { language });
    const numbers = many(2);
    await paste(agent, numbers);
    const first = find(agent, { to: 'bulkConfirm' });
    await paste(agent, numbers);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over(language, 2));
    await agent.forge(first.data, { message: first.message });
    expect(agent.messages().some(({ text }) => text.includes(t('failure-list-changed')))).toBe(true);
    expect(await soldTo(numbers)).toHaveLength(2);
  });

  test('an agent reads why numbers were rejected and retries only those, once', async () => {
    const agent = await makeAgent(world, { language });
    const numbers = many(3);
    const batch = await paste(agent, numbers);
    await world.fault('purchase', '503', null);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(t('bulk-waiting', { count: 3 }));
    // The gateway answers two of them like with an empty account.
    const refused = numbers.slice(0, 2).map((number) => `98${number.slice(1)}`);
    const changed = new Set<string>();
    const change = async () => {
      // Changes only orders that no worker is sending: a worker sends what it read before.
      const rows = await look(world, ({ db }) =>
        db
          .updateTable('orders')
          .set({ body: 'product_id=1' })
          .where('batch_id', '=', batch)
          .where('mobile', 'in', refused)
          .where('lease_until', '=', 0)
          .returning('mobile')
          .execute(),
      );
      for (const { mobile } of rows) changed.add(mobile);
      return changed.size;
    };
    await expect.poll(change).toBe(2);
    await world.fault('purchase', null);
    await agent.sees(t('bulk-rejected', { count: 2 }));
    await world.telegram.quiet();
    const [first = ''] = numbers;
    expect(read(agent)).toMatch(new RegExp(`❌ ${spoken(first)}: \\S+`));
    expect(await walletOf(world, agent)).toMatchObject({ balance: -11_000, held: 0 });
    const old = find(agent, { to: 'bulkRetry' });
    await tap(agent, { to: 'bulkRetry' });
    expect(read(agent)).toContain(`· ${spoken(first)}`);
    expect(read(agent)).not.toContain(spoken(numbers[2] ?? ''));
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over(language, 2));
    expect(await soldTo(numbers)).toHaveLength(3);
    // The old button does not sell to them twice.
    await agent.forge(old.data);
    expect(read(agent)).toContain(
      t('bulk-bought-today', { count: 2, which: refused.map((one) => spoken(`0${one.slice(2)}`)).join(' · ') }),
    );
    // Its section has nothing to show.
    expect(read(agent)).not.toContain(defaultOperators[1].names[language]);
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkConfirm')).toBe(false);
  });

  test('an agent gets a late result as a new message, and the older one becomes a line without buttons', async () => {
    const agent = await makeAgent(world, { language });
    await paste(agent, many(3));
    const { id } = agent.last();
    await world.fault('purchase', '429', 3);
    await tap(agent, { to: 'bulkConfirm' }, { wait: false });
    await agent.sees(isWaiting);
    world.pass(60_000);
    const summary = await agent.sees(over(language, 3));
    expect(summary.id).toBeGreaterThan(id);
    await world.telegram.quiet();
    const older = agent.messages().find((message) => message.id === id);
    expect(older?.text).not.toContain(over(language, 3));
    expect(keysOn({ id, message: older?.message ?? summary.message })).toEqual([]);
  });

  test('an agent sees progress while a list runs', async () => {
    const agent = await makeAgent(world, { language });
    const numbers = many(4);
    await paste(agent, numbers);
    await world.fault('purchase', '429', 4);
    await tap(agent, { to: 'bulkConfirm' }, { wait: false });
    await agent.sees(isWaiting);
    await agent.sees(over(language, 4));
    expect(await soldTo(numbers)).toHaveLength(4);
  });
});

describe('a list', () => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says('en', key, variables);

  test('can be contacts that are shared one after the other, while a single one is a number', async () => {
    const agent = await makeAgent(world);
    const numbers = many(3);
    const [first = ''] = numbers;
    await agent.shareContact({ phone_number: `+98${first.slice(1)}`, first_name: 'Ali' });
    expect(read(agent)).toContain(spoken(first));
    expect(labels(agent.last())).toContain(t('key-packages'));
    for (const number of [...numbers.slice(1), first])
      await agent.shareContact({ phone_number: `+98${number.slice(1)}`, first_name: 'Someone' });
    expect(read(agent)).toContain('A list with 3 numbers');
    world.pass(120_000);
    // A later contact is a number again.
    const later = phone();
    await agent.shareContact({ phone_number: later, first_name: 'Reza' });
    expect(read(agent)).toContain(spoken(later));
    const old = agent.messages().findLast(({ text }) => text.includes('A list with 3'));
    await tap(agent, { to: 'bulkItem', amount: 55_000 }, old ? { message: old.id } : {});
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over('en', 3));
    expect(await soldTo(numbers)).toMatchObject([{ price: 55_000 }, { price: 55_000 }, { price: 55_000 }]);
  });

  test('can be a caption or the answer after a product was chosen', async () => {
    const agent = await makeAgent(world);
    const [captioned, asked] = [many(2), many(2)];
    await agent.sendPhoto({ caption: captioned.join('\n') });
    expect(read(agent)).toContain('A list with 2 numbers');
    await tap(agent, { to: 'bulkCancel' });
    await forge(agent, { to: 'product', id: topUp.id, mobile: null });
    await agent.sendPhoto({ caption: asked.join(', ') });
    expect(read(agent)).toContain(`· ${spoken(asked[0] ?? '')}`);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over('en', 2));
    expect(await soldTo([...captioned, ...asked])).toHaveLength(2);
  });

  test('of two hundred numbers is sold at once, each once, and further numbers are only counted', async () => {
    const agent = await makeAgent(world, { limit: 10_000_000 });
    const numbers = many(205);
    await agent.type(numbers.join('\n'));
    expect(read(agent)).toContain(t('bulk-too-long', { most: 200, count: 5 }));
    await forge(agent, { to: 'bulkItem', batch: listOn(agent), id: topUp.id, amount: null, bought: 'no' });
    expect(agent.last().text.length).toBeLessThan(4_096);
    const { data, message } = find(agent, { to: 'bulkConfirm' });
    const called = world.telegram.journal.calls().length;
    // The seller taps three times.
    await Promise.all([1, 2, 3].map(() => agent.forge(data, { message, wait: false })));
    await agent.sees(over('en', 200));
    await world.telegram.quiet();
    const sales = await soldTo(numbers);
    expect(sales).toHaveLength(200);
    // Two hundred receipts need far fewer edits.
    const calls = world.telegram.journal.calls().slice(called);
    const toAgent = calls.filter(({ params }) => params.chat_id === agent.id);
    expect(toAgent.filter(({ method }) => /^(send|edit)/.test(method)).length).toBeLessThan(100);
    // The result is in the progress message, and after a while once more with a sound.
    const summaries = agent.messages().filter(({ text }) => text.includes(over('en', 200)));
    expect(summaries.length).toBeLessThanOrEqual(2);
    expect(new Set(sales.map(({ mobile }) => mobile)).size).toBe(200);
    expect(await walletOf(world, agent)).toMatchObject({ balance: -2_200_000, held: 0 });
    expect(await driftIn(world)).toEqual([]);
  });

  test('with an expired price is priced again, and waits while sales are paused', async () => {
    const agent = await makeAgent(world);
    const owner = await meetOwner(world);
    const numbers = many(2);
    await paste(agent, numbers);
    world.pass(11 * 60_000);
    await tap(agent, { to: 'bulkConfirm' });
    expect(agent.last().text).toContain(t('failure-quote-expired'));
    await forge(owner, { to: 'askPauseSelling' });
    await owner.type('stocktaking');
    await tap(agent, { to: 'bulkConfirm' });
    expect(agent.last().text).toContain('stocktaking');
    await forge(owner, { to: 'resumeSelling' });
    await forge(agent, { to: 'bulkItem', batch: listOn(agent), id: topUp.id, amount: null, bought: 'no' });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(over('en', 2));
    expect(await soldTo(numbers)).toHaveLength(2);
  });

  test('of another person or a cancelled one cannot be confirmed, nor any of its orders', async () => {
    const [agent, thief] = [await makeAgent(world), await makeAgent(world)];
    const numbers = many(2);
    const batch = await paste(agent, numbers);
    const kept = await everything(world);
    for (const press of [
      { to: 'bulk', batch },
      { to: 'bulkItem', batch, id: topUp.id, amount: null, bought: 'no' },
      { to: 'bulkConfirm', batch, table: 'AAAAAAAA' },
      { to: 'bulkCancel', batch },
      { to: 'bulkRetry', batch },
      { to: 'bulkSection', batch, operator: 1, sim: 'prepaid' },
      { to: 'bulkTdlteSection', batch, sim: 'prepaid' },
      { to: 'bulkRows', batch, page: 1 },
      { to: 'bulkRow', batch, row: 0 },
      { to: 'bulkRowItem', batch, row: 0, id: topUp.id, amount: null },
      { to: 'bulkRowOperator', batch, row: 0, operator: 2 },
      { to: 'bulkRowOut', batch, row: 0, out: 'yes' },
      { to: 'bulkFile', batch },
    ] as const) {
      await forge(thief, press);
      expect(thief.last().text, press.to).toContain(t('failure-order-not-yours'));
    }
    const [order] = await look(world, ({ db }) =>
      db.selectFrom('orders').select('id').where('batch_id', '=', batch).execute(),
    );
    for (const to of ['confirm', 'cancel'] as const) {
      await forge(agent, { to, order: order?.id ?? '' });
      expect(agent.last().text, to).toContain(t('failure-order-not-open'));
    }
    expect(await everything(world)).toBe(kept);
    await forge(agent, { to: 'bulkCancel', batch });
    expect(agent.last().text).toContain(t('cancelled'));
    await forge(agent, { to: 'bulkConfirm', batch, table: 'AAAAAAAA' });
    expect(agent.last().text).toContain(t('cancelled'));
    expect(await soldTo(numbers)).toEqual([]);
  });

  test('of one operator gets only that operator’s products, and an invalid amount is refused', async () => {
    const agent = await makeAgent(world);
    const numbers = many(2, '0935');
    const batch = await paste(agent, numbers);
    expect(read(agent)).toContain(t('failure-product-not-for-number'));
    await tap(agent, { to: 'bulk' });
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkConfirm')).toBe(false);
    await forge(agent, { to: 'bulkConfirm', batch, table: 'AAAAAAAA' });
    expect(agent.last().text).toContain(t('failure-order-not-open'));
    await forge(agent, { to: 'bulkItem', batch, id: rangedTopUpId, amount: 1, bought: 'no' });
    expect(agent.last().text).toMatch(/10,000/);
    expect(await soldTo(numbers)).toEqual([]);
    expect(world.errors()).toEqual([]);
  });

  test('is only for sellers: a customer who pastes one chooses a number', async () => {
    const customer = world.telegram.person({ first_name: 'Neda', language_code: 'en' });
    await customer.type(many(2).join('\n'));
    expect(read(customer)).toContain(t('several-numbers', { count: 2 }));
  });
});

describe('while a list runs', () => {
  test('a restart changes nothing: each number is bought once, and the summary comes', async () => {
    const agent = await makeAgent(world);
    const numbers = many(6);
    await paste(agent, numbers);
    await world.fault('purchase', 'cut-after');
    await tap(agent, { to: 'bulkConfirm' }, { wait: false });
    await agent.sees(says('en', 'bulk-waiting', { count: 6 }));
    await world.stopBot();
    await world.fault('purchase', null);
    await world.startBot();
    await agent.sees(over('en', 6));
    expect(await soldTo(numbers)).toHaveLength(6);
    expect(await walletOf(world, agent)).toMatchObject({ balance: -66_000, held: 0 });
  });

  if (long)
    test('a kill changes nothing: each number is bought once, and the summary comes', async () => {
      const place = await createWorld({ products: 120, start: false });
      onTestFinished(() => place.close());
      const bot = await place.spawnBot();
      const agent = await makeAgent(place);
      // The list has two operators with amounts of their own.
      const numbers = [...many(4), ...many(4, '0935')];
      await agent.type(numbers.map((number, nth) => `${number} ${nth < 4 ? 20_000 : 30_000} rials`).join('\n'));
      await place.fault('purchase', 'slow', 8, 1_500);
      const { data, message } = find(agent, { to: 'bulkConfirm' });
      await agent.forge(data, { message, wait: false });
      await agent.sees(says('en', 'bulk-waiting', { count: 8 }));
      await bot.kill();
      const next = await place.spawnBot();
      await agent.sees(over('en', 8));
      expect(await soldTo(numbers, place)).toHaveLength(8);
      expect(await walletOf(place, agent)).toMatchObject({ balance: -220_000, held: 0 });
      expect(await driftIn(place)).toEqual([]);
      await next.stop();
    });
});
