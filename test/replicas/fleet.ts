import type { BotProcess } from '#test/support/bot-process.ts';
import type { Chance } from '#test/support/chance.ts';
import type { World } from '#test/support/world.ts';
import type { Balancer } from './balancer.ts';

export interface Fleet {
  readonly lost: { killed: number; stopped: number };
  add(): Promise<void>;
  /** Kills or stops one replica and starts another. */
  replace(how: 'kill' | 'stop'): Promise<void>;
  /** Exit codes of the stopped processes. */
  readonly exitCodes: readonly (number | null)[];
}

/** Replicas of the bot behind one address. */
export function createFleet(world: World, balancer: Balancer, chance: Chance): Fleet {
  const replicas = new Set<BotProcess>();
  const lost = { killed: 0, stopped: 0 };
  const exitCodes: (number | null)[] = [];

  async function add(): Promise<void> {
    const replica = await world.spawnBot();
    replicas.add(replica);
    balancer.join(replica.url);
  }

  async function replace(how: 'kill' | 'stop'): Promise<void> {
    const replica = chance.pick([...replicas]);
    replicas.delete(replica);
    // Nobody tells the balancer; it finds out by itself.
    if (how === 'kill') {
      await replica.kill();
      lost.killed += 1;
    } else {
      exitCodes.push(await replica.stop());
      lost.stopped += 1;
    }
    await add();
  }

  return { lost, add, replace, exitCodes };
}
