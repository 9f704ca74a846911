import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/kit/formatter.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { dayOf, periodOf, startOf } from '#domain/calendar.ts';
import { defaultOperators } from '#domain/operators.ts';
import { credit, driftIn, look, makeAgent, meetOwner, stayAwake, walletOf } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { readCsv } from '#test/support/csv.ts';
import { download } from '#test/support/downloads.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { read, storyIn, unmarked } from '#test/support/story.ts';
import { sumsAgainst } from '#test/support/sums.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    products: 120,
    config: { payments: { token: 'pretend-payments', currency: 'IRR', exponent: 0 } },
  });
});
afterAll(() => world.close());

const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);
let phones = 0;
const phone = () => {
  phones += 1;
  return `98912${String(6_000_000 + phones)}`;
};

async function buy(person: Person): Promise<string> {
  const order = await choose(person, phone());
  await tap(person, { to: 'confirm' });
  const bought = () =>
    look(world, ({ db }) => db.selectFrom('orders').select('state').where('id', '=', order).executeTakeFirst());
  await expect.poll(bought).toEqual({ state: 'delivered' });
  await world.telegram.quiet();
  return order;
}

const codeOf = (id: string): Promise<string> =>
  look(world, async ({ db }) => {
    const row = db.selectFrom('orders').select('webservice_code').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).webservice_code;
  });

