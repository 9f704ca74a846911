import { keepFiles, restoreFiles } from './disk.ts';
import { faults } from './faults.ts';
import { schedule } from './kernel/clock.ts';
import { die } from './kernel/gates.ts';
import { note } from './kernel/journal.ts';
import { type Death, type Life, lives } from './kernel/life.ts';
import { random } from './kernel/random.ts';

interface LivesParts {
  /** Starts the shop in the context of a life; `failed` resolves when the process must stop. */
  readonly start: () => Promise<{ readonly failed: Promise<Error> }>;
  /** Asked at each effective gate, counted from 1 in each life. */
  readonly deathAt: (life: number, gate: number, name: string) => Death | null;
  /** Whether a process may die now. */
  readonly isDangerous: () => boolean;
}

/** Writes that touched rows, commits, syncs and calls: not the looks of idle workers. */
const isEffective = (gate: string): boolean =>
  /^(?:done \S+ \S+ [1-9]|commit|committed|sync|synced)/.test(gate) ||
  (/^(?:sent|<) /.test(gate) && !/getUpdates|setMy|getMe|deleteWebhook/.test(gate));

/** One process of the shop after the other: each dies, and the next one starts a moment later. */
export function createLives({ start, deathAt, isDangerous }: LivesParts) {
  let current: Life | null = null;
  let kills = 0;

  function live(id: number): void {
    let gates = 0;
    const life: Life = {
      id,
      isDead: false,
      atDeath: [keepFiles],
      diesAt(gate) {
        if (!isDangerous() || !isEffective(gate)) return null;
        gates += 1;
        const death = deathAt(id, gates, gate);
        if (death !== null) kills += 1;
        if (death === 'kill') faults.count('kill');
        return death;
      },
      onDead(how) {
        restoreFiles(how);
        schedule(random.faults.between(100, 5_000), () => live(id + 1));
      },
    };
    current = life;
    note(`START of life ${id}`);
    const stop = (error: unknown) => {
      note(`life ${id} ends by itself: ${error instanceof Error ? error.message : String(error)}`);
      die(life, 'kill');
    };
    lives.run(life, () => {
      start().then(({ failed }) => void failed.then(stop), stop);
    });
  }

  return {
    begin: () => live(1),
    kills: (): number => kills,
    /** Closes what the last one has open. What it waits for never comes. */
    end(): void {
      if (!current) return;
      current.isDead = true;
      for (const close of current.atDeath) if (close !== keepFiles) close('kill');
    },
  };
}
