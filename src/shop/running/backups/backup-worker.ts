import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs, dayOf, startOf } from '#domain/calendar.ts';
import { errorMessage } from '#log.ts';
import type { Alert, Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import { checkArchive, writeArchive } from '#storage/archive/archive.ts';
import type { BackupSettings } from '#storage/archive/backup-settings.ts';
import { createLease } from '#storage/process-lease.ts';
import { createBackupProgress, type ShowBackup } from './backup-progress.ts';
import { type BackupStatus, type Backups, backupLease, isAskedSince, type MadeBackup } from './backups.ts';

export interface BackupWorkerDeps extends Pick<WorkerDeps, 'database' | 'log' | 'now'> {
  readonly backup: BackupSettings | null;
  readonly backups: Backups;
  readonly backupsDue: Signal;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  /** Makes the name of this process. */
  readonly newKey: () => string;
  /**
   * Sends the backup to the owners; the bot supplies it. False if no owner can be reached. Absent, the backup stays on
   * the disk.
   */
  readonly sendBackup?: ((backup: MadeBackup, stopping: AbortSignal) => Promise<boolean>) | undefined;
  /** Shows the progress to someone who asked. */
  readonly showBackup?: ShowBackup | undefined;
  readonly reportMs?: number | undefined;
}

const hourMs = 3_600_000;
const everyMs = 60_000;
/** Renewed while a backup is made and sent. */
const leaseMs = 2 * 60_000;
const afterFailureMs = 15 * 60_000;
const fewest = 3;
const isArchive = /^sharj-[\d-]+\.sharj$/;
const isLeftBehind = /^sharj-[\d-]+\.sharj\.partial$/;

/** Makes due archives, reads each one back, sends it, and deletes old ones. */
export function createBackupWorker(deps: BackupWorkerDeps): WorkLoop {
  const { database, backup, backups, backupsDue, alerts, alertsDue, newKey, sendBackup, log, now } = deps;
  const lease = createLease(backupLease, { database, now, owner: newKey(), leaseMs });
  const stopping = new AbortController();
  const progress = createBackupProgress(deps);
  /** When to send a backup again that reached no owner. */
  let sendAgainAt = 0;

  async function claim(): Promise<BackupSettings[]> {
    if (!backup) return [];
    const status = await backups.status();
    if (!status.last && status.expectedAt === null) await backups.expected();
    const isWork = isDue(status, backup, now(), sendAgainAt) || status.watches.length > 0;
    if (isWork && (await lease.take())) return [backup];
    if (status.isOld) await tell({ kind: 'backup-old', at: status.last?.at ?? null });
    return [];
  }

  async function work(settings: BackupSettings): Promise<void> {
    const renewal = setInterval(() => void lease.take().catch(() => undefined), leaseMs / 4);
    try {
      await makeAndSend(settings);
    } finally {
      clearInterval(renewal);
      await lease.release();
    }
  }

  async function makeAndSend(settings: BackupSettings): Promise<void> {
    const status = await backups.status();
    // Another process may have made it in the meantime, or someone asked while it was being sent.
    if (!isDue(status, settings, now(), sendAgainAt)) return progress.end(outcomeOf(status));
    try {
      const unsent = isWanted(status, settings, now()) ? null : onDisk(status.last);
      const madeBackup = unsent ?? (await inTurn(stopping.signal, () => make(settings, status.last?.rows ?? null)));
      progress.begin({ step: 'sending' });
      const isSent = (await sendBackup?.(madeBackup, stopping.signal)) ?? true;
      // This is not a failure: a new shop makes its first backup before an owner has started the bot.
      if (isSent) await backups.made({ ...madeBackup, isSent });
      else sendAgainAt = now() + afterFailureMs;
      await progress.end({ step: 'done', backup: madeBackup });
      const { file, bytes, rows } = madeBackup;
      log.info({ file, bytes, rows }, isSent ? 'backup made and sent' : 'backup made; no owner reachable yet');
    } catch (error) {
      if (stopping.signal.aborted) return log.info({}, 'backup interrupted; the next process makes it');
      const why = errorMessage(error);
      log.error({ problem: why }, 'backup failed; will retry');
      // Another process may be making it, or has made it.
      if (!(await lease.take()) || !isDue(await backups.status(), settings, now(), sendAgainAt)) return;
      await backups.failed(why);
      await progress.end({ step: 'failed', why });
      const isAsked = (status.askedAt ?? 0) > (status.last?.at ?? 0);
      await tell({ kind: 'backup-failed', why }, isAsked ? `asked ${status.askedAt}` : undefined);
    }
  }

  /** Stores the backup after reading it back and before sending it. */
  async function make(settings: BackupSettings, of: number | null): Promise<MadeBackup> {
    const { directory, passphrase, cost, release } = settings;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await clear(settings);
    const name = new Date(now()).toISOString().slice(0, 19).replaceAll(/[T:]/g, '-');
    const file = join(directory, `sharj-${name}.sharj`);
    const { signal } = stopping;
    progress.begin({ step: 'writing', rows: 0, of });
    const onRows = (written: number) => progress.step({ step: 'writing', rows: written, of });
    const { at, rows } = await writeArchive(settings.database, file, {
      passphrase,
      cost,
      release,
      now,
      signal,
      onRows,
    });
    progress.begin({ step: 'checking', rows: 0, of: rows });
    const onRead = (read: number) => progress.step({ step: 'checking', rows: read, of: rows });
    await checkArchive([file], passphrase, { signal, onRows: onRead }).catch(async (error: unknown) => {
      // A bad archive must not count as one of the newest.
      await rm(file, { force: true });
      throw error;
    });
    const madeBackup = { at, file, bytes: (await stat(file)).size, rows, isSent: false };
    await backups.made(madeBackup);
    return madeBackup;
  }

  /** Deletes partial files of killed processes, and archives older than the keep time except the newest three. */
  async function clear({ directory, keepDays }: BackupSettings): Promise<void> {
    const names = (await readdir(directory)).sort();
    for (const name of names.filter((one) => isLeftBehind.test(one))) await rm(join(directory, name));
    for (const name of names.filter((one) => isArchive.test(one)).slice(0, -fewest)) {
      const { mtimeMs } = await stat(join(directory, name));
      if (mtimeMs < now() - keepDays * dayMs) await rm(join(directory, name));
    }
  }

  /** Alerts once a day, and each time an owner asked. */
  async function tell(alert: Alert, occasion: string | number = dayOf(now())): Promise<void> {
    await database.transaction((tx) => alerts.write(tx, occasion, alert));
    alertsDue.notify();
  }

  const loop = createWorkLoop({ name: 'backup', claim, work, concurrency: 1, everyMs, now, log });
  backupsDue.subscribe(loop.wake);
  return {
    ...loop,
    /** Aborts the backup, which takes longer than a stop may. */
    stop: () => {
      stopping.abort();
      return loop.stop();
    },
  };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Runs one backup at a time for all shops of this process, so that disk and processors stay free for buyers. */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = lastTurn;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  lastTurn = promise;
  const { promise: aborted, resolve: abort } = Promise.withResolvers<unknown>();
  signal.addEventListener('abort', abort);
  try {
    await Promise.race([before, aborted]);
    signal.throwIfAborted();
    return await work();
  } finally {
    signal.removeEventListener('abort', abort);
    resolve(before);
  }
}

const outcomeOf = ({ problem, last }: BackupStatus) =>
  problem || !last
    ? ({ step: 'failed', why: problem?.why ?? 'unknown' } as const)
    : ({ step: 'done', backup: last } as const);

/** Whether to make or send a backup now. A failure delays the next attempt. */
function isDue(status: BackupStatus, settings: BackupSettings, at: number, sendAgainAt: number): boolean {
  const { last, problem, askedAt } = status;
  const hasFailed = problem !== null && at - problem.at < afterFailureMs && (askedAt ?? 0) <= problem.at;
  return !hasFailed && (isWanted(status, settings, at) || (last?.isSent === false && at >= sendAgainAt));
}

function isWanted({ last, expectedAt, askedAt }: BackupStatus, settings: BackupSettings, at: number): boolean {
  const { hour, everyHours, isFirstPlanned } = settings;
  const since = last?.at ?? (isFirstPlanned ? (expectedAt ?? at) : 0);
  if (isAskedSince(askedAt, since)) return true;
  const today = startOf(dayOf(at)) + hour * hourMs;
  const planned = today <= at ? today : today - dayMs;
  return everyHours === null ? since < planned : at - since >= everyHours * hourMs;
}

/** Another process may have made it on a different disk. */
const onDisk = (made: MadeBackup | null): MadeBackup | null => (made && existsSync(made.file) ? made : null);
