import { describe, expect, test } from 'vitest';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createClock } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('the audit trail on %s', (kind) => {
  const place = useDatabase(kind);

  test('is read newest first, by kind, by actor or affected person, in pages', async () => {
    const clock = createClock();
    const audit = createAudit({ database: place.database, now: clock.now });
    const facts = { actorId: 1, personId: 2, details: { amount: 5 } } as const;
    for (const action of ['grant', 'take', 'pause'] as const) await audit.record({ ...facts, action });
    await audit.record({ actorId: 2, personId: null, action: 'bulk', details: { orders: 3 } });
    await audit.record({ actorId: 1, personId: 3, action: 'grant', details: {} });
    await audit.record({ actorId: 1, personId: null, action: 'pause-selling', details: { reason: 'x' } });
    const actions = async (...asked: Parameters<typeof audit.list>) => {
      const { entries, more } = await audit.list(...asked);
      return [entries.map(({ action }) => action), more];
    };
    expect(await actions(0, 4)).toEqual([['pause-selling', 'grant', 'bulk', 'pause'], true]);
    expect(await actions(1, 4)).toEqual([['take', 'grant'], false]);
    expect(await actions(0, 8, { personId: 2 })).toEqual([['bulk', 'pause', 'take', 'grant'], false]);
    expect(await actions(0, 8, { actions: ['grant', 'take'] })).toEqual([['grant', 'take', 'grant'], false]);
    expect(await actions(0, 1, { actions: ['grant'], personId: 2 })).toEqual([['grant'], false]);
    const [entry] = (await audit.list(0, 1)).entries;
    expect(await audit.find(entry?.id ?? 0)).toEqual(entry);
    expect(await audit.find(999)).toBeNull();
  });
});
