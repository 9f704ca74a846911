import { sql } from 'kysely';
import { type ChatScreen, createChatLeases, type HeldChat } from './chat-leases.ts';
import type { Database, Queries, Transaction } from './database.ts';
import { prepared } from './prepared.ts';
import type { InboxRow } from './tables/tables.ts';

/** `id` is the same when Telegram delivers the update again. */
export interface IncomingUpdate {
  readonly id: string;
  readonly updateId: number;
  readonly chatId: number;
  readonly payload: string;
  /** Stored even if too many updates of the chat are waiting. */
  readonly always: boolean;
}

export type WaitingUpdate = Pick<InboxRow, 'id' | 'update_id' | 'chat_id' | 'payload' | 'attempts'>;

/** One whose first update was stored just now: it need not be read back. Null: others may have come before. */
interface ReceivedChat extends HeldChat {
  readonly first: WaitingUpdate | null;
}

interface Received {
  readonly chats: readonly ReceivedChat[];
  /** Not stored, because too many updates of the chat are waiting. */
  readonly refused: readonly IncomingUpdate[];
}

export type InboxStore = ReturnType<typeof createInboxStore>;

interface InboxStoreDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly owner: string;
  readonly leaseMs: number;
  readonly mostOfChat: number;
}

const lookedThrough = 1_000;

const waiting = sql<boolean>`done_at is null`;

const firstDue = prepared((db, { chatId, at }: { readonly chatId: number; readonly at: number }) =>
  db
    .selectFrom('inbox')
    .select(['id', 'update_id', 'chat_id', 'payload', 'attempts'])
    .where(waiting)
    .where('chat_id', '=', chatId)
    .where('next_attempt_at', '<=', at)
    .orderBy('update_id')
    .limit(1),
);

const finishUpdate = prepared((db, { id, at }: { readonly id: string; readonly at: number }) =>
  db.updateTable('inbox').set({ done_at: at, payload: '' }).where('id', '=', id),
);

interface KeptScreen {
  readonly messageId: number | null;
  readonly digest: string | null;
  readonly chatId: number;
  readonly owner: string;
  readonly leaseUntil: number;
}

const keepScreen = prepared((db, { messageId, digest, chatId, owner, leaseUntil }: KeptScreen) =>
  db
    .updateTable('chats')
    .set({ message_id: messageId, screen: digest, lease_until: leaseUntil })
    .where('chat_id', '=', chatId)
    .where('lease_owner', '=', owner)
    .returning('chat_id'),
);

const screenColumns = (screen: ChatScreen | null): Pick<KeptScreen, 'messageId' | 'digest'> => ({
  messageId: screen?.messageId ?? null,
  digest: screen?.digest ?? null,
});

function firstOf(updates: readonly IncomingUpdate[]): WaitingUpdate | null {
  const [first] = updates.toSorted((one, other) => one.updateId - other.updateId);
  return first
    ? { id: first.id, update_id: first.updateId, chat_id: first.chatId, payload: first.payload, attempts: 0 }
    : null;
}

