import type { Signal } from '#shop/base/jobs/signal.ts';
import type { BackupSettings } from '#storage/archive/backup-settings.ts';
import type { Database, Queries } from '#storage/database.ts';
import { addSwitch, lockSwitch, setSwitch } from '#storage/switches.ts';

export interface MadeBackup {
  readonly at: number;
  readonly file: string;
  readonly bytes: number;
  readonly rows: number;
  readonly isSent: boolean;
}

/** A message that shows the progress to someone who asked. */
export interface BackupWatch {
  readonly chatId: number;
  readonly messageId: number;
}

export interface BackupStatus {
  /** False if there is no passphrase, so no archives are made. */
  readonly isSet: boolean;
  readonly last: MadeBackup | null;
  /** When the first one was expected; null if it was not yet. */
  readonly expectedAt: number | null;
  /** Why the newest attempt failed, and when. */
  readonly problem: { readonly why: string; readonly at: number } | null;
  /** When an owner last asked for one. */
  readonly askedAt: number | null;
  /** The messages that wait for the result. */
  readonly watches: readonly BackupWatch[];
  /** Whether the last one is too old, or a due one is missing. */
  readonly isOld: boolean;
}

interface BackupsDeps {
  readonly database: Database;
  /** Null if no backups are made. */
  readonly backup: BackupSettings | null;
  readonly backupsDue: Signal;
  readonly now: () => number;
}

export type Backups = ReturnType<typeof createBackups>;

export const isAskedSince = (askedAt: number | null, since: number): boolean => askedAt !== null && askedAt > since;

/** Stored names, which never change. */
const names = { last: 'backup', problem: 'backup-problem', asked: 'backup-asked', first: 'backup-first' } as const;
/** The lease of the process that makes a backup. */
export const backupLease = 'backup';
const oldMs = 48 * 3_600_000;

/** The state of backups. It is in the database, so that of several processes one makes them. */
export function createBackups({ database, backup, backupsDue, now }: BackupsDeps) {
  async function status(db: Queries = database.db): Promise<BackupStatus> {
    const rows = await db.selectFrom('switches').selectAll().where('name', 'in', Object.values(names)).execute();
    const row = (name: string) => rows.find((one) => one.name === name);
    const last = row(names.last);
    const problem = row(names.problem);
    const request = row(names.asked);
    const expectedAt = row(names.first)?.at ?? null;
    const since = last?.at ?? expectedAt ?? now();
    return {
      isSet: backup !== null,
      last: last ? { ...(JSON.parse(last.value) as MadeBackup), at: last.at } : null,
      expectedAt,
      problem: problem ? { why: problem.value, at: problem.at } : null,
      askedAt: request?.at ?? null,
      watches: watchesIn(request?.value),
      isOld: backup !== null && now() - since > oldMs,
    };
  }

  const write = (name: string, value: string, at: number, db: Queries = database.db) =>
    setSwitch(db, { name, value, actor: 'backup', at });

  const made = (last: MadeBackup): Promise<void> =>
    database.transaction(async (tx) => {
      await write(names.last, JSON.stringify(last), last.at, tx);
      await tx.deleteFrom('switches').where('name', '=', names.problem).execute();
    });

  /** Notes when the first backup is expected. Without a backup, the age counts from here. */
  const expected = () => addSwitch(database.db, { name: names.first, value: '', actor: 'backup', at: now() });

  /** Asks for a backup now, unless one is being made or was asked for. False without a passphrase. */
  async function ask(watch: BackupWatch | null): Promise<boolean> {
    if (!backup) return false;
    await database.transaction(async (tx) => {
      await lockSwitch(tx, { name: names.asked, value: '', actor: 'backup', at: 0 });
      const { last, problem, askedAt, watches } = await status(tx);
      const at = now();
      const isMade = await tx
        .selectFrom('leases')
        .select('name')
        .where('name', '=', backupLease)
        .where('until', '>', at)
        .executeTakeFirst();
      const isAsked = isAskedSince(askedAt, Math.max(last?.at ?? 0, problem?.at ?? 0));
      const others = watches.filter((one) => !isSame(one, watch));
      const value = JSON.stringify(watch === null ? others : [...others, watch]);
      await write(names.asked, value, isMade || isAsked ? (askedAt ?? 0) : at, tx);
    });
    backupsDue.notify();
    return true;
  }

  /** Removes messages that show the result. Those of later requests stay. */
  const unwatch = (told: readonly BackupWatch[]): Promise<void> =>
    database.transaction(async (tx) => {
      const { watches } = await status(tx);
      const left = watches.filter((one) => !told.some((other) => isSame(one, other)));
      await tx
        .updateTable('switches')
        .set({ value: JSON.stringify(left) })
        .where('name', '=', names.asked)
        .execute();
    });

  return { status, made, failed: (why: string) => write(names.problem, why, now()), expected, ask, unwatch };
}

const isSame = (one: BackupWatch, other: BackupWatch | null): boolean =>
  one.chatId === other?.chatId && one.messageId === other.messageId;

const watchesIn = (value = ''): readonly BackupWatch[] => (value === '' ? [] : (JSON.parse(value) as BackupWatch[]));
