import type { OnlineMethod } from '#domain/payment.ts';
import type { Seal } from '#shop/base/seal.ts';
import type { Queries } from '#storage/database.ts';
import type { AgentBotRow } from '#storage/tables/tables.ts';

/** The agent's own merchants at payment providers. */
export type Merchants = Readonly<Partial<Record<OnlineMethod, string>>>;

/** Rows in the order in which bots were connected. */
export const botRows = (db: Queries) =>
  db
    .selectFrom('agent_bots')
    .innerJoin('people', 'people.id', 'agent_bots.person_id')
    .selectAll('agent_bots')
    .select(['people.name', 'people.role', 'people.paused_why'])
    .orderBy('agent_bots.connected_at')
    .orderBy('agent_bots.person_id');

export function merchantsOf(seal: Seal | null, { merchants }: Pick<AgentBotRow, 'merchants'>): Merchants {
  const text = merchants === null ? null : (seal?.open(merchants) ?? null);
  return text === null ? {} : (JSON.parse(text) as Merchants);
}

export type BotRow = Awaited<ReturnType<ReturnType<typeof botRows>['executeTakeFirstOrThrow']>>;

/** False if it answers without selling. */
export const maySell = ({ allowed_at, paused_at, role, paused_why }: BotRow): boolean =>
  allowed_at !== null && paused_at === null && role === 'agent' && paused_why === null;
