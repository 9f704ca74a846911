import { adminActions } from '#bot/actions/admin.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { BackupStatus } from '#shop/running/backups/backups.ts';

/** When the last backup was made; without backups, who turns them on. */
export const backupPageScreen = (format: Formatter, backup: BackupStatus, now: number): Screen => ({
  text: lines(
    format.html('backup-title'),
    '',
    backupLine(format, backup, now),
    ...(backup.isSet ? [] : ['', format.html('backup-who')]),
  ),
  keys: [
    ...(backup.isSet ? [[button(format.plain('key-back-up'), adminActions.backUp())]] : []),
    [button(format.plain('key-refresh'), adminActions.backup())],
    backRow(format, adminActions.deskShop()),
  ],
});

function backupLine(format: Formatter, { isSet, isOld, last, problem }: BackupStatus, now: number): string {
  if (!isSet) return format.html('health-backup-off');
  if (problem) {
    const why = untrusted(problem.why, 200);
    return format.html('health-backup-problem', { ago: format.ago(problem.at, now), why });
  }
  if (!last) return format.html('health-backup-waiting');
  const key = isOld ? 'health-backup-old' : last.isSent ? 'health-backup' : 'health-backup-unsent';
  return format.html(key, { ago: format.ago(last.at, now) });
}
