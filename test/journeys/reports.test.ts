import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { periodName } from '#bot/kit/formatter.ts';
import { dayOf, periodOf, type Span, startOf } from '#domain/calendar.ts';
import { defaultOperators } from '#domain/operators.ts';
import { look, makeAgent, meetOwner } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, rangedTopUpId, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { read, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

const day = 24 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

let numbers = 0;

async function sell(seller: Person, language: 'fa' | 'en', amount: number | null = null): Promise<void> {
  numbers += 1;
  const mobile = `989128${String(numbers).padStart(6, '0')}`;
  await forge(
    seller,
    amount === null ? { to: 'product', id: topUp.id, mobile } : { to: 'amount', id: rangedTopUpId, mobile, amount },
  );
  await tap(seller, { to: 'confirm' });
  await seller.sees(says(language, 'state-delivered'));
}

/** Noon of the next day that is the second of its week and its month in both calendars, so that yesterday is in the same ones. */
function toQuietDay(): void {
  const calendars = ['persian', 'gregorian'] as const;
  const inside = (at: number) =>
    calendars.every((calendar) =>
      (['week', 'month'] as const).every((span) => {
        const { from, to } = periodOf(calendar, span, at);
        return from <= at - 2 && to >= at + 1;
      }),
    );
  let at = dayOf(world.now()) + 1;
  while (!inside(at)) at += 1;
  world.pass(startOf(at) + day / 2 - world.now());
}

describe.each(journeyLanguages)('reports, in %s', (language) => {
  const { t, money } = storyIn(language, () => world);
  const calendar = language === 'fa' ? 'persian' : 'gregorian';
  const named = (span: Span, at: number) => periodName(language, periodOf(calendar, span, at));
  const sold = (count: number, total: number) => t('today-sold', { count, total: money(total) });

  test('show an agent the day, week and month, back in time and never into the future', async () => {
    toQuietDay();
    const agent = await makeAgent(world, { language });
    await sell(agent, language);
    world.pass(day);
    await sell(agent, language, 20_000);
    await sell(agent, language);
    const today = dayOf(world.now());

    await agent.type('/start');
    await tap(agent, { to: 'today' });
    expect(read(agent)).toContain(sold(2, 31_000));
    await tap(agent, { to: 'report' });
    const text = read(agent);
    expect(text).toContain(named('day', today));
    expect(text).toContain(sold(2, 31_000));
    expect(text).toContain(t('report-more', { percent: 182, than: t('span-before-day') }));
    // Title, sum and comparison: the rest is one tap away.
    expect(text.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(5);
    expect(keysOn(agent.last()).filter(({ press }) => press.to === 'report')).toHaveLength(4);
    await tap(agent, { to: 'reportParts' });
    expect(read(agent)).toContain(t('report-vat', { base: money(30_000 - 1_818), vat: money(1_000 + 1_818) }));
    expect(read(agent)).toContain(says(language, 'report-tehran'));
    expect(read(agent)).not.toContain(t('report-customers'));
    await tap(agent, { to: 'report' });

    await tap(agent, { to: 'report', span: 'day', day: today - 1 });
    expect(read(agent)).toContain(named('day', today - 1));
    expect(read(agent)).toContain(sold(1, topUp.total));
    expect(read(agent)).not.toContain(t('span-before-day'));
    await tap(agent, { to: 'report', span: 'day', day: today });
    expect(read(agent)).toContain(named('day', today));
    for (const span of ['week', 'month'] as const) {
      await tap(agent, { to: 'report', span, day: today });
      expect(read(agent)).toContain(named(span, today));
      expect(read(agent)).toContain(sold(3, 42_000));
    }
    // A forged button of the year 3000 shows today, and one of day 0 shows no sales.
    await forge(agent, { to: 'report', of: null, span: 'day', day: 400_000 });
    expect(read(agent)).toContain(named('day', today));
    await forge(agent, { to: 'report', of: null, span: 'month', day: 0 });
    expect(read(agent)).toContain(t('report-none'));
  });

  test('add the operators to two products with the same name, and only to those', async () => {
    toQuietDay();
    const agent = await makeAgent(world, { language });
    const report = () => forge(agent, { to: 'reportParts', of: null, span: 'day', day: null });
    // Both operators use the same name.
    const name = language === 'fa' ? 'شارژ' : 'Top-up';
    await sell(agent, language, 20_000);
    await report();
    expect(read(agent)).toContain(`${name}:`);
    await forge(agent, { to: 'amount', id: rangedTopUpId + 2, mobile: '989351234567', amount: 30_000 });
    await tap(agent, { to: 'confirm' });
    await agent.sees(says(language, 'state-delivered'));
    await report();
    for (const operator of [defaultOperators[1], defaultOperators[2]])
      expect(read(agent)).toContain(
        t('report-product', { what: name, operator: operator.names[language], sim: t('sim-prepaid') }),
      );
  });

  test('never show a running day as a loss', async () => {
    toQuietDay();
    const agent = await makeAgent(world, { language });
    await sell(agent, language, 40_000);
    world.pass(day);
    await sell(agent, language, 10_000);
    await forge(agent, { to: 'report', of: null, span: 'day', day: null });
    expect(read(agent)).toContain(t('report-so-far', { percent: 25, than: t('span-before-day') }));
    world.pass(day);
    await forge(agent, { to: 'report', of: null, span: 'day', day: dayOf(world.now()) - 1 });
    expect(read(agent)).toContain(t('report-less', { percent: 75, than: t('span-before-day') }));
  });

  test('show unsure orders in their period', async () => {
    toQuietDay();
    const agent = await makeAgent(world, { language });
    await world.fault('purchase', '503', null);
    await forge(agent, { to: 'product', id: topUp.id, mobile: '989121110000' });
    await tap(agent, { to: 'confirm' });
    await agent.sees(says(language, 'state-unsure'));
    await forge(agent, { to: 'report', of: null, span: 'week', day: null });
    expect(read(agent)).toContain(t('report-none'));
    expect(read(agent)).toContain(t('today-waiting', { count: 1, total: money(topUp.total) }));
    await world.fault('purchase', null);
    await agent.sees(says(language, 'state-delivered'));
    await forge(agent, { to: 'report', of: null, span: 'week', day: null });
    expect(read(agent)).toContain(sold(1, topUp.total));
  });

  test('show the owner the whole shop with each agent, and an agent only their own sales', async () => {
    toQuietDay();
    world.pass(day);
    const owner = await meetOwner(world, language);
    const [ali, sara] = [await makeAgent(world, { language, owner }), await makeAgent(world, { language, owner })];
    const customers = [await greet(world, { language }), await greet(world, { language })];
    await sell(ali, language);
    await sell(sara, language, 50_000);
    for (const customer of customers) await sell(customer, language);

    await owner.type('/start');
    await tap(owner, { to: 'menu' });
    expect(read(owner)).toContain(t('desk-today', { count: 4, total: money(83_000) }));
    await tap(owner, { to: 'report' });
    expect(read(owner)).toContain(t('report-shop'));
    await tap(owner, { to: 'reportParts' });
    const text = read(owner);
    const name = async (person: Person) =>
      (await look(world, ({ db }) => db.selectFrom('people').select('name').where('id', '=', person.id).execute()))[0]
        ?.name;
    const line = (what: string | undefined, count: number, total: number) =>
      t('report-line', { what: what ?? '', count, total: money(total) }).replace(/[\u200e\u200f]/g, '');
    expect(text).toContain(
      [
        line(await name(sara), 1, 50_000),
        line(await name(ali), 1, 11_000),
        line(t('report-customers'), 2, 22_000),
      ].join('\n'),
    );

    await forge(owner, { to: 'agent', person: ali.id });
    await tap(owner, { to: 'personRecords' });
    await tap(owner, { to: 'report', of: ali.id });
    expect(read(owner)).toContain(sold(1, topUp.total));
    expect(read(owner)).toContain((await name(ali)) ?? 'no such person');
    expect(find(owner, { to: 'personRecords', person: ali.id })).toBeDefined();
    await forge(owner, { to: 'report', of: 424_242, span: 'day', day: null });
    expect(read(owner)).toContain(t('failure-person-unknown'));

    await forge(ali, { to: 'report', of: sara.id, span: 'day', day: null });
    expect(read(ali)).toContain(t('failure-not-allowed'));
    await forge(ali, { to: 'report', of: ali.id, span: 'day', day: null });
    expect(read(ali)).toContain(sold(1, topUp.total));
  });
});
