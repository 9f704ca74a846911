import type { Signal } from '#shop/jobs/signal.ts';
import type { Database, DatabaseSettings, Queries } from '#storage/database.ts';
import { setSwitch } from '#storage/switches.ts';

export interface BackupSettings {
  readonly database: DatabaseSettings;
  readonly passphrase: string;
  readonly release: string;
  readonly directory: string;
  /** Each day from this hour on, in the shop's time zone. */
  readonly hour: number;
  /** Instead; null: each day. */
  readonly everyHours: number | null;
  readonly keepDays: number;
}

export interface MadeBackup {
  readonly at: number;
  readonly file: string;
  readonly bytes: number;
  readonly rows: number;
  readonly isSent: boolean;
}

export interface BackupStatus {
  /** False: archives are not asked for, because there is no passphrase. */
  readonly isSet: boolean;
  readonly last: MadeBackup | null;
  /** Why the newest attempt failed, and when. */
  readonly problem: { readonly why: string; readonly at: number } | null;
  /** When an owner asked for one. */
  readonly askedAt: number | null;
  /** The last one is too old, or there is none although one was due. */
  readonly isOld: boolean;
}

interface BackupsDeps {
  readonly database: Database;
  /** Null: none. */
  readonly backup: BackupSettings | null;
  readonly backupsDue: Signal;
  readonly now: () => number;
}

export type Backups = ReturnType<typeof createBackups>;

/** Stored, so they never change. */
const names = { last: 'backup', problem: 'backup-problem', asked: 'backup-asked' } as const;
const oldMs = 48 * 3_600_000;

/** What is known of backups, in the database, so that several processes make one. */
export function createBackups({ database, backup, backupsDue, now }: BackupsDeps) {
  async function status(): Promise<BackupStatus> {
    const rows = await database.db
      .selectFrom('switches')
      .selectAll()
      .where('name', 'in', Object.values(names))
      .execute();
    const row = (name: string) => rows.find((one) => one.name === name);
    const last = row(names.last);
    const problem = row(names.problem);
    const since = last?.at ?? problem?.at ?? now();
    return {
      isSet: backup !== null,
      last: last ? (JSON.parse(last.value) as MadeBackup) : null,
      problem: problem ? { why: problem.value, at: problem.at } : null,
      askedAt: row(names.asked)?.at ?? null,
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

  /** The next one, now. False: there is no passphrase. */
  async function ask(): Promise<boolean> {
    if (!backup) return false;
    await write(names.asked, '', now());
    backupsDue.notify();
    return true;
  }

  return { status, made, failed: (why: string) => write(names.problem, why, now()), ask };
}