export function createInboxStore({ database, now, owner, leaseMs, mostOfChat }: InboxStoreDeps) {
  const { db } = database;
  const leases = createChatLeases({ database, now, owner, leaseMs });

  /** Stores updates and takes the free leases of at most `room` of their chats. Acknowledge them after `sync`. */
  function receive(updates: readonly IncomingUpdate[], room: number): Promise<Received> {
    return database.quickTransaction(async (tx) => {
      const at = now();
      const rows = updates.map(({ id, updateId: update_id, chatId: chat_id, payload }) => ({
        id,
        update_id,
        chat_id,
        payload,
        received_at: at,
        done_at: null,
        reference: null,
        problem: null,
      }));
      const inserted = await tx
        .insertInto('inbox')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute();
      const insertedIds = new Set(inserted.map(({ id }) => id));
      const stored = updates.filter(({ id }) => insertedIds.has(id));
      const chatIds = [...new Set(stored.map(({ chatId }) => chatId))];
      const held = await leases.take(tx, chatIds.slice(0, room));
      const counts = new Map(held.map(({ chatId, waiting }) => [chatId, waiting]));
      const busy = chatIds.filter((chatId) => !counts.has(chatId));
      for (const [chatId, count] of await waitingOf(tx, busy)) counts.set(chatId, count);
      const refused = await takeBack(tx, stored, counts);
      const chats = held.map((chat): ReceivedChat => {
        const own = stored.filter(({ id, chatId }) => chatId === chat.chatId && !refused.some((one) => one.id === id));
        const count = counts.get(chat.chatId) ?? 0;
        return { ...chat, waiting: count, first: own.length === count ? firstOf(own) : null };
      });
      return { chats, refused };
    });
  }

  /** The newest ones of chats with too many waiting updates; gives these, and changes the counts. */
  async function takeBack(
    tx: Transaction,
    stored: readonly IncomingUpdate[],
    counts: Map<number, number>,
  ): Promise<IncomingUpdate[]> {
    const refused = stored.toReversed().filter(({ chatId, always }) => {
      const count = counts.get(chatId) ?? 0;
      if (always || count <= mostOfChat) return false;
      counts.set(chatId, count - 1);
      return true;
    });
    const ids = refused.map(({ id }) => id);
    if (ids.length > 0) await tx.deleteFrom('inbox').where('id', 'in', ids).execute();
    return refused.toReversed();
  }

  async function waitingOf(tx: Transaction, chatIds: readonly number[]): Promise<Map<number, number>> {
    if (chatIds.length === 0) return new Map();
    const rows = await tx
      .selectFrom('inbox')
      .select((eb) => ['chat_id', eb.fn.countAll<number>().as('count')])
      .where(waiting)
      .where('chat_id', 'in', chatIds)
      .groupBy('chat_id')
      .execute();
    return new Map(rows.map(({ chat_id, count }) => [chat_id, count]));
  }

  /** Takes the leases of up to `limit` chats that have due updates. */
  async function claim(limit: number): Promise<HeldChat[]> {
    const at = now();
    const rows = await db
      .selectFrom('inbox')
      .select('chat_id')
      .where(waiting)
      .where('next_attempt_at', '<=', at)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chats')
              .select('chats.chat_id')
              .whereRef('chats.chat_id', '=', 'inbox.chat_id')
              .where('chats.lease_until', '>', at),
          ),
        ),
      )
      .orderBy('update_id')
      .limit(lookedThrough)
      .execute();
    const chatIds = [...new Set(rows.map(({ chat_id }) => chat_id))].slice(0, limit);
    return chatIds.length === 0 ? [] : database.quickTransaction((tx) => leases.take(tx, chatIds));
  }

  async function next(chatId: number, on: Queries = db): Promise<WaitingUpdate | null> {
    const [row] = await firstDue(on, { chatId, at: now() });
    return row ?? null;
  }

  /** `next` for an update that waited. Counts the attempt first, so that an update that crashes the process is given up. */
  function retry(chatId: number): Promise<WaitingUpdate | null> {
    return database.transaction(async (tx) => {
      const update = await next(chatId, tx);
      if (update)
        await tx
          .updateTable('inbox')
          .set({ attempts: update.attempts + 1 })
          .where('id', '=', update.id)
          .execute();
      return update;
    });
  }

  /**
   * Marks an update as handled and returns the next one of its chat; without one the lease is released. If a power failure
   * undoes it, the update is handled again.
   *
   * The lease is released before the look for another update: a process that stores one meanwhile waits for the chat's row
   * and takes the lease itself, or has stored it before and is seen. `mayBeMore`: whether this process stored any since.
   */
  function finish(
    { id, chat_id }: WaitingUpdate,
    screen: ChatScreen | null,
    mayBeMore: boolean,
  ): Promise<WaitingUpdate | null> {
    return database.quickTransaction(async (tx) => {
      await finishUpdate(tx, { id, at: now() });
      const kept = await keepScreen(tx, { ...screenColumns(screen), chatId: chat_id, owner, leaseUntil: 0 });
      // SQLite has one process. A lease that was lost is another one's, and so is the next update.
      if (kept.length === 0 || (!mayBeMore && database.kind === 'sqlite')) return null;
      const following = await next(chat_id, tx);
      if (following)
        await keepScreen(tx, { ...screenColumns(screen), chatId: chat_id, owner, leaseUntil: now() + leaseMs });
      return following;
    });
  }

  /** Other updates of the chat are handled meanwhile. */
  async function postpone({ id }: WaitingUpdate, attempts: number, nextAttemptAt: number): Promise<void> {
    const set = { attempts, next_attempt_at: nextAttemptAt };
    await database.write((on) => on.updateTable('inbox').set(set).where('id', '=', id).execute());
  }

  /** Keeps a failed update with its payload. The screen is unknown after failed attempts. */
  function setAside({ id, chat_id }: WaitingUpdate, reference: string, problem: string): Promise<void> {
    const set = { done_at: now(), reference, problem };
    return database.transaction(async (tx) => {
      await tx.updateTable('inbox').set(set).where('id', '=', id).execute();
      await tx
        .updateTable('chats')
        .set({ message_id: null, screen: null })
        .where('chat_id', '=', chat_id)
        .where('lease_owner', '=', owner)
        .execute();
    });
  }

  /** When the first waiting update is due, or its chat is free. */
  async function nextDue(): Promise<number | null> {
    const row = await db
      .selectFrom('inbox')
      .leftJoin('chats', 'chats.chat_id', 'inbox.chat_id')
      .select(
        sql<number | null>`min(case when lease_until > next_attempt_at then lease_until else next_attempt_at end)`.as(
          'at',
        ),
      )
      .where(waiting)
      .executeTakeFirst();
    return row?.at ?? null;
  }

  async function isFull(most: number): Promise<boolean> {
    const row = await db.selectFrom('inbox').select('id').where(waiting).limit(1).offset(most).executeTakeFirst();
    return row !== undefined;
  }

  return {
    receive,
    sync: database.sync,
    claim,
    next,
    retry,
    finish,
    postpone,
    setAside,
    release: leases.release,
    renew: leases.renew,
    nextDue,
    isFull,
  };
}
