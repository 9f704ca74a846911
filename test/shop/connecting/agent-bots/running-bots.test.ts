import { describe, expect, test } from 'vitest';
import { createAlerts } from '#shop/base/alerts/alerts.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createSeal } from '#shop/base/seal.ts';
import { createRunningBots } from '#shop/connecting/agent-bots/running-bots.ts';
import { ownerId, useDatabase } from '#test/support/shop.ts';

describe.each(['sqlite', 'postgres'] as const)('running bots on %s', (kind) => {
  const shop = useDatabase(kind);

  test('what two saw at the same moment is told once, and told again after it was well', async () => {
    const { db } = shop.database;
    const seal = createSeal('123456:the installation');
    const agent = { id: 7, name: 'Agent', role: 'agent', language: 'en', created_at: 1, seen_at: 1, unit: 'rial' };
    const bot = { person_id: 7, slug: 'a', bot_id: 55, username: 'shop_bot', token: seal.close('55:x'), allowed_at: 1 };
    await db
      .insertInto('people')
      .values(agent as never)
      .execute();
    await db
      .insertInto('agent_bots')
      .values(bot as never)
      .execute();
    let time = 1;
    const now = () => time++;
    const bots = createRunningBots({
      database: shop.database,
      alerts: createAlerts({ ownerIds: [ownerId], now }),
      alertsDue: createSignal(),
      mostBots: 3,
      seal,
      now,
    });
    const [wanted] = await bots.wanted();
    if (!wanted) throw new Error('It is wanted.');
    const told = async () => (await db.selectFrom('alerts').selectAll().execute()).length;
    for (const [problem, count] of [
      ['token-refused', 2],
      [null, 4],
      ['conflict', 6],
    ] as const) {
      await Promise.all([1, 2, 3, 4].map(() => bots.noteProblem(wanted, problem)));
      expect(await told()).toBe(count);
    }
    await db
      .updateTable('agent_bots')
      .set({ token: seal.close('55:y') })
      .execute();
    await bots.noteProblem(wanted, 'token-refused');
    expect(await told()).toBe(6);
  });
});
