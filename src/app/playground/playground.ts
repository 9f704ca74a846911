import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, parse } from 'node:path';
import { cast, createTelegram, startPlaygroundServer as startPage } from '@sharj/local-telegram';
import { createBank, createSandbox } from '@sharj/sandbox';
import { bankSettings } from '#app/bank-settings.ts';
import { environmentWith, type PlaygroundConfig, sandboxNames } from '#config/config.ts';
import { createLog } from '#log.ts';
import { createDemoShop } from '#shop/running/demo/demo-shop.ts';
import { openDatabase } from '#storage/database.ts';
import { createApiCard } from './api-card.ts';
import { createBotProcess } from './bot-process.ts';
import { createDevPanel, type PanelControls } from './dev-panel.ts';
import { createShopArchive, removeDatabase } from './shop-archive.ts';

/** These replace DATABASE_URL: the sandbox must not settle real orders, and a real bot must not find pretend ones. */
const files = {
  shop: 'data/playground.db',
  telegram: 'data/telegram.db',
  sandbox: 'data/playground-gateway.db',
  bank: 'data/playground-bank.db',
  archive: 'data/playground.sharj',
  log: 'data/bot.log',
} as const;
const loopback = '127.0.0.1';
/** The page is shown after this even if the bot is still starting. */
const botStartMs = 4_000;

interface Opened {
  readonly port: number;
  stop(): Promise<void>;
}

/** Without a token, runs a local gateway, bank and Telegram on this machine only, with pretend money. */
export async function startPlayground(config: PlaygroundConfig): Promise<{ stop(): Promise<void> }> {
  const ownerIds = cast.filter(({ part }) => part === 'owner').map(({ id }) => id);
  const archive = createShopArchive({ ...files, ownerIds, log: createLog(config.logLevel) });
  const controls = {
    archive,
    startOver: () => startAgain(async () => forgetData()),
    restore: () => startAgain(archive.restore),
  };
  let isStarting = false;
  let current = open(config, controls);

  async function again(meanwhile: () => Promise<void>): Promise<Opened> {
    const { port, stop } = await current;
    await stop();
    await meanwhile();
    return open({ ...config, port }, controls);
  }

  function startAgain(meanwhile: () => Promise<void>): void {
    if (isStarting) return;
    isStarting = true;
    current = again(meanwhile).finally(() => {
      isStarting = false;
    });
    current.catch((error: unknown) => {
      process.stderr.write(`The playground did not start again: ${error instanceof Error ? error.message : error}\n`);
      process.exit(1);
    });
  }

  await current;
  return { stop: async () => (await current).stop() };
}

/** Deletes all pretend data except the backup. */
function forgetData(): void {
  const { dir, name } = parse(files.shop);
  const ofAgents = readdirSync(dir).filter((file) => new RegExp(`^${name}-[0-9a-f]{10}\\.db$`).test(file));
  const all = [files.shop, files.telegram, files.sandbox, files.bank, ...ofAgents.map((file) => join(dir, file))];
  for (const file of all) removeDatabase(file);
}

async function open(config: PlaygroundConfig, controls: PanelControls): Promise<Opened> {
  mkdirSync('data', { recursive: true });
  const log = createLog(config.logLevel);
  const ends: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };

  try {
    const telegram = createTelegram({ file: files.telegram });
    ends.push(() => telegram.close());
    const page = await startPage({ telegram, host: loopback, port: config.port });
    ends.push(() => page.close());
    const operatorNames = config.gateway.operatorNames ?? sandboxNames;
    const token = randomUUID();
    const settings = { ...config.gateway, operatorNames, token, products: 420, database: files.sandbox };
    const sandbox = await createSandbox({ ...settings, host: loopback, port: 0 });
    ends.push(() => sandbox.close());
    const bank = await createBank({ database: files.bank, host: loopback, port: 0 });
    ends.push(() => bank.close());
    const database = await openDatabase({ kind: 'sqlite', file: files.shop }, { log });
    ends.push(() => database.close());

    const shop = createDemoShop({ database, cast, now: Date.now });
    await shop.furnish();

    // Keeps the port across restarts if possible, so that links in the chat keep working.
    const next = Number(new URL(page.url).port) + 1;
    const port = await freePort(next).catch(() => freePort(0));
    const url = `http://${loopback}:${port}`;
    const bot = createBotProcess({
      environment: environmentWith({
        BOT_TOKEN: telegram.token,
        BOT_API_ROOT: page.url,
        GATEWAY_URL: sandbox.url,
        GATEWAY_TOKEN: token,
        GATEWAY_OPERATOR_NAMES: operatorNames.join(','),
        OWNER_IDS: shop.owners.join(','),
        DATABASE_URL: `sqlite:${files.shop}`,
        // The page shows invoice amounts as sent, in whole rials.
        CURRENCY_EXPONENT: '0',
        PAYMENTS_TOKEN: config.payments?.token ?? 'pretend-payments',
        PUBLIC_URL: url,
        API: 'on',
        ...bankSettings(bank.url),
        HOST: loopback,
        PORT: String(port),
      }),
      logFile: files.log,
    });
    const mobile = cast.find(({ part }) => part === 'agent')?.phone ?? '';
    const api = createApiCard({ shop, gateway: { url: sandbox.url, token }, url, mobile });
    page.show(createDevPanel({ sandbox, sandboxToken: token, bank, shop, bot, api, controls }));
    ends.push(() => bot.stop());
    await Promise.race([bot.start(), new Promise((resolve) => setTimeout(resolve, botStartMs).unref())]);
    announce(config.host, page.url, bank.url, bot.state());
    return { port: Number(new URL(page.url).port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Rejects if the wanted port is taken; zero finds a free one. */
async function freePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, loopback);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function announce(host: string, url: string, bank: string, state: string): void {
  const lines = [
    ...(/^(127\.|localhost$|::1$)/.test(host) ? [] : ['The playground ignores HOST: it serves only this machine.']),
    ...(state === 'crashed' ? [`The bot did not start: ${files.log} says why.`] : []),
    `The bot's log is ${files.log}; Ctrl-C ends everything, and data/ keeps the chats and orders.`,
    `Payments are made at the sandbox bank ${bank}; docs/sandbox.md lists its faults.`,
    `Playground: ${url} — the money is pretend.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
