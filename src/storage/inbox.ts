import { sql } from 'kysely';
import { type ChatScreen, createChatLeases, type HeldChat, heldChat } from './chat-leases.ts';
import type { Database, Queries } from './database.ts';
import {
  claimable,
  finishAndKeep,
  finishUpdate,
  firstDue,
  insertUpdates,
  type KeptScreen,
  keepScreen,
  storeAndTake,
  storeUpdate,
  takeAgain,
  waiting,
} from './inbox-statements.ts';
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

/** `first` is the update stored just now, which need not be read back. Null if others may have come before it. */
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

const screenColumns = (screen: ChatScreen | null): Pick<KeptScreen, 'messageId' | 'digest'> => ({
  messageId: screen?.messageId ?? null,
  digest: screen?.digest ?? null,
});

const incomingRow = ({ id, updateId: update_id, chatId: chat_id, payload }: IncomingUpdate) => ({
  id,
  update_id,
  chat_id,
  payload,
});

const chatsOf = (updates: readonly IncomingUpdate[]): number[] => [...new Set(updates.map(({ chatId }) => chatId))];

function firstOf(updates: readonly IncomingUpdate[]): WaitingUpdate | null {
  const [first] = updates.toSorted((one, other) => one.updateId - other.updateId);
  return first
    ? { id: first.id, update_id: first.updateId, chat_id: first.chatId, payload: first.payload, attempts: 0 }
    : null;
}

