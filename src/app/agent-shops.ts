import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { type BotProblem, botProblems } from '#domain/agent-bot.ts';
import { createLog } from '#log.ts';
import { botRows, maySell } from '#shop/connecting/agent-bots/bot-rows.ts';
import { type DatabaseSettings, makeSchema, readDatabase } from '#storage/database.ts';
import { hasTable } from '#storage/migrations.ts';

/** An agent's shop as stored in the parent's database. */
export interface AgentShop {
  readonly slug: string;
  readonly personId: number;
  readonly agentName: string;
  /** Null if its bot was removed; the data stays. */
  readonly username: string | null;
  /** False if it answers without selling. */
  readonly maySell: boolean;
  readonly problem: BotProblem | null;
  /** Sealed: the passphrase of its own archives. */
  readonly passphrase: string | null;
  readonly database: DatabaseSettings;
}

const silent = { log: createLog('silent') };

/** The name of an agent's shop in files, paths and schemas. */
export const isSlug = /^[0-9a-f]{10}$/;

/** Returns `backup-0123456789.sharj` for `backup.sharj`. */
export function fileBeside(file: string, slug: string): string {
  const extension = extname(file);
  return `${file.slice(0, file.length - extension.length)}-${slug}${extension}`;
}

const schemaOf = (slug: string): string => `shop_${slug}`;

/** The database of an agent's shop: a file next to the parent's, or its own schema. Creates nothing. */
export function shopDatabase(parent: DatabaseSettings, slug: string): DatabaseSettings {
  if (parent.kind === 'postgres') return { ...parent, schema: schemaOf(slug) };
  return parent.file === ':memory:' ? parent : { kind: 'sqlite', file: fileBeside(parent.file, slug) };
}

/** The database of an agent's shop; creates its schema if needed. */
export async function databaseFor(parent: DatabaseSettings, slug: string): Promise<DatabaseSettings> {
  if (parent.kind === 'postgres') await makeSchema(parent.url, schemaOf(slug));
  return shopDatabase(parent, slug);
}

/** All agents' shops in the parent's database. Empty before its first start. */
export async function readAgentShops(parent: DatabaseSettings): Promise<AgentShop[]> {
  if (parent.kind === 'sqlite' && !existsSync(parent.file)) return [];
  return readDatabase(parent, silent, async (db) => {
    if (!(await hasTable(db, parent.kind, 'agent_bots'))) return [];
    return (await botRows(db).execute()).map((row) => ({
      slug: row.slug,
      personId: row.person_id,
      agentName: row.name,
      username: row.username,
      maySell: maySell(row),
      problem: botProblems.find((one) => one === row.problem) ?? null,
      passphrase: row.passphrase,
      database: shopDatabase(parent, row.slug),
    }));
  });
}

/** Agents' shops that have ever run. */
export async function shopsWithData(parent: DatabaseSettings): Promise<AgentShop[]> {
  const shops: AgentShop[] = [];
  for (const shop of await readAgentShops(parent)) if (await hasData(shop.database)) shops.push(shop);
  return shops;
}

/** Whether the shop has data. An unreadable file counts, so that it is not skipped. */
async function hasData(settings: DatabaseSettings): Promise<boolean> {
  if (settings.kind === 'sqlite') return existsSync(settings.file);
  return readDatabase(settings, silent, (db) => hasTable(db, settings.kind, 'kysely_migration'));
}

/** The shop's title in messages to the operator. */
export const titleOf = ({ username, agentName, slug }: AgentShop): string =>
  `${username === null ? '' : `@${username}, `}${agentName} (${slug})`;
