import { expect, inject, test } from 'vitest';
import { makeDatabase } from '#test/support/databases.ts';
import { type Invariant, violationsOf } from './invariants.ts';
import type { Point } from './points.ts';
import type { ShopFault } from './protocol.ts';
import { reportOf } from './report.ts';
import { runShop } from './run.ts';

/** Runs a broken shop and returns the violated invariants. */
async function brokenBy({ by, points, orders, stalledMs }: Breakage): Promise<Invariant[]> {
  const seed = inject('seed');
  const made = await makeDatabase('sqlite');
  try {
    const run = await runShop({
      made,
      seed,
      points,
      orders,
      shopFault: by,
      ...(stalledMs === undefined ? {} : { stalledMs }),
    });
    process.stdout.write(reportOf(`a shop broken by ${by}`, seed, run));
    return [...violationsOf(run.evidence)].flatMap(([name, against]) => (against.length > 0 ? [name] : []));
  } finally {
    await made.remove();
  }
}

interface Breakage {
  readonly name: string;
  readonly by: ShopFault;
  readonly points: readonly Point[];
  readonly orders: number;
  readonly stalledMs?: number;
  /** Among others, if processes were killed. */
  readonly notices: readonly Invariant[];
}

const breakages: readonly Breakage[] = [
  {
    name: 'the key is generated when the request is sent',
    by: 'mint-keys',
    points: ['after purchase', 'before end: commit'],
    orders: 40,
    notices: [
      'one purchase for a delivered order, none for one that was not bought',
      'one key a body, one body a key, and both as stored',
      'no purchase without its stored order',
    ],
  },
  {
    name: 'an end writes no receipt job',
    by: 'lose-receipts',
    points: [],
    orders: 40,
    notices: ['every end and every review reached its buyer', 'no message shows an old state'],
  },
  {
    name: 'an update is acknowledged before it is stored',
    by: 'acknowledge-early',
    // Several times: an update that was delivered twice may survive in the other copy.
    points: Array(4).fill('before receive: insert inbox'),
    orders: 12,
    stalledMs: 15_000,
    notices: ['every acknowledged update was handled and answered'],
  },
  {
    name: 'an end moves no money',
    by: 'lose-money',
    points: [],
    orders: 12,
    notices: ['the ledger adds up', 'every delivery earned its referrer their share, once, and nothing else did'],
  },
  {
    name: 'an end is not counted',
    by: 'lose-sums',
    points: [],
    orders: 12,
    notices: ['the sums of each day are those of its orders'],
  },
];

test.each(breakages)('the crash harness fails if $name', { timeout: 900_000 }, async (breakage) => {
  const noticed = await brokenBy(breakage);
  if (breakage.points.length === 0) expect(noticed).toEqual(breakage.notices);
  else expect(noticed).toEqual(expect.arrayContaining([...breakage.notices]));
});
