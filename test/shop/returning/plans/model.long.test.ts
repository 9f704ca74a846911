import { describe, expect, inject, test } from 'vitest';
import { type Calendar, type Day, dayOf } from '#domain/calendar.ts';
import { isoDate } from '#domain/period.ts';
import { dueAt, lateAt, noticeAt, readSchedule, tooLateAt } from '#domain/schedule.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import type { PlanRow } from '#storage/tables/plan.ts';
import { type Chance, createChance } from '#test/support/chance.ts';
import { hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { long, storiesToTell } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, emptyTables, type ShopWorld, strangerId, topUpId, useDatabase } from '#test/support/shop.ts';
import { delivered, grant, openPlannedWorld, plan, today, value } from './planned.ts';

const people = [buyerId, strangerId];
const schedules = ['d1', 'd7', 'd30', 'p1', 'p31', 'g31', 'g1'];
const year = 365;
const spans = long ? { sqlite: 2 * year, postgres: year } : { sqlite: 12, postgres: 12 };

/** Whether a plan buys on a day, from the dates alone. */
function isPlanned({ schedule: written, anchor }: PlanRow, day: Day): boolean {
  const schedule = readSchedule(written);
  if (!schedule) throw new Error(`${written} is no schedule`);
  if (schedule.every === 'days') return day > anchor && (day - anchor) % schedule.count === 0;
  const dateOf = (one: Day, calendar: Calendar) => Number(isoDate(one, calendar).slice(8));
  const isLast = dateOf(day + 1, schedule.calendar) === 1;
  const date = dateOf(day, schedule.calendar);
  return date === schedule.date || (isLast && date < schedule.date);
}

/** A plan that was stopped for some hours: what was not announced before has no cycle. */
interface Stop {
  readonly planId: string;
  /** The last round of the workers before it. */
  readonly after: number;
  readonly until: Day;
}

const block = ({ database }: ShopWorld, id: number, why: string | null) =>
  database.db.updateTable('people').set({ paused_why: why }).where('id', '=', id).execute();

/** Orders that were confirmed since then by people who are blocked, or in a pause. */
async function boughtNow({ shop, database }: ShopWorld, since: number): Promise<number> {
  const bought = database.db
    .selectFrom('orders')
    .innerJoin('people', 'people.id', 'orders.buyer_id')
    .select('orders.id')
    .where('confirmed_at', '>=', since);
  const isPaused = (await shop.salesPause.paused()) !== null;
  return (await (isPaused ? bought : bought.where('paused_why', 'is not', null)).execute()).length;
}

/** What people and the world do between two rounds of the workers. */
async function live(
  world: ShopWorld,
  chance: Chance,
  stop: (planId: string, by: number) => Promise<void>,
): Promise<void> {
  const person = chance.pick(people);
  // Trouble of the shop ends soon.
  if (chance.whole(3) === 0) {
    world.market.products.clear();
    await world.shop.salesPause.resume('owner');
    for (const id of people) await block(world, id, null);
  }
  await chance.weighted<() => Promise<unknown>>([
    [6, () => Promise.resolve()],
    [3, () => grant(world, 11_000 * (1 + chance.whole(12)), person)],
    [1, async () => world.market.products.set(topUpId, { price: chance.pick([10_000, 10_000, 50_000]) })],
    [1, async () => world.market.products.set(topUpId, chance.pick(['gone', { price: 10_000 }]))],
    [0.5, () => world.shop.salesPause.pause('owner', '', 'owner')],
    [0.5, () => block(world, person, 'chargebacks')],
    [
      0.5,
      async () => {
        const { plans } = await world.shop.plans.list(person, 0, 20);
        const one = chance.pick(plans);
        await world.shop.plans.skip(person, one.id, one.nextDay);
      },
    ],
    [
      1,
      async () => {
        const { plans } = await world.shop.plans.list(person, 0, 20);
        await stop(chance.pick(plans).id, person);
      },
    ],
  ])();
}