export function createInboxStore({ database, now, owner, leaseMs, mostOfChat }: InboxStoreDeps) {
  const { db } = database;
  const leases = createChatLeases({ database, now, owner, leaseMs });
  const isSqlite = database.kind === 'sqlite';

  /**
   * Stores updates and takes the free leases of at most `room` of their chats. Acknowledge the updates after `sync`. If
   * the process dies in between, another one claims what is stored.
   */
  async function receive(updates: readonly IncomingUpdate[], room: number): Promise<Received> {
    const { stored, held } = await storeAndHold(updates, room);
    const counts = new Map(held.map(({ chatId, waiting }) => [chatId, waiting]));
    const busy = chatsOf(stored).filter((chatId) => !counts.has(chatId));
    for (const [chatId, count] of await waitingOf(busy)) counts.set(chatId, count);
    const refused = await takeBack(stored, counts);
    const chats = held.map((chat): ReceivedChat => {
      const own = stored.filter(({ id, chatId }) => chatId === chat.chatId && !refused.some((one) => one.id === id));
      const count = counts.get(chat.chatId) ?? 0;
      // Without an opening, another process held the chat until now and may have handled these updates too.
      return { ...chat, waiting: count, first: chat.opening && own.length === count ? firstOf(own) : null };
    });
    return { chats, refused };
  }

  async function storeAndHold(
    updates: readonly IncomingUpdate[],
    room: number,
  ): Promise<{ readonly stored: readonly IncomingUpdate[]; readonly held: readonly HeldChat[] }> {
    const [only] = updates;
    const at = now();
    const row = only && updates.length === 1 ? { ...incomingRow(only), received_at: at } : null;
    if (row && room > 0 && !isSqlite) {
      const [taken] = await database.quickWrite((on) => storeAndTake(on, { ...row, owner, at, until: at + leaseMs }));
      if (!taken || taken.chat_id === null) return { stored: taken ? updates : [], held: [] };
      const chat = heldChat(taken, taken.leased);
      // The statement counts without this update.
      return { stored: updates, held: [{ ...chat, waiting: chat.waiting + 1 }] };
    }
    const rows = updates.map((update) => ({ ...incomingRow(update), received_at: at }));
    const inserted = await database.quickWrite((on) =>
      row ? storeUpdate(on, row) : insertUpdates(on, rows).execute(),
    );
    const insertedIds = new Set(inserted.map(({ id }) => id));
    const stored = updates.filter(({ id }) => insertedIds.has(id));
    // A separate write also counts an earlier update of the chat that was stored in between.
    return { stored, held: await leases.take(chatsOf(stored).slice(0, room)) };
  }

  /** Deletes the newest updates of chats that have too many, and lowers their counts. Returns the deleted ones. */
  async function takeBack(stored: readonly IncomingUpdate[], counts: Map<number, number>): Promise<IncomingUpdate[]> {
    const refused = stored.toReversed().filter(({ chatId, always }) => {
      const count = counts.get(chatId) ?? 0;
      if (always || count <= mostOfChat) return false;
      counts.set(chatId, count - 1);
      return true;
    });
    const ids = refused.map(({ id }) => id);
    if (ids.length > 0) await database.quickWrite((on) => on.deleteFrom('inbox').where('id', 'in', ids).execute());
    return refused.toReversed();
  }

  async function waitingOf(chatIds: readonly number[]): Promise<Map<number, number>> {
    if (chatIds.length === 0) return new Map();
    const rows = await db
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
    const rows = await claimable(db, { at: now() });
    const chatIds = [...new Set(rows.map(({ chat_id }) => chat_id))].slice(0, limit);
    return leases.take(chatIds);
  }

  async function next(chatId: number, on: Queries = db): Promise<WaitingUpdate | null> {
    const [row] = await firstDue(on, { chatId, at: now() });
    return row ?? null;
  }

  /** `next` for a retry. Counts the attempt first, so that the bot gives up an update that crashes the process. */
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
   * Marks an update as handled and returns the next one of its chat, or releases the lease. If a power failure undoes
   * this, the update is handled again.
   *
   * Releases the lease before it looks for another update: a process that stores one afterwards takes the lease itself,
   * and an update stored before is seen. `mayBeMore`, asked after the release, tells whether this process stored any
   * since. Without `isMine` the lease was lost: another process has handled this update too, and handles the next one.
   */
  async function finish(
    { id, chat_id: chatId }: WaitingUpdate,
    screen: ChatScreen | null,
    mayBeMore: () => boolean,
  ): Promise<{ readonly following: WaitingUpdate | null; readonly isMine: boolean }> {
    const released = { ...screenColumns(screen), chatId, owner, leaseUntil: 0 };
    const keptScreens = await database.quickWrite(async (on) => {
      if (!isSqlite) return finishAndKeep(on, { ...released, id, at: now() });
      const rows = await keepScreen(on, released);
      // The screen is stored first, so that a repeated update finds what was shown.
      await finishUpdate(on, { id, at: now() });
      return rows;
    });
    if (keptScreens.length === 0) return { following: null, isMine: false };
    // The only process knows what it stored.
    const following = database.isAlone && !mayBeMore() ? null : await next(chatId);
    if (!following) return { following, isMine: true };
    const retaken = await database.quickWrite((on) => takeAgain(on, { ...released, leaseUntil: now() + leaseMs }));
    return { following: retaken.length > 0 ? following : null, isMine: true };
  }

  /** Updates the row of a failed update. False if another process holds the chat and may have handled it. */
  async function setFailed(
    on: Queries,
    { id, chat_id }: WaitingUpdate,
    set: Partial<Pick<InboxRow, 'attempts' | 'next_attempt_at' | 'done_at' | 'reference' | 'problem'>>,
  ): Promise<boolean> {
    const held = on.selectFrom('chats').select('chat_id').where('chat_id', '=', chat_id);
    const { numUpdatedRows } = await on
      .updateTable('inbox')
      .set(set)
      .where('id', '=', id)
      .where('chat_id', 'in', held.where('lease_owner', '=', owner))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Retries the update later; the chat's other updates go on. */
  const postpone = (update: WaitingUpdate, attempts: number, next_attempt_at: number): Promise<boolean> =>
    database.write((on) => setFailed(on, update, { attempts, next_attempt_at }));

  /** Keeps a failed update with its payload, and forgets the screen, which is unknown after failed attempts. */
  function setAside(update: WaitingUpdate, reference: string, problem: string): Promise<boolean> {
    return database.transaction(async (tx) => {
      const isMine = await setFailed(tx, update, { done_at: now(), reference, problem });
      await tx
        .updateTable('chats')
        .set({ message_id: null, screen: null })
        .where('chat_id', '=', update.chat_id)
        .where('lease_owner', '=', owner)
        .execute();
      return isMine;
    });
  }

  /** Time at which a waiting update is due and its chat is free. */
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
