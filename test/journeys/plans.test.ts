import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moneyText } from '#domain/money.ts';
import { isoDate } from '#domain/period.ts';
import { spokenMobile } from '#domain/phone.ts';
import { dueAt, lastTryAt, noticeAt } from '#domain/schedule.ts';
import { look } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { readCsv } from '#test/support/csv.ts';
import { download } from '#test/support/downloads.ts';
import { freePort } from '#test/support/free-port.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins } from '#test/support/payments.ts';
import { despiteDelays } from '#test/support/plans.ts';
import { asRead, inStorage, read } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
let port = 0;
let phones = 0;
beforeAll(async () => {
  port = await freePort();
  world = await createWorld({ products: 420, config: { port } });
});
afterAll(() => world.close());

const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const until = (time: number) => world.pass(time - world.now() + 1_000);
const nextPhone = () => {
  phones += 1;
  return `98912${String(7_000_000 + phones)}`;
};
const soldFor = async (mobile: string) => (await world.sales()).filter((sale) => sale.mobile === mobile);
const planOf = (person: Person) =>
  look(world, ({ db }) =>
    db.selectFrom('plans').selectAll().where('person_id', '=', person.id).executeTakeFirstOrThrow(),
  );

/** The notice on the day before, with Skip, Change and Stop. */
const announced = (person: Person, day: number) =>
  person.sees((shown) => {
    const presses = keysOn(shown).map(({ press }) => press);
    const isOffered = (name: string) => presses.some(({ to }) => to === name);
    const isOfDay = presses.some((press) => press.to === 'skipCycle' && press.day === day);
    return presses.length === 3 && isOfDay && isOffered('changePlan') && isOffered('stopPlan');
  });

