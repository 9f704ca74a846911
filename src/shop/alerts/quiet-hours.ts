import { afterQuietHours } from '../../domain/quiet-hours.ts';
import type { Queries } from '../../storage/database.ts';

/** The time itself, or the end of this person's quiet hours. */
export async function afterQuietHoursOf(db: Queries, personId: number, at: number): Promise<number> {
  const quiet = await db
    .selectFrom('people')
    .select(['quiet_from as from', 'quiet_to as to'])
    .where('id', '=', personId)
    .executeTakeFirst();
  return quiet ? afterQuietHours(at, quiet) : at;
}
