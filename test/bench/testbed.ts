import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BotRecord, type Conversation, type RunningTelegram, startTelegram } from '@sharj/local-telegram';
import { createSandbox, type Sandbox } from '@sharj/sandbox';
import { createLog } from '#log.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { type BotKind, type BotProcess, spawnBot } from './bots/process.ts';
import { type Delayed, delayed } from './delay.ts';

export const gatewayToken = 'bench';
export const operatorNames = ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'] as const;

/** A bot that the people can talk to. */
export interface RunningBot extends BotProcess {
  readonly kind: BotKind;
  readonly bot: BotRecord;
  readonly directory: string;
  readonly database: DatabaseSettings;
  /** Resolves when the bot has sent or edited so many more messages; `of`: in these chats, of which each counts once. */
  said(messages: number, of?: readonly number[]): Promise<void>;
}

/** One Telegram and one gateway for all compared bots, in the measuring process. */
export interface Testbed {
  readonly telegram: RunningTelegram;
  readonly sandbox: Sandbox;
  startBot(kind: BotKind, options?: StartOptions): Promise<RunningBot>;
  close(): Promise<void>;
}

interface StartOptions {
  /** May fill a database first; otherwise it is an empty SQLite file in the bot's directory. */
  readonly prepare?: (directory: string) => Promise<DatabaseSettings>;
  /** Whether the bot counts its SQL statements. */
  readonly isCounted?: boolean;
}

export const sqliteIn = (directory: string) => ({ kind: 'sqlite', file: join(directory, 'sharj.db') }) as const;

const timeoutMs = 120_000;

interface Distances {
  readonly telegramMs?: number;
  readonly gatewayMs?: number;
}

/** With round trips of nothing, or as long as given. */
export async function openTestbed({
  products = 420,
  telegramMs = 0,
  gatewayMs = 0,
}: { products?: number } & Distances = {}): Promise<Testbed> {
  const sandbox = await createSandbox({
    token: gatewayToken,
    operator2Path: 'operator2',
    operatorNames,
    products,
    database: ':memory:',
    host: '127.0.0.1',
    port: 0,
  });
  const telegram = await startTelegram({ timeoutMs: timeoutMs });
  const bots: RunningBot[] = [];
  const doors: Delayed[] = [];
  const [far, gateway] = [await delayed(telegram.url, telegramMs), await delayed(sandbox.url, gatewayMs)];
  const apiRoot = telegramMs > 0 ? far.url : telegram.url;
  const gatewayUrl = gatewayMs > 0 ? gateway.url : sandbox.url;
  return {
    telegram,
    sandbox,
    startBot: async (kind, { prepare, isCounted = false } = {}) => {
      const directory = await mkdtemp(join(tmpdir(), 'sharj-bench-'));
      const database = (await prepare?.(directory)) ?? sqliteIn(directory);
      const databaseUrl = database.kind === 'sqlite' ? `sqlite:${database.file}` : database.url;
      const bot = telegram.addBot({ username: `${kind}${bots.length || ''}_bot` });
      let webhook: { url: string; port: number } | null = null;
      if (telegramMs > 0) {
        // From afar updates are delivered: an update that comes while a poll is on its way would wait for the next one.
        const port = await freePort();
        const near = await delayed(`http://127.0.0.1:${port}`, telegramMs);
        doors.push(near);
        webhook = { url: near.url, port };
      }
      const places = { directory, databaseUrl, apiRoot, gatewayUrl };
      const started = await spawnBot(kind, { token: bot.token, gatewayToken, webhook, isCounted, ...places });
      const runningBot = { ...started, kind, bot, directory, database, said: hearing(telegram, bot) };
      bots.push(runningBot);
      return runningBot;
    },
    close: async () => {
      for (const { stop, directory } of bots) {
        await stop();
        await rm(directory, { recursive: true, force: true });
      }
      for (const door of doors) await door.close();
      await far.close();
      await gateway.close();
      await telegram.close();
      await sandbox.close();
    },
  };
}

/** In messages that say that something is being done. Sharj leaves them out when the result is as fast. */
const progress = '⏳';

/** One listener for all people: one each would slow the machine down. Progress is not counted. */
function hearing(telegram: RunningTelegram, bot: BotRecord): RunningBot['said'] {
  let heard = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let tell = () => {};
  /** Null: every message counts. */
  let waiting: Set<number> | null = null;
  telegram.subscribe((event) => {
    if (event.type !== 'message' && event.type !== 'edited') return;
    if (event.message.from?.id !== bot.user.id || event.message.text?.includes(progress)) return;
    if (waiting && !waiting.delete(event.message.chat.id)) return;
    heard += 1;
    if (heard >= wanted) tell();
  });
  return (messages, of) =>
    new Promise((resolve, reject) => {
      waiting = of ? new Set(of) : null;
      if (of) heard = 0;
      const late = setTimeout(
        () => reject(new Error(`@${bot.user.username}: ${heard} of ${messages} messages after ${timeoutMs} ms`)),
        timeoutMs,
      );
      wanted = messages;
      tell = () => {
        clearTimeout(late);
        heard -= messages;
        wanted = Number.POSITIVE_INFINITY;
        resolve();
      };
      if (heard >= wanted) tell();
    });
}

export const talk = (testbed: Testbed, { bot }: RunningBot, id: number): Conversation =>
  testbed.telegram.person({ id, first_name: `Buyer ${id}`, language_code: 'fa' }).with(bot);

/** Fills the buyers' wallets beforehand. */
export async function fillWallets(
  { database: settings }: RunningBot,
  people: readonly number[],
  amount = 100_000_000,
): Promise<void> {
  const database = await openDatabase(settings, { log: createLog('silent') });
  const wallet = createWallet({ database, now: Date.now, isOwner: () => false });
  await database.transaction(async (tx) => {
    for (const personId of people)
      await wallet.grantIn(tx, { key: `bench:${personId}`, personId, amount, actor: 'bench', note: null });
  });
  await database.close();
}
