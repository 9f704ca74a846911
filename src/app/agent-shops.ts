import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { type BotProblem, botProblems } from '#domain/agent-bot.ts';
import { createLog } from '#log.ts';
import { botRows, maySell } from '#shop/connecting/agent-bots/bot-rows.ts';
import { type DatabaseSettings, makeSchema, readDatabase } from '#storage/database.ts';
import { hasTable } from '#storage/migrations.ts';

/** An agent's shop, as the database of the parent tells of it. */
export interface AgentShop {
  readonly slug: string;
  readonly personId: number;
  readonly agentName: string;
  /** Null: its bot was removed, and its data stay. */
  readonly username: string | null;
  /** False: it answers and does not sell. */
  readonly maySell: boolean;
  readonly problem: BotProblem | null;
  /** Sealed. What opens the archives that it makes by itself. */
  readonly passphrase: string | null;
  readonly database: DatabaseSettings;
}

const silent = { log: createLog('silent') };

/** What an agent's shop is named by in files, paths and schemas. */
export const isSlug = /^[0-9a-f]{10}$/;

/** `backup-0123456789.sharj` beside `backup.sharj`. */
export function fileBeside(file: string, slug: string): string {
  const extension = extname(file);
  return `${file.slice(0, file.length - extension.length)}-${slug}${extension}`;
}

const schemaOf = (slug: string): string => `shop_${slug}`;

/** Where an agent's shop is: a file beside the parent's, or a schema of its own. Nothing is made. */
export function shopDatabase(parent: DatabaseSettings, slug: string): DatabaseSettings {
  if (parent.kind === 'postgres') return { ...parent, schema: schemaOf(slug) };
  return parent.file === ':memory:' ? parent : { kind: 'sqlite', file: fileBeside(parent.file, slug) };
}

/** The same, made ready for data. */
export async function databaseFor(parent: DatabaseSettings, slug: string): Promise<DatabaseSettings> {
  if (parent.kind === 'postgres') await makeSchema(parent.url, schemaOf(slug));
  return shopDatabase(parent, slug);
}

/** All that the parent knows. Empty before its first start. */
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

/** Those that have ever run. */
export async function shopsWithData(parent: DatabaseSettings): Promise<AgentShop[]> {
  const shops: AgentShop[] = [];
  for (const shop of await readAgentShops(parent)) if (await hasData(shop.database)) shops.push(shop);
  return shops;
}

/** A file that cannot be read has data too, which must not be passed over. */
async function hasData(settings: DatabaseSettings): Promise<boolean> {
  if (settings.kind === 'sqlite') return existsSync(settings.file);
  return readDatabase(settings, silent, (db) => hasTable(db, settings.kind, 'kysely_migration'));
}

/** For messages to the operator. */
export const titleOf = ({ username, agentName, slug }: AgentShop): string =>
  `${username === null ? '' : `@${username}, `}${agentName} (${slug})`;
