import { sql } from 'kysely';
import type { Queries } from '#storage/database.ts';

const isLast = sql<boolean>`not exists (
  select 1 from settlements as later where later.person_id = settlements.person_id and later.day > settlements.day
)`;

/** The last statements of people, if they were paid: the worker looks whether they still are. */
export const lookAgain = (db: Queries) =>
  db.updateTable('settlements').set({ ended_at: null, next_attempt_at: 0 }).where('state', '=', 'paid').where(isLast);
