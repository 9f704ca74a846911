import { describe, expect, test } from 'vitest';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { balanceSwitch, setSwitch } from '#storage/switches.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, openWorld, ownerId, strangerId, useDatabase } from '#test/support/shop.ts';

/** The database is as an archive of a while ago has it. */
describe.each(sampledDatabases())('after a restore, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const sent: number[] = [];
    const send = async (_: unknown, personId: number) => {
      sent.push(personId);
      return { kind: 'sent' } as const;
    };
    const world = await openWorld(place.database, { announcing: { send } });
    for (const id of [ownerId, buyerId, strangerId])
      await world.shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'en' });
    const restore = (isComplete = false) =>
      place.database.transaction((tx) =>
        finishRestore(tx, { at: 1 }, { ownerIds: [ownerId], now: world.clock.now(), isComplete }),
      );
    return { ...world, sent, restore };
  }

  test.each([false, true])(
    'links that may have been revoked since are void; nothing came after it: %s',
    async (all) => {
      const { shop, clock, restore } = await open();
      const staff = await shop.staff.invite('press', ownerId, {
        role: 'cashier',
        dailyCredit: 5_000_000,
        decides: false,
      });
      const agent = await shop.agents.invite('message', ownerId, 50_000_000);
      if (!staff.ok || !agent.ok) return expect.fail('no links');
      clock.pass(hour);
      await restore(all);
      expect(await shop.staff.join(staff.value.code, strangerId)).toMatchObject({ ok: all });
      expect(await shop.agents.join(agent.value.code, buyerId)).toMatchObject({ ok: all });
      expect(await shop.agents.invites()).toEqual([]);
    },
  );

  test('broadcasts that may have been sent since wait for an owner', async () => {
    const { shop, clock, sent, restore, broadcastWorker } = await open();
    const draft = async (idempotencySource: string) => {
      const made = await shop.broadcasts.draft({ idempotencySource, by: ownerId, messageId: 5, excerpt: 'Today' });
      return made.ok ? made.value.id : expect.fail(made.error.code);
    };
    const [planned, running] = [await draft('a'), await draft('b')];
    await shop.broadcasts.plan(planned, ownerId, clock.now() + 6 * hour);
    await shop.broadcasts.send(running, ownerId, 8);
    clock.pass(12 * hour);
    await restore();
    const rounds = async () => {
      for (let round = 0; round < 5; round += 1) {
        await broadcastWorker.runOnce();
        clock.pass(minute);
      }
    };
    await rounds();
    expect(sent).toEqual([]);
    expect(await shop.broadcasts.find(planned)).toMatchObject({ state: 'draft' });
    expect(await shop.broadcasts.planned()).toMatchObject([{ id: planned }]);
    expect(await shop.broadcasts.find(running)).toMatchObject({ state: 'stopped', sent: 0, total: 2 });
    // Another one can be sent.
    expect(await shop.broadcasts.send(planned, ownerId, 9)).toMatchObject({ ok: true, value: { state: 'sending' } });
    await rounds();
    expect(sent.toSorted((a, b) => a - b)).toEqual([buyerId, strangerId]);
  });

  test('a wallet that differs from its ledger keeps no shop from it: owners are told', async () => {
    const { shop, database, restore } = await open();
    await shop.wallet.grant({ key: 'x', personId: buyerId, amount: 777_000, actor: 'test', note: null });
    await database.db.updateTable('wallets').set({ balance: 777_001 }).where('person_id', '=', buyerId).execute();
    await restore();
    const alerts = await database.db.selectFrom('alerts').select(['owner_id', 'alert']).orderBy('id').execute();
    expect(alerts.map(({ owner_id, alert }) => [owner_id, JSON.parse(alert)])).toMatchObject([
      [ownerId, { kind: 'ledger-mismatch', count: 1, mismatches: [{ personId: buyerId }] }],
      [ownerId, { kind: 'restored' }],
    ]);
  });

  test('the owner compares the balance that the archive noted last, not that of its catalogue', async () => {
    const { shop, database, restore } = await open();
    await restore();
    const noted = async () => {
      const pause = await shop.salesPause.switchedBy('restore');
      return (JSON.parse(pause?.value ?? '{}') as { balance?: unknown }).balance;
    };
    expect(await noted()).toMatchObject({ rials: 50_000_000_000 });
    await setSwitch(database.db, { name: balanceSwitch, value: '4567000', actor: 'gateway', at: 77 });
    await restore();
    expect(await noted()).toEqual({ rials: 4_567_000, at: 77 });
  });
});