describe.each(journeyLanguages)('earning, in %s', (language) => {
  const story = storyIn(language, () => world);
  const t = (key: string, variables?: Record<string, string | number>) =>
    unmarked(says(language, key, variables)).replace(/<[^>]*>/g, '');
  const format = createFormatter({ texts, operators: defaultOperators }, language, 'rial');
  const money = (rials: number) => unmarked(story.money(rials));
  const sees = (person: Person, key: string, variables?: Record<string, string | number>) =>
    person.sees(({ text }) => unmarked(text).includes(t(key, variables)));

  test('a friend who came by a link earns the inviter a share, until the owner reverses the delivery', async () => {
    const owner = await meetOwner(world, language);
    const inviter = await greet(world, { language, wallet: 0 });
    await forge(inviter, { to: 'unit', unit: 'rial' });
    await forge(inviter, { to: 'wallet' });
    expect(keysOn(inviter.last()).some(({ press }) => press.to === 'referral')).toBe(false);
    await forge(owner, { to: 'prices', page: 1 });
    await tap(owner, { to: 'referralDesk' });
    expect(read(owner)).toContain(t('referral-is-off'));
    await tap(owner, { to: 'askReferral' });
    await owner.type('a lot');
    expect(read(owner)).toContain(t('failure-percent-invalid'));
    await owner.type('۱۰ 30');
    await tap(owner, { to: 'switchReferral', on: 'on' });
    expect(read(owner)).toContain(t('referral-is-on'));

    await forge(inviter, { to: 'wallet' });
    await tap(inviter, { to: 'referral' });
    const { copied } = await inviter.press(says(language, 'key-copy-link'));
    world.pass(hour);
    const friend = world.telegram.person({
      ...{ id: 6_100_000 + phones, first_name: `Friend ${language}`, language_code: language },
    });
    await friend.open(copied ?? '');
    await forge(friend, { to: 'unit', unit: 'rial' });
    expect(read(friend)).not.toContain(t('button-old'));
    await world.grant(friend.id, 1_000_000);
    const order = await buy(friend);
    const share = topUp.total / 10;
    expect(await walletOf(world, inviter)).toMatchObject({ balance: share });
    await forge(inviter, { to: 'referral' });
    expect(read(inviter)).toContain(t('referral-summary', { people: 1, earned: money(share) }));
    // Someone who was here before, even a moment ago, has not come by the link.
    const neighbour = await greet(world, { language });
    await neighbour.open(copied ?? '');
    await buy(neighbour);
    expect(await walletOf(world, inviter)).toMatchObject({ balance: share });
    await forge(inviter, { to: 'referral' });
    expect(read(inviter)).toContain(t('referral-summary', { people: 1, earned: money(share) }));
    await forge(owner, { to: 'referralDesk' });
    expect(unmarked(read(owner))).toContain(inviter.first_name);

    await forge(owner, { to: 'review', order });
    await tap(owner, { to: 'askReverse' });
    expect(read(owner)).toContain(t('reverse-title'));
    expect(await walletOf(world, friend)).toMatchObject({ balance: 1_000_000 - topUp.total });
    await Promise.all([
      tap(owner, { to: 'reverseOrder' }, { wait: false }),
      tap(owner, { to: 'reverseOrder' }, { wait: false }),
    ]);
    await sees(friend, 'notice-reversed', { code: await codeOf(order), amount: money(topUp.total) });
    await world.telegram.quiet();
    expect(await walletOf(world, friend)).toMatchObject({ balance: 1_000_000 });
    expect(await walletOf(world, inviter)).toMatchObject({ balance: 0 });
    await forge(friend, { to: 'order', order, page: 1 });
    expect(read(friend)).toContain('↩️');
    expect(keysOn(friend.last()).some(({ press }) => press.to === 'share')).toBe(true);
    await tap(friend, { to: 'share' });
    expect(keysOn(friend.last()).some(({ press }) => press.to === 'picture')).toBe(false);
    const [shared = ''] = /https:\/\/t\.me\/\S+/.exec(friend.last().text) ?? [];
    await inviter.open(shared);
    expect(read(inviter)).toContain(t('order-reversed-on', { when: '|' }).split('|')[0]);
    const since = owner.mark();
    await forge(owner, { to: 'reportFile', of: friend.id, span: 'day', day: null });
    const file = await owner.sees(({ message }) => message.document !== undefined, { since });
    expect(readCsv(await download(world, file))).toMatchObject([
      { [t('column-state')]: t('mark-reversed'), [t('column-profit', { unit: t('unit-rial') })]: '' },
    ]);
    await forge(owner, { to: 'switchReferral', on: 'off' });
    expect(await driftIn(world)).toEqual([]);
    const { orders, sums } = await look(world, async ({ db }) => ({
      orders: await db.selectFrom('orders').selectAll().execute(),
      sums: await db.selectFrom('daily_sales').selectAll().execute(),
    }));
    expect(sumsAgainst(orders, sums)).toEqual([]);
  });

  test('an agent on credit gets a statement on the day, is paused when it is not paid, and sells again when it is', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner, limit: 2_000_000 });
    await buy(agent);
    await forge(owner, { to: 'agents', page: 1 });
    await tap(owner, { to: 'settlement', person: 0 });
    expect(read(owner)).toContain(t('settlement-never'));
    await tap(owner, { to: 'settlementDays', cycle: 'weekly' });
    await tap(owner, { to: 'setSettlement', day: 0 });
    await tap(owner, { to: 'settlementGrace' });
    await tap(owner, { to: 'setSettlementGrace', days: 2 });
    expect(read(owner)).toContain(t('settlement-grace', { days: 2 }));

    const saturday = startOf(periodOf('persian', 'week', dayOf(world.now())).to + 1) + 10 * hour;
    world.pass(saturday - world.now());
    const statement = await sees(agent, 'statement-owed', { amount: money(topUp.total) });
    // To the minute, two days after it came.
    const minutes = Array.from({ length: Math.ceil((world.now() - saturday) / minute) + 1 }, (_, nth) => nth * minute);
    const until = minutes.map((ms) => t('statement-until', { when: format.when(saturday + ms + 2 * day) }));
    expect(until).toContain(unmarked(statement.text).split('\n').at(-1));
    const told = () =>
      look(world, ({ db }) => db.selectFrom('alerts').select('key').where('done_at', 'is not', null).execute());
    await expect.poll(told).toContainEqual({ key: expect.stringMatching(/^settlement-due/) });
    world.pass(2 * day);
    const owed = money(topUp.total);
    await sees(agent, 'notice-own-settlement-pause', { owed });
    await sees(owner, 'alert-settlement-pause', { name: agent.first_name, owed });
    await agent.type(phone());
    expect(read(agent)).toContain(t('failure-settlement-paused'));
    await forge(owner, { to: 'agent', person: agent.id });
    expect(read(owner)).toContain(t('settlement-pause'));

    // A debt can be paid although everything else is paused.
    await forge(agent, { to: 'wallet' });
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'payAmount')).toBe(true);
    await forge(agent, { to: 'askMoney' });
    expect(read(agent)).not.toContain(t('failure-settlement-paused'));
    await credit(owner, agent, 'repayment', String(topUp.total));
    await sees(agent, 'notice-own-settlement-resume', { owed });
    await sees(owner, 'alert-settlement-resume', { name: agent.first_name, owed });
    await buy(agent);
    expect(await walletOf(world, agent)).toMatchObject({ balance: -topUp.total });
    await forge(owner, { to: 'setSettlement', person: 0, cycle: 'never', day: 0 });
  });

  test('a level is renamed and deleted, with what becomes of its agents said first; a code is for one person', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await stayAwake(agent);
    await forge(owner, { to: 'askTier' });
    await owner.type(`Silver ${language}`);
    const { press } = find(owner, { to: 'askTurnover' });
    const tier = press.to === 'askTurnover' ? press.tier : 0;
    await forge(owner, { to: 'assignTier', person: agent.id, tier });
    await forge(owner, { to: 'tier', tier });
    await tap(owner, { to: 'askRenameTier' });
    await owner.type(`Steel ${language}`);
    expect(read(owner)).toContain(`Steel ${language}`);
    await tap(owner, { to: 'askEndTier' });
    expect(read(owner)).toContain(t('end-tier-agents', { count: 1 }));
    await tap(owner, { to: 'endTier' });
    await sees(agent, 'notice-no-tier');

    await forge(owner, { to: 'personPrices', person: agent.id });
    await tap(owner, { to: 'promoOperatorFor', audience: 'person', id: agent.id });
    await tap(owner, { to: 'promoTypeFor', operator: null });
    await tap(owner, { to: 'promoValue', type: null });
    await tap(owner, { to: 'askPromoTermsFor', type: null });
    const code = `ONLY${language.toUpperCase()}${agent.id}`;
    await owner.type(`${code} 10% 0 0`);
    await tap(owner, { to: 'makePromo' });
    expect(unmarked(read(owner))).toContain(agent.first_name);
    const other = await greet(world, { language });
    await choose(other, phone());
    await tap(other, { to: 'change' });
    await tap(other, { to: 'askPromo' });
    await other.type(code);
    expect(read(other)).toContain(t('failure-promo-unfit'));
    await choose(agent, phone());
    await tap(agent, { to: 'change' });
    await tap(agent, { to: 'askPromo' });
    await agent.type(code.toLowerCase());
    expect(unmarked(read(agent))).toContain(code);
    await forge(owner, { to: 'promos' });
    await tap(owner, { to: 'promo' });
    await tap(owner, { to: 'endPromo' });
  });
});
