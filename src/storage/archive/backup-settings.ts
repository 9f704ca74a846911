import type { DatabaseSettings } from '#storage/database.ts';

/** When archives of the shop are made, and where they go. */
export interface BackupSettings {
  readonly database: DatabaseSettings;
  readonly passphrase: string;
  /** Of each guess at the passphrase; see `writeArchive`. */
  readonly cost?: number;
  readonly release: string;
  readonly directory: string;
  /** Each day from this hour on, in the shop's time zone. */
  readonly hour: number;
  /** Instead; null: each day. */
  readonly everyHours: number | null;
  readonly keepDays: number;
  /** The first one too is made at its time: a shop that has just begun sends its owner no file. */
  readonly isFirstPlanned: boolean;
}
