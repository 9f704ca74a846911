import type { Database } from './database.ts';

export interface FailedUpdate {
  readonly reference: string;
  readonly at: number;
  readonly problem: string;
}

/** Telegram repeats an update for at most a day. */
const repeatsMs = 25 * 3_600_000;
const failedMs = 30 * 24 * 3_600_000;

/** Counts the last month; `sweepInbox` deletes older ones. */
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
