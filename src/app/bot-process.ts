import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

export type BotProcessState = 'starting' | 'running' | 'stopping' | 'stopped' | 'killed' | 'crashed';

export interface BotProcess {
  state(): BotProcessState;
  /** Resolves when it answers people, or when it came to an end instead. */
  start(): Promise<void>;
  /** Lets it finish what it has in hand. */
  stop(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** Calls after every change of the state. Returns the way to stop listening. */
  subscribe(listener: () => void): () => void;
}

const main = new URL('../main.ts', import.meta.url).pathname;
/** Longer than a bot that is well needs to finish. */
const stopMs = 20_000;

/**
 * The real bot, as it runs for real, in a process of its own: one that can be killed in the middle of a purchase. The
 * channel between the two is also its lifeline: when this end is gone, for whatever reason, the bot stops by itself.
 */
export function createBotProcess(deps: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logFile: string;
}): BotProcess {
  const listeners = new Set<() => void>();
  let state: BotProcessState = 'stopped';
  let child: ChildProcess | undefined;
  let starting: Promise<void> | undefined;

  function become(next: BotProcessState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function launch(): Promise<void> {
    become('starting');
    const log = openSync(deps.logFile, 'a');
    const born = spawn(process.execPath, [main], { env: { ...deps.environment }, stdio: ['ignore', log, log, 'ipc'] });
    child = born;
    const ended = new Promise<void>((resolve) => {
      born.once('exit', () => {
        child = undefined;
        // A death that nobody here asked for.
        if (state === 'starting' || state === 'running') become('crashed');
        resolve();
      });
    });
    born.once('message', () => {
      if (state === 'starting') become('running');
    });
    await Promise.race([once(born, 'message'), ended]);
  }

  async function end(meanwhile: BotProcessState, after: BotProcessState, how: (one: ChildProcess) => void) {
    const one = child;
    if (!one) return;
    const exit = once(one, 'exit');
    become(meanwhile);
    how(one);
    await exit;
    become(after);
  }

  return {
    state: () => state,
    async start() {
      if (child && state !== 'starting') return;
      starting ??= launch().finally(() => {
        starting = undefined;
      });
      await starting;
    },
    stop: () =>
      end('stopping', 'stopped', (one) => {
        const impatience = setTimeout(() => one.kill('SIGKILL'), stopMs);
        one.once('exit', () => clearTimeout(impatience));
        if (one.connected) one.disconnect();
      }),
    kill: () => end('killed', 'killed', (one) => one.kill('SIGKILL')),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
