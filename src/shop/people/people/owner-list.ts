import type { Queries } from '#storage/database.ts';
import type { PersonRow } from '#storage/tables/tables.ts';

export type OwnerList = ReturnType<typeof createOwnerList>;

/**
 * Owners from the settings and owners who opened a one-time link. `ids` changes in place, so that every part that holds
 * it sees a new owner. A process learns of a change with the person's next update, and of all changes once a minute.
 */
export function createOwnerList(configured: readonly number[]) {
  const ids = [...configured];

  function note({ id, owner_since: since }: Pick<PersonRow, 'id' | 'owner_since'>): void {
    if (configured.includes(id)) return;
    const at = ids.indexOf(id);
    if (since !== null && at === -1) ids.push(id);
    if (since === null && at !== -1) ids.splice(at, 1);
  }

  /** Owners are never paused. */
  async function refresh(db: Queries): Promise<void> {
    const rows = await db
      .selectFrom('people')
      .select('id')
      .where('owner_since', 'is not', null)
      .orderBy('owner_since')
      .orderBy('id')
      .execute();
    const linked = rows.map(({ id }) => id).filter((id) => !configured.includes(id));
    ids.splice(configured.length, ids.length, ...linked);
    if (ids.length === 0) return;
    // Unblocks owners, because nobody else could unblock someone who becomes an owner.
    await db
      .updateTable('people')
      .set({ paused_why: null })
      .where('id', 'in', ids)
      .where('paused_why', 'is not', null)
      .execute();
  }

  return { ids: ids as readonly number[], note, refresh };
}
