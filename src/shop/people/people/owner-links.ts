import { createHash } from 'node:crypto';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import { type Audit, createAudit } from '#shop/base/audit/audit.ts';
import type { Database, Queries } from '#storage/database.ts';
import type { OwnerList } from './owner-list.ts';

interface OwnerLinksDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly alerts: Alerts;
  readonly ownerList: Pick<OwnerList, 'note'>;
  readonly now: () => number;
}

const hour = 3_600_000;
/** Stores only a hash, so that nobody can open the link from the database or a backup. */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

interface NewLink {
  readonly now: number;
  readonly randomBytes: (size: number) => Buffer;
}

/**
 * Creates an owner link on the server, never in the bot. It has 192 random bits and lasts an hour. Earlier unused links
 * become void.
 */
export async function createOwnerLink(db: Queries, { now, randomBytes }: NewLink): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  await db.updateTable('owner_links').set({ expires_at: now }).where('used_by', 'is', null).execute();
  const row = { hash: hashOf(code), created_at: now, expires_at: now + hour, used_by: null, used_at: null };
  await db.insertInto('owner_links').values(row).execute();
  return code;
}

/**
 * Removes an owner on the server. False if they did not become an owner by a link. Owners in the settings are removed
 * there.
 */
export function removeOwner(database: Database, personId: number, now: () => number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const removed = await tx
      .updateTable('people')
      .set({ owner_since: null })
      .where('id', '=', personId)
      .where('owner_since', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!removed) return false;
    const event = { actorId: personId, action: 'remove-owner', personId, details: {} } as const;
    await createAudit({ database, now }).write(tx, event);
    return true;
  });
}

/** One-time links that make their opener an owner. */
export function createOwnerLinks({ database, audit, alerts, ownerList, now }: OwnerLinksDeps) {
  /** Makes the first person who opens the link an owner, in one transaction. The other owners are alerted. */
  async function open(code: string, personId: number): Promise<Result<'owner', Failure>> {
    const at = now();
    const result = await database.transaction(async (tx): Promise<Result<'owner', Failure>> => {
      const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
      if (!person) return err({ code: 'invite-invalid' });
      if (person.paused_why !== null) return err({ code: 'person-paused', reason: person.paused_why });
      const used = await tx
        .updateTable('owner_links')
        .set({ used_by: personId, used_at: at })
        .where('hash', '=', hashOf(code))
        .where('used_by', 'is', null)
        .where('expires_at', '>', at)
        .returning('hash')
        .executeTakeFirst();
      if (!used) return err({ code: 'invite-invalid' });
      await tx.updateTable('people').set({ owner_since: at }).where('id', '=', personId).execute();
      await alerts.write(tx, `${personId}:${at}`, { kind: 'owner-joined', personId, name: person.name });
      await audit.write(tx, { actorId: personId, action: 'become-owner', personId, details: {} });
      return ok('owner');
    });
    if (result.ok) ownerList.note({ id: personId, owner_since: at });
    return result;
  }

  return { open };
}
