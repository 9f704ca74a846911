import { sql } from 'kysely';
import { type Moment, momentAfter } from '#domain/moment.ts';
import { lastDueDay } from '#domain/schedule.ts';
import { lastStatementDay } from '#domain/settlement.ts';
import type { Log } from '#log.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Database, Queries } from '#storage/database.ts';
import { unfinished } from '#storage/process-lease.ts';
import { readSwitch, shopRevisionSwitch, statementSwitch } from '#storage/switches.ts';

/** Sources of the true time: the `Date` header of answers that arrive anyway, and the newest time in the database. */
export type ClockSource = 'gateway' | 'telegram' | 'database';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A clock that is further off is wrong. A smaller step back is bridged. */
const mostOffMs = 5 * minuteMs;
/** At least the longest lease of a live process. */
const leaseMs = minuteMs;

export type Clock = ReturnType<typeof createClock>;

interface ClockParts {
  readonly wall: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly steady: () => number;
}

/** The time of this process, and whether it may be believed. */
export function createClock({ wall = Date.now, steady = () => performance.now() }: Partial<ClockParts> = {}) {
  /** How far each source is ahead of us. */
  const offsets = new Map<ClockSource, number>();
  let latest = wall();
  let latestSteady = steady();
  let setBacks = 0;
  let offMs: number | null = null;

  function now(): number {
    const at = wall();
    const steadyAt = steady();
    const passed = steadyAt - latestSteady;
    // Runs at half speed until the wall clock has caught up.
    const bridged = latest + passed / 2;
    const isBridged = bridged > at && bridged - at <= mostOffMs;
    if (bridged - at > mostOffMs) setBacks += 1;
    if (!isBridged && Math.abs(at - latest - passed) > mostOffMs) forget();
    latest = isBridged ? bridged : at;
    latestSteady = steadyAt;
    return Math.floor(latest);
  }

  /**
   * Forgets sources after a jump, because they describe the time before it. A wrong clock stays wrong until a source
   * agrees.
   */
  function forget(): void {
    offsets.clear();
    if (offMs === 0) offMs = null;
  }

  function note(source: ClockSource, offset: number): void {
    offsets.set(source, offset);
    const all = [...offsets.values()];
    if (all.some((one) => Math.abs(one) <= mostOffMs)) {
      offMs = 0;
      // The stored time then comes from a clock that was ahead.
      offsets.delete('database');
      return;
    }
    const agreeing = all.filter((one) => one > 0 === offset > 0);
    if (agreeing.length > 1) offMs = offset;
  }

  return {
    now,
    steady,
    /** Notes a `Date` header. */
    heard(source: 'gateway' | 'telegram', date: string): void {
      const at = Date.parse(date);
      if (!Number.isNaN(at)) note(source, at - now());
    },
    /** True if the newest time in a database is ahead. */
    compare(newest: number): boolean {
      const offset = newest - now();
      if (offset > mostOffMs) note('database', offset);
      return offset > mostOffMs;
    },
    /**
     * How far the true time is ahead of ours, once two sources agree that it is far off. Zero if a source agrees with
     * us; null if nothing is known.
     */
    offMs: (): number | null => offMs,
    /** How often the clock was set back by more than can be bridged. */
    setBacks(): number {
      now();
      return setBacks;
    },
  };
}

/**
 * The age of a stored time. Infinite if it is more than an hour ahead, because the clock that wrote it was wrong by an
 * unknown amount.
 */
export const ageOf = (since: number, now: number): number =>
  since > now + hourMs ? Number.POSITIVE_INFINITY : Math.max(0, now - since);

export interface ClockWorkerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly salesPause: Pick<SalesPause, 'pause' | 'resume' | 'forget'>;
  readonly log: Log;
}

