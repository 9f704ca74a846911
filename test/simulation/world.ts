import { disk } from './disk.ts';
import type { Restored } from './evidence.ts';
import { createFates } from './fates.ts';
import { faults } from './faults.ts';
import { complete, resetClock, runUntil, sleep } from './kernel/clock.ts';
import { die, gateCount } from './kernel/gates.ts';
import { journal, note } from './kernel/journal.ts';
import { random, reseed } from './kernel/random.ts';
import { time } from './kernel/time.ts';
import { createWallClock, type WallClock } from './kernel/wall-clock.ts';
import { createLives, type Machine } from './lives.ts';
import { isKnown, isOnline, keyOf } from './money-oracle.ts';
import { net } from './net.ts';
import { judge } from './oracle.ts';
import { type GatewayHost, gatewayHosts, openBank, openGateway, openTelegram } from './outside.ts';
import { createBuyer, type Wish } from './people/buyer.ts';
import { type Chat, createChat } from './people/chat.ts';
import { createOwner } from './people/owner.ts';
import { rests, type StoryName, storyNames, storyOf } from './people/stories.ts';
import type { Plan, PlannedPerson } from './plan.ts';
import { createPurchaseCalls } from './purchase-calls.ts';
import { creditedKeys, isAtRest, knownReferences, shopFacts } from './raw-tables.ts';
import { restoreOnce } from './restoring.ts';
import { countBy, orderStates, type Result } from './result.ts';
import { ownerId, prepareShop, startShop } from './shop-life.ts';
import { createShopServer } from './shop-server.ts';
import { gatewayTrouble, slowReads } from './trouble.ts';
import { troubleMaker } from './trouble-maker.ts';

type Trace = ((line: string) => void) | null;

const announcement = 'We are open on Friday too';

const hourMs = 3_600_000;
/** Then faults stop, whatever is still open. */
const longestShoppingMs = hourMs / 2;
/** By then everything that waits must have ended: the longest pause between two attempts is an hour. */
const longestRestMs = 1.5 * hourMs;

