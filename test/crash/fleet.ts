import { setTimeout as pause } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import type { Point } from './points.ts';
import type { Command, Life, Reply } from './protocol.ts';
import type { Random } from './random.ts';
import { type ShopHandle, startShop } from './shop-handle.ts';

export interface FleetPlan {
  readonly bundle: string;
  readonly life: Omit<Life, 'ending' | 'seed'>;
  readonly points: readonly Point[];
  readonly random: Random;
}

export type Fleet = ReturnType<typeof createFleet>;

const most = 3;
/** After this many kills the number of processes changes: one, two, three. */
const deathsAStage = 3;

/** Replicas of the shop on one database. Each dies at its own point and gets a successor. */
export function createFleet({ bundle, life, points, random }: FleetPlan) {
  const queue: Point[] = random.shuffle(points);
  const running = new Set<ShopHandle>();
  const standby: ShopHandle[] = [];
  const serving = new Set<ShopHandle>();
  const kills: Point[] = [];
  const surprises: string[] = [];
  const awaited = new Map<number, (reply: Reply) => void>();
  const replies = new Map<number, Reply[]>();
  const acknowledged = new Set<number>();
  const counts = { starts: 0, resent: 0, broken: 0, atOnce: new Set<number>() };
  let closing = false;
  let changed = Promise.withResolvers<void>();

  const ring = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };

  // Once every point has a process, more of them would only take its work away.
  const wanted = () => (queue.length === 0 ? 1 : 1 + (Math.floor(kills.length / deathsAStage) % most));

  async function launch(): Promise<void> {
    const point = queue.shift();
    const ending = point ? { point, nth: random.chance(0.3) ? 2 : 1 } : null;
    const seed = random.whole(1, 2 ** 31);
    const shop = startShop({ bundle, life: { ...life, ending, seed }, onReply });
    counts.starts += 1;
    running.add(shop);
    if (await shop.ready) standby.push(shop);
    fill();
    const end = await shop.ended;
    running.delete(shop);
    serving.delete(shop);
    if (end.kind === 'killed' && point) kills.push(point);
    if (end.kind === 'broke') surprises.push(end.words);
    fill();
    ring();
  }

  /** Keeps one spare process ready, because starting takes longer than dying. */
  function fill(): void {
    if (closing || surprises.length > 0) return;
    // Processes with a kill point come first, or others would take their work away.
    standby.sort((one, other) => Number(one.life.ending === null) - Number(other.life.ending === null));
    while (serving.size < wanted() || (queue.length === 0 && standby[0]?.life.ending)) {
      const shop = standby.shift();
      if (!shop) break;
      serving.add(shop);
      shop.ask({ do: 'serve' }).catch((error: unknown) => surprises.push(String(error)));
      counts.atOnce.add(serving.size);
      ring();
    }
    while (running.size < wanted() + 1) {
      launch().catch((error: unknown) => surprises.push(String(error)));
    }
  }

  async function someone(): Promise<ShopHandle> {
    while (!closing && serving.size === 0) {
      if (surprises.length > 0) throw new Error(`A process ended unasked: ${surprises.join('; ')}`);
      await changed.promise;
    }
    if (closing) throw new Error('The shop is closing.');
    return random.pick([...serving]);
  }

  /** Behaves like Telegram: repeats an unacknowledged update to any process, and never an acknowledged one. */
  async function ask(command: Command): Promise<void> {
    for (;;) {
      const shop = await someone();
      const answer = await shop.ask(command);
      if (answer && answer.kind !== 'broke') return;
      if (answer) counts.broken += 1;
      else counts.resent += 1;
      // The fleet notices a dead process a moment later; after an error people wait a little.
      await (answer ? pause(20) : shop.ended);
    }
  }

  function onReply(updateId: number, reply: Reply): void {
    replies.set(updateId, [...(replies.get(updateId) ?? []), reply]);
    awaited.get(updateId)?.(reply);
  }

  /** Delivers an update several times at once and waits for the replies. */
  async function tap(update: Update, times: number): Promise<Reply> {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    awaited.set(update.update_id, resolve);
    await Promise.all(Array.from({ length: times }, () => ask({ do: 'receive', updates: [update] })));
    acknowledged.add(update.update_id);
    return promise;
  }

  async function stop(): Promise<void> {
    closing = true;
    ring();
    await Promise.all([...running].map((shop) => shop.ready.then(() => shop.stop())));
  }

  fill();
  return {
    ask,
    tap,
    stop,
    /** Updates that the shop acknowledged. */
    acknowledged,
    replies,
    kills,
    surprises,
    counts,
    /** Points at which running processes are about to die. */
    armed: (): Point[] => [...serving].flatMap(({ life: { ending } }) => (ending ? [ending.point] : [])),
    /** Whether every point has killed a process. */
    spent: () => kills.length === points.length,
    left: (): Point[] => points.filter((point) => !kills.includes(point)),
  };
}
