import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';

/** The chat's navigation message. */
export interface ChatScreen {
  readonly messageId: number;
  readonly digest: string;
}

/** A chat whose lease this process holds. */
export interface HeldChat {
  readonly chatId: number;
  readonly screen: ChatScreen | null;
  readonly waiting: number;
}

interface ChatLeasesDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly owner: string;
  readonly leaseMs: number;
}

/** Of a row of `chats`. */
const waitingInChat = sql<number>`(select count(*) from inbox where done_at is null and inbox.chat_id = chats.chat_id)`;

/** A chat's updates are handled by the process that holds its lease. */
export function createChatLeases({ database, now, owner, leaseMs }: ChatLeasesDeps) {
  /** Sorted: two processes that lock rows in different order would deadlock. */
  async function take(tx: Queries, given: readonly number[]): Promise<HeldChat[]> {
    if (given.length === 0) return [];
    const chatIds = given.toSorted((one, other) => one - other);
    const at = now();
    const rows = await tx
      .insertInto('chats')
      .values(chatIds.map((chat_id) => ({ chat_id, lease_owner: owner, lease_until: at + leaseMs })))
      .onConflict((conflict) =>
        conflict
          .column('chat_id')
          .doUpdateSet({ lease_owner: owner, lease_until: at + leaseMs })
          .where('chats.lease_until', '<=', at),
      )
      .returning(['chat_id', 'message_id', 'screen', waitingInChat.as('waiting')])
      .execute();
    return rows.map(({ chat_id: chatId, message_id: messageId, screen: digest, waiting: count }) => ({
      chatId,
      screen: messageId === null || digest === null ? null : { messageId, digest },
      waiting: count,
    }));
  }

  /** Only leases that this process still holds. */
  const setLeases = (chatIds: readonly number[], lease_until: number) =>
    database.write((on) =>
      on
        .updateTable('chats')
        .set({ lease_until })
        .where('chat_id', 'in', (eb) =>
          eb
            .selectFrom('chats')
            .select('chat_id')
            .where('chat_id', 'in', chatIds)
            .where('lease_owner', '=', owner)
            .where('lease_until', '>', 0)
            .orderBy('chat_id')
            .$if(database.kind === 'postgres', (query) => query.forUpdate()),
        )
        .execute(),
    );

  async function release(chatIds: readonly number[]): Promise<void> {
    if (chatIds.length > 0) await setLeases(chatIds, 0);
  }

  async function renew(chatIds: readonly number[]): Promise<void> {
    if (chatIds.length > 0) await setLeases(chatIds, now() + leaseMs);
  }

  return { take, release, renew };
}
