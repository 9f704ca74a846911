import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createApiAccess } from '#shop/connecting/reselling/api-access.ts';
import { createApiTokens, tokenStart, withoutTokens } from '#shop/connecting/reselling/api-tokens.ts';
import { agent, openAgentWorld } from '#test/shop/money/settlement/agent.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { ownerId, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('the secret of a token, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const { database } = place;
    await openAgentWorld(database, { graceDays: 3 });
    const people = { isOwner: (id: number) => id === ownerId };
    const parts = { database, people, audit: createAudit({ database, now: Date.now }), now: Date.now, randomBytes };
    const apiAccess = createApiAccess({ ...parts, isApiOn: true });
    await apiAccess.allow(ownerId, agent, true);
    const apiTokens = createApiTokens({ ...parts, apiAccess });
    const worksFor = async (token: string) => (await apiTokens.authenticate(token, '192.0.2.1'))?.personId ?? null;
    return { apiTokens, worksFor };
  }
  const okOf = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T =>
    result.ok ? result.value : expect.fail(JSON.stringify(result.error));

  test('an update that is handled again makes no second token, and does not end the first', async () => {
    const { apiTokens, worksFor } = await open();
    const { token } = okOf(await apiTokens.create(agent, 'Site', 'message:1'));
    expect(await apiTokens.create(agent, 'Site', 'message:1')).toEqual({
      ok: false,
      error: { code: 'api-token-unseen' },
    });
    expect(await worksFor(token)).toBe(agent);
    expect(await apiTokens.list(agent)).toHaveLength(1);
    okOf(await apiTokens.create(agent, 'Site', 'message:2'));
    expect(await apiTokens.list(agent)).toHaveLength(2);
  });

  test('is replaced once by each version that was seen, also when pressed twice at once', async () => {
    const { apiTokens, worksFor } = await open();
    const { id, token } = okOf(await apiTokens.create(agent, 'Site'));
    const version = (await apiTokens.find(agent, id))?.version;
    const replaced = await Promise.all([1, 2].map(() => apiTokens.replace(agent, id, version)));
    const [issued, ...more] = replaced.flatMap((one) => (one.ok ? [one.value.token] : []));
    expect(more).toEqual([]);
    expect([await worksFor(token), await worksFor(issued ?? '')]).toEqual([null, agent]);
    expect((await apiTokens.find(agent, id))?.version).not.toBe(version);
    expect((await apiTokens.replace(agent, id, version)).ok).toBe(false);
    expect(await worksFor(issued ?? '')).toBe(agent);
  });

  test('is nowhere in a text that may be stored; its beginning and the length stay', async () => {
    const { apiTokens } = await open();
    const tokens = [okOf(await apiTokens.create(agent, 'A')), okOf(await apiTokens.create(agent, 'B'))];
    const text = JSON.stringify({ text: `«${tokens[0]?.token}»`, copy_text: { text: tokens[1]?.token } });
    const masked = withoutTokens(text);
    expect(masked).toHaveLength(text.length);
    for (const { id, token } of tokens) {
      expect(masked).toContain(tokenStart(id));
      expect(masked).not.toContain(token.slice(-43));
    }
    expect(JSON.parse(masked)).toBeTypeOf('object');
  });
});
