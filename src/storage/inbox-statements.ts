import { type Compilable, sql } from 'kysely';
import { type Lease, type TakenChat, takeLeasesOf } from './chat-leases.ts';
import type { Queries } from './database.ts';
import { prepared } from './prepared.ts';
import type { InboxRow } from './tables/tables.ts';

export const waiting = sql<boolean>`done_at is null`;

export const firstDue = prepared((db, { chatId, at }: { readonly chatId: number; readonly at: number }) =>
  db
    .selectFrom('inbox')
    .select(['id', 'update_id', 'chat_id', 'payload', 'attempts'])
    .where(waiting)
    .where('chat_id', '=', chatId)
    .where('next_attempt_at', '<=', at)
    .orderBy('update_id')
    .limit(1),
);

const lookedThrough = 1_000;

/** Chats with due updates whose lease is free. */
export const claimable = prepared((db, { at }: { readonly at: number }) =>
  db
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
    .limit(lookedThrough),
);

interface Finished {
  readonly id: string;
  readonly at: number;
}

const setFinished = (db: Pick<Queries, 'updateTable'>, { id, at }: Finished) =>
  db.updateTable('inbox').set({ done_at: at, payload: '' }).where('id', '=', id);

export const finishUpdate = prepared(setFinished);

export interface KeptScreen {
  readonly messageId: number | null;
  readonly digest: string | null;
  readonly chatId: number;
  readonly owner: string;
  readonly leaseUntil: number;
}

const setScreen = (db: Pick<Queries, 'updateTable'>, { messageId, digest, chatId, owner, leaseUntil }: KeptScreen) =>
  db
    .updateTable('chats')
    .set({ message_id: messageId, screen: digest, lease_until: leaseUntil })
    .where('chat_id', '=', chatId)
    .where('lease_owner', '=', owner)
    .returning('chat_id');

export const keepScreen = prepared(setScreen);

/** Takes a released lease back, unless this process already took it for an update that arrived meanwhile. */
export const takeAgain = prepared((db, values: KeptScreen) => setScreen(db, values).where('lease_until', '=', 0));

/** `finishUpdate` and `keepScreen` in one statement, which SQLite does not support. */
export const finishAndKeep = prepared((db, values: Finished & KeptScreen) =>
  db
    .with('finished', (cte) => setFinished(cte, values))
    .with('kept', (cte) => setScreen(cte, values))
    .selectFrom('kept')
    .select('chat_id'),
);

type StoredUpdate = Pick<InboxRow, 'id' | 'update_id' | 'chat_id' | 'payload' | 'received_at'>;

/** Leaves out updates that are stored already. */
export const insertUpdates = (db: Queries, updates: readonly StoredUpdate[]) =>
  db
    .insertInto('inbox')
    .values(updates.map((update) => ({ ...update, done_at: null, reference: null, problem: null })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id');

export const storeUpdate = prepared((db, { id, update_id, chat_id, payload, received_at }: StoredUpdate) =>
  insertUpdates(db, [{ id, update_id, chat_id, payload, received_at }]),
);

type TakenNow = (TakenChat & { readonly leased: boolean }) | { readonly chat_id: null };

/**
 * Stores the update and takes the lease in one statement, which SQLite does not support. Returns no row for a known
 * update, and a null `chat_id` if another process holds the chat.
 */
export const storeAndTake = prepared((db, values: StoredUpdate & Lease): Compilable<TakenNow> => {
  const { id, update_id, chat_id, payload, received_at, owner, at, until } = values;
  const statement = sql<TakenNow>`
    with stored as (
      insert into ${sql.table('inbox')} (id, update_id, chat_id, payload, received_at)
      values (${id}, ${update_id}, ${chat_id}, ${payload}, ${received_at})
      on conflict (id) do nothing returning chat_id
    ), held as (${takeLeasesOf('stored', { owner, at, until })})
    select held.* from stored left join held on held.chat_id = stored.chat_id`;
  return { compile: () => statement.compile(db) };
});
