import { afterQuietHours } from '#domain/quiet-hours.ts';
import type { Queries } from '#storage/database.ts';

/** For each person the given time, or the end of their quiet hours. */
export async function afterQuietHoursOf(
  db: Queries,
  personIds: readonly number[],
  at: number,
): Promise<(personId: number) => number> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'quiet_from as from', 'quiet_to as to'])
    .where('id', 'in', personIds)
    .execute();
  const ends = new Map(rows.map(({ id, ...quiet }) => [id, afterQuietHours(at, quiet)]));
  return (personId) => ends.get(personId) ?? at;
}
