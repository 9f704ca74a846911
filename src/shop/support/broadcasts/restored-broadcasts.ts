import type { Queries } from '#storage/database.ts';
import { release } from './broadcasts.ts';

/**
 * Stops everything that a restored archive would send, because it may have been sent, stopped or cancelled since. An
 * owner sends it again.
 */
export async function holdBroadcasts(tx: Queries, now: number): Promise<void> {
  // The draft keeps its time, so that it stays in the list.
  await tx.updateTable('announcements').set({ state: 'draft' }).where('state', '=', 'planned').execute();
  const stopped = await tx
    .updateTable('announcements')
    .set({ state: 'stopped', ended_at: now, told_at: 0 })
    .where('state', 'in', ['sending', 'stopping'])
    .returning('id')
    .execute();
  for (const { id } of stopped) {
    await tx.deleteFrom('announcement_people').where('announcement_id', '=', id).execute();
    await release(tx, id);
  }
}
