import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStates } from '#domain/order.ts';
import { createLog } from '#log.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { bundled } from '#test/support/bundle.ts';
import type { TestDatabase } from '#test/support/databases.ts';
import { addRule } from '#test/support/price-rules.ts';
import { type Evidence, gather } from './evidence.ts';
import { createFleet } from './fleet.ts';
import { openGateway } from './gateway.ts';
import { createJourneys, everyBuyer, promoNames } from './journeys.ts';
import type { Point } from './points.ts';
import { createRandom } from './random.ts';
import { referralPoints, referrer } from './referral.ts';

export interface RunPlan {
  readonly made: TestDatabase;
  readonly seed: number;
  readonly points: readonly Point[];
  /** The least number of orders; more are sold until every point has killed a process. */
  readonly orders: number;
}

export interface Run {
  readonly evidence: Evidence;
  /** Why the run gave up; null if it did not. */
  readonly unfinished: string | null;
  readonly kills: readonly Point[];
  readonly faults: ReadonlyMap<string, number>;
  readonly purchaseCalls: number;
  readonly counts: {
    readonly starts: number;
    readonly resent: number;
    readonly broken: number;
    readonly atOnce: ReadonlySet<number>;
  };
}

/** A stuck run ends after this time, so that it can report the reason. */
const longestStallMs = 120_000;
const journeysAtOnce = 8;
const openAtOnce = 14;

/** Sells until every point has killed a process, lets the last orders finish and collects the evidence. */
export async function runShop(plan: RunPlan): Promise<Run> {
  const { made, seed, points, orders } = plan;
  const folder = await mkdtemp(join(tmpdir(), 'sharj-crash-'));
  const random = createRandom(seed);
  const gateway = await openGateway();
  const database = await openDatabase(made.settings, { log: createLog('silent') });
  const bundle = await bundled(new URL('./shop-process.ts', import.meta.url));
  const noteFolder = join(folder, 'notes');
  await mkdir(noteFolder);
  const life = {
    database: made.settings,
    gatewayUrl: gateway.url,
    gatewayToken: gateway.token,
    folder: noteFolder,
  };
  const fleet = createFleet({ bundle, life, points, random });
  const journeys = createJourneys({ fleet, gateway, random });

  const travelling = new Set<Promise<void>>();
  const wrong: unknown[] = [];
  const setOut = () => {
    const journey: Promise<void> = journeys
      .travel()
      .catch((error: unknown) => void wrong.push(error))
      .finally(() => travelling.delete(journey));
    travelling.add(journey);
  };

  let progress = 0;
  let progressAt = Date.now();

  /** Polls until the condition holds; returns false when it gave up. */
  async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
    while (!(await isSo())) {
      if (wrong.length > 0) throw wrong[0];
      if (fleet.surprises.length > 0) throw new Error(`A process ended unasked: ${fleet.surprises.join('; ')}`);
      // Until the last point only kills count as progress, because others keep buying.
      const now = fleet.spent() ? fleet.kills.length + fleet.replies.size : fleet.kills.length;
      if (now !== progress) progressAt = Date.now();
      progress = now;
      if (Date.now() - progressAt > longestStallMs) return false;
      await pause(20);
    }
    return true;
  }

  const enough = () => journeys.begun() >= orders && fleet.spent();
  const isRoom = async () => travelling.size < journeysAtOnce && (await countOpen(database)) < openAtOnce;
  const isQuiet = async () =>
    (await countOpen(database)) + (await countWaiting(database, 'receipt_jobs')) === 0 &&
    (await countWaiting(database, 'inbox')) === 0;

  async function sell(): Promise<string | null> {
    while (!enough()) {
      const room = await until(async () => enough() || (await isRoom()));
      if (!room) return `no room for another order; points left: ${fleet.left().join(', ')}`;
      if (!enough()) setOut();
    }
    if (!(await until(() => travelling.size === 0))) return 'a journey does not end';
    await gateway.clearFaults();
    return (await until(isQuiet)) ? null : 'not everything was settled and told';
  }

  try {
    await addRules(database);
    await addReferrals(database);
    await journeys.fillWallets();
    const unfinished = await sell();
    await fleet.stop();
    if (fleet.surprises.length > 0) throw new Error(`A process ended unasked: ${fleet.surprises.join('; ')}`);
    const { kills, counts, acknowledged, replies } = fleet;
    const outside = { sold: await gateway.sold(), acknowledged, replies, granted: journeys.granted };
    const evidence = await gather(database, noteFolder, outside);
    return { evidence, unfinished, kills, faults: gateway.struck, purchaseCalls: gateway.calls.purchases, counts };
  } finally {
    await fleet.stop();
    await database.close();
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Discounts, a fee and a person who pays nothing; the general price changes midway, and some costs are known. */
async function addRules(database: Database): Promise<void> {
  await addRule(database, { target: 'customer', basis_points: 137 });
  await addRule(database, { target: 'customer', basis_points: 71, starts_at: Date.now() + 6_000 });
  await addRule(database, { target: 'person', target_id: 101, basis_points: -233, name: 'Service' });
  await addRule(database, { target: 'person', target_id: 102, basis_points: 10_000 });
  await addRule(database, { target: 'gateway', basis_points: 317, product_type: 'topup' });
  const [limited, endless] = promoNames;
  const made = { kind: 'percent', value: 777, created_by: 1, created_at: 0 } as const;
  await database.db
    .insertInto('promo_codes')
    .values([
      { ...made, code: limited, most_uses: 5 },
      { ...made, code: endless, most_uses: null },
    ])
    .execute();
}

/** Every buyer came by the link of a person who buys nothing. */
async function addReferrals({ db }: Database): Promise<void> {
  const value = JSON.stringify({ isOn: true, points: referralPoints, days: 30 });
  await db.insertInto('switches').values({ name: 'referral', value, actor: 'owner', at: 0 }).execute();
  await db
    .insertInto('referrals')
    .values(everyBuyer.map((person_id) => ({ person_id, referrer_id: referrer, at: Date.now(), void_why: null })))
    .execute();
}

async function countOpen({ db }: Database): Promise<number> {
  const open = db.selectFrom('orders').where('state', 'in', openStates);
  const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

async function countWaiting({ db }: Database, table: 'receipt_jobs' | 'inbox'): Promise<number> {
  const waiting = db.selectFrom(table).where('done_at', 'is', null);
  const { count } = await waiting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}
