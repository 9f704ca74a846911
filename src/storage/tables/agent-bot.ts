import type { Generated } from 'kysely';

/** An agent's own bot. A row without a token is an allowed or removed bot; the data of its shop stays. */
export interface AgentBotTable {
  person_id: number;
  /** Name in the database and the addresses of its shop. Never reused. */
  slug: string;
  /** When the owner allowed it; null while the owner does not. */
  allowed_at: number | null;
  /** When the owner paused it; null while it may sell. */
  paused_at: number | null;
  /** Whether the owner allows online payment to the agent's own merchant account. */
  online: Generated<number>;
  /** The bot's id in Telegram. */
  bot_id: number | null;
  username: string | null;
  /** Whether it was created through this bot, which can then fetch its token. */
  managed: Generated<number>;
  /** Sealed. */
  token: string | null;
  /** Sealed JSON: the agent's own merchants, by payment method. */
  merchants: string | null;
  /** Sealed: the passphrase of its shop's archives. */
  passphrase: string | null;
  connected_at: number | null;
  /** Why it does not run; null if nothing is wrong. */
  problem: string | null;
}
