import { describe, expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { createNumbers } from '#shop/people/people/numbers.ts';
import { createPeople } from '#shop/people/people/people.ts';
import { createClock, hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { countRows, ownerId, strangerId, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('people on %s', (kind) => {
  const place = useDatabase(kind);
  const open = () => {
    const clock = createClock();
    return { clock, people: createPeople({ database: place.database, now: clock.now, ownerIds: [ownerId] }) };
  };
  const sara = { id: 9_007_199_254_740_991, name: 'سارا', language: 'fa' } as const;

  test('a newcomer is created once, however many updates come at once', async () => {
    const { people } = open();
    const met = await Promise.all(Array.from({ length: 10 }, () => people.loadOrCreate(sara)));
    const known = { ...sara, unit: 'toman', role: 'customer', staff: null, pausedWhy: null };
    expect(met).toMatchObject(met.map(() => known));
    expect(await people.find(sara.id)).toEqual(known);
    expect(await people.find(1234)).toBeNull();
    expect(await countRows(place.database)).toMatchObject({ people: 1 });
  });

  test('language and unit are kept when the name changes', async () => {
    const { people } = open();
    await people.loadOrCreate(sara);
    await people.setPreferences(sara.id, { language: 'en' });
    await people.setPreferences(sara.id, { unit: 'rial' });
    await people.setPreferences(sara.id, {});
    expect(await people.loadOrCreate({ ...sara, name: 'Sara <b>' })).toMatchObject({
      name: 'Sara <b>',
      language: 'en',
      unit: 'rial',
    });
  });

  test('owners are named by the settings, not by the table', async () => {
    const { people } = open();
    expect(await people.loadOrCreate({ ...sara, id: ownerId })).toMatchObject({ role: 'owner' });
    expect([people.isOwner(ownerId), people.isOwner(strangerId)]).toEqual([true, false]);
  });

  test('an unreachable person is marked until they write again', async () => {
    const { people } = open();
    await people.loadOrCreate(sara);
    await people.markUnreachable(sara.id);
    const unreachable = async () =>
      (await place.database.db.selectFrom('people').select('unreachable_at').executeTakeFirst())?.unreachable_at;
    expect(await unreachable()).not.toBeNull();
    await people.loadOrCreate(sara);
    expect(await unreachable()).toBeNull();
  });

  test('the last-seen time is written once an hour, not at every press', async () => {
    const { people, clock } = open();
    const start = clock.now();
    const seenAt = async () =>
      (await place.database.db.selectFrom('people').select('seen_at').executeTakeFirst())?.seen_at;
    await people.loadOrCreate(sara);
    clock.pass(59 * minute);
    await people.loadOrCreate(sara);
    expect(await seenAt()).toBe(start);
    clock.pass(minute);
    await people.loadOrCreate(sara);
    expect(await seenAt()).toBe(start + hour);
  });
});

describe.each(databaseKinds)('numbers on %s', (kind) => {
  const place = useDatabase(kind);
  const open = () => {
    const clock = createClock();
    return { clock, numbers: createNumbers({ database: place.database, operators: defaultOperators, now: clock.now }) };
  };
  const assumed = { simType: 'prepaid', isSimAssumed: true, isTdlte: false } as const;
  const [mine, moms, unknown] = ['989121234567', '989351234567', '989991234567'] as const;

  test('an operator is guessed until the person corrects it, for that person only', async () => {
    const { numbers } = open();
    expect(await numbers.find(1, mine)).toEqual({ mobile: mine, label: null, operatorId: 1, ...assumed });
    expect(await numbers.find(1, unknown)).toMatchObject({ operatorId: null });
    expect(await numbers.find(1, '989411234567')).toMatchObject({ operatorId: 2, isTdlte: true });
    await numbers.setOperator(1, mine, 2);
    await numbers.setSimType(1, mine, 'postpaid');
    expect(await numbers.find(1, mine)).toMatchObject({ operatorId: 2, simType: 'postpaid' });
    expect(await numbers.find(2, mine)).toMatchObject({ operatorId: 1, ...assumed });
  });

  test('learnt facts add up and survive the use of a number', async () => {
    const { numbers } = open();
    await numbers.use(1, mine);
    await numbers.setLabel(1, mine, 'من');
    await numbers.setOperator(1, mine, 3);
    await Promise.all(Array.from({ length: 5 }, () => numbers.use(1, mine)));
    expect(await numbers.find(1, mine)).toEqual({ mobile: mine, label: 'من', operatorId: 3, ...assumed });
    await numbers.setLabel(1, mine, null);
    expect(await numbers.find(1, mine)).toMatchObject({ label: null, operatorId: 3 });
    await numbers.forget(1, mine);
    expect(await numbers.find(1, mine)).toMatchObject({ operatorId: 1 });
    expect(await countRows(place.database)).toMatchObject({ numbers: 0 });
  });

  test('the list has labelled ones first, then the latest, in pages', async () => {
    const { numbers, clock } = open();
    await numbers.setLabel(1, moms, 'مادر');
    for (const mobile of [unknown, mine]) {
      clock.pass(minute);
      await numbers.use(1, mobile);
    }
    await numbers.use(2, '989121111111');
    const first = await numbers.list(1, 0, 2);
    const second = await numbers.list(1, 1, 2);
    expect([first.numbers.map(({ mobile }) => mobile), first.more]).toEqual([[moms, mine], true]);
    expect([second.numbers.map(({ mobile }) => mobile), second.more]).toEqual([[unknown], false]);
    expect(first.numbers[1]).toMatchObject({ operatorId: 1 });
  });
});
