import { describe, expect, test } from 'vitest';
import { createSalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import { createClock } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('the pause of sales on %s', (kind) => {
  const place = useDatabase(kind);

  test('has two reasons, each ended on its own', async () => {
    const { now } = createClock();
    const selling = createSalesPause({ database: place.database, now });
    expect(await selling.paused()).toBeNull();
    expect(await selling.pause('gateway', '', 'settler')).toBe(true);
    expect(await selling.paused()).toEqual({ by: 'gateway', reason: '', at: now() });
    expect(await selling.pause('owner', 'Back at nine', 'person:1')).toBe(true);
    expect(await selling.paused()).toEqual({ by: 'owner', reason: 'Back at nine', at: now() });
    expect(await selling.resume('gateway')).toBe(true);
    expect(await selling.resume('gateway')).toBe(false);
    expect(await selling.paused()).toMatchObject({ by: 'owner' });
    expect(await selling.resume('owner')).toBe(true);
    expect(await selling.paused()).toBeNull();
  });

  test('of twenty callers one pauses', async () => {
    const selling = createSalesPause({ database: place.database, now: createClock().now });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => selling.pause('gateway', '', 'settler')));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const resumed = await Promise.all(Array.from({ length: 20 }, () => selling.resume('gateway')));
    expect(resumed.filter(Boolean)).toHaveLength(1);
  });
});
