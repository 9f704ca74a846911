import { startBalancer } from '#test/replicas/balancer.ts';
import type { BotProcess } from './bot-process.ts';
import { createChance } from './chance.ts';
import { makeDatabase } from './databases.ts';
import { long } from './length.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface Installation {
  readonly database: 'sqlite' | 'postgres';
  readonly intake: 'polling' | 'webhook';
  readonly processes: number;
}

/** The ways to run Sharj. A short run takes the two that differ most. */
export const installations: readonly Installation[] = [
  { database: 'sqlite', intake: 'polling', processes: 1 },
  { database: 'postgres', intake: 'webhook', processes: 2 },
  ...(long
    ? ([
        { database: 'sqlite', intake: 'webhook', processes: 1 },
        { database: 'postgres', intake: 'polling', processes: 1 },
      ] as const)
    : []),
];

export const nameOf = ({ database, intake, processes }: Installation): string =>
  `${database}, ${intake}, ${processes} process(es)`;

export interface Installed {
  readonly world: World;
  /** Posts an update to the webhook; returns the status. Null: no webhook. */
  readonly post: ((body: string) => Promise<number>) | null;
  /** Starts all processes. */
  start(): Promise<void>;
  /** SIGKILL for all. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A world whose bot runs in its own processes. None is started yet. */
export async function install(kind: Installation, options: WorldOptions = {}): Promise<Installed> {
  const balancer = kind.intake === 'webhook' ? await startBalancer(createChance(16)) : null;
  const webhook = balancer && { url: `${balancer.url}/telegram`, secret: 'only-telegram-knows' };
  const world = await createWorld({
    products: 120,
    timeoutMs: 60_000,
    ...options,
    database: await makeDatabase(kind.database),
    start: false,
    config: { webhook, ...options.config },
  });
  let running: BotProcess[] = [];
  return {
    world,
    post:
      webhook &&
      (async (body) => {
        const headers = { 'x-telegram-bot-api-secret-token': webhook.secret, 'content-type': 'application/json' };
        return (await fetch(webhook.url, { method: 'POST', headers, body })).status;
      }),
    start: async () => {
      running = await Promise.all(Array.from({ length: kind.processes }, () => world.spawnBot()));
      for (const { url } of running) balancer?.join(url);
    },
    kill: async () => {
      for (const { url } of running) balancer?.leave(url);
      await Promise.all(running.map((one) => one.kill()));
    },
    close: async () => {
      await balancer?.close();
      await world.close();
    },
  };
}
