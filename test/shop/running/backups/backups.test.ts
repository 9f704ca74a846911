import { once } from 'node:events';
import { existsSync, truncateSync, watch as watchFolder } from 'node:fs';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startOf } from '#domain/calendar.ts';
import { createAlerts } from '#shop/base/alerts/alerts.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import type { BackupProgress, ShowBackup } from '#shop/running/backups/backup-progress.ts';
import { createBackupWorker } from '#shop/running/backups/backup-worker.ts';
import { createBackups, type MadeBackup } from '#shop/running/backups/backups.ts';
import { checkArchive } from '#storage/archive/archive.ts';
import { createClock, day, hour, minute } from '#test/support/clock.ts';
import { long, sampled, sampledDatabases } from '#test/support/length.ts';
import { newUpdate, quiet, useDatabase } from '#test/support/shop.ts';

const passphrase = 'a passphrase for tests';

describe.each(sampledDatabases())('backups on %s', (kind) => {
  const place = useDatabase(kind);
  let onShown: (progress: BackupProgress) => unknown;
  beforeEach(() => {
    onShown = () => undefined;
  });
  const watch = (messageId: number) => ({ chatId: 1, messageId });

  async function open(
    options: {
      readonly everyHours?: number;
      readonly isFirstPlanned?: boolean;
      readonly send?: (stopping: AbortSignal) => Promise<unknown>;
      readonly subfolder?: string;
    } = {},
  ) {
    const { database, settings } = place;
    const parent = await mkdtemp(join(tmpdir(), 'sharj-backups-'));
    onTestFinished(() => rm(parent, { recursive: true }));
    const directory = join(parent, options.subfolder ?? '');
    // Noon, in the shop's time zone.
    const clock = createClock(startOf(20_000) + 12 * hour);
    const backup = {
      ...{ database: settings, passphrase, cost: 4, release: '0.0.1', directory },
      ...{ hour: 4, everyHours: options.everyHours ?? null, keepDays: 14 },
      isFirstPlanned: options.isFirstPlanned ?? false,
    };
    const shared = { database, backup, backupsDue: createSignal(), now: clock.now };
    const backups = createBackups(shared);
    const alerts = createAlerts({ ownerIds: [1], now: clock.now });
    const sent: MadeBackup[] = [];
    const sendBackup = async (made: MadeBackup, stopping: AbortSignal) => {
      if ((await options.send?.(stopping)) === false) return false;
      sent.push(made);
      return true;
    };
    const shown: { messageId: number; progress: BackupProgress }[] = [];
    const showBackup: ShowBackup = async ({ messageId }, progress) => {
      shown.push({ messageId, progress });
      onShown(progress);
    };
    const rest = { backups, alerts, alertsDue: createSignal(), newKey: newUpdate, sendBackup, log: quiet };
    const start = () => createBackupWorker({ ...shared, ...rest, showBackup, reportMs: 0 });
    const worker = start();
    const files = async () => (await readdir(directory)).sort();
    const told = async () => {
      const rows = await database.db.selectFrom('alerts').select('alert').orderBy('id').execute();
      return rows.map(({ alert }) => (JSON.parse(alert) as { kind: string }).kind);
    };
    const pass = async (ms: number) => {
      clock.pass(ms);
      await worker.runOnce();
    };
    const steps = (messageId: number) => [
      ...new Set(shown.filter((one) => one.messageId === messageId).map(({ progress }) => progress.step)),
    ];
    return { worker, start, backups, clock, sent, files, told, pass, directory, shown, steps };
  }

  test('the first at once, then each day at its hour, once by two processes, read back and sent', async () => {
    const { worker, start, sent, files, pass, clock, directory, backups } = await open();
    const other = start();
    await Promise.all([worker.runOnce(), other.runOnce()]);
    expect(sent).toHaveLength(1);
    await pass(15 * hour);
    expect(sent).toHaveLength(1);
    clock.pass(hour);
    await Promise.all([worker.runOnce(), other.runOnce()]);
    expect(sent).toHaveLength(2);
    await pass(hour);
    expect(sent).toHaveLength(2);
    const names = await files();
    expect(names).toHaveLength(2);
    await checkArchive([join(directory, names[1] ?? '')], passphrase);
    expect(await backups.status()).toMatchObject({ last: { isSent: true }, problem: null, isOld: false });
  });

  test.each(sampled([null, 16], 2))(
    "an agent's new shop sends its first one when it is time, or asked for (%s)",
    async (everyHours) => {
      const { worker, backups, sent, pass } = await open({ isFirstPlanned: true, ...(everyHours && { everyHours }) });
      await worker.runOnce();
      await pass(15 * hour);
      expect(sent).toEqual([]);
      await pass(hour);
      expect(sent).toHaveLength(1);
      await pass(hour);
      expect(sent).toHaveLength(1);
      await backups.ask(null);
      await worker.runOnce();
      expect(sent).toHaveLength(2);
    },
  );

  if (long)
    test('every few hours, or when an owner asks', async () => {
      const { worker, backups, sent, pass } = await open({ everyHours: 6 });
      await worker.runOnce();
      await pass(5 * hour);
      expect(sent).toHaveLength(1);
      await backups.ask(null);
      await worker.runOnce();
      expect(sent).toHaveLength(2);
      await pass(6 * hour);
      expect(sent).toHaveLength(3);
    });

  test('one that cannot be sent is sent later, and not made again; owners are told once a day', async () => {
    const down = new Set(['Telegram']);
    const { sent, files, told, pass, worker } = await open({
      send: async () => {
        if (down.size > 0) throw new Error('no way to Telegram');
      },
    });
    await worker.runOnce();
    await pass(minute);
    expect([sent.length, (await files()).length, await told()]).toEqual([0, 1, ['backup-failed']]);
    await pass(hour);
    down.clear();
    await pass(hour);
    expect([sent.length, (await files()).length, await told()]).toEqual([1, 1, ['backup-failed']]);
  });

  test('one that another process made meanwhile did not fail, whatever the process that slept says', async () => {
    const woken = Promise.withResolvers<void>();
    let sends = 0;
    const { worker, start, clock, sent, told, backups } = await open({
      send: async () => {
        sends += 1;
        if (sends === 1) await woken.promise;
      },
    });
    const sleeping = worker.runOnce();
    await expect.poll(() => sends).toBe(1);
    clock.pass(3 * minute);
    await start().runOnce();
    woken.reject(new Error('no way to Telegram'));
    await sleeping;
    expect([sent.length, await told(), (await backups.status()).problem]).toEqual([1, [], null]);
  });

  test('the first of a shop whose owner has not started the bot is kept, is no failure, and is sent later', async () => {
    const absent = new Set(['owner']);
    const { sent, files, told, pass, worker, backups } = await open({ send: async () => absent.size === 0 });
    await worker.runOnce();
    expect([sent.length, (await files()).length, await told()]).toEqual([0, 1, []]);
    expect(await backups.status()).toMatchObject({ last: { isSent: false }, problem: null });
    absent.clear();
    await pass(minute);
    expect(sent).toHaveLength(0);
    await pass(15 * minute);
    expect([sent.length, (await files()).length, await told()]).toEqual([1, 1, []]);
    expect(await backups.status()).toMatchObject({ last: { isSent: true }, problem: null });
  });

  test('a stop interrupts it, tells nobody, and the next process makes and sends it at once', async () => {
    const slow = new Set(['Telegram']);
    const { worker, start, sent, files, told, backups } = await open({
      send: async (stopping) => {
        if (slow.size === 0) return;
        if (!stopping.aborted) await once(stopping, 'abort');
        stopping.throwIfAborted();
      },
    });
    await backups.ask(watch(1));
    const isWriting = Promise.withResolvers<void>();
    onShown = ({ step }) => step === 'writing' && isWriting.resolve();
    const writing = worker.runOnce();
    await isWriting.promise;
    await worker.stop();
    await writing;
    expect(await files()).toEqual([]);
    const second = start();
    const sending = second.runOnce();
    await expect.poll(async () => (await backups.status()).last?.isSent).toBe(false);
    await second.stop();
    await sending;
    expect([sent.length, await told(), (await backups.status()).problem]).toEqual([0, [], null]);
    slow.clear();
    await start().runOnce();
    expect([sent.length, (await files()).length]).toEqual([1, 1]);
  });

  if (long)
    test('one that takes an hour is still made by one process', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      // A renewal that fails on a busy machine is followed by the next one.
      const leased = () => {
        vi.advanceTimersByTime(minute);
        return place.database.db.selectFrom('leases').select('until').executeTakeFirst();
      };
      const { worker, start, sent, clock } = await open({
        send: async () => {
          for (let minutes = 0; minutes < 60; minutes += 1) {
            clock.pass(minute);
            await expect.poll(leased).toEqual({ until: clock.now() + 2 * minute });
          }
          await start().runOnce();
        },
      });
      await worker.runOnce();
      expect(sent).toHaveLength(1);
    });

  if (long)
    test('asked twice before it begins, and again while it is sent: one is made, and each message shows it', async () => {
      const { worker, backups, clock, sent, pass, steps, shown } = await open({
        send: async () => {
          if (sent.length === 1) await backups.ask(watch(3));
        },
      });
      await worker.runOnce();
      clock.pass(minute);
      await backups.ask(watch(1));
      await backups.ask(watch(1));
      await backups.ask(watch(2));
      await pass(minute);
      expect(sent).toHaveLength(2);
      for (const nth of [1, 2]) expect(steps(nth)).toEqual(['writing', 'checking', 'sending', 'done']);
      await pass(minute);
      expect([sent.length, steps(3).at(-1)]).toEqual([2, 'done']);
      const count = shown.length;
      await pass(minute);
      expect([sent.length, shown.length]).toEqual([2, count]);
      // A later one is another backup.
      await backups.ask(watch(1));
      await pass(minute);
      expect(sent).toHaveLength(3);
    });

  test('one that was asked for and fails says why; asked for again it is tried at once', async () => {
    const down = new Set(['Telegram']);
    const { worker, backups, sent, pass, shown, steps } = await open({
      send: async () => {
        if (down.size > 0) throw new Error('no way to Telegram');
      },
    });
    await backups.ask(watch(1));
    await worker.runOnce();
    expect(shown.at(-1)?.progress).toEqual({ step: 'failed', why: 'no way to Telegram' });
    down.clear();
    await pass(minute);
    expect(sent).toHaveLength(0);
    await backups.ask(watch(2));
    await pass(minute);
    expect([sent.length, steps(2).at(-1)]).toEqual([1, 'done']);
  });

  if (long)
    test('one that a stop interrupts is shown by the next process, in the same message', async () => {
      const slow = new Set(['Telegram']);
      const { worker, start, backups, steps } = await open({
        send: async (stopping) => {
          if (slow.size === 0) return;
          if (!stopping.aborted) await once(stopping, 'abort');
          stopping.throwIfAborted();
        },
      });
      await backups.ask(watch(1));
      const sending = worker.runOnce();
      await expect.poll(() => steps(1)).toContain('sending');
      await worker.stop();
      await sending;
      expect(steps(1)).not.toContain('done');
      slow.clear();
      await start().runOnce();
      expect(steps(1).at(-1)).toBe('done');
    });

  test('an archive that cannot be read back is deleted, and owners are told', async () => {
    const { worker, directory, files, told, backups } = await open();
    const cut = watchFolder(directory, (_, name) => {
      if (!name?.endsWith('.sharj') || !existsSync(join(directory, name))) return;
      cut.close();
      truncateSync(join(directory, name), 100);
    });
    onTestFinished(() => cut.close());
    await worker.runOnce();
    expect([await files(), await told(), (await backups.status()).last]).toEqual([[], ['backup-failed'], null]);
  });

  test('only the account of the shop can read the archives and their folder', async () => {
    const { worker, directory, files } = await open({ subfolder: 'backups' });
    await worker.runOnce();
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(directory)).toBe(0o700);
    expect(await mode(join(directory, (await files())[0] ?? ''))).toBe(0o600);
  });

  test('none for two days since the first was due: owners are told', async () => {
    const { directory, pass, told, worker, backups } = await open();
    await rm(directory, { recursive: true });
    await writeFile(directory, '');
    await worker.runOnce();
    for (let hours = 0; hours < 47; hours += 1) await pass(hour);
    expect([(await backups.status()).isOld, await told()]).toEqual([false, expect.not.arrayContaining(['backup-old'])]);
    for (let hours = 0; hours < 3; hours += 1) await pass(hour);
    await pass(minute);
    expect([(await backups.status()).isOld, await told()]).toEqual([true, expect.arrayContaining(['backup-old'])]);
  });

  test('older than two days: owners are told', async () => {
    const { directory, pass, told, worker } = await open();
    await worker.runOnce();
    await rm(directory, { recursive: true });
    await writeFile(directory, '');
    for (let days = 0; days < 3; days += 1) await pass(day);
    await pass(minute);
    expect(new Set(await told())).toEqual(new Set(['backup-failed', 'backup-old']));
    expect((await told()).filter((one) => one === 'backup-old')).toHaveLength(1);
  });

  test('what a killed process left goes, and old archives; never the newest three, nor other files', async () => {
    const { directory, files, worker, clock } = await open();
    const put = async (name: string, ageMs: number) => {
      await writeFile(join(directory, name), '');
      const at = new Date(clock.now() - ageMs);
      await utimes(join(directory, name), at, at);
    };
    for (const nth of [1, 2, 3, 4, 5]) await put(`sharj-2020-01-0${nth}-00-00-00.sharj`, 30 * day);
    await put('sharj-2020-01-06-00-00-00.sharj.partial', 0);
    await put('mine.txt', 300 * day);
    // Someone makes one by hand at this moment.
    await put('mine.sharj.partial', 0);
    await worker.runOnce();
    const names = await files();
    expect(names.slice(0, -1)).toEqual([
      'mine.sharj.partial',
      'mine.txt',
      ...[3, 4, 5].map((nth) => `sharj-2020-01-0${nth}-00-00-00.sharj`),
    ]);
    expect(names.at(-1)).toMatch(/^sharj-\d{4}-/);
  });
});
