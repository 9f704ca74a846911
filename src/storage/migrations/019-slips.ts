import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * Every slip of a card payment, and card payments by amount, so that the same slip or amount is noticed. An earlier release
 * could refuse a payment whose payer was at the bank: the payment worker looks at those again.
 */
export const slips = (kind: 'sqlite' | 'postgres'): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('payment_slips')
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (column) =>
        kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('source', 'text', required)
      .addColumn('payment_id', 'text', required)
      .addColumn('person_id', 'bigint', required)
      .addColumn('mark', 'text')
      .addColumn('at', 'bigint', required)
      .addUniqueConstraint('slip_of_update', ['source'])
      .execute();
    const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('payment_slips').columns(columns);
    await index('slips_of_payment', ['payment_id']).execute();
    await index('slips_of_person', ['person_id']).execute();
    await index('slips_by_mark', ['mark']).where(sql<boolean>`mark is not null`).execute();
    await db.schema
      .createIndex('card_payments_by_amount')
      .on('payments')
      .columns(['card_id', 'amount', 'created_at'])
      .where(sql<boolean>`method = 'card'`)
      .execute();
    await sql`update payments set next_attempt_at = 0
      where state = 'refused' and reason = 'misconfigured' and reference is not null`.execute(db);
  },
});
