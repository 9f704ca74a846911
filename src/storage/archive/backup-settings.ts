import type { DatabaseSettings } from '#storage/database.ts';

/** When archives of the shop are made and where they go. */
export interface BackupSettings {
  readonly database: DatabaseSettings;
  readonly passphrase: string;
  /** Cost of each guess at the passphrase; see `writeArchive`. */
  readonly cost?: number;
  readonly release: string;
  readonly directory: string;
  /** Hour of the daily backup, in the shop's time zone. */
  readonly hour: number;
  /** Replaces the daily backup; null keeps it. */
  readonly everyHours: number | null;
  readonly keepDays: number;
  /** Whether the first backup waits for its time too, so that a new shop does not send its owner a file at once. */
  readonly isFirstPlanned: boolean;
}
