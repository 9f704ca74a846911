import { sql } from 'kysely';
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

/** The chat's navigation message. */
export interface ChatScreen {
  readonly messageId: number;
  readonly digest: string;
}

/** A chat whose lease this process holds. */
export interface HeldChat {
  readonly chatId: number;
  readonly screen: ChatScreen | null;
}

interface Received {
  readonly chats: readonly HeldChat[];
  /** Not stored, because too many updates of the chat are waiting. */
  readonly refused: readonly IncomingUpdate[];
}

export interface FailedUpdate {
  readonly reference: string;
  readonly at: number;
  readonly problem: string;
}

export type InboxStore = ReturnType<typeof createInboxStore>;

interface InboxStoreDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly owner: string;
  readonly leaseMs: number;
  readonly mostOfChat: number;
}

/** Telegram repeats an update for at most a day. */
const repeatsMs = 25 * 3_600_000;
const failedMs = 30 * 24 * 3_600_000;
const lookedThrough = 1_000;

const waiting = sql<boolean>`done_at is null`;

/** Queried three times for every update. */
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

export function createInboxStore({ database, now, owner, leaseMs, mostOfChat }: InboxStoreDeps) {
  const { db } = database;

  /** Stores updates and takes the free leases of at most `room` of their chats. Acknowledge them after `sync`. */
  function receive(updates: readonly IncomingUpdate[], room: number): Promise<Received> {
    return database.quickTransaction(async (tx) => {
      const chatIds = [...new Set(updates.map(({ chatId }) => chatId))];
      const counts = await waitingOf(tx, chatIds);
      const refused: IncomingUpdate[] = [];
      const stored = updates.filter((update) => {
        const count = counts.get(update.chatId) ?? 0;
        if (count >= mostOfChat && !update.always) return void refused.push(update);
        counts.set(update.chatId, count + 1);
        return true;
      });
      const at = now();
      const rows = stored.map(({ id, updateId: update_id, chatId: chat_id, payload }) => ({
        id,
        update_id,
        chat_id,
        payload,
        received_at: at,
        done_at: null,
        reference: null,
        problem: null,
      }));
      if (rows.length === 0) return { chats: [], refused };
      const inserted = await tx
        .insertInto('inbox')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('chat_id')
        .execute();
      const fresh = [...new Set(inserted.map(({ chat_id }) => chat_id))];
      return { chats: await takeLeases(tx, fresh.slice(0, room)), refused };
    });
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

  /** Sorted: two processes that lock rows in different order would deadlock. */
  async function takeLeases(tx: Queries, given: readonly number[]): Promise<HeldChat[]> {
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
      .returning(['chat_id', 'message_id', 'screen'])
      .execute();
    return rows.map(({ chat_id: chatId, message_id: messageId, screen: digest }) => ({
      chatId,
      screen: messageId === null || digest === null ? null : { messageId, digest },
    }));
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
    return chatIds.length === 0 ? [] : database.quickTransaction((tx) => takeLeases(tx, chatIds));
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
   */
  function finish({ id, chat_id }: WaitingUpdate, screen: ChatScreen | null): Promise<WaitingUpdate | null> {
    return database.quickTransaction(async (tx) => {
      await tx.updateTable('inbox').set({ done_at: now(), payload: '' }).where('id', '=', id).execute();
      const following = await next(chat_id, tx);
      await keepScreen(tx, chat_id, screen, following ? {} : { lease_until: 0 });
      return following;
    });
  }

  async function keepScreen(
    tx: Transaction,
    chatId: number,
    shown: ChatScreen | null,
    lease: { readonly lease_until?: number } = {},
  ): Promise<void> {
    const set = { message_id: shown?.messageId ?? null, screen: shown?.digest ?? null, ...lease };
    await tx.updateTable('chats').set(set).where('chat_id', '=', chatId).where('lease_owner', '=', owner).execute();
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
      await keepScreen(tx, chat_id, null);
    });
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

  async function isFull(most: number): Promise<boolean> {
    const row = await db.selectFrom('inbox').select('id').where(waiting).limit(1).offset(most).executeTakeFirst();
    return row !== undefined;
  }

  return { receive, sync: database.sync, claim, next, retry, finish, postpone, setAside, release, renew, isFull };
}

/** In the last month: older ones are deleted. */
export async function countFailedUpdates({ db }: Database): Promise<number> {
  const { count } = await db
    .selectFrom('inbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('reference', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function failedUpdates({ db }: Database, limit: number): Promise<FailedUpdate[]> {
  const rows = await db
    .selectFrom('inbox')
    .select(['reference', 'done_at', 'problem'])
    .where('reference', 'is not', null)
    .orderBy('done_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ reference, done_at, problem }) => ({
    reference: reference ?? '',
    at: done_at ?? 0,
    problem: problem ?? '',
  }));
}

/** Deletes handled updates after a day and failed ones after a month. */
export async function sweepInbox({ db }: Database, now: number): Promise<void> {
  await db
    .deleteFrom('inbox')
    .where('done_at', 'is not', null)
    .where('done_at', '<=', now - repeatsMs)
    .where((eb) => eb.or([eb('reference', 'is', null), eb('done_at', '<=', now - failedMs)]))
    .execute();
}
