import { TokenRefusedError } from '#bot/intake/connection.ts';
import { isTaken } from '#bot/intake/polling.ts';
import { failureText } from '#bot/kit/failure.ts';
import { plainText } from '#bot/kit/formatter.ts';
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
  /** The shop from which the agents' shops buy. */
  readonly parent: ShopBot;
}

interface Child {
  readonly version: string;
  readonly bot: ShopBot;
  readonly startedAt: number;
  /** When its database, costs and token were last checked. */
  comparedAt: number;
}

const defaultEveryMs = 5_000;
/** Pause before another attempt. It doubles up to the longest one, and ends when something changes. */
const firstPauseMs = 5_000;
const longestPausesMs: Readonly<Record<BotProblem, number>> = {
  start: 60_000,
  database: 60_000,
  // Another program may use the same token.
  conflict: 15 * 60_000,
  'token-refused': Number.POSITIVE_INFINITY,
  sealed: Number.POSITIVE_INFINITY,
  limit: Number.POSITIVE_INFINITY,
};
/** A bot that runs for this long is reported as well again. */
const wellMs = 30_000;
/** Interval between checks of its database, its token and the agent's prices, which are the costs of their shop. */
const comparedMs = 60_000;
/** Limits one agent's shop, so that its rush does not slow down the others. */
const concurrency = 25;
/** Database connections of one agent's shop. Many shops must fit the server's limit together. */
const connections = 3;

/**
 * Runs the agents' own bots beside the shop, each with its own shop. A failing bot stops without affecting the others.
 */
export function createAgentBotRunner(deps: AgentBotRunnerDeps) {
  const { config, parent, log, clock, timings } = deps;
  const { now } = clock;
  const { shopLanguage } = config;
  const { agentBots, runningBots, agentBotsDue, salesPause } = parent.shop;
  const { agentBotsMs: everyMs = defaultEveryMs } = timings;
  const paths = createShopPaths(new URL(config.publicUrl ?? 'http://localhost').pathname.replace(/\/+$/, ''));
  const children = new Map<string, Child>();
  /** Bots that are stopping and still use their databases. */
  const endings = new Map<string, Promise<void>>();
  /** Bots that a problem stopped. Each waits for its time or for a change. */
  const failures = new Map<string, { readonly version: string; readonly until: number; readonly pauseMs: number }>();
  /** Agents whose bots may sell. The transaction of each purchase decides. */
  let selling: ReadonlySet<number> = new Set();
  let stopped = false;
  /** Opens one bot at a time, because all together would need every connection of the database. */
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
      // The shop's purchase worker resumes it after the gateway accepts the token again.
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
      log.warn({ shop: slug, problem: errorMessage(error) }, "agent's bot check failed; will retry");
    }
  }

  /** Merchants that the agent enters at their bot's desk, stored beside its token. */
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
    // The problem is from an earlier process. It is cleared once the bot runs well.
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
      // A failed start has closed the bot already.
      children.delete(slug);
      paths.close(slug);
      throw error;
    }
    log.info({ shop: slug }, "agent's bot started");
  }

  /** Stops one bot after an error. */
  async function stopFor(wanted: WantedBot, error: unknown): Promise<void> {
    log.error({ shop: wanted.slug, problem: withCause(error) }, "agent's bot stops");
    await end(wanted.slug);
    try {
      if (error instanceof TokenRefusedError) return await refused(wanted, 'token-refused');
      const isConflict = error instanceof Error && isTaken(error);
      await fail(wanted, isConflict ? 'conflict' : error instanceof DatabaseError ? 'database' : 'start');
    } catch (trouble) {
      log.error({ shop: wanted.slug, problem: errorMessage(trouble) }, "problem of an agent's bot not stored");
    }
  }

  /** Fetches a new token if the bot was created through this one. */
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
    // A problem is reported only from the second attempt on.
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

/** Writes, because a full disk shows only in writes. */
const noteLook = (db: Queries, at: number): Promise<void> =>
  setSwitch(db, { name: 'looked-at', value: '', actor: 'parent', at });

/** Adds the cause to the message. */
const withCause = (error: unknown): string =>
  error instanceof Error && error.cause ? `${error.message} ${errorMessage(error.cause)}` : errorMessage(error);
