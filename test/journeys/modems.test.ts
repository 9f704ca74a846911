import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, makeAgent } from '#test/support/agents.ts';
import { forge, greet, keysOn, rangedTopUpId, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { labels, read, type Story, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

const stored = (phone: string) => `98${phone.slice(1)}`;
const againOn = (person: Person) => labels(person.last()).filter((label) => label.startsWith('↻'));
const waysOn = (person: Person) => keysOn(person.last()).map(({ press }) => press.to);
const isOver = (message: Parameters<typeof keysOn>[0]) => keysOn(message).some(({ press }) => press.to === 'bulkFile');

describe.each(journeyLanguages)('a TD-LTE number, in %s', (language) => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says(language, key, variables);
  const story: Story = storyIn(language, () => world);
  const { phone, sold } = story;
  const mobilePackage = () => story.ware(2, 'credit', 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت');
  const modemPackage = () => story.ware(2, 'credit', 'بسته TD-LTE ۳۰ روزه ۲۰ گیگابایت');
  const buy = async (buyer: Person, id: number, number: string) => {
    await forge(buyer, { to: 'product', id, mobile: stored(number) });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-activated'));
  };

  test('is offered only TD-LTE, and Confirm, receipt and buy-again say so', async () => {
    const buyer = await greet(world, { language, wallet: 50_000_000 });
    const [modem, mobile] = [phone('0941'), phone('0935')];
    await buy(buyer, (await mobilePackage()).id, mobile);
    await buyer.type(modem);
    expect(read(buyer)).toContain('TD-LTE');
    expect(againOn(buyer)).toEqual([]);
    expect(waysOn(buyer)).not.toContain('topup');
    expect(waysOn(buyer)).not.toContain('offers');
    const { id, total } = await modemPackage();
    await forge(buyer, { to: 'product', id, mobile: stored(modem) });
    expect(read(buyer)).toContain(`${t('sim-prepaid')} · TD-LTE`);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-activated'));
    expect(read(buyer)).toContain(`${t('sim-prepaid')} · TD-LTE`);
    expect(await sold(modem)).toMatchObject([{ product_id: id, price: total }]);
    await buyer.type(modem);
    expect(againOn(buyer)).toHaveLength(1);
    await tap(buyer, { to: 'again' });
    expect(read(buyer)).toContain('TD-LTE');
    // Another modem has no history, and a phone gets nothing of a modem.
    await buyer.type(phone('0941'));
    expect(againOn(buyer)).toEqual([]);
    await buyer.type(phone('0935'));
    expect(againOn(buyer)).toHaveLength(1);
    expect(againOn(buyer).join()).not.toContain('20');
  });

  test('gets no mobile product in any way, and its buyer reads why', async () => {
    const buyer = await greet(world, { language, wallet: 50_000_000 });
    const modem = phone('0941');
    const { id } = await mobilePackage();
    const refused = t('failure-number-only-tdlte');
    for (const line of [`${modem} 50000 toman`, `${modem} شارژ ۵۰ هزار تومان`, `${modem} charge`, `${modem} شارژ`]) {
      await buyer.type(line);
      expect(read(buyer), line).toContain(refused);
    }
    // Only phones get this size.
    await buyer.type(`${modem} ۱۰۰ مگ روزانه`);
    expect(read(buyer)).toContain(refused);
    for (const press of [
      { to: 'product', id, mobile: stored(modem) },
      { to: 'topup', mobile: stored(modem) },
      { to: 'amount', id: rangedTopUpId, mobile: stored(modem), amount: 100_000 },
      { to: 'credit', id: rangedTopUpId, mobile: stored(modem), credit: 100_000 },
      { to: 'product', id: rangedTopUpId, mobile: stored(modem) },
      { to: 'offers', mobile: stored(modem), page: 1 },
    ] as const) {
      await forge(buyer, press);
      expect(read(buyer), press.to).toContain(refused);
      expect(waysOn(buyer), press.to).not.toContain('confirm');
    }
    // The buyer searches first and sends the number then.
    await forge(buyer, { to: 'product', id, mobile: null });
    expect(labels(buyer.last()).join()).not.toContain('0941');
    await buyer.type(modem);
    expect(read(buyer)).toContain(refused);
    // The same item is chosen for another number.
    await buy(buyer, id, phone('0935'));
    await buyer.type(modem, { replyTo: buyer.last().id });
    expect(read(buyer)).toContain(refused);
    expect(await sold(modem)).toEqual([]);
    const open = await look(world, ({ db }) =>
      db.selectFrom('orders').select('id').where('mobile', '=', stored(modem)).execute(),
    );
    expect(open).toEqual([]);
  });

  test('makes "internet" and a size mean TD-LTE', async () => {
    const buyer = await greet(world, { language, wallet: 50_000_000 });
    const modem = phone('0941');
    await buyer.type(`${modem} اینترنت`);
    expect(waysOn(buyer)).toContain('shelf');
    expect(read(buyer)).toContain('TD-LTE');
    const { id, total } = await modemPackage();
    await buyer.type(`${modem} ۲۰ گیگ ماهانه`);
    if (!waysOn(buyer).includes('confirm')) await tap(buyer, { to: 'product', id });
    expect(read(buyer)).toContain('TD-LTE');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-activated'));
    expect(await sold(modem)).toMatchObject([{ product_id: id, price: total }]);
  });

  test('is not offered a mobile package that it once got', async () => {
    const buyer = await greet(world, { language, wallet: 50_000_000 });
    const [modem, mobile] = [phone('0941'), phone('0935')];
    await buy(buyer, (await mobilePackage()).id, mobile);
    const [order] = await look(world, ({ db }) =>
      db
        .updateTable('orders')
        .set({ mobile: stored(modem) })
        .where('mobile', '=', stored(mobile))
        .returning('id')
        .execute(),
    );
    await buyer.type('/start');
    expect(againOn(buyer)).toEqual([]);
    await buyer.type(modem);
    expect(againOn(buyer)).toEqual([]);
    for (const press of [
      { to: 'again', order: order?.id ?? '' },
      { to: 'planOrder', order: order?.id ?? '', follows: 'same' },
    ] as const) {
      await forge(buyer, press);
      expect(read(buyer), press.to).toContain(t('failure-number-only-tdlte'));
    }
  });

  test('has a section of its own in a list, apart from the phones', async () => {
    const agent = await makeAgent(world, { language, limit: 500_000_000 });
    const [modem, other, mobile] = [phone('0941'), phone('0941'), phone('0935')];
    await agent.type([mobile, modem, other].join('\n'));
    const { id } = await mobilePackage();
    await forge(agent, { to: 'bulkItem', batch: batchOn(agent), id, amount: null, bought: 'no' });
    // The list asks for the modems next.
    expect(read(agent)).toContain('TD-LTE');
    const { id: wireless, total } = await modemPackage();
    await forge(agent, { to: 'bulkItem', batch: batchOn(agent), id: wireless, amount: null, bought: 'no' });
    await tap(agent, { to: 'bulkSections' });
    await tap(agent, { to: 'bulkTdlteSection' });
    const offered = keysOn(agent.last()).flatMap(({ press }) => (press.to === 'bulkItem' ? [press.id] : []));
    expect(offered).toContain(wireless);
    expect(offered).not.toContain(id);
    await tap(agent, { to: 'bulkTable' });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await sold(mobile)).toMatchObject([{ product_id: id }]);
    for (const number of [modem, other])
      expect(await sold(number)).toMatchObject([{ product_id: wireless, price: total }]);
  });

  test('in a list with amounts is told to get only TD-LTE and can be left out', async () => {
    const agent = await makeAgent(world, { language, limit: 500_000_000 });
    const [modem, mobile] = [phone('0941'), phone('0935')];
    await agent.type(`${mobile} 50000 toman\n${modem} 50000 toman`);
    expect(read(agent)).toContain(`${t('bulk-not-for-number', { count: 1, which: '' })} ${spoken(modem)}`);
    await tap(agent, { to: 'bulkTable' });
    expect(read(agent).split(spoken(modem))).toHaveLength(2);
    expect(labels(agent.last())).toContain(t('key-bulk-correct', { count: 1 }));
    await tap(agent, { to: 'bulkRow' });
    expect(read(agent)).toContain('TD-LTE');
    expect(read(agent)).toContain(t('bulk-row-not-for-number'));
    await tap(agent, { to: 'bulkTable' });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await sold(mobile)).toHaveLength(1);
    expect(await sold(modem)).toEqual([]);
  });

  test('with an amount in a list gets the TD-LTE package that is chosen next', async () => {
    const agent = await makeAgent(world, { language, limit: 500_000_000 });
    const [modem, mobile] = [phone('0941'), phone('0935')];
    await agent.type(`${mobile} 50000 toman\n${modem} 50000 toman`);
    const { id, total } = await modemPackage();
    await forge(agent, { to: 'bulkItem', batch: batchOn(agent), id, amount: null, bought: 'no' });
    expect(read(agent)).not.toContain(t('bulk-not-for-number', { count: 1, which: '' }));
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await sold(mobile)).toHaveLength(1);
    expect(await sold(modem)).toMatchObject([{ product_id: id, price: total }]);
  });
});

function batchOn(person: Person): string {
  for (const { press } of keysOn(person.last())) if ('batch' in press) return press.batch;
  throw new Error(`There is no list on: ${person.last().text}`);
}
