import { disk, keepFiles, restoreFiles } from './disk.ts';
import { createFates } from './fates.ts';
import { type Fault, faults } from './faults.ts';
import { complete, resetClock, runUntil, schedule, sleep } from './kernel/clock.ts';
import { die, gateCount } from './kernel/gates.ts';
import { journal, note } from './kernel/journal.ts';
import { type Life, lives } from './kernel/life.ts';
import { random, reseed } from './kernel/random.ts';
import { time } from './kernel/time.ts';
import { net } from './net.ts';
import { judge } from './oracle.ts';
import { openGateway, openTelegram } from './outside.ts';
import { createBuyer, type Wish } from './people/buyer.ts';
import { createChat } from './people/chat.ts';
import { decideReviews } from './people/owner.ts';
import { rests, storyNames, storyOf } from './people/stories.ts';
import type { Plan, PlannedPerson } from './plan.ts';
import { isAtRest, shopFacts } from './raw-tables.ts';
import { fillWallets, ownerId, startShop } from './shop-life.ts';
import { troubleMaker } from './trouble-maker.ts';

export interface Result {
  readonly seed: number;
  readonly hash: string;
  readonly violations: readonly string[];
  readonly kills: number;
  readonly purchases: number;
  readonly payments: number;
  readonly virtualSeconds: number;
  readonly faults: Readonly<Partial<Record<Fault, number>>>;
  /** What was reached. */
  readonly stories: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  readonly gates: number;
}

const hourMs = 3_600_000;
/** Then faults stop, whatever is still open. */
const longestShoppingMs = hourMs;
/** By then everything that waits must have ended: well within a day. */
const longestRestMs = 2 * hourMs;

/** Writes that touched rows, commits, syncs and calls: not the looks of idle workers. */
const isEffective = (gate: string): boolean =>
  /^(?:done \S+ \S+ [1-9]|commit|committed|sync|synced)/.test(gate) ||
  (/^(?:sent|<) /.test(gate) && !/getUpdates|setMy|getMe|deleteWebhook/.test(gate));

/** Lives one plan from the first tap until everything rests. */
export async function simulate(plan: Plan, trace: ((line: string) => void) | null = null): Promise<Result> {
  const gateway = await complete(openGateway());
  reseed(plan.seed);
  resetClock();
  journal.reset(trace);
  gateCount.reset();
  net.reset();
  disk.reset();
  faults.choose(plan.faults);
  gateway.serve();
  const telegram = openTelegram();
  net.setFates(createFates(gateway));

  const acknowledged = new Set<number>();
  telegram.subscribe((event) => {
    if (event.type === 'confirmed') acknowledged.add(event.update.update_id);
  });
  const wishes: Wish[] = [];
  let calmAt = Number.POSITIVE_INFINITY;
  const isCalm = () => time.at >= calmAt;
  const isOver = () => time.at >= calmAt + longestRestMs;
  let kills = 0;
  let alive: Life | null = null;

  function live(id: number): void {
    let gates = 0;
    const life: Life = {
      id,
      isDead: false,
      atDeath: [keepFiles],
      diesAt: (gate) => {
        if (isCalm() || wishes.length === 0 || !isEffective(gate)) return null;
        gates += 1;
        const death = plan.deathAt(id, gates, gate);
        if (death === null) return null;
        kills += 1;
        if (death === 'kill') faults.count('kill');
        return death;
      },
      onDead: () => {
        restoreFiles();
        schedule(random.faults.between(100, 5_000), () => live(id + 1));
      },
    };
    alive = life;
    note(`START of life ${id}`);
    const end = (error: unknown) => {
      note(`life ${id} ends by itself: ${error instanceof Error ? error.message : String(error)}`);
      die(life, 'kill');
    };
    lives.run(life, () => {
      startShop(telegram.token).then(({ failed }) => void failed.then(end), end);
    });
  }

  async function shop(planned: PlannedPerson): Promise<void> {
    const person = telegram.person({ id: planned.id, first_name: planned.name, language_code: 'en' });
    const buyer = createBuyer(createChat(telegram, person), isOver);
    chats.push(buyer);
    await sleep(random.people.between(0, 10_000));
    for (const { story, number } of planned.wishes) {
      const wish: Wish = {
        personId: planned.id,
        story,
        number,
        isConfirmed: false,
        prices: new Set(),
        delivered: null,
      };
      wishes.push(wish);
      note(`${planned.name} begins: ${story}, ${number}`);
      await storyOf(story).run(buyer, wish);
      note(`${planned.name} has ended: ${story}, ${number}`);
      await rests();
    }
  }
  const chats: ReturnType<typeof createBuyer>[] = [];

  async function run(): Promise<void> {
    await fillWallets(plan.people.map(({ id: personId, rials }) => ({ personId, rials })));
    live(1);
    const owner = createChat(telegram, telegram.person({ id: ownerId, first_name: 'Owner', language_code: 'en' }));
    void decideReviews(owner, gateway, isOver);
    void troubleMaker(isCalm);
    const shopping = Promise.all(plan.people.map(shop));
    await Promise.race([shopping.catch(() => undefined), sleep(longestShoppingMs)]);
    calmAt = time.at;
    faults.rest();
    note('the world is calm');
    await shopping.catch((error: Error) => problems.push(error.message));
    while (!isOver() && !isAtRest()) await sleep(5_000);
    if (!isAtRest()) problems.push('something still waits two hours after the faults have stopped');
  }

  const problems: string[] = [];
  let isFinished = false;
  const onRejection = (error: unknown) => {
    problems.push(
      `a promise was rejected and nobody looked: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    isFinished = true;
  };
  process.on('unhandledRejection', onRejection);
  run().then(
    () => {
      isFinished = true;
    },
    (error: Error) => {
      problems.push(`the run broke: ${error.stack ?? error.message}`);
      isFinished = true;
    },
  );
  await runUntil(() => isFinished).catch((error: Error) => problems.push(error.message));
  process.off('unhandledRejection', onRejection);
  const facts = shopFacts();
  const violations = [
    ...problems,
    ...judge({ wishes, sales: gateway.sales(), chats, facts, grants: plan.people, acknowledged }),
  ];
  const result = {
    seed: plan.seed,
    hash: journal.hash(),
    violations,
    kills,
    purchases: gateway.sales().filter((sale) => sale.isBought).length,
    payments: 0,
    virtualSeconds: Math.round(time.elapsed() / 1_000),
    faults: faults.counts(),
    stories: countBy(
      storyNames,
      wishes.map(({ story }) => story),
    ),
    states: countBy(
      orderStates,
      facts.events.map(({ state }) => state),
    ),
    gates: gateCount.read(),
  };
  if (alive) end(alive);
  gateway.close();
  telegram.close();
  return result;
}

const orderStates = ['quoted', 'confirmed', 'unsure', 'review', 'delivered', 'rejected', 'expired', 'cancelled'];

const countBy = (names: readonly string[], found: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, found.filter((one) => one === name).length]));

/** Its connections are closed, and what it waits for never comes. */
function end(life: Life): void {
  life.isDead = true;
  for (const close of life.atDeath.slice(1)) close('kill');
}
