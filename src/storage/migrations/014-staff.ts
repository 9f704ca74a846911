import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { nameWords } from '#domain/name-words.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** Staff, customers at the desk, broadcasts to some people at a planned time, and deleted people. */
export function staff(kind: 'sqlite' | 'postgres'): Migration {
  // Searched by how they begin, so they must sort by their bytes whatever the server's language is.
  const sortedText = kind === 'sqlite' ? 'text' : sql`text collate "C"`;
  return {
    up: async (db: Kysely<unknown>) => {
      const people = () => db.schema.alterTable('people');
      await people().addColumn('staff_role', 'text').execute();
      await people().addColumn('staff_credit', 'bigint', zero).execute();
      await people().addColumn('staff_decides', 'integer', zero).execute();
      await people().addColumn('deleted_at', 'bigint').execute();
      const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('people').columns(columns);
      await index('people_by_time', ['created_at', 'id']).execute();
      const sorted = kind === 'sqlite' ? sql`username` : sql`username collate "C"`;
      await sql`update people set username = lower(username)`.execute(db);
      await sql`create index people_by_username on people (${sorted})`.execute(db);
      await index('people_of_staff', ['id']).where(sql<boolean>`staff_role is not null`).execute();
      await db.schema.createIndex('audit_by_actor_time').on('audit').columns(['actor_id', 'at']).execute();
      await db.schema.createIndex('numbers_by_mobile').on('numbers').columns(['mobile']).execute();

      await db.schema
        .createTable('person_words')
        .addColumn('word', sortedText, required)
        .addColumn('person_id', 'bigint', required)
        .addPrimaryKeyConstraint('words_of_names', ['word', 'person_id'])
        .execute();
      await db.schema.createIndex('words_of_person').on('person_words').columns(['person_id', 'word']).execute();
      await fillWords(db);

      await db.schema
        .createTable('buyer_totals')
        .addColumn('person_id', 'bigint', key)
        .addColumn('orders', 'bigint', required)
        .addColumn('charged', 'bigint', required)
        .addColumn('last_at', 'bigint', required)
        .execute();
      await fillBuyerTotals(db);
      await db.schema.createIndex('best_buyers').on('buyer_totals').columns(['charged', 'person_id']).execute();

      await db.schema
        .createTable('staff_invites')
        .addColumn('code', 'text', key)
        .addColumn('role', 'text', required)
        .addColumn('credit', 'bigint', required)
        .addColumn('decides', 'integer', required)
        .addColumn('created_by', 'bigint', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('used_by', 'bigint')
        .addColumn('used_at', 'bigint')
        .execute();

      await db.schema
        .createTable('person_notes')
        .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (column) =>
          kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('person_id', 'bigint', required)
        .addColumn('author_id', 'bigint', required)
        .addColumn('at', 'bigint', required)
        .addColumn('text', 'text', required)
        .execute();
      await db.schema.createIndex('notes_of_person').on('person_notes').columns(['person_id', 'id']).execute();

      const announcements = () => db.schema.alterTable('announcements');
      await announcements()
        .addColumn('audience', 'text', (column) => column.notNull().defaultTo('everyone'))
        .execute();
      await announcements().addColumn('button', 'text').execute();
      await announcements().addColumn('planned_at', 'bigint').execute();
      await db.schema
        .createIndex('announcements_planned')
        .on('announcements')
        .columns(['planned_at'])
        .where(sql.ref('state'), '=', sql`'planned'`)
        .execute();
    },
  };
}

/** The sums of all orders delivered so far, into an empty table. */
export async function fillBuyerTotals<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into buyer_totals (person_id, orders, charged, last_at)
    select buyer_id, count(*), sum(coalesce(charge, total)), max(confirmed_at)
    from orders where state = 'delivered' group by buyer_id`.execute(db);
}

const batchSize = 500;

async function fillWords(db: Kysely<unknown>): Promise<void> {
  for (let after = Number.MIN_SAFE_INTEGER, more = true; more; ) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from people where id > ${after} order by id limit ${batchSize}`.execute(db);
    const words = rows.flatMap(({ id, name }) => nameWords(name).map((word) => sql`(${word}, ${id})`));
    if (words.length > 0) await sql`insert into person_words (word, person_id) values ${sql.join(words)}`.execute(db);
    after = rows.at(-1)?.id ?? after;
    more = rows.length === batchSize;
  }
}
