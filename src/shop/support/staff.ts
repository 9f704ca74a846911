import { can } from '../../domain/access.ts';
import type { Database } from '../../storage/database.ts';
import type { People } from '../people/people.ts';

export type SupportStaff = ReturnType<typeof createSupportStaff>;

interface StaffDeps {
  readonly database: Database;
  readonly people: Pick<People, 'find'>;
  readonly ownerIds: readonly number[];
}

/** The one place that says who answers support: asked at every message, so a removed person is out at once. */
export function createSupportStaff({ database, people, ownerIds }: StaffDeps) {
  async function mayAnswer(personId: number): Promise<boolean> {
    const person = await people.find(personId);
    return person !== null && person.pausedWhy === null && can(person, 'answer');
  }

  /** Those who get the conversations in private. */
  async function list(): Promise<readonly number[]> {
    const rows = await database.db
      .selectFrom('people')
      .select('id')
      .where('staff_role', 'is not', null)
      .orderBy('id')
      .execute();
    const members: number[] = [];
    for (const { id } of rows) if (!ownerIds.includes(id) && (await mayAnswer(id))) members.push(id);
    return [...ownerIds, ...members];
  }

  return { list, mayAnswer };
}
