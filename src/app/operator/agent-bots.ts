import { type AgentShop, readAgentShops } from '#app/agent-shops.ts';
import type { BotConfig } from '#config/config.ts';
import type { BotProblem } from '#domain/agent-bot.ts';
import { errorMessage } from '#log.ts';
import { readDatabaseFacts } from './database-facts.ts';
import { addressesOf, readMetrics } from './running-bot.ts';
import type { Say } from './texts.ts';

/** What the operator sees of an agent's bot. */
export interface BotReport {
  readonly shop: string;
  readonly username: string;
  readonly agent: string;
  /** Whether it runs in at least one of the processes. */
  readonly running: boolean;
  /** False if it answers without selling. */
  readonly selling: boolean;
  /** Why it does not run. */
  readonly problem: BotProblem | null;
  readonly database: string;
  readonly updatesWaiting: number | null;
  readonly openOrders: number | null;
}

const runningShop = /^sharj_shop_up\{(?:.*,)?shop="([0-9a-f]+)"/;

/** Reports on the present bots, without removed ones. */
export async function readAgentBots(config: BotConfig, processes: number): Promise<BotReport[]> {
  const shops = (await readAgentShops(config.database)).filter(({ username }) => username !== null);
  if (shops.length === 0) return [];
  const metrics = await Promise.all(addressesOf(config, processes).map(readMetrics));
  const running = new Set(
    metrics.flatMap((one) => [...one].flatMap(([name, up]) => (up === 1 ? (runningShop.exec(name)?.[1] ?? []) : []))),
  );
  return Promise.all(shops.map((shop) => reportOf(shop, running.has(shop.slug))));
}

async function reportOf(shop: AgentShop, running: boolean): Promise<BotReport> {
  const facts = await readDatabaseFacts(shop.database).catch(errorMessage);
  const seen = typeof facts === 'object' ? facts : null;
  return {
    shop: shop.slug,
    username: shop.username ?? '',
    agent: shop.agentName,
    running,
    selling: running && shop.maySell,
    problem: running ? null : shop.problem,
    database: typeof facts === 'string' ? facts : 'ok',
    updatesWaiting: seen?.updatesWaiting ?? null,
    openOrders: seen?.openOrders ?? null,
  };
}

const nameOf = ({ username, agent }: BotReport): string => `@${username} (${agent})`;

/** The bot's line in `status`. */
export function botLine(bot: BotReport, say: Say): string {
  const orUnknown = (value: number | null): string => String(value ?? say('unknown'));
  const [updates, orders] = [orUnknown(bot.updatesWaiting), orUnknown(bot.openOrders)];
  const waiting = say('bot-waiting', { updates, orders });
  return `${nameOf(bot)}: ${stateOf(bot, say)}; ${waiting}`;
}

function stateOf({ running, selling, problem }: BotReport, say: Say): string {
  if (running) return say(selling ? 'bot-runs' : 'bot-not-selling');
  return problem === null ? say('stopped') : say(problemText(problem));
}

/** The bot's problem in `check`. Null if the bot is well or paused, or if no process runs. */
export function botProblem(bot: BotReport, isUp: boolean, say: Say): string | null {
  if (bot.database !== 'ok') return `${nameOf(bot)}: ${say('database-failed', { why: bot.database })}`;
  const isWell = bot.running || (!isUp && bot.problem === null);
  return isWell ? null : `${nameOf(bot)}: ${say(problemText(bot.problem))}`;
}

const problemText = (problem: BotProblem | null): string => (problem === null ? 'bot-stopped' : `bot-${problem}`);
