import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { BotSurroundings } from '../../src/app/bot.ts';
import type { BotConfig } from '../../src/config.ts';

export interface BotProcess {
  /** Where its HTTP server listens. */
  readonly url: string;
  /** It ended, whoever ended it. */
  readonly ended: Promise<unknown>;
  /** As a power cut would: nothing is finished, nothing is confirmed. */
  kill(): Promise<void>;
  /** As an operator would, with SIGTERM. Its exit code. */
  stop(): Promise<number | null>;
}

/** What the process is told; it goes through JSON. */
export interface BotOrders {
  readonly settings: BotConfig;
  readonly pace: BotSurroundings['pace'];
  readonly random: number;
  /** How far ahead of the real clock it is. */
  readonly passed: number;
}

/** Starts the bot in a process of its own and waits until it takes updates. */
export async function spawnBot(orders: BotOrders, onLine: (line: string) => void): Promise<BotProcess> {
  const child = fork(new URL('./bot-main.ts', import.meta.url), [JSON.stringify(orders)], {
    silent: true,
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const complaints: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface(stream).on('line', (line) => (line.startsWith('{') ? onLine(line) : complaints.push(line)));
  }
  const ended = exited.then(([code]) => {
    throw new Error(`the bot's process ended with ${code}: ${complaints.join('\n')}`);
  });
  ended.catch(() => undefined);
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return { url, ended: exited, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}
