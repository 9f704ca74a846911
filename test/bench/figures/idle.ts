import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, line } from '#test/bench/figure.ts';
import { openTestbed } from '#test/bench/testbed.ts';

/** Memory of a process in MB; null: this system does not tell. `Pss` counts its share of what it has in common with others. */
async function memoryOf(pid: number, kind: 'Pss' | 'Rss'): Promise<number | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [, kib] = new RegExp(`^${kind}: +(\\d+) kB$`, 'm').exec(rollup) ?? [];
  return kib === undefined ? null : (Number(kib) * 1_024) / 1e6;
}

/** A shop with 3,000 products to which nobody writes. */
export const figure: Figure = async function* ({ quick }) {
  const [settlingMs, seconds] = quick ? [2_000, 5] : [60_000, 120];
  const testbed = await openTestbed({ products: 3_000 });
  try {
    const quiet = await testbed.startBot('sharj');
    const counted = await testbed.startBot('sharj', { isCounted: true });
    await pause(settlingMs);
    const before = await counted.usage();
    await pause(seconds * 1_000);
    const after = await counted.usage();
    const [share, resident] = [await memoryOf(quiet.pid, 'Pss'), await memoryOf(quiet.pid, 'Rss')];
    if (share !== null) yield line('idle shop: memory (PSS)', share, 'MB', { atMost: 120 });
    if (resident !== null) yield line('idle shop: memory (resident)', resident, 'MB');
    yield line('idle shop: statements a second', (after.statements - before.statements) / seconds, '/s', { atMost: 4 });
  } finally {
    await testbed.close();
  }
};
