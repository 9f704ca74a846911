import { describe, expect, inject, test } from 'vitest';
import { makeDatabase } from '../support/databases.ts';
import { type Invariant, violationsOf } from './invariants.ts';
import type { Point } from './points.ts';
import type { ShopFault } from './protocol.ts';
import { reportOf } from './report.ts';
import { runShop } from './run.ts';

/** Runs a broken shop and returns the violated invariants. */
async function brokenBy(
  shopFault: ShopFault,
  points: readonly Point[],
  orders: number,
  stalledMs?: number,
): Promise<Invariant[]> {
  const seed = inject('seed');
  const made = await makeDatabase('sqlite');
  try {
    const run = await runShop({
      made,
      seed,
      points,
      orders,
      shopFault,
      ...(stalledMs === undefined ? {} : { stalledMs }),
    });
    process.stdout.write(reportOf(`a shop broken by ${shopFault}`, seed, run));
    return [...violationsOf(run.evidence)].flatMap(([name, against]) => (against.length > 0 ? [name] : []));
  } finally {
    await made.remove();
  }
}

describe('the crash harness fails', { timeout: 900_000 }, () => {
  test('if the key is generated when the request is sent', async () => {
    const noticed = await brokenBy('mint-keys', ['after purchase', 'before end: commit'], 40);
    expect(noticed).toContain('one purchase for a delivered order, none for one that was not bought');
    expect(noticed).toContain('one key a body, one body a key, and both as stored');
    expect(noticed).toContain('no purchase without its stored order');
  });

  test('if an end writes no receipt job', async () => {
    expect(await brokenBy('lose-receipts', [], 40)).toEqual([
      'every end and every review reached its buyer',
      'no message shows an old state',
    ]);
  });

  test('if an update is acknowledged before it is stored', async () => {
    const noticed = await brokenBy('acknowledge-early', ['before receive: insert inbox'], 12, 15_000);
    expect(noticed).toContain('every acknowledged update was handled and answered');
  });

  test('if an end moves no money', async () => {
    expect(await brokenBy('lose-money', [], 12)).toEqual([
      'the ledger adds up',
      'every delivery earned its referrer their share, once, and nothing else did',
    ]);
  });

  test('if an end is not counted', async () => {
    expect(await brokenBy('lose-sums', [], 12)).toEqual(['the sums of each day are those of its orders']);
  });
});