/** Pauses selling while the clock is wrong, and recalls work that a fast clock has postponed. */
export function createClockWorker({ database, clock, alerts, alertsDue, salesPause, log }: ClockWorkerDeps): WorkLoop {
  /** Null when the process has just begun. */
  let recalled: number | null = null;
  let isHeldLeft = false;
  let wasWrong: boolean | null = null;

  async function look(): Promise<[]> {
    const offMs = clock.offMs();
    if (offMs !== null && (offMs !== 0) !== wasWrong) await tell(offMs);
    const setBacks = clock.setBacks();
    if (setBacks !== recalled) {
      if (setBacks > 0 || clock.compare(await newestTime(database.db))) {
        isHeldLeft = true;
        // An attempt that comes too early asks under its own key, so it does no harm.
        await recallDue(database, clock.now());
      }
      recalled = setBacks;
    }
    if (isHeldLeft && clock.offMs() === 0) {
      await recallHeld(database, clock.now());
      isHeldLeft = false;
      log.warn({}, 'the clock was ahead; leases and holds recalled');
    }
    return [];
  }

  async function tell(offMs: number): Promise<void> {
    const isWrong = offMs !== 0;
    const isFirst = await database.transaction(async (tx) => {
      const first = await (isWrong ? salesPause.pause('clock', '', 'clock', tx) : salesPause.resume('clock', tx));
      if (first)
        await alerts.write(tx, clock.now(), isWrong ? { kind: 'clock-wrong', offMs } : { kind: 'clock-right' });
      return first;
    });
    wasWrong = isWrong;
    if (!isFirst) return;
    salesPause.forget();
    alertsDue.notify();
    if (isWrong) log.error({ offMs }, 'the clock is wrong; sales paused');
    else log.info({}, 'the clock is right again; sales resumed');
  }

  return createWorkLoop({
    name: 'clock-worker',
    claim: look,
    work: async () => undefined,
    concurrency: 1,
    everyMs: 1_000,
    log,
  });
}

/** The newest time among rows that are written whenever something is sold, paid or reported. */
async function newestTime(db: Queries): Promise<number> {
  const newest = await Promise.all([
    db.selectFrom('order_events').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    db.selectFrom('ledger').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    db.selectFrom('alerts').select('created_at as at').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ]);
  return Math.max(0, ...newest.map((row) => row?.at ?? 0));
}

/** Tables whose attempts may come early: each repeats under its own key, or checks whether it is time. */
const attempted = ['orders', 'receipt_jobs', 'settlements', 'alerts', 'support_conversations', 'api_deliveries'];

/** Runs one statement after the other. Each may run again, and none waits for the rows of another. */
async function recallDue({ db }: Database, now: number): Promise<void> {
  for (const table of attempted as 'orders'[])
    await db
      .updateTable(table)
      .set({ next_attempt_at: now })
      .where(unfinished[table])
      .where('next_attempt_at', '>', now)
      .execute();
  await db.updateTable('inbox').set({ next_attempt_at: now }).where('next_attempt_at', '>', now).execute();
  await db
    .updateTable('payments')
    .set({ next_attempt_at: momentAfter(now, 0) })
    .where('next_attempt_at', '>', now)
    // A payment is not checked at its end; it expires.
    .whereRef('next_attempt_at', '<>', 'expires_at')
    .execute();
  const cycles = db.updateTable('plan_cycles').where(unfinished.plan_cycles).where('next_attempt_at', '>', now);
  await cycles.set({ next_attempt_at: now }).where('day', '<=', lastDueDay(now)).execute();
  await db.updateTable('announcements').set({ next_at: now }).where('next_at', '>', now).execute();
}

/**
 * Shortens leases and holds from the future. A live process gets another minute. What began in the future ends as long
 * after now as it was to end after its beginning.
 */
async function recallHeld({ db }: Database, now: number): Promise<void> {
  const latest = now + mostOffMs;
  for (const table of Object.keys(unfinished) as 'orders'[])
    await db
      .updateTable(table)
      .set({ lease_until: now + leaseMs })
      .where(unfinished[table])
      .where('lease_until', '>', latest)
      .execute();
  await db
    .updateTable('leases')
    .set({ until: now + leaseMs })
    .where('until', '>', latest)
    .execute();
  await db
    .updateTable('orders')
    .set((eb) => ({ expires_at: sql<number>`expires_at - (quoted_at - ${now})`, quoted_at: eb.val(now) }))
    .where('state', '=', 'quoted')
    .where('quoted_at', '>', latest)
    .execute();
  const payments = db.updateTable('payments');
  await payments
    .set((eb) => ({
      expires_at: sql<number>`expires_at - (created_at - ${now})`,
      hold_until: sql<number | null>`hold_until - (created_at - ${now})`,
      next_attempt_at: sql<Moment | null>`next_attempt_at - (created_at - ${now})`,
      created_at: eb.val(now),
    }))
    .where('state', 'in', ['asked', 'submitted'])
    .where('created_at', '>', latest)
    .execute();
  await payments.set({ waiting_since: now }).where('waiting_since', '>', now).execute();
  await db.updateTable('announcements').set({ told_at: now }).where('told_at', '>', now).execute();
  // Other processes have seen this revision, so it stays.
  const switches = db.updateTable('switches').where('name', '<>', shopRevisionSwitch);
  await switches.set({ at: now }).where('at', '>', now).execute();
  const statements = await readSwitch(db, statementSwitch);
  const today = lastStatementDay(now);
  // A step back over nine o'clock must not repeat a day.
  if (Number(statements?.value) > today + 1) {
    const value = String(today - 1);
    await switches.set({ value }).where('name', '=', statementSwitch).execute();
  }
}
