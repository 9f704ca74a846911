import { type InferResult, sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { keyIn } from './keyv-adapter.ts';
import { prepared } from './prepared.ts';
import { rulesWithin } from './price-rules.ts';
import { outageSwitch, pauseSwitches, shopRevisionSwitch } from './switches.ts';
import type { PersonRow } from './tables/tables.ts';

/** The chat's navigation message. */
export interface ChatScreen {
  readonly messageId: number;
  readonly digest: string;
}

/** What one query reads together with the lease. */
export interface ChatOpening {
  /** The stored conversation that waits for an answer. */
  readonly conversation: string | null;
  /** The person whose private chat this is. */
  readonly person: PersonRow | null;
  /** The rules that decide what the person pays; see `rulesWithin`. */
  readonly priceRules: string | null;
}

/** A chat whose lease this process holds. */
export interface HeldChat {
  readonly chatId: number;
  readonly screen: ChatScreen | null;
  /** What the first update needs. Undefined if it may have changed since it was read. */
  readonly opening: ChatOpening | undefined;
  readonly waiting: number;
  /** Whether sales are paused or purchases fail. */
  readonly isTroubled: boolean;
  readonly hasPromos: boolean;
  /** Whether the person of this chat has an open card transfer. */
  readonly hasTransfer: boolean;
  /** Revision of the shop's name, welcome and picture. */
  readonly shopRevision: number;
}

/** The namespace of stored conversations. */
export const conversationNamespace = 'typing';

interface ChatLeasesDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly owner: string;
  readonly leaseMs: number;
}

/** Counts the waiting updates of a row of `chats`. */
const waitingInChat = sql<number>`(select count(*) from ${sql.table('inbox')} where done_at is null and inbox.chat_id = chats.chat_id)`;

const conversationOfChat = (at: number) => sql<string | null>`(
  select value from ${sql.table('key_values')}
  where key = ${sql.lit(keyIn(conversationNamespace, ''))} || chats.chat_id and (expires_at is null or expires_at > ${at})
)`;

const personColumns: Readonly<Record<keyof PersonRow, true>> = {
  ...{ id: true, name: true, username: true, language: true, unit: true, role: true, tier_id: true, paused_why: true },
  ...{
    owner_since: true,
    staff_role: true,
    staff_credit: true,
    staff_decides: true,
    reminders: true,
    quiet_from: true,
    quiet_to: true,
  },
  ...{ created_at: true, seen_at: true, unreachable_at: true, deleted_at: true },
};

const columnsAsJson = sql.join(
  Object.keys(personColumns).flatMap((name) => [sql.lit(name), sql.ref(`people.${name}`)]),
);

/** The person as JSON, because it is a row within a row. */
const personOfChat = {
  sqlite: sql<
    string | null
  >`(select json_object(${columnsAsJson}) from ${sql.table('people')} where people.id = chats.chat_id)`,
  postgres: sql<
    string | null
  >`(select json_build_object(${columnsAsJson})::text from ${sql.table('people')} where people.id = chats.chat_id)`,
};

const chatId = sql.ref<number>('chats.chat_id');
const priceRulesOfChat = { sqlite: rulesWithin('sqlite', chatId), postgres: rulesWithin('postgres', chatId) };

const isTroubled = sql<boolean>`exists (select 1 from ${sql.table('switches')} where name in (${sql.join(
  [...Object.values(pauseSwitches), outageSwitch].map((name) => sql.lit(name)),
)}))`;

const hasPromos = sql<boolean>`exists (select 1 from ${sql.table('promo_codes')} where ended_at is null)`;

const hasTransfer = sql<boolean>`exists (select 1 from ${sql.table('payments')}
  where payments.method = 'card' and payments.state in ('asked', 'submitted') and payments.person_id = chats.chat_id)`;

const shopRevision = sql<
  number | null
>`(select at from ${sql.table('switches')} where name = ${sql.lit(shopRevisionSwitch)})`;

export interface Lease {
  readonly owner: string;
  readonly at: number;
  readonly until: number;
}

