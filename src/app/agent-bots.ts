import { TokenRefusedError } from '#bot/intake/connection.ts';
import { isTaken } from '#bot/intake/polling.ts';
import { failureText } from '#bot/kit/failure.ts';
import { plainText } from '#bot/kit/plain-text.ts';
import type { LoadedTexts } from '#bot/kit/texts.ts';
import { isTokenRefused } from '#bot/telegram/problem.ts';
import type { BotConfig } from '#config/config.ts';
import type { BotProblem } from '#domain/agent-bot.ts';
import { errorMessage } from '#log.ts';
import type { ShopFacts } from '#server/metrics.ts';
import { createShopPaths } from '#server/shop-paths.ts';
import { createWorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { WantedBot } from '#shop/connecting/agent-bots/running-bots.ts';
import { createShopGateway } from '#shop/connecting/reselling/shop-gateway.ts';
import type { MerchantStore } from '#shop/money/payments/own-merchants.ts';
import { commissionOf } from '#shop/pricing/prices/commission.ts';
import { countOpenOrders } from '#storage/order-states.ts';
import type { Queries } from '#storage/queries.ts';
import { setSwitch } from '#storage/switches.ts';
import { configFor } from './agent-shop-config.ts';
import { openShopBot, type ShopBot, type ShopBotOptions } from './running-shop/shop-bot.ts';

interface AgentBotRunnerDeps extends Omit<ShopBotOptions, 'slug' | 'gateway' | 'supplier' | 'seal' | 'server'> {
  readonly texts: LoadedTexts;
  readonly config: BotConfig;
  /** The shop that the agents' shops buy from. */
  readonly parent: ShopBot;
}

interface Child {
  readonly version: string;
  readonly bot: ShopBot;
  readonly startedAt: number;
  /** When its database, its costs and its token were last looked at. */
  comparedAt: number;
}

const defaultEveryMs = 5_000;
/** Until it is tried again, doubled each time up to the longest; or until something changes. */
const firstPauseMs = 5_000;
const longestPausesMs: Readonly<Record<BotProblem, number>> = {
  start: 60_000,
  database: 60_000,
  // A program elsewhere that uses the same token is left alone.
  conflict: 15 * 60_000,
  'token-refused': Number.POSITIVE_INFINITY,
  sealed: Number.POSITIVE_INFINITY,
  limit: Number.POSITIVE_INFINITY,
};
/** It is well, and that is told, when it has run for so long. */
const wellMs = 30_000;
/** Between two looks at its database, at the agent's prices, which are the costs of their shop, and at its token. */
const comparedMs = 60_000;
/** Updates of one agent's shop at once: a flood of one does not take the process from the others. */
const concurrency = 25;
/** Of one agent's shop. Those of many shops must fit the server's own limit. */
const connections = 3;

/** Runs the agents' own bots beside the shop, each with a shop of its own: a trouble of one stops that one. */
export function createAgentBotRunner(deps: AgentBotRunnerDeps) {
  const { config, parent, log, clock, timings } = deps;
  const { now } = clock;
  const { shopLanguage } = config;
  const { agentBots, runningBots, agentBotsDue, salesPause } = parent.shop;
  const { agentBotsMs: everyMs = defaultEveryMs } = timings;
  const paths = createShopPaths(new URL(config.publicUrl ?? 'http://localhost').pathname.replace(/\/+$/, ''));
  const children = new Map<string, Child>();
  /** Still stopping: its database is not free yet. */
  const endings = new Map<string, Promise<void>>();
  /** Stopped by a problem: not before this time, or before it changes. */
  const failures = new Map<string, { readonly version: string; readonly until: number; readonly pauseMs: number }>();
  /** Those that may sell, by agent. What decides is the transaction that takes a purchase. */
  let selling: ReadonlySet<number> = new Set();
  let stopped = false;
  /** One after the other: all at once would take all connections of the database. */
  let opening: Promise<unknown> = Promise.resolve();

  async function follow(): Promise<void> {
    const all = await runningBots.wanted();
    const wanted = all.filter(({ isBeyondLimit }) => !isBeyondLimit);
    const bySlug = new Map(wanted.map((one) => [one.slug, one]));
    const ended = [...children].filter(([slug, { version }]) => bySlug.get(slug)?.version !== version);
    await Promise.all(ended.map(([slug]) => end(slug)));
    for (const one of all)
      if (one.isBeyondLimit && one.problem !== 'limit') await runningBots.noteProblem(one, 'limit');
    const isPaused = wanted.length > 0 && (await salesPause.paused()) !== null;
    selling = new Set(isPaused ? [] : wanted.filter(({ maySell }) => maySell).map(({ personId }) => personId));
    await Promise.all(wanted.map(keepRunning));
  }

  async function keepRunning(wanted: WantedBot): Promise<void> {
    const { slug, version, personId } = wanted;
    const failure = failures.get(slug);
    if (endings.has(slug) || (failure?.version === version && now() < failure.until)) return;
    try {
      if (!children.has(slug)) await begin(wanted);
    } catch (error) {
      return stopFor(wanted, error);
    }
    const child = children.get(slug);
    if (!child) return;
    try {
      if (failure && now() - child.startedAt > wellMs) {
        await runningBots.noteProblem(wanted, null);
        if (failures.get(slug) === failure) failures.delete(slug);
      }
      // Resumed by the purchase worker of the shop, which asks until it is let in again.
      const { tokenPause, salesPause } = child.bot.shop;
      if (!selling.has(personId) && !(await salesPause.tokenRefused())) await tokenPause.begin();
      if (now() - child.comparedAt < comparedMs) return;
      child.comparedAt = now();
      try {
        await noteLook(child.bot.database.db, now());
      } catch (error) {
        return await stopFor(wanted, new DatabaseError('Its database cannot be written.', { cause: error }));
      }
      await child.bot.shop.setCommission(commissionOf(await parent.shop.prices.rules(personId)), personId);
      void child.bot.api.getMe().catch(async (error: unknown) => {
        if (isTokenRefused(error)) await stopFor(wanted, new TokenRefusedError('The token was revoked.'));
      });
    } catch (error) {
      log.warn({ shop: slug, problem: errorMessage(error) }, "agent's bot not looked at; it goes on");
    }
  }

  /** Entered at the desk of the agent's bot, kept where its token is. */
  const merchantsOf = (personId: number): MerchantStore => ({
    methods: async () => {
      const own = await agentBots.of(personId);
      return own?.mayTakeOnline ? own.merchants : null;
    },
    set: (method, merchant) => agentBots.setMerchant(personId, method, merchant),
  });

  async function begin(wanted: WantedBot): Promise<void> {
    const { slug, version, personId, token } = wanted;
    if (stopped) return;
    if (token === null) return refused(wanted, 'sealed');
    // Of an earlier life of this process: told when it is well again.
    if (wanted.problem !== null && !failures.has(slug))
      failures.set(slug, { version, until: 0, pauseMs: firstPauseMs });
    const gateway = createShopGateway({
      catalogue: parent.shop.resoldCatalogue,
      purchases: parent.shop.apiPurchases,
      reseller: { personId, language: shopLanguage, token: null },
      maySell: async () => selling.has(personId),
      words: (refusal) => plainText(failureText(parent.formatterFor(shopLanguage, 'toman'), refusal)),
    });
    const account = async () => (selling.has(personId) ? parent.shop.resoldCatalogue.accountOf(personId) : null);
    const child = await configFor(config, wanted, token);
    const opened = opening.then(() =>
      openShopBot(child, {
        ...deps,
        slug,
        log: log.child({ shop: slug }),
        texts: deps.texts.ofAgentShop,
        timings: {
          ...timings,
          database: { ...timings.database, mostConnections: connections },
          inbox: { concurrency, ...timings.inbox },
        },
        renderer: { ...deps.renderer, close: async () => undefined },
        gateway,
        supplier: { catalogue: parent.shop.catalogue, account, merchants: merchantsOf(personId) },
        server: { close: async () => undefined },
      }),
    );
    opening = opened.catch(() => undefined);
    const bot = await opened.catch((error: unknown) => {
      throw new DatabaseError('Its database cannot be opened.', { cause: error });
    });
    children.set(slug, { version, bot, startedAt: now(), comparedAt: 0 });
    paths.open(slug, bot.apps);
    void bot.failed.then((error) => stopFor(wanted, error));
    try {
      await bot.start();
    } catch (error) {
      // It has closed itself.
      children.delete(slug);
      paths.close(slug);
      throw error;
    }
    log.info({ shop: slug }, "agent's bot started");
  }

  /** A trouble of one stops that one. */
  async function stopFor(wanted: WantedBot, error: unknown): Promise<void> {
    log.error({ shop: wanted.slug, problem: withCause(error) }, "agent's bot stops");
    await end(wanted.slug);
    try {
      if (error instanceof TokenRefusedError) return await refused(wanted, 'token-refused');
      const isConflict = error instanceof Error && isTaken(error);
      await fail(wanted, isConflict ? 'conflict' : error instanceof DatabaseError ? 'database' : 'start');
    } catch (trouble) {
      log.error({ shop: wanted.slug, problem: errorMessage(trouble) }, "trouble of an agent's bot not stored");
    }
  }

  /** The token of a bot that was made through this one can be asked for. */
  async function refused(wanted: WantedBot, problem: BotProblem): Promise<void> {
    const { personId, botId, isManaged, token } = wanted;
    const fresh = isManaged ? await parent.api.getManagedBotToken(botId).catch(() => null) : null;
    if (fresh === null || fresh === token) return fail(wanted, problem);
    await agentBots.renew(personId, botId, fresh);
  }

  async function fail(wanted: WantedBot, problem: BotProblem): Promise<void> {
    const { slug, version } = wanted;
    const longest = longestPausesMs[problem];
    const last = failures.get(slug);
    const pauseMs = Number.isFinite(longest) ? Math.min(longest, last ? last.pauseMs * 2 : firstPauseMs) : longest;
    failures.set(slug, { version, until: now() + pauseMs, pauseMs });
    // What is over at the second attempt is not told.
    if (last || !Number.isFinite(longest)) await runningBots.noteProblem(wanted, problem).catch(() => undefined);
  }

  async function end(slug: string): Promise<void> {
    const child = children.get(slug);
    if (!child) return endings.get(slug);
    children.delete(slug);
    paths.close(slug);
    const ending = child.bot
      .stop()
      .catch((error: unknown) => {
        log.error({ shop: slug, problem: errorMessage(error) }, "agent's bot not closed");
      })
      .finally(() => endings.delete(slug));
    endings.set(slug, ending);
    await ending;
  }

  const loop = createWorkLoop({
    name: 'agent-bots',
    claim: async () => {
      await follow();
      return [];
    },
    work: async () => undefined,
    concurrency: 1,
    everyMs,
    now,
    log,
  });
  agentBotsDue.subscribe(loop.wake);

  return {
    app: paths.app,
    start: () => {
      if (config.agentBots > 0) loop.start();
    },
    async stop(): Promise<void> {
      stopped = true;
      await loop.stop();
      await Promise.all([...children.keys(), ...endings.keys()].map(end));
    },
    async facts(): Promise<ShopFacts[]> {
      const bots = (await agentBots.list()).filter(({ bot }) => bot !== null);
      return Promise.all(
        bots.map(async ({ slug, bot }) => {
          const child = children.get(slug);
          const openOrders = child ? await countOpenOrders(child.bot.database.db) : 0;
          return { shop: slug, bot: bot?.username ?? '', isRunning: child !== undefined, openOrders };
        }),
      );
    },
  };
}

class DatabaseError extends Error {}

/** A full disk shows only when something is written. */
const noteLook = (db: Queries, at: number): Promise<void> =>
  setSwitch(db, { name: 'looked-at', value: '', actor: 'parent', at });

/** With what caused it. */
const withCause = (error: unknown): string =>
  error instanceof Error && error.cause ? `${error.message} ${errorMessage(error.cause)}` : errorMessage(error);
