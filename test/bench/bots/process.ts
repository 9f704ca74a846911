import { fork } from 'node:child_process';
import { once } from 'node:events';

/** CPU time and memory of a bot's process. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMiB: number;
  /** SQL statements so far, if it counts them. */
  readonly statements: number;
}

/** Sent to every bot as JSON. */
export interface Orders {
  readonly token: string;
  readonly apiRoot: string;
  readonly gatewayUrl: string;
  readonly gatewayToken: string;
  /** A directory for its files. */
  readonly directory: string;
  /** As in the setting. */
  readonly databaseUrl: string;
  /** Where Telegram delivers updates, and the port that it leads to; null: the bot polls. */
  readonly webhook: { readonly url: string; readonly port: number } | null;
  /** Whether it counts its SQL statements, which costs time. */
  readonly isCounted: boolean;
}

export interface BotProcess {
  readonly pid: number;
  /** `clean`: after a garbage collection. */
  usage(clean?: boolean): Promise<Usage>;
  stop(): Promise<void>;
}

const stopMs = 5_000;

export type BotKind = 'sharj' | 'usual' | 'grammy';

/** Sharj's settings. */
export const settingsOf = ({ token, apiRoot, gatewayUrl, gatewayToken, databaseUrl, webhook }: Orders) => ({
  BOT_TOKEN: token,
  BOT_API_ROOT: apiRoot,
  GATEWAY_URL: gatewayUrl,
  GATEWAY_TOKEN: gatewayToken,
  GATEWAY_OPERATOR_NAMES: 'operator1,operator2,operator3,operator4,operator5',
  OWNER_IDS: '1',
  PORT: String(webhook?.port ?? 0),
  ...(webhook ? { WEBHOOK_URL: `${webhook.url}/telegram`, WEBHOOK_SECRET: 'bench-webhook-secret' } : {}),
  DATABASE_URL: databaseUrl,
});

/** One bot in its own process, so that its CPU time can be measured; resolves when it is ready. */
export async function spawnBot(kind: BotKind, orders: Orders): Promise<BotProcess> {
  const main = new URL(`./${kind}.ts`, import.meta.url);
  // To profile: BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=data/bench'.
  const extra = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
  const child = fork(main, [JSON.stringify(orders)], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc', ...extra],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const died = exited.then(([code]) => {
    throw new Error(`The ${kind} bot ended with ${code}.`);
  });
  died.catch(() => undefined);
  await Promise.race([once(child, 'message'), died]);
  return {
    pid: child.pid ?? 0,
    usage: async (clean = false) => {
      child.send({ clean });
      const [usage] = (await Promise.race([once(child, 'message'), died])) as [Usage];
      return usage;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** In the bot's process: reports usage on request, and ends when the parent is gone. */
export async function answerTo(
  start: (orders: Orders) => Promise<() => Promise<void>>,
  statements = () => 0,
): Promise<void> {
  const stop = await start(JSON.parse(process.argv[2] ?? '') as Orders);
  process.once('disconnect', () => {
    // The parent is gone.
    setTimeout(() => process.exit(1), stopMs).unref();
    void stop().then(() => process.exit(0));
  });
  process.on('message', ({ clean }: { clean: boolean }) => {
    if (clean) globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const rssMiB = process.memoryUsage.rss() / 2 ** 20;
    process.send?.({ cpuMs: (user + system) / 1_000, rssMiB, statements: statements() });
  });
  process.send?.('ready');
}
