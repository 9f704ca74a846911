import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { BotOverrides } from '#app/bot.ts';
import type { BotConfig } from '#config/config.ts';
import { bundled, compiledOnce } from './bundle.ts';

export interface BotProcess {
  /** The address of its HTTP server. */
  readonly url: string;
  /** It has ended. */
  readonly ended: Promise<unknown>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM. Returns its exit code. */
  stop(): Promise<number | null>;
}

/** Sent as JSON. */
export interface BotOrders {
  readonly settings: BotConfig;
  readonly pace: BotOverrides['timings'];
  readonly random: number;
  /** Ahead of the real clock. */
  readonly passed: number;
}

/** Starts the bot in its own process and waits until it takes updates. */
export async function spawnBot(orders: BotOrders, onLine: (line: string) => void): Promise<BotProcess> {
  const bundle = await bundled(new URL('./bot-main.ts', import.meta.url));
  const child = fork(bundle, [JSON.stringify(orders)], { silent: true, env: compiledOnce(bundle) });
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
