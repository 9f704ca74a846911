import { describe, expect, test } from 'vitest';
import { sampledDatabases } from '#test/support/length.ts';
import { openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

const number = '6037997599999993';

describe.each(sampledDatabases())('the shop’s bank cards on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const { shop } = await openWorld(place.database);
    const { cards } = shop.payments;
    const add = async (holder: string) => {
      const added = await cards.add(ownerId, { number, holder });
      return added.ok ? added.value : expect.fail(added.error.code);
    };
    const trail = async () =>
      (await shop.audit.list(0, 20)).entries
        .toReversed()
        .map(({ actorId, action, details }) => ({ actorId, action, ...details }));
    return { cards, add, trail };
  }

  test('the holder’s name is stored in one line that fits beside the card', async () => {
    const { add } = await open();
    expect(await add('  Sara \n  Ahmadi ')).toMatchObject({ number, holder: 'Sara Ahmadi', isOn: true });
    expect((await add('x'.repeat(61))).holder).toBe('x'.repeat(60));
  });

  test('a number with a mistake and a card without a holder are refused', async () => {
    const { cards, trail } = await open();
    for (const card of [
      { number: '6037997599999994', holder: 'Sara' },
      { number, holder: ' \n ' },
    ])
      expect(await cards.add(ownerId, card)).toEqual({ ok: false, error: { code: 'card-invalid' } });
    expect([await cards.list(), await trail()]).toEqual([[], []]);
  });

  test('the audit trail has every change with the last digits, and no change of a card that is gone', async () => {
    const { cards, add, trail } = await open();
    const { id } = await add('Sara');
    await cards.switch(ownerId, id, false);
    expect(await add('Reza')).toMatchObject({ id, isOn: true });
    await cards.switch(ownerId, id, false);
    expect(await cards.switch(ownerId, id, true)).toMatchObject({ id, holder: 'Reza', isOn: true });
    expect(await cards.remove(ownerId, id)).toMatchObject({ id, isOn: false });
    expect([await cards.switch(ownerId, id, true), await cards.remove(ownerId, id)]).toEqual([null, null]);
    const line = (what: string, holder: string) => ({
      actorId: ownerId,
      action: 'bank-card',
      what,
      card: '9993',
      holder,
    });
    expect(await trail()).toEqual([
      line('add', 'Sara'),
      line('off', 'Sara'),
      line('add', 'Reza'),
      line('off', 'Reza'),
      line('on', 'Reza'),
      line('remove', 'Reza'),
    ]);
    expect([await cards.list(), await cards.find(id)]).toMatchObject([[], { id, number, isOn: false }]);
  });
});