describe.each(journeyLanguages)('plans, in %s', (language) => {
  const delivered = begins(language, 'state-delivered');

  /** Buys by tapping, up to the receipt. */
  async function buy(person: Person, mobile: string, id = topUp.id): Promise<string> {
    const order = await choose(person, mobile, id);
    await tap(person, { to: 'confirm', order });
    await person.sees(delivered);
    return order;
  }

  test('are made from a receipt, announced, skipped, bought, short of money, too dear and stopped', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'unit', unit: 'rial' });
    await world.grant(buyer.id, 2 * topUp.total);
    const mobile = nextPhone();
    const order = await buy(buyer, mobile);
    await tap(buyer, { to: 'more', order });
    await tap(buyer, { to: 'planOrder', order });
    await tap(buyer, { to: 'planWhen', order, follows: 'same' });
    await tap(buyer, { to: 'makePlan', ceiling: topUp.total });
    expect(read(buyer)).toContain(says(language, 'plan-title'));
    const plan = await planOf(buyer);
    const day = plan.next_day;
    expect(plan).toMatchObject({ state: 'active', ceiling: topUp.total, mobile });
    // A second press leads to the same plan.
    await forge(buyer, {
      to: 'makePlan',
      order,
      follows: 'same',
      schedule: { every: 'days', count: 7 },
      ceiling: topUp.total,
    });
    expect((await planOf(buyer)).id).toBe(plan.id);

    // It is the day before.
    until(noticeAt(day));
    const notice = await announced(buyer, day);
    await tap(buyer, { to: 'skipCycle', day });
    expect(read(buyer)).toContain(says(language, 'plan-title'));
    until(dueAt(day));
    await buyer.type('/plans');
    expect(await soldFor(mobile)).toHaveLength(1);

    // The next one is bought, and the receipt comes by itself.
    const second = (await planOf(buyer)).next_day;
    until(noticeAt(second));
    await announced(buyer, second);
    until(dueAt(second));
    const receipt = await despiteDelays(
      world,
      buyer.sees((shown) => shown.text.includes(says(language, 'state-delivered')) && shown.id > notice.id),
    );
    // The receipt names the plan; one of a tapped purchase does not.
    expect(receipt.text).toContain(says(language, 'order-planned'));
    await tap(buyer, { to: 'more' });
    expect(keysOn(buyer.last()).map(({ press }) => press)).toContainEqual({ to: 'plan', plan: plan.id });
    const tapped = buyer.messages().filter(({ text, id }) => text.includes(delivered) && id < notice.id);
    expect(tapped.some(({ text }) => text.includes(says(language, 'order-planned')))).toBe(false);
    expect(tapped).not.toEqual([]);
    expect(await soldFor(mobile)).toHaveLength(2);

    // The wallet is empty now.
    const third = (await planOf(buyer)).next_day;
    until(noticeAt(third));
    await announced(buyer, third);
    const told = buyer.mark();
    until(dueAt(third));
    const short = await despiteDelays(
      world,
      buyer.sees((shown) => keysOn(shown).some(({ press }) => press.to === 'wallet'), { since: told }),
    );
    expect(short.text).toContain(spokenMobile(mobile));
    expect(await figures()).toMatch(/^sharj_plan_cycles_due\{problem="money"\} 1$/m);
    expect(await figures()).toMatch(/^sharj_plans_active [1-9]/m);
    const granted = buyer.mark();
    await world.grant(buyer.id, 10 * topUp.total);
    await despiteDelays(world, buyer.sees(delivered, { since: granted }));
    expect(await soldFor(mobile)).toHaveLength(3);

    // The price is above the agreed limit: the bot asks and buys after one tap.
    await forge(buyer, { to: 'planCeilings', plan: plan.id });
    await buyer.type('۵۰ تومن');
    expect((await planOf(buyer)).ceiling).toBe(500_000);
    await forge(buyer, { to: 'planCeilings', plan: plan.id });
    await buyer.type('5000');
    expect((await planOf(buyer)).ceiling).toBe(5_000);
    const price = asRead(moneyText(topUp.total, 'rial', language));
    expect(read(buyer)).toContain(says(language, 'plan-limit-low', { price }));
    const fourth = (await planOf(buyer)).next_day;
    until(noticeAt(fourth));
    await announced(buyer, fourth);
    const asked = buyer.mark();
    until(dueAt(fourth));
    await despiteDelays(
      world,
      buyer.sees(
        (shown) => keysOn(shown).some(({ press }) => press.to === 'setPlanCeiling' && press.ceiling === topUp.total),
        { since: asked },
      ),
    );
    expect(await soldFor(mobile)).toHaveLength(3);
    const agreed = buyer.mark();
    await tap(buyer, { to: 'setPlanCeiling', plan: plan.id, ceiling: topUp.total });
    await despiteDelays(world, buyer.sees(delivered, { since: agreed }));
    expect(await soldFor(mobile)).toHaveLength(4);

    // The plan has its page, its orders, its file and its end.
    await buyer.type('/plans');
    await tap(buyer, { to: 'plan', plan: plan.id });
    await tap(buyer, { to: 'planCycles', plan: plan.id });
    expect(read(buyer)).toContain(says(language, 'cycle-person'));
    expect(keysOn(buyer.last()).filter(({ press }) => press.to === 'order')).toHaveLength(3);
    await tap(buyer, { to: 'plan', plan: plan.id });
    await tap(buyer, { to: 'stopPlan', plan: plan.id });
    expect(read(buyer)).toContain(says(language, 'plan-stopped'));
    await tap(buyer, { to: 'plans' });
    expect(read(buyer)).toContain(begins(language, 'plans-none'));
    await forge(buyer, { to: 'askPeriod', of: 'plans' });
    await buyer.type(`${isoDate(day, 'gregorian')} ${isoDate(fourth, 'gregorian')}`);
    const file = await buyer.sees((shown) => shown.media === 'document');
    const rows = readCsv(await download(world, file));
    const column = (name: string) => says(language, `column-${name}`, { unit: says(language, 'unit-rial') });
    expect(rows.map((row) => row[column('iso')])).toEqual(
      [day, second, third, fourth].map((one) => isoDate(one, 'gregorian')),
    );
    expect(rows.map((row) => row[column('state')])).toEqual(
      ['cycle-person', 'cycle-ordered', 'cycle-ordered', 'cycle-ordered'].map((key) => says(language, key)),
    );
    expect(rows.map((row) => row[column('charge')])).toEqual(['', ...Array(3).fill(String(topUp.total))]);
    expect(rows[0]?.[column('code')]).toBe('');
    for (const row of rows) {
      expect(row[column('number')]).toBe(spokenMobile(mobile));
      expect(row[column('ceiling')]).toBe(String(topUp.total));
      expect(row[column('schedule')]).toBe(says(language, 'schedule-days', { days: 7 }));
      // Only the owner's file names the person.
      expect(row).not.toHaveProperty(column('seller'));
    }
    const last = (await planOf(buyer)).next_day;
    until(lastTryAt(last));
    await buyer.type('/plans');
    expect(await soldFor(mobile)).toHaveLength(4);
  });

  test('have limits that follow the current price, not that of the last order', async () => {
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'unit', unit: 'rial' });
    const mobile = nextPhone();
    const order = await buy(buyer, mobile);
    await inStorage(world, ({ db }) =>
      db
        .updateTable('orders')
        .set({ base: 20_000, vat: 2_000, total: 22_000, charge: 22_000 })
        .where('id', '=', order)
        .execute(),
    );
    const money = (rials: number) => asRead(moneyText(rials, 'rial', language));
    const now = says(language, 'plan-price-now', { price: money(topUp.total) });
    await tap(buyer, { to: 'more', order });
    await tap(buyer, { to: 'planOrder', order });
    await tap(buyer, { to: 'planWhen', order, follows: 'same' });
    expect(read(buyer)).toContain(now);
    // The price is still the old one.
    await buyer.type('9000 rial');
    expect(read(buyer)).toContain(says(language, 'plan-limit-low', { price: money(topUp.total) }));
    const { id } = await planOf(buyer);
    await forge(buyer, { to: 'planCeilings', plan: id });
    expect(read(buyer)).toContain(now);
    await tap(buyer, { to: 'setPlanCeiling', ceiling: topUp.total });
    expect(read(buyer)).not.toContain('⚠️');
    // An item that is no longer on sale has its last price.
    await inStorage(world, ({ db }) =>
      db.updateTable('plans').set({ title: 'Another' }).where('id', '=', id).execute(),
    );
    await forge(buyer, { to: 'planCeilings', plan: id });
    expect(read(buyer)).toContain(says(language, 'plan-price-last', { price: money(22_000) }));
    await forge(buyer, { to: 'stopPlan', plan: id });
  });

  test('cannot be seen or changed by another person', async () => {
    const buyer = await greet(world, { language });
    const stranger = await greet(world, { language });
    const order = await buy(buyer, nextPhone());
    const schedule = { every: 'days', count: 7 } as const;
    await forge(stranger, { to: 'makePlan', order, follows: 'same', schedule, ceiling: 50_000 });
    expect(read(stranger)).toContain(says(language, 'failure-order-not-yours'));
    await forge(buyer, { to: 'makePlan', order, follows: 'same', schedule, ceiling: 50_000 });
    const { id, next_day } = await planOf(buyer);
    for (const press of [
      { to: 'plan', plan: id },
      { to: 'stopPlan', plan: id },
      { to: 'skipCycle', plan: id, day: next_day },
      { to: 'setPlanCeiling', plan: id, ceiling: 1 },
    ] as const) {
      await forge(stranger, press);
      expect(read(stranger)).toContain(says(language, 'failure-plan-unknown'));
    }
    expect(await planOf(buyer)).toMatchObject({ state: 'active', ceiling: 50_000, next_day });
    await forge(buyer, { to: 'stopPlan', plan: id });
  });
});
