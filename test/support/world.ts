import { type RunningTelegram, startTelegram } from '@sharj/local-telegram';
import { createSandbox, type Sandbox } from '@sharj/sandbox';
import { type BotOverrides, type RunningBot, startBot } from '#app/bot.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import type { BotConfig } from '#config/config.ts';
import { defaultOperators } from '#domain/operators.ts';
import { createLog } from '#log.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { openDatabase } from '#storage/database.ts';
import { type BotProcess, spawnBot } from './bot-process.ts';
import { makeDatabase, type TestDatabase } from './databases.ts';
import { createIdleCheck } from './idle-check.ts';
import { createPassingClock } from './passing-clock.ts';
import { unitsIn } from './units.ts';

export const gatewayToken = 'canary-gateway-token-3f9c';
export const ownerId = 900_000_001;

const operatorNames = ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'] as const;

/** The sandbox there, or what stands before it. */
export const gatewayAt = (url: string): BotConfig['gateway'] => ({
  url,
  token: gatewayToken,
  operator2Path: 'operator2',
  operatorNames,
  purchaseStyle: 'post-form',
  topUpPath: null,
  successPattern: null,
  accountEmptyPattern: null,
});

export interface Sale {
  readonly key: string;
  readonly product_id: number;
  readonly mobile: string;
  readonly price: number;
  readonly webservice_code: string;
  readonly outcome: 'bought' | 'rejected';
}

