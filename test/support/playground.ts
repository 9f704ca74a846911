import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fastFolder } from './databases.ts';
import { freePort } from './free-port.ts';

export const main = new URL('../../src/main.ts', import.meta.url);

export interface RunningPlayground {
  readonly url: string;
  readonly pid: number;
  readonly startMs: number;
  /** Ctrl-C. Returns the exit code. */
  interrupt(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/**
 * As `npm start` runs it, in its own folder; on a free port and from its sources unless given. Its bot has the port above,
 * which nobody else gets while it is killed.
 */
export async function spawnPlayground(
  folder: string,
  { port, program = main.pathname }: { readonly port?: number; readonly program?: string } = {},
): Promise<RunningPlayground> {
  const chosen = port ?? (await freePort());
  const began = performance.now();
  const { BOT_TOKEN: _, GATEWAY_URL: __, GATEWAY_TOKEN: ___, ...rest } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: folder,
    env: { ...rest, PORT: String(chosen) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  child.stderr.on('data', (text) => complaints.push(String(text)));
  const url = await address(child, complaints);
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    interrupt: () => end(child, 'SIGINT'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

/** The bot's process: the playground's only child. A minimal Linux has no `pgrep`, and only Linux has the file. */
export function botOf({ pid }: RunningPlayground): number {
  const file = `/proc/${pid}/task/${pid}/children`;
  const command = ['-P', String(pid)];
  return Number(existsSync(file) ? readFileSync(file, 'utf8') : execFileSync('pgrep', command, { encoding: 'utf8' }));
}

async function address(child: ChildProcess, complaints: readonly string[]): Promise<string> {
  if (!child.stdout) throw new Error('There is nothing to read.');
  for await (const line of createInterface(child.stdout)) {
    const found = /^Playground: (\S+)/.exec(line)?.[1];
    if (found) return found;
  }
  throw new Error(`The playground did not start: ${complaints.join('')}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(await fastFolder(), 'sharj-playground-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
