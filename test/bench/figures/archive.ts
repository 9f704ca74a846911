import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#log.ts';
import { openDatabase } from '#storage/database.ts';
import type { ArchiveCosts, ArchiveWork } from '#test/bench/archive-process.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { fillWithOrders } from '#test/bench/million-orders.ts';

/** A backup, its check and its restore, on SQLite: time, memory, and how long the shop beside it waits. */
export const figure: Figure = async function* ({ quick }) {
  const orders = quick ? 20_000 : 1_000_000;
  const directory = await mkdtemp(join(tmpdir(), 'sharj-bench-'));
  try {
    const shop = { kind: 'sqlite', file: join(directory, 'shop.db') } as const;
    await (await openDatabase(shop, { log: createLog('silent') })).close();
    await fillWithOrders(shop, { orders, ledger: true, until: Date.now() });
    const archive = join(directory, 'shop.sharj');
    const count = orders.toLocaleString('en');
    const written = await runWork({ work: 'write', settings: shop, file: archive });
    yield line(`archive of ${count} orders`, written.seconds, 's');
    yield line('its memory', written.memoryMiB, 'MiB', { atMost: 100 });
    yield line('its longest stall of the event loop', written.longestStallMs, 'ms');
    yield line('its longest stall, in CPU time', written.longestCpuMs, 'ms', { atMost: 50 });
    yield line('its size', (await stat(archive)).size / 2 ** 20, 'MiB');
    const checked = await runWork({ work: 'check', settings: shop, file: archive });
    yield line('reading it back', checked.seconds, 's');
    yield line('memory of reading it back', checked.memoryMiB, 'MiB', { atMost: 100 });
    yield line('longest stall of reading it back, in CPU time', checked.longestCpuMs, 'ms', { atMost: 50 });
    const copy = { kind: 'sqlite', file: join(directory, 'copy.db') } as const;
    const restored = await runWork({ work: 'restore', settings: copy, file: archive });
    yield line(`restore of ${count} orders`, restored.seconds, 's');
    yield line('memory of the restore', restored.memoryMiB, 'MiB', { atMost: 100 });
  } finally {
    await rm(directory, { recursive: true });
  }
};

async function runWork(work: ArchiveWork): Promise<ArchiveCosts> {
  const child = fork(new URL('../archive-process.ts', import.meta.url), [JSON.stringify(work)], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  });
  const ended = once(child, 'exit');
  const [costs] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [ArchiveCosts | null];
  await ended;
  if (!costs) throw new Error(`The archive could not be measured: ${work.work}.`);
  return costs;
}
