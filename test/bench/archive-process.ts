import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLog } from '#log.ts';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { checkArchive, writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import type { DatabaseSettings } from '#storage/database.ts';

// One piece of work on an archive in its own process, whose memory is that of this work alone.

export interface ArchiveWork {
  readonly work: 'write' | 'check' | 'restore';
  readonly settings: DatabaseSettings;
  readonly file: string;
}

export interface ArchiveCosts {
  readonly seconds: number;
  /** The peak, above what the process had before. */
  readonly memoryMiB: number;
  readonly longestStallMs: number;
  /** The same without the time in which the machine ran something else. */
  readonly longestCpuMs: number;
}

const { work, settings, file } = JSON.parse(process.argv[2] ?? '') as ArchiveWork;
const passphrase = 'a passphrase for the bench';
const run: Readonly<Record<ArchiveWork['work'], () => Promise<unknown>>> = {
  write: () => writeArchive(settings, file, { passphrase, release: '0.0.1', now: Date.now }),
  check: () => checkArchive([file], passphrase),
  restore: () =>
    restoreArchive(settings, [file], {
      ...{ passphrase, log: createLog('silent') },
      finish: (tx, summary) => finishRestore(tx, summary, { ownerIds: [1], now: Date.now() }),
    }),
};

globalThis.gc?.();
const before = process.memoryUsage.rss();
let [peak, longestCpu] = [before, 0];
const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};
let last = cpu();
const tick = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
  const now = cpu();
  longestCpu = Math.max(longestCpu, now - last);
  last = now;
}, 1);
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
const began = performance.now();
await run[work]();
const seconds = (performance.now() - began) / 1_000;
delays.disable();
clearInterval(tick);
const costs: ArchiveCosts = {
  seconds,
  memoryMiB: (peak - before) / 2 ** 20,
  longestStallMs: delays.max / 1e6,
  longestCpuMs: longestCpu / 1_000,
};
process.send?.(costs);
process.disconnect?.();
