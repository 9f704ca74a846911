import { describe, expect, test } from 'vitest';
import { remindHours } from '#shop/money/credit/debt-reminders.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, openWorld, ownerId, strangerId, useDatabase } from '#test/support/shop.ts';

const debt = 40_000;

describe.each(sampledDatabases())('reminders of debts on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const world = await openWorld(place.database);
    const { debtReminders, people, wallet } = world.shop;
    const { db } = place.database;

    async function debtor(id: number, owed = debt): Promise<void> {
      await people.loadOrCreate({ id, name: `Debtor ${id}`, language: 'en' });
      await wallet.take({ key: `take:${id}`, personId: id, amount: owed, actor: 'owner', note: null });
    }
    /** They block the bot, or (null) come back. */
    const block = (id: number, at: number | null) =>
      db.updateTable('people').set({ unreachable_at: at }).where('id', '=', id).execute();
    const alerts = async () =>
      (await db.selectFrom('alerts').select(['owner_id', 'alert']).orderBy('id').execute()).map((row) => ({
        to: row.owner_id,
        ...JSON.parse(row.alert),
      }));
    const trail = async () =>
      (await db.selectFrom('audit').selectAll().where('action', '=', 'remind').orderBy('id').execute()).map(
        ({ actor_id: by, person_id: person, details }) => ({ by, person, ...JSON.parse(details) }),
      );
    return { ...world, ...debtReminders, debtor, block, alerts, trail };
  }

  test('a person who owes is told at once, and again half a day later at the earliest', async () => {
    const { one, debtor, clock, shop, alerts, trail } = await open();
    await debtor(buyerId);
    let woken = 0;
    shop.alertsDue.subscribe(() => {
      woken += 1;
    });
    expect(await one(ownerId, buyerId)).toBe('told');
    clock.pass(remindHours * 60 * minute - 1);
    expect(await one(ownerId, buyerId)).toBe('recently');
    expect(woken).toBe(1);
    expect(await alerts()).toEqual([{ to: buyerId, kind: 'debt-reminder', personId: buyerId }]);
    clock.pass(1);
    expect(await one(ownerId, buyerId)).toBe('told');
    expect(await alerts()).toHaveLength(2);
    expect(await trail()).toEqual(Array(2).fill({ by: ownerId, person: buyerId, debt, told: 1 }));
  });

  test('who owes nothing is told nothing', async () => {
    const { one, shop, alerts, trail } = await open();
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    for (const id of [buyerId, strangerId]) expect(await one(ownerId, id)).toBe('nothing');
    expect([await alerts(), await trail()]).toEqual([[], []]);
  });

  test('who blocked the bot is not told; the try does not count when they are back', async () => {
    const { one, debtor, block, alerts, trail } = await open();
    await debtor(buyerId);
    await block(buyerId, 1);
    expect(await one(ownerId, buyerId)).toBe('gone');
    expect(await alerts()).toEqual([]);
    await block(buyerId, null);
    expect(await one(ownerId, buyerId)).toBe('told');
    expect((await trail()).map(({ told }) => told)).toEqual([0, 1]);
  });

  test('all at once: everybody on every page, counted by what became of it', async () => {
    const { all, one, debtor, block, shop, alerts } = await open();
    const debtors = Array.from({ length: 60 }, (_, at) => 500 + at);
    for (const id of debtors) await debtor(id);
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    await block(500, 1);
    await one(ownerId, 501);
    expect(await all(ownerId)).toEqual({ told: 58, recently: 1, gone: 1, nothing: 0 });
    expect((await alerts()).map(({ to }) => to).sort()).toEqual(debtors.slice(1));
  });
});
