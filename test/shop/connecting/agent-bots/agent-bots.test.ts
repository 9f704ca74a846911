import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createSeal } from '#shop/base/seal.ts';
import { createAgentBots } from '#shop/connecting/agent-bots/agent-bots.ts';
import { ownerId, useDatabase } from '#test/support/shop.ts';

const shop = useDatabase('sqlite');
const agentId = 7;

test('after the installation got another BOT_TOKEN, a bot that is connected again has a passphrase again', async () => {
  const { db } = shop.database;
  const agent = { id: agentId, name: 'Agent', role: 'agent', language: 'en', created_at: 1, seen_at: 1, unit: 'rial' };
  await db
    .insertInto('people')
    .values(agent as never)
    .execute();
  const botsOf = (secret: string) => {
    const seal = createSeal(secret);
    const bots = createAgentBots({
      database: shop.database,
      audit: createAudit({ database: shop.database, now: () => 1 }),
      people: { isOwner: (id) => id === ownerId },
      mostBots: 3,
      seal,
      agentBotsDue: createSignal(),
      now: () => 1,
      randomBytes,
    });
    const connect = (token: string) =>
      bots.connect(agentId, { id: 55, username: 'shop_bot', isManaged: false, token: seal.close(token) });
    return { ...bots, connect };
  };
  const first = botsOf('first');
  await first.allow(ownerId, agentId, true);
  expect(await first.connect('55:token')).toMatchObject({ ok: true });
  const passphrase = await first.passphraseOf(agentId);
  expect(passphrase).toHaveLength(24);
  expect(await first.connect('55:another')).toMatchObject({ ok: true });
  expect(await first.passphraseOf(agentId)).toBe(passphrase);

  const later = botsOf('second');
  expect(await later.passphraseOf(agentId)).toBeNull();
  expect(await later.connect('55:another')).toMatchObject({ ok: true });
  expect(await later.passphraseOf(agentId)).toHaveLength(24);
});