/** All of Sharj: the real bot, a local Telegram, the sandbox gateway and a database. */
export interface World {
  readonly telegram: RunningTelegram;
  readonly sandbox: Sandbox;
  readonly database: TestDatabase;
  /** Every log line. */
  readonly logged: readonly string[];
  /** Error log lines. */
  errors(): LogLine[];
  /** The gateway's decisions, one for each key. */
  purchases(): Promise<Sale[]>;
  /** What the gateway really sold. */
  sales(): Promise<Sale[]>;
  fault(
    endpoint: 'purchase' | 'offers' | 'products' | 'filter',
    fault: string | null,
    times?: number | null,
    ms?: number,
  ): Promise<void>;
  /** Our balance at the gateway, in rials. */
  setBalance(rials: number): Promise<void>;
  /** Grants money, as the owner would. */
  grant(personId: number, amount: number): Promise<void>;
  /** Sets the clock of the shop's server, and nobody else's, to be off by so much. */
  setClock(off: number): void;
  /** Advances the clock for everyone. */
  pass(ms: number): void;
  now(): number;
  stopBot(): Promise<void>;
  /** The address of the running bot's HTTP server. */
  url(): string;
  /** Why the running bot must stop. */
  failed(): Promise<Error>;
  startBot(changes?: Partial<BotConfig>): Promise<void>;
  /** The bot in its own process, which can be killed. Any number may run on PostgreSQL. */
  spawnBot(changes?: Partial<BotConfig>): Promise<BotProcess>;
  close(): Promise<void>;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface WorldOptions {
  readonly config?: Partial<BotConfig>;
  readonly products?: number;
  readonly messenger?: BotConfig['messenger'];
  /** Our balance at the gateway, in rials. */
  readonly balance?: number;
  readonly successPattern?: RegExp;
  readonly pace?: BotOverrides['timings'];
  /** How long people wait for the bot before a test fails. */
  readonly timeoutMs?: number;
  /** An existing database instead of a new one on SQLite. It is deleted with the world. */
  readonly database?: TestDatabase;
  /** Its clock moves only with `pass`: what is kept for a second stays, however busy the machine is. */
  readonly isClockStopped?: boolean;
  /** False: everything but the bot. */
  readonly start?: boolean;
}

/** Short retries, so that tests do not wait. */
const quickly: BotOverrides['timings'] = {
  everyMs: 50,
  idleMs: 50,
  leaseMs: 5_000,
  // Longer than any stall of the machine: those about slow purchases set it.
  purchaseMs: 10_000,
  stopMs: 2_000,
  closeMs: 30_000,
  polling: { pauseMs: 20, longestPauseMs: 200 },
  inbox: { pausesMs: [20, 50], paymentMs: 20, longestPaymentMs: 200, everyMs: 50, idleMs: 50, leaseMs: 1_000 },
  // Tests press as fast as a machine; those about the rate limit set it.
  rateLimits: { everyone: { burst: 100_000, perSecond: 100_000 }, sellers: { burst: 100_000, perSecond: 100_000 } },
};
const lucky = 0.02;
const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { config, products = 420, start = true, timeoutMs = 60_000 } = options;
  const pace = { ...quickly, ...options.pace };
  const database = options.database ?? (await makeDatabase('sqlite'));
  const sandbox = await createSandbox({
    token: gatewayToken,
    operator2Path: 'operator2',
    operatorNames,
    products,
    database: ':memory:',
    host: '127.0.0.1',
    port: 0,
    ...(options.balance === undefined ? {} : { balance: options.balance }),
  });
  let idle = createIdleCheck(config?.database ?? database.settings, () => now());
  const telegram = await startTelegram({
    timeoutMs: timeoutMs,
    isBusy: (bot) => idle.isBusy(bot === telegram.bot ? null : bot.user.username),
    dialect: options.messenger ?? 'telegram',
  });
  const unknownParams = new Set<string>();
  const mixedUnits: string[] = [];
  telegram.subscribe((event) => {
    if (event.type !== 'call') return;
    for (const param of event.call.unknownParams) unknownParams.add(`${event.call.method}: ${param}`);
    // A button that copies holds what its reader typed.
    const message = JSON.stringify(event.call.params, (key, value) => (key === 'copy_text' ? undefined : value));
    if (unitsIn(message).length > 1) mixedUnits.push(message);
  });
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  let passed = 0;
  const begun = Date.now();
  const now = () => (options.isClockStopped ? begun : Date.now()) + passed;
  const clock = createPassingClock(
    () => passed,
    () => (options.isClockStopped ? begun : Date.now()),
  );
  const settings: BotConfig = {
    mode: 'bot',
    botToken: telegram.token,
    messenger: options.messenger ?? 'telegram',
    apiRoot: telegram.url,
    telegramProxy: null,
    webhook: null,
    gateway: { ...gatewayAt(sandbox.url), successPattern: options.successPattern ?? null },
    host: '127.0.0.1',
    port: 0,
    ownerIds: [ownerId],
    operators: defaultOperators,
    keyHours: 24,
    shopLanguage: 'fa',
    database: database.settings,
    payments: null,
    onlinePayments: null,
    vatPercent: 10,
    quoteMinutes: 10,
    dailyLimits: { customer: null, agent: null },
    lowBalance: null,
    supportChatId: null,
    publicUrl: null,
    api: false,
    agentBots: 0,
    providerUrls: { zarinpal: 'http://127.0.0.1:1', zibal: 'http://127.0.0.1:1' },
    paymentDescription: 'افزایش موجودی',
    backup: null,
    agentBackups: null,
    logLevel: 'debug',
    ...config,
  };

  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/json' };
    const answer = await fetch(`${sandbox.url}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

  let bot: RunningBot | null = null;
  const processes: BotProcess[] = [];
  const world: World = {
    telegram,
    sandbox,
    database,
    logged,
    errors: () => logged.map((line) => JSON.parse(line) as LogLine).filter(({ level }) => level === 'error'),
    purchases: async () => ((await ask('/sandbox/purchases')) as { purchases: Sale[] }).purchases,
    sales: async () => (await world.purchases()).filter(({ outcome }) => outcome === 'bought'),
    fault: async (endpoint, fault, times = null, ms = undefined) => {
      await ask('/sandbox/faults', { method: 'PUT', body: JSON.stringify({ endpoint, fault, times, ms }) });
    },
    setBalance: async (balance) => {
      await ask('/sandbox/balance', { method: 'PUT', body: JSON.stringify({ balance }) });
    },
    grant: async (personId, amount) => {
      const opened = await openDatabase(database.settings, { log });
      const wallet = createWallet({ database: opened, now, isOwner: () => false });
      await wallet.grant({
        key: `test:${personId}:${logged.length}:${now()}`,
        personId,
        amount,
        actor: 'test',
        note: null,
      });
      await opened.close();
    },
    pass: (ms) => {
      passed += ms;
    },
    setClock: (off) => {
      clock.off = off;
    },
    now,
    stopBot: async () => {
      await bot?.stop();
      bot = null;
    },
    url: () => bot?.url ?? '',
    failed: () => bot?.failed ?? Promise.reject(new Error('No bot is running.')),
    startBot: async (changes = {}) => {
      if (changes.database) {
        await idle.close();
        idle = createIdleCheck(changes.database, () => now());
      }
      const overrides = { log, clock, random: () => lucky, timings: pace, texts, isAnyHookAllowed: true };
      bot = await startBot({ ...settings, ...changes }, overrides);
    },
    spawnBot: async (changes = {}) => {
      const spawned = await spawnBot({ settings: { ...settings, ...changes }, pace, random: lucky, passed }, (line) =>
        logged.push(line),
      );
      processes.push(spawned);
      return spawned;
    },
    close: async () => {
      for (const one of processes) await one.kill();
      await bot?.stop();
      await idle.close();
      await telegram.close();
      await sandbox.close();
      await database.remove();
      // Telegram ignores them, so no answer would show it.
      if (unknownParams.size > 0) throw new Error(`Unknown to the Bot API: ${[...unknownParams].join(', ')}`);
      // Whatever a journey shows, nobody reads two units in one message.
      if (mixedUnits.length > 0) throw new Error(`Two units of money: ${mixedUnits.join('\n')}`);
    },
  };
  if (start) await world.startBot();
  return world;
}
