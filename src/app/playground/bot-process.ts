import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

type BotProcessState = 'starting' | 'running' | 'stopping' | 'stopped' | 'killed' | 'crashed';

export interface BotProcess {
  state(): BotProcessState;
  /** Resolves when the bot is ready, or when its process has ended. */
  start(): Promise<void>;
  /** Stops gracefully, after work in progress. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Called after every change of the state; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** This program again: with a token it is the bot. */
const program = process.argv[1] ?? '';
const killAfterMs = 20_000;

/** Runs the real bot in a child process, so that the playground can kill it. It stops when the IPC channel closes. */
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
    const launched = spawn(process.execPath, [program], {
      env: { ...deps.environment },
      stdio: ['ignore', log, log, 'ipc'],
    });
    child = launched;
    const ended = new Promise<void>((resolve) => {
      launched.once('exit', () => {
        child = undefined;
        if (state === 'starting' || state === 'running') become('crashed');
        resolve();
      });
    });
    launched.once('message', () => {
      if (state === 'starting') become('running');
    });
    await Promise.race([once(launched, 'message'), ended]);
  }

  async function end(meanwhile: BotProcessState, after: BotProcessState, how: (running: ChildProcess) => void) {
    const running = child;
    if (!running) return;
    const exit = once(running, 'exit');
    become(meanwhile);
    how(running);
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
      end('stopping', 'stopped', (running) => {
        const timer = setTimeout(() => running.kill('SIGKILL'), killAfterMs);
        running.once('exit', () => clearTimeout(timer));
        if (running.connected) running.disconnect();
      }),
    kill: () => end('killed', 'killed', (running) => running.kill('SIGKILL')),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
