import { sql } from 'kysely';
import { databaseFor } from '#app/agent-shops.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { connect } from './databases.ts';

type Connection = ReturnType<typeof connect<Tables>>;

/** Whether a bot has updates to handle, messages to update or payments to verify now: the shop's, or one of an agent. */
export function createIdleCheck(settings: DatabaseSettings, now: () => number) {
  /** Of the shop (null), and of agents' shops by their slugs. */
  const connections = new Map<string | null, Connection>();

  /** Migrates nothing: a database of a released version stays what it is until a bot starts on it. */
  async function connectTo(slug: string | null): Promise<Connection> {
    const open = connections.get(slug);
    if (open) return open;
    const connection = connect<Tables>(slug === null ? settings : await databaseFor(settings, slug));
    connections.set(slug, connection);
    return connection;
  }

  /** Undefined for a bot that does not run here. */
  async function shopOf(agentBot: string): Promise<Connection | undefined> {
    const parent = await connectTo(null);
    const shop = await parent
      .selectFrom('agent_bots')
      .select('slug')
      .where('username', '=', agentBot)
      .executeTakeFirst();
    return shop && connectTo(shop.slug);
  }

  async function isBusy(agentBot: string | null): Promise<boolean> {
    const db = await (agentBot === null ? connectTo(null) : shopOf(agentBot));
    if (!db) return false;
    const due = sql`next_attempt_at <= ${now()}`;
    // One query, because tests ask this after every press, of tables that the last release has: test/upgrades runs its code.
    const { rows } = await sql`
      select 1 from ${sql.table('inbox')} where done_at is null and ${due}
      union all select 1 from ${sql.table('receipt_jobs')} where done_at is null and ${due}
      union all select 1 from ${sql.table('alerts')} where done_at is null and ${due}
      union all select 1 from ${sql.table('payments')} where ${due}
      union all select 1 from ${sql.table('support_conversations')} where ${due}
      limit 1`.execute(db);
    return rows.length > 0;
  }

  return {
    isBusy: (agentBot: string | null) => isBusy(agentBot).catch(() => false),
    close: async () => {
      for (const connection of connections.values()) await connection.destroy();
    },
  };
}
