import { describe, expect, test } from 'vitest';
import { creditKinds } from '#shop/money/credit/credit.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { buyerId, openWorld, ownerId, strangerId, useDatabase } from '#test/support/shop.ts';

const cashierId = 300;
const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) });
const moved = (is: boolean, balance: object) => ({
  ok: true,
  value: { moved: is, balance: expect.objectContaining(balance) },
});

describe.each(databaseKinds)('credit on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const world = await openWorld(place.database);
    const { people, staff } = world.shop;
    for (const id of [ownerId, buyerId, strangerId, cashierId])
      await people.loadOrCreate({ id, name: `Person ${id}`, language: 'en' });
    const invite = await staff.invite('press', ownerId, { role: 'cashier', dailyCredit: 50_000, decides: false });
    if (!invite.ok) throw new Error(invite.error.code);
    await staff.join(invite.value.code, cashierId);
    const ask = (key: string, amount: number, by = ownerId) => ({ key, by, personId: buyerId, amount, note: null });
    return { ...world, ask, credit: world.shop.credit };
  }

  test('answers with the balance, and whether this call moved money; the ledger has kind and actor', async () => {
    const { credit, ask, database } = await open();
    expect(await credit.grant(ask('g', 30_000))).toEqual(moved(true, { balance: 30_000 }));
    expect(await credit.grant(ask('g', 30_000))).toEqual(moved(false, { balance: 30_000 }));
    expect(await credit.repayment(ask('r', 5_000, cashierId))).toEqual(moved(true, { balance: 35_000 }));
    expect(await credit.take(ask('more', 35_001))).toEqual(refused('wallet-too-small'));
    expect(await credit.take(ask('all', 35_000))).toEqual(moved(true, { balance: 0 }));
    // Carried out before: that the wallet is empty now does not matter.
    expect(await credit.take(ask('all', 35_000))).toEqual(moved(false, { balance: 0 }));
    expect(await credit.limit(ask('l', 7_000))).toEqual(moved(true, { creditLimit: 7_000 }));
    expect(await credit.limit(ask('l', 7_000))).toEqual(moved(false, { creditLimit: 7_000 }));
    expect(await database.db.selectFrom('ledger').select(['kind', 'actor']).orderBy('id').execute()).toEqual([
      { kind: 'grant', actor: `person:${ownerId}` },
      { kind: 'repayment', actor: `person:${cashierId}` },
      { kind: 'take', actor: `person:${ownerId}` },
    ]);
  });

  test('a cashier gives, and neither takes nor lends; a customer does nothing', async () => {
    const { credit, ask } = await open();
    for (const action of creditKinds) {
      const gives = action === 'grant' || action === 'repayment';
      expect(await credit.draft(action, ask(action, 1_000, strangerId))).toEqual(refused('not-allowed'));
      expect((await credit.draft(action, ask(action, 1_000, cashierId))).ok).toBe(gives);
      expect((await credit[action](ask(action, 1_000, cashierId))).ok).toBe(gives);
    }
  });

  test('a draft is stored once, is carried out once, and changes nothing after its person was told', async () => {
    const { credit, ask } = await open();
    const drafted = await credit.draft('limit', ask('d', 7_000));
    expect(await credit.draft('limit', ask('d', 9_000))).toEqual(drafted);
    if (!drafted.ok) throw new Error(drafted.error.code);
    const { id } = drafted.value;
    expect(drafted.value).toEqual({ ...ask('d', 7_000), id, kind: 'limit', told: false });
    expect(await credit.carryOut(drafted.value)).toEqual(moved(true, { creditLimit: 7_000 }));
    await credit.markTold(drafted.value);
    await credit.limit(ask('later', 8_000));
    const told = await credit.drafted(id, ownerId);
    if (!told.ok) throw new Error(told.error.code);
    expect(told.value).toEqual({ ...drafted.value, told: true });
    expect(await credit.carryOut(told.value)).toEqual(moved(false, { creditLimit: 8_000 }));
  });
});