describe.each(databaseKinds)('plans on %s', (kind) => {
  const simulatedDays = spans[kind];
  const faults = createFaultyWrites();
  const suite = useDatabase(kind, { wrap: faults.wrap });

  test(`over ${simulatedDays} days with crashes and outages, each cycle is bought at most once and none is lost`, {
    timeout: 3 * 3_600_000,
  }, async () => {
    const world = await openPlannedWorld(suite.database);
    for (let nth = 0; nth < storiesToTell(1, 1); nth += 1) {
      const seed = inject('seed') + nth;
      await emptyTables(suite.database);
      expect(await tell(world, createChance(seed)), `TEST_SEED=${seed}`).toEqual([]);
    }
  });

  /** Gives what was wrong. */
  async function tell(world: ShopWorld, chance: Chance): Promise<string[]> {
    faults.breakAfter(Number.POSITIVE_INFINITY, 'before');
    for (const id of people) await world.shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'fa' });
    for (const [nth, written] of schedules.entries()) {
      const asked = { mobile: `98935123450${nth}`, buyer: people[nth % people.length] ?? buyerId };
      await plan(world, written, { asked, ceiling: 11_000 });
    }
    const created = today(world);
    let processes = [await world.another(), world];
    const end = world.clock.now() + simulatedDays * 24 * hour;
    let crashes = 0;
    const stops: Stop[] = [];
    let lastRound = 0;
    async function stopAndResume(planId: string, by: number): Promise<void> {
      value(await world.shop.plans.stop(by, planId));
      world.clock.pass((1 + chance.whole(14)) * hour);
      await world.planWorker.runOnce();
      await resume(world, { id: planId, person_id: by });
      stops.push({ planId, after: lastRound, until: today(world) });
    }
    while (world.clock.now() < end || crashes < 3) {
      // Mostly hours; sometimes days, or weeks, without a process.
      world.clock.pass(
        chance.weighted([
          [20, () => 1 + chance.whole(9)],
          [1, () => 20 + chance.whole(100)],
          [long ? 0.1 : 0, () => 200 + chance.whole(600)],
        ])() * hour,
      );
      await live(world, chance, stopAndResume);
      const since = world.clock.now();
      const roundBefore = lastRound;
      const isBroken = chance.whole(5) === 0;
      if (isBroken) faults.breakAfter(chance.whole(30), chance.pick(['before', 'after']));
      const rounds = processes.slice(0, 1 + chance.whole(2));
      for (let round = 0; round < 2; round += 1)
        await Promise.all(rounds.map(({ planWorker }) => planWorker.runOnce().catch(() => 0)));
      faults.breakAfter(Number.POSITIVE_INFINITY, 'before');
      if (!isBroken) lastRound = world.clock.now();
      if (isBroken) {
        crashes += 1;
        processes = [await world.another(), world];
        world.clock.pass(minute);
      }
      await settleAll(world);
      if ((await boughtNow(world, since)) > 0) return ['a plan bought for a blocked person or in a pause'];
      for (const planId of await resumePaused(world)) stops.push({ planId, after: roundBefore, until: today(world) });
      // Resuming wakes the worker, which may pause others for their skips.
      await world.planWorker.runOnce();
      await settleAll(world);
      await resumePaused(world);
    }
    world.market.products.clear();
    await world.shop.salesPause.resume('owner');
    for (const id of people) await block(world, id, null);
    for (const person of people) await grant(world, 110_000, person);
    for (let round = 0; round < 10; round += 1) {
      world.clock.pass(4 * hour);
      await world.planWorker.runOnce();
      await settleAll(world);
      await resumePaused(world);
    }
    return violations(world, created, stops);
  }

  /** The person resumes at once; one who is blocked is allowed to buy again. Gives the plans of those. */
  async function resumePaused(world: ShopWorld): Promise<string[]> {
    const rows = await suite.database.db.selectFrom('plans').selectAll().where('state', '=', 'paused').execute();
    for (const row of rows) {
      if (row.why !== 'person') expect({ skips: row.skips, why: row.why }).toEqual({ skips: 3, why: 'skips' });
      await block(world, row.person_id, null);
      await resume(world, row);
    }
    return rows.filter(({ why }) => why === 'person').map(({ id }) => id);
  }

  /** What was announced and has not been due waits again. */
  async function resume(
    { shop, clock }: ShopWorld,
    { id, person_id }: Pick<PlanRow, 'id' | 'person_id'>,
  ): Promise<void> {
    value(await shop.plans.resume(person_id, id));
    const stopped = suite.database.db.selectFrom('plan_cycles').select('day').where('plan_id', '=', id);
    const rows = await stopped.where('problem', '=', 'stopped').execute();
    expect(rows.filter(({ day }) => dueAt(day) > clock.now())).toEqual([]);
  }

  async function violations(world: ShopWorld, created: Day, stops: readonly Stop[] = []): Promise<string[]> {
    const { db } = suite.database;
    const found: string[] = [];
    const plans = await db.selectFrom('plans').selectAll().execute();
    const cycles = await db.selectFrom('plan_cycles').selectAll().execute();
    const orders = new Map((await db.selectFrom('orders').selectAll().execute()).map((row) => [row.id, row]));
    const alerts = (await db.selectFrom('alerts').select('alert').execute()).map(
      ({ alert }) => JSON.parse(alert) as Alert,
    );
    const said = (fits: (alert: Alert) => boolean) => alerts.filter(fits).length;
    const sales = await world.sandbox.purchases();
    const mine = new Map(plans.map((one) => [one.id, new Map<Day, (typeof cycles)[number]>()]));
    for (const cycle of cycles) mine.get(cycle.plan_id)?.set(cycle.day, cycle);

    for (const one of plans)
      for (let day = created + 1; noticeAt(day) <= world.clock.now(); day += 1) {
        const has = mine.get(one.id)?.has(day) ?? false;
        const isStopped = stops.some(
          ({ planId, after, until }) => planId === one.id && after < noticeAt(day) && day <= until,
        );
        if (has !== isPlanned(one, day) && (has || !isStopped))
          found.push(`${one.schedule}: day ${day} ${has ? 'is too much' : 'is lost'}`);
      }
    const used = new Set<string>();
    for (const { id, plan_id, day, state, problem, order_id, created_at } of cycles) {
      const name = `${plans.find((one) => one.id === plan_id)?.schedule} ${day}`;
      const about = (kinds: readonly string[]) =>
        said(
          (alert) =>
            kinds.includes(alert.kind) &&
            'planId' in alert &&
            alert.planId === plan_id &&
            'day' in alert &&
            alert.day === day,
        );
      const missed = said(
        (alert) => alert.kind === 'plan-missed' && alert.planId === plan_id && alert.from <= day && day <= alert.to,
      );
      const skipped = about(['plan-skipped']);
      if (state === 'waiting' && world.clock.now() >= tooLateAt(day) + hour) found.push(`${name} still waits`);
      if (state === 'skipped' && problem !== 'person' && problem !== 'stopped' && skipped + missed !== 1)
        found.push(`${name} was skipped (${problem}) and said ${skipped + missed} times`);
      if (state !== 'skipped' && skipped + missed > 0) found.push(`${name} is ${state} and was said to be skipped`);
      const announced = about(['plan-tomorrow']);
      if (announced > 1) found.push(`${name} was announced ${announced} times`);
      if (created_at < dueAt(day) && problem !== 'person' && announced === 0 && problem !== 'stopped')
        found.push(`${name} was not announced`);
      if (state !== 'ordered') continue;
      const order = orders.get(order_id ?? '');
      const confirmedAt = order?.confirmed_at ?? 0;
      if (!order || used.has(order.id)) found.push(`${name} has no order of its own: ${id}`);
      if (!order) continue;
      used.add(order.id);
      if (confirmedAt < dueAt(day) || confirmedAt >= tooLateAt(day)) found.push(`${name} was bought at a wrong time`);
      if ((order.charge ?? order.total) > 11_000) found.push(`${name} cost more than agreed`);
      if (sales.filter(({ key }) => key === order.idempotency_key).length !== 1)
        found.push(`${name} was not sent exactly once`);
      if (confirmedAt >= lateAt(day) && about(['plan-late', 'plan-short', 'plan-asked']) === 0)
        found.push(`${name} was late without a message`);
    }
    const planned = await db.selectFrom('order_events').select('order_id').where('why', '=', 'planned').execute();
    if (planned.length !== used.size) found.push(`${planned.length} planned orders for ${used.size} cycles`);
    const drift = await world.shop.wallet.findLedgerMismatches();
    if (drift.length > 0) found.push(`drift: ${JSON.stringify(drift)}`);
    // In a few days there may be hardly any.
    if (long && used.size < Math.floor(simulatedDays / 10))
      found.push(`only ${used.size} cycles were bought: the simulation proves little`);
    if (long && cycles.filter(({ state }) => state === 'skipped').length < 5)
      found.push('hardly any cycle was skipped');
    process.stdout.write(
      `${kind}: ${cycles.length} cycles, ${used.size} bought, ${dayOf(world.clock.now()) - created} days\n`,
    );
    return found;
  }

  test('the model itself finds what is wrong', async () => {
    const world = await openPlannedWorld(suite.database);
    await delivered(world);
    const { id } = await plan(world, 'd7');
    const created = today(world);
    world.clock.pass(8 * 24 * hour);
    const problems = await violations(world, created);
    expect(problems.some((problem) => problem.includes('is lost'))).toBe(true);
    expect(id).toHaveLength(14);
  });
});
