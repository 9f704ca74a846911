import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invite, look, meetOwner } from '#test/support/agents.ts';
import { choose, find, forge, greet, languages, says } from '#test/support/buyer.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

const roleOf = (id: number) =>
  look(world, async ({ db }) => {
    const row = await db.selectFrom('people').select('role').where('id', '=', id).executeTakeFirst();
    return row?.role;
  });

describe.each(languages)('a stranger who guesses, in %s', (language) => {
  test('is refused for codes similar to an invitation, which stays valid', async () => {
    const link = await invite(await meetOwner(world, language), 1_000_000);
    const [, start = '', code = ''] = /\?start=(\D+?_?)([\w-]{22})$/.exec(link) ?? [];
    expect(code).toHaveLength(22);
    const other = code.startsWith('A') ? 'B' : 'A';
    const guesses = [
      other + code.slice(1),
      code.slice(0, -1),
      `${code}A`,
      code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase(),
      [...code].reverse().join(''),
      '%',
      '_'.repeat(22),
      `${code.slice(0, 21)}_`,
      `${code}' OR '1'='1`,
      '',
      '__proto__',
    ].filter((guess) => guess !== code);
    const mallory = await greet(world, { language, wallet: 0 });
    for (const guess of guesses) {
      await mallory.type(`/start ${start}${guess}`);
      expect(
        [says(language, 'failure-invite-invalid'), says(language, 'home-title')].some((said) =>
          mallory.last().text.includes(said),
        ),
      ).toBe(true);
    }
    expect(await roleOf(mallory.id)).toBe('customer');
    const agent = await greet(world, { language, wallet: 0 });
    await agent.open(link);
    expect(await roleOf(agent.id)).toBe('agent');
  });

  test('gets the same answer for another person’s order code and for an unknown one', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, '989121234567');
    expect(find(buyer, { to: 'confirm' }).press.to).toBe('confirm');
    const [code = ''] = await look(world, async ({ db }) => {
      const rows = await db.selectFrom('orders').select('webservice_code').where('buyer_id', '=', buyer.id).execute();
      return rows.map((row) => row.webservice_code);
    });
    const mallory = await greet(world, { language, wallet: 0 });
    const answerTo = async (text: string) => {
      await forge(mallory, { to: 'menu' });
      await mallory.type(text);
      const { text: said, buttons } = mallory.last();
      return JSON.stringify({ said, buttons });
    };
    const last = code.slice(-1);
    const never = code.slice(0, -1) + (/\d/.test(last) ? (Number(last) + 1) % 10 : last === 'X' ? 'Y' : 'X');
    expect(await answerTo(code)).toBe(await answerTo(never));
  });
});
