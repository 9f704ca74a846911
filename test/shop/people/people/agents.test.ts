import { describe, expect, test } from 'vitest';
import { hour } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { buyerId, countRows, openWorld, ownerId, type ShopWorld, strangerId, useDatabase } from '#test/support/shop.ts';

const meet = async ({ shop }: ShopWorld, ...ids: readonly number[]) => {
  for (const id of ids) await shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'en' });
};
let invitations = 0;
const invited = async ({ shop }: ShopWorld, limit = 50_000): Promise<string> => {
  invitations += 1;
  const invite = await shop.agents.invite(`message:${invitations}`, ownerId, limit);
  if (!invite.ok) throw new Error(invite.error.code);
  return invite.value.code;
};
const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) });

describe.each(databaseKinds)('agents on %s', (kind) => {
  const place = useDatabase(kind);

  test('only the owner invites, pauses and moves credit', async () => {
    const world = await openWorld(place.database);
    const { agents, credit } = world.shop;
    await meet(world, ownerId, buyerId, strangerId);
    const before = await countRows(place.database);
    const request = { key: 'one', by: buyerId, personId: strangerId, amount: 5_000, note: null };
    expect(await agents.invite('message', buyerId, 1)).toEqual(refused('not-allowed'));
    expect(await agents.pause(buyerId, strangerId, 'why')).toEqual(refused('not-allowed'));
    // An owner cannot be paused, not even by another one.
    expect(await agents.pause(ownerId, ownerId, 'why')).toEqual(refused('not-allowed'));
    for (const action of ['grant', 'take', 'limit'] as const) {
      expect(await credit[action](request)).toEqual(refused('not-allowed'));
      expect(await credit[action]({ ...request, by: ownerId, personId: 404 })).toEqual(refused('person-unknown'));
      for (const amount of [-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])
        expect(await credit[action]({ ...request, by: ownerId, amount })).toEqual(refused('amount-invalid'));
    }
    expect(await countRows(place.database)).toEqual(before);
  });

  test('one link, twenty people at once: one agent, one audit entry, and each owner is alerted once', async () => {
    const world = await openWorld(place.database, { ownerIds: [ownerId, 2] });
    const ids = Array.from({ length: 20 }, (_, at) => 1_000 + at);
    await meet(world, ...ids);
    const code = await invited(world);
    const answers = await Promise.all(ids.map((id) => world.shop.agents.join(code, id)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const { people } = await world.shop.agents.list(0, 50);
    expect(people).toMatchObject([{ creditLimit: 50_000, balance: 0 }]);
    const { entries } = await world.shop.audit.list(0, 50, { actions: ['join'] });
    expect(entries).toMatchObject([{ actorId: people[0]?.id, personId: people[0]?.id }]);
    await world.alertWorker.runOnce();
    const alert = { kind: 'agent-joined', personId: people[0]?.id, name: people[0]?.name, creditLimit: 50_000 };
    expect(world.alerts).toEqual([alert, alert]);
  });

  test('an update that is handled again finds its link', async () => {
    const { shop } = await openWorld(place.database);
    const first = await shop.agents.invite('message', ownerId, 5_000);
    expect(await shop.agents.invite('message', ownerId, 5_000)).toEqual(first);
    expect(await shop.agents.invites()).toHaveLength(1);
    expect((await shop.audit.list(0, 50, { actions: ['invite'] })).entries).toHaveLength(1);
  });

  test('a link is valid for two days, to the moment', async () => {
    const world = await openWorld(place.database);
    await meet(world, buyerId, strangerId);
    const [code, late] = [await invited(world), await invited(world)];
    world.clock.pass(48 * hour - 1);
    expect(await world.shop.agents.join(code, buyerId)).toEqual({ ok: true, value: { creditLimit: 50_000 } });
    world.clock.pass(1);
    expect(await world.shop.agents.join(late, strangerId)).toEqual(refused('invite-invalid'));
    // A person who used theirs in time may open it for ever, and sees the current limit.
    await world.shop.credit.limit({ key: 'k', by: ownerId, personId: buyerId, amount: 70_000, note: null });
    expect(await world.shop.agents.join(code, buyerId)).toEqual({ ok: true, value: { creditLimit: 70_000 } });
  });

  test('a repeated action counts once, in the wallet and in the audit trail', async () => {
    const world = await openWorld(place.database);
    const { agents, audit, credit, wallet } = world.shop;
    await meet(world, buyerId);
    const ask = (key: string, amount: number) => ({ key, by: ownerId, personId: buyerId, amount, note: 'cash' });
    for (let times = 0; times < 3; times += 1) {
      await Promise.all([1, 2].map(() => credit.grant(ask('g', 30_000))));
      await Promise.all([1, 2].map(() => credit.take(ask('t', 10_000))));
      await Promise.all([1, 2].map(() => credit.limit(ask('l', 5_000))));
      expect(await agents.pause(ownerId, buyerId, 'a dispute')).toEqual({ ok: true, value: times === 0 });
    }
    expect(await wallet.read(buyerId)).toMatchObject({ balance: 20_000, creditLimit: 5_000, available: 25_000 });
    const { entries } = await audit.list(0, 50);
    expect(entries.map(({ action, personId, details }) => [action, personId, details]).toReversed()).toEqual([
      ['grant', buyerId, { amount: 30_000, note: 'cash' }],
      ['take', buyerId, { amount: 10_000, note: 'cash' }],
      ['limit', buyerId, { amount: 5_000, note: 'cash' }],
      ['pause', buyerId, { why: 'a dispute' }],
    ]);
    expect(await credit.take(ask('more', 25_001))).toEqual({
      ok: false,
      error: { code: 'wallet-too-small', missing: 1 },
    });
  });

  test('debts: the largest first, and their sum', async () => {
    const world = await openWorld(place.database);
    const { agents, wallet } = world.shop;
    await meet(world, 11, 12, 13, 14);
    for (const [id, amount] of [
      [11, 5_000],
      [12, 90_000],
      [13, 20_000],
    ] as const)
      await wallet.take({ key: `${id}`, personId: id, amount, actor: 'owner', note: null });
    const first = await agents.list(0, 2, true);
    expect([first.people.map(({ id, balance }) => [id, balance]), first.more]).toEqual([
      [
        [12, -90_000],
        [13, -20_000],
      ],
      true,
    ]);
    expect((await agents.list(1, 2, true)).people.map(({ id }) => id)).toEqual([11]);
    expect(await agents.owed()).toBe(115_000);
  });
});
