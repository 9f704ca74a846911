import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startOf } from '#domain/calendar.ts';
import { createAlerts } from '#shop/base/alerts/alerts.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createBackupWorker } from '#shop/running/backups/backup-worker.ts';
import { createBackups, type MadeBackup } from '#shop/running/backups/backups.ts';
import { createClock, day, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createRecall } from '#test/support/recall.ts';
import { newUpdate, quiet, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('a backup that was asked for while the clock was ahead, on %s', (kind) => {
  const place = useDatabase(kind);

  test('is made, and not again every minute until the clock is there', async () => {
    const { database, settings } = place;
    const directory = await mkdtemp(join(tmpdir(), 'sharj-backups-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const clock = createClock(startOf(20_000) + 12 * hour);
    const backup = {
      ...{ database: settings, passphrase: 'a passphrase for tests', cost: 4, release: '0.0.1', directory },
      ...{ hour: 4, everyHours: null, keepDays: 14, isFirstPlanned: false },
    };
    const shared = { database, backup, backupsDue: createSignal(), now: clock.now };
    const backups = createBackups(shared);
    const sent: MadeBackup[] = [];
    const sendBackup = async (made: MadeBackup) => {
      sent.push(made);
      return true;
    };
    const alerts = createAlerts({ ownerIds: [1], now: clock.now });
    const rest = { backups, alerts, alertsDue: createSignal(), newKey: newUpdate, sendBackup, log: quiet };
    const worker = createBackupWorker({ ...shared, ...rest, showBackup: async () => undefined, reportMs: 0 });
    const recall = createRecall(database, clock);
    await worker.runOnce();
    clock.pass(day);
    await backups.ask({ chatId: 1, messageId: 1 });
    await worker.runOnce();
    expect(sent).toHaveLength(2);
    clock.pass(-day);
    for (let rounds = 0; rounds < 10; rounds += 1) {
      clock.pass(minute);
      await recall();
      await worker.runOnce();
    }
    expect(sent).toHaveLength(2);
    clock.pass(day);
    await worker.runOnce();
    expect(sent).toHaveLength(3);
  });
});
