import { describe, expect, test } from 'vitest';
import { databaseKinds } from '#test/support/databases.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('joining while writes fail on %s', (kind) => {
  const writes = createFaultyWrites();
  const place = useDatabase(kind, { wrap: writes.wrap });

  test('whichever it is: a new agent is alerted once, and only then', async () => {
    const world = await openWorld(place.database);
    const { agents, people } = world.shop;
    async function join(id: number, at: number, when: 'before' | 'after'): Promise<number> {
      await people.loadOrCreate({ id, name: `Person ${id}`, language: 'en' });
      const invite = await agents.invite(`message:${id}`, ownerId, 5_000);
      if (!invite.ok) throw new Error(invite.error.code);
      const { code } = invite.value;
      const told = () => world.alerts.filter((alert) => alert.kind === 'agent-joined' && alert.personId === id).length;
      writes.breakAfter(at, when);
      await agents.join(code, id).catch(() => null);
      const seen = writes.seen();
      const made = (await people.find(id))?.role === 'agent';
      await world.alertWorker.runOnce();
      expect(told(), `${when} ${at}`).toBe(made ? 1 : 0);
      // The person tries again.
      expect(await agents.join(code, id)).toMatchObject({ ok: true });
      await world.alertWorker.runOnce();
      expect(told(), `${when} ${at}`).toBe(1);
      return seen;
    }
    const total = await join(1_000, Number.POSITIVE_INFINITY, 'before');
    expect(total).toBeGreaterThan(6);
    for (let at = 0; at < total; at += 1)
      for (const [nth, when] of (['before', 'after'] as const).entries()) await join(2_000 + at * 2 + nth, at, when);
  });
});

describe.each(databaseKinds)('a first contact while writes fail on %s', (kind) => {
  const writes = createFaultyWrites();
  const place = useDatabase(kind, { wrap: writes.wrap });

  test('whichever it is: the link counts when the update is handled again, once', async () => {
    const { shop } = await openWorld(place.database);
    await shop.people.loadOrCreate({ id: 900, name: 'Ali', language: 'en' });
    const referralCode = await shop.referrals.link(900);
    async function meet(id: number, at: number, when: 'before' | 'after'): Promise<number> {
      const newcomer = { id, name: `Person ${id}`, language: 'en', referralCode } as const;
      const before = (await shop.referrals.summary(900)).people;
      writes.breakAfter(at, when);
      await shop.people.loadOrCreate(newcomer).catch(() => null);
      const seen = writes.seen();
      await shop.people.loadOrCreate(newcomer);
      expect((await shop.referrals.summary(900)).people, `${when} ${at}`).toBe(before + 1);
      return seen;
    }
    const total = await meet(1_000, Number.POSITIVE_INFINITY, 'before');
    expect(total).toBeGreaterThan(4);
    for (let at = 0; at < total; at += 1)
      for (const [nth, when] of (['before', 'after'] as const).entries()) await meet(2_000 + at * 2 + nth, at, when);
  });
});
