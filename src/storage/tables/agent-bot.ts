import type { Generated } from 'kysely';

/** An agent's own bot. A row without a token: the owner allows one, or it was removed; what its shop stored stays. */
export interface AgentBotTable {
  person_id: number;
  /** Names the database of its shop, and its addresses. Never given again. */
  slug: string;
  /** Since when the owner allows it; null: not, or not any more. */
  allowed_at: number | null;
  /** Since when the owner has paused it; null: it may sell. */
  paused_at: number | null;
  /** Whether the owner allows online payment to a merchant of the agent's own. */
  online: Generated<number>;
  /** Telegram's id of the bot. */
  bot_id: number | null;
  username: string | null;
  /** Whether it was made through this bot, which can then ask for its token. */
  managed: Generated<number>;
  /** Sealed. */
  token: string | null;
  /** Sealed JSON: the agent's own merchants, by payment method. */
  merchants: string | null;
  /** Sealed: of the archives of its shop. */
  passphrase: string | null;
  connected_at: number | null;
  /** Why it does not run; null: nothing is wrong. */
  problem: string | null;
}
