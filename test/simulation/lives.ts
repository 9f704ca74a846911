import { isInTransaction, losePower } from './disk.ts';
import { faults } from './faults.ts';
import { schedule } from './kernel/clock.ts';
import { die } from './kernel/gates.ts';
import { note } from './kernel/journal.ts';
import { type Blow, type Death, type Life, lives } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import type { WallClock } from './kernel/wall-clock.ts';

/** Where processes of the shop run, one after the other. */
export interface Machine {
  readonly clock: WallClock;
  life: Life | null;
}

export interface Running {
  readonly failed: Promise<Error>;
  /** As SIGTERM does. */
  stop(): Promise<void>;
}

interface LivesParts {
  readonly machines: readonly Machine[];
  /** Starts the shop in the context of a life; `failed` resolves when the process must stop. */
  readonly start: (life: Life) => Promise<Running>;
  /** Asked at each effective gate, counted from 1 in each life. */
  readonly deathAt: (life: number, gate: number, name: string) => Death | null;
  /** Whether a process may die now. */
  readonly isDangerous: () => boolean;
}

/** Writes that touched rows, commits, syncs and calls: not the looks of idle workers. */
const isEffective = (gate: string): boolean =>
  /^(?:done \S+ \S+ [1-9]|commit|committed|sync|synced)/.test(gate) ||
  (/^(?:sent|<) /.test(gate) && !/getUpdates|setMy|getMe|deleteWebhook/.test(gate));

const isPurchase = (gate: string): boolean => gate.includes('/top-up');

/** Where an order's fate is known to one process only, it matters most. */
const freezesAt = (gate: string): boolean =>
  faults.has('freeze') && random.faults.chance(isPurchase(gate) ? 0.05 : 0.0003);

/** Longer and shorter than a lease. */
const freezeMs = (): number =>
  random.faults.chance(0.5) ? random.faults.between(61_000, 180_000) : random.faults.between(1_000, 30_000);

/** The processes of each machine: each dies, and the next one starts a moment later. */
export function createLives({ machines, start, deathAt, isDangerous }: LivesParts) {
  let kills = 0;
  let isStopped = true;
  const running = new Map<Life, Running>();
  let born = 0;

  function live(machine: Machine): void {
    if (isStopped || machine.life) return;
    let gates = 0;
    born += 1;
    const id = born;
    const life: Life = {
      id,
      clock: machine.clock,
      isDead: false,
      frozenUntil: 0,
      atDeath: new Set(),
      blowAt(gate): Blow | null {
        if (!isDangerous() || !isEffective(gate)) return null;
        gates += 1;
        const death = deathAt(id, gates, gate);
        if (death !== null) {
          kills += 1;
          if (death === 'kill') faults.count('kill');
          return death;
        }
        // The database server ends a transaction that stands still.
        if (!freezesAt(gate) || isInTransaction(life)) return null;
        faults.count('freeze');
        return { freezeMs: freezeMs() };
      },
      onDead(how) {
        machine.life = null;
        // The machines share a disk.
        if (how === 'power-cut') {
          for (const other of machines) if (other.life) die(other.life, 'kill');
          losePower();
        }
        schedule(random.faults.between(100, 5_000), () => live(machine));
      },
    };
    machine.life = life;
    note(`START of life ${id}`);
    const stop = (error: unknown) => {
      note(`life ${id} ends by itself: ${error instanceof Error ? error.message : String(error)}`);
      die(life, 'kill');
    };
    lives.run(life, () => {
      start(life).then((one) => {
        running.set(life, one);
        life.atDeath.add(() => running.delete(life));
        void one.failed.then(stop);
      }, stop);
    });
  }

  return {
    begin(): void {
      isStopped = false;
      for (const machine of machines) live(machine);
    },
    /** All processes end, and none starts before `begin`. */
    stop(): void {
      isStopped = true;
      for (const { life } of machines) if (life) die(life, 'kill');
    },
    /** One process is asked to end, and does so when its work in progress is done. */
    restart(): void {
      const [life, one] = [...running][random.faults.whole(running.size)] ?? [];
      if (!life || !one) return;
      note(`STOP of life ${life.id}`);
      faults.count('restart');
      const end = () => die(life, 'kill');
      void lives.run(life, () => one.stop()).then(end, end);
    },
    kills: (): number => kills,
    /** Closes what is open. What they wait for never comes. */
    end(): void {
      for (const { life } of machines) {
        if (!life) continue;
        life.isDead = true;
        for (const close of life.atDeath) close();
      }
    },
  };
}

export type Lives = ReturnType<typeof createLives>;
