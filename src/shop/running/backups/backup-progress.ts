import { errorMessage, type Log } from '#log.ts';
import type { Backups, BackupWatch, MadeBackup } from './backups.ts';

/** The progress or the result of a backup. */
export type BackupProgress =
  /** `of` is the number of rows in the last backup; null without one. */
  | { readonly step: 'writing'; readonly rows: number; readonly of: number | null }
  | { readonly step: 'checking'; readonly rows: number; readonly of: number }
  | { readonly step: 'sending' }
  | { readonly step: 'done'; readonly backup: MadeBackup }
  | { readonly step: 'failed'; readonly why: string };

export type ShowBackup = (watch: BackupWatch, progress: BackupProgress) => Promise<void>;

interface BackupProgressDeps {
  readonly backups: Pick<Backups, 'status' | 'unwatch'>;
  readonly showBackup?: ShowBackup | undefined;
  /** A message is edited at most this often. */
  readonly reportMs?: number | undefined;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Shows the progress to everyone who asked for a backup. Their messages are stored, so after a crash the next process
 * continues in them.
 */
export function createBackupProgress({ backups, showBackup, reportMs = 3_000, log, now }: BackupProgressDeps) {
  let shownAt = 0;
  let waiting = 0;
  let showing: Promise<void> = Promise.resolve();

  async function show(progress: BackupProgress): Promise<readonly BackupWatch[]> {
    const { watches } = await backups.status();
    for (const watch of watches) await showBackup?.(watch, progress);
    return watches;
  }

  /** Shows reports in order. A failure here never fails the backup. */
  function enqueue(work: () => Promise<unknown>): Promise<void> {
    waiting += 1;
    showing = showing
      .then(work)
      .then(
        () => undefined,
        (error: unknown) => log.warn({ problem: errorMessage(error) }, 'progress of a backup not shown'),
      )
      .finally(() => {
        waiting -= 1;
      });
    return showing;
  }

  function begin(progress: BackupProgress): void {
    shownAt = now();
    void enqueue(() => show(progress));
  }

  return {
    /** Shows the step at once. */
    begin,
    /** Shows the step if the last report is old enough. */
    step: (progress: BackupProgress): void => {
      if (waiting === 0 && now() - shownAt >= reportMs) begin(progress);
    },
    end: (outcome: BackupProgress): Promise<void> => enqueue(async () => backups.unwatch(await show(outcome))),
  };
}