/** Lives one plan from the first tap until everything rests. */
export async function simulate(plan: Plan, trace: Trace = null): Promise<Result> {
  const world = await openWorld(plan, trace);
  const problems: string[] = [];
  const onRejection = (error: unknown) => void problems.push(`nobody looked at a failure: ${wordsOf(error)}`);
  process.on('unhandledRejection', onRejection);
  let isFinished = false;
  world
    .run(problems)
    .catch((error: unknown) => problems.push(`the run broke: ${wordsOf(error)}`))
    .finally(() => {
      isFinished = true;
    });
  await runUntil(() => isFinished).catch((error: unknown) => problems.push(wordsOf(error)));
  process.off('unhandledRejection', onRejection);
  const result = world.result(problems);
  world.close();
  return result;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Up to six seconds in ten minutes. */
function driftOf(): number {
  if (!faults.has('clock-drift')) return 0;
  faults.count('clock-drift');
  return random.faults.between(-0.01, 0.01);
}

async function openWorld(plan: Plan, trace: Trace) {
  const gateways = await complete(Promise.all(gatewayHosts.map(openGateway)));
  reseed(plan.seed);
  resetClock();
  journal.reset(trace);
  gateCount.reset();
  net.reset();
  disk.reset();
  gatewayTrouble.end();
  slowReads(0);
  faults.choose(plan.faults);
  const machines = Array.from(
    { length: plan.processes },
    (): Machine => ({ clock: createWallClock(driftOf()), life: null }),
  );
  const clocks = machines.map(({ clock }) => clock);
  net.setFates(createFates(gateways, clocks));
  const server = createShopServer();
  for (const [at, host] of gatewayHosts.entries()) gateways[at]?.serve(host);
  const bank = openBank();
  bank.serve();
  const sales = () => gateways.flatMap((gateway) => gateway.sales());
  const [firstGateway, otherGateway] = gatewayHosts;
  let gatewayHost: GatewayHost = firstGateway;
  const purchaseCalls = createPurchaseCalls();
  net.setWatch(purchaseCalls.note);
  const telegram = openTelegram();
  const acknowledged = new Set<number>();
  telegram.subscribe((event) => {
    if (event.type === 'confirmed') acknowledged.add(event.update.update_id);
  });

  const wishes: Wish[] = [];
  const chats: Chat[] = [];
  let calmAt = Number.POSITIVE_INFINITY;
  /** What a restore has thrown away. */
  let restored: Restored | null = null;
  const isCalm = () => time.at >= calmAt;
  const isOver = () => time.at >= calmAt + longestRestMs;
  const shopLives = createLives({
    machines,
    start: (life) => startShop(life, server, settings()),
    deathAt: plan.deathAt,
    isDangerous: () => !isCalm() && wishes.length > 0,
  });

  const settings = () => ({ botToken: telegram.token, isShared: plan.processes > 1, gatewayHost });

  const personOf = (id: number, name: string) => telegram.person({ id, first_name: name, language_code: 'en' });
  const chatOf = (id: number, name: string): Chat => createChat(telegram, personOf(id, name));

  const owner = createOwner({
    chat: chatOf(ownerId, 'Owner'),
    sales,
    bank,
    lastSentAt: purchaseCalls.lastSentAt,
    isOver,
  });

  async function shop({ id: personId, name, wishes: planned }: PlannedPerson): Promise<void> {
    const chat = chatOf(personId, name);
    const began = restored;
    // The shop has forgotten what they wanted, but machines ask again.
    const isMachine = planned.some(({ story }) => storyOf(story).isMachine);
    const isForgotten = () => restored !== began && !isMachine;
    const buyer = createBuyer(chat, { bank, owner, isOver: () => isOver() || isForgotten() });
    chats.push(chat);
    await sleep(random.people.between(0, 10_000));
    for (const { story, number } of planned) {
      if (isForgotten()) return;
      const wish: Wish = { personId, story, number, prices: new Set(), delivered: null };
      wishes.push(wish);
      note(`${name} begins: ${story}, ${number}`);
      try {
        await storyOf(story).run(buyer, wish);
      } catch (error) {
        if (!isForgotten()) throw error;
      }
      note(`${name} has ended: ${story}, ${number}`);
      await rests();
    }
  }

  /** One process after the other, as in a rolling update. */
  function changeGateway(): void {
    note('another gateway');
    gatewayHost = otherGateway;
    for (const machine of machines)
      void sleep(random.faults.between(0, 5_000)).then(() => {
        if (machine.life) die(machine.life, 'kill');
      });
  }

  async function restoreAndShop(): Promise<void> {
    const clock = clocks[0] as WallClock;
    const onLost = () => {
      owner.startOver();
      restored = {
        at: time.at,
        resumedAt: Number.POSITIVE_INFINITY,
        wishes: new Set(wishes.filter(({ story }) => !storyOf(story as StoryName).isMachine)),
        acknowledged: new Set(acknowledged),
      };
    };
    if (!(await restoreOnce({ clock, shopLives, settings, onLost, isCalm, visited: bank.visited }))) return;
    const shopping = Promise.all(plan.later.map(shop));
    await owner.resumesSelling(() => {
      if (restored) restored.resumedAt = Math.min(restored.resumedAt, time.at);
    });
    await shopping;
  }

  /** Nothing waits in the shop, and it has what the bank took online. */
  function isEnded(): boolean {
    if (!isAtRest()) return false;
    const credited = creditedKeys();
    const known = knownReferences();
    return bank
      .book()
      .filter((one) => isOnline(one) && (!restored || known.has(one.reference)))
      .every((one) => one.isVerified && credited.has(keyOf(one)));
  }

  async function run(problems: string[]): Promise<void> {
    await prepareShop([...plan.people, ...plan.later].map(({ id: personId, ...person }) => ({ ...person, personId })));
    // The shop can write to those who have written before.
    for (const { id, name, planned, creditLimit } of plan.people)
      if (planned !== null || creditLimit !== null) await personOf(id, name).type('/start', { wait: false });
    disk.hold();
    shopLives.begin();
    void owner.keep();
    void troubleMaker({ clocks, gateways, changeGateway, restart: shopLives.restart, isCalm });
    // After a restore a broadcast is a draft.
    if (!faults.has('restore'))
      void sleep(random.people.between(20_000, 120_000)).then(() => owner.announce(announcement));
    const restoring = faults.has('restore') ? restoreAndShop() : Promise.resolve();
    const shopping = Promise.all([...plan.people.map(shop), restoring]);
    await Promise.race([shopping.catch(() => undefined), sleep(longestShoppingMs)]);
    calmAt = time.at;
    faults.rest();
    for (const clock of clocks) clock.setRight();
    note('the world is calm');
    await shopping.catch((error: Error) => problems.push(error.message));
    while (!isOver() && !isEnded()) await sleep(5_000);
    if (!isEnded()) problems.push('something still waits an hour and a half after the faults have stopped');
  }

  function result(problems: readonly string[]): Result {
    const facts = shopFacts();
    const taken = bank.book();
    const isLater = (personId: number) => plan.later.some(({ id }) => id === personId);
    const evidence = {
      wishes: wishes.filter((one) => !restored?.wishes.has(one) && one.isInDoubt !== true),
      restored,
      sales: sales(),
      calls: purchaseCalls.all,
      hasWrongClocks: plan.faults.some((one) => one.startsWith('clock-')),
      chats,
      facts,
      grants: [...plan.people, ...plan.later],
      taken,
      expected: restored ? taken.filter((one) => isLater(one.personId) || isKnown(one, facts)) : taken,
      ...owner.book,
      announced: announcement,
      acknowledged: acknowledged.difference(restored?.acknowledged ?? new Set()),
    };
    const lived = wishes.map(({ story }) => story);
    const entered = facts.events.map(({ state }) => state);
    return {
      seed: plan.seed,
      hash: journal.hash(),
      violations: [...problems, ...judge(evidence)],
      kills: shopLives.kills(),
      purchases: evidence.sales.filter(({ isBought }) => isBought).length,
      payments: taken.length,
      virtualSeconds: Math.round(time.elapsed() / 1_000),
      faults: faults.counts(),
      stories: countBy(storyNames, lived),
      states: countBy(orderStates, entered),
      gates: gateCount.read(),
    };
  }

  function close(): void {
    shopLives.end();
    disk.letGo();
    for (const gateway of gateways) gateway.close();
    bank.close();
    telegram.close();
  }

  return { run, result, close };
}