const takeLeases = (db: Queries, kind: Database['kind'], chatIds: readonly number[], { owner, at, until }: Lease) =>
  db
    .insertInto('chats')
    .values(chatIds.map((chat_id) => ({ chat_id, lease_owner: owner, lease_until: until })))
    .onConflict((conflict) =>
      conflict
        .column('chat_id')
        .doUpdateSet({ lease_owner: owner, lease_until: until })
        .where('chats.lease_until', '<=', at),
    )
    .returning(['chat_id', 'message_id', 'screen', waitingInChat.as('waiting')])
    .returning([conversationOfChat(at).as('conversation'), personOfChat[kind].as('person')])
    .returning(priceRulesOfChat[kind].as('price_rules'))
    .returning([isTroubled.as('troubled'), hasPromos.as('promos'), hasTransfer.as('transfer')])
    .returning(shopRevision.as('shop_revision'));

const takeLease = (kind: Database['kind']) =>
  prepared((db, { chatId, owner, at, until }: Lease & { readonly chatId: number }) =>
    takeLeases(db, kind, [chatId], { owner, at, until }),
  );

const takeOne = { sqlite: takeLease('sqlite'), postgres: takeLease('postgres') };

export type TakenChat = InferResult<ReturnType<typeof takeLeases>>[number];

/** `takeLeases` for the chats that another part of the same statement names, on PostgreSQL. */
export const takeLeasesOf = (chats: string, { owner, at, until }: Lease) => sql`
  insert into ${sql.table('chats')} (chat_id, lease_owner, lease_until)
  select chat_id, cast(${owner} as text), cast(${until} as bigint) from ${sql.ref(chats)}
  on conflict (chat_id) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
  where chats.lease_until <= ${at}
  returning chat_id, message_id, screen, ${waitingInChat} as waiting, ${conversationOfChat(at)} as conversation,
    ${personOfChat.postgres} as person, ${priceRulesOfChat.postgres} as price_rules, ${isTroubled} as troubled, ${hasPromos} as promos,
    ${hasTransfer} as transfer, ${shopRevision} as shop_revision,
    ${wasLeased(at)} as leased`;

/**
 * Whether the chat was leased when the statement began. PostgreSQL waits for the chat's row and sees its lease
 * released, but reads everything else as it was before the wait.
 */
const wasLeased = (at: number) =>
  sql<boolean>`exists (select 1 from ${sql.table('chats')} as was where was.chat_id = chats.chat_id and was.lease_until > ${at})`;

export const heldChat = ({ chat_id, message_id, screen: digest, ...row }: TakenChat, isStale: boolean): HeldChat => ({
  chatId: chat_id,
  screen: message_id === null || digest === null ? null : { messageId: message_id, digest },
  opening: isStale
    ? undefined
    : {
        conversation: row.conversation,
        person: row.person === null ? null : (JSON.parse(row.person) as PersonRow),
        priceRules: row.price_rules,
      },
  waiting: row.waiting,
  isTroubled: Boolean(row.troubled),
  hasPromos: Boolean(row.promos),
  hasTransfer: Boolean(row.transfer),
  shopRevision: row.shop_revision ?? 0,
});

/** The process that holds a chat's lease handles its updates. */
export function createChatLeases({ database, now, owner, leaseMs }: ChatLeasesDeps) {
  const { kind } = database;

  /** Locks rows in sorted order: in different orders two processes would deadlock. */
  async function take(given: readonly number[]): Promise<HeldChat[]> {
    const chatIds = given.toSorted((one, other) => one - other);
    const [chatId] = chatIds;
    if (chatId === undefined) return [];
    const at = now();
    const lease = { owner, at, until: at + leaseMs };
    const rows = await database.quickWrite((on) =>
      chatIds.length === 1 ? takeOne[kind](on, { chatId, ...lease }) : takeLeases(on, kind, chatIds, lease).execute(),
    );
    // A statement of SQLite sees everything committed before it; PostgreSQL may not, see `wasLeased`.
    return rows.map((row) => heldChat(row, kind === 'postgres'));
  }

  /** Changes only leases that this process still holds. */
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
