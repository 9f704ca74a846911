import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ownerLinkPrefix } from '#bot/people/home/invitations.ts';
import { createOwnerLink, removeOwner } from '#shop/people/people/owner-links.ts';
import { look, makeAgent, meetOwner, trailOf } from '#test/support/agents.ts';
import { choose, forge, greet, says, tap } from '#test/support/buyer.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { install } from '#test/support/installations.ts';
import { journeyLanguages, long, sampledDatabases } from '#test/support/length.ts';
import { createWorld, type World } from '#test/support/world.ts';

const minute = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

/** As the command on the server makes it. */
const makeLink = (one: World): Promise<string> =>
  look(one, async ({ db }) => {
    const code = await createOwnerLink(db, { now: one.now(), randomBytes });
    return `https://t.me/sharj_bot?start=${ownerLinkPrefix}${code}`;
  });

describe.each(journeyLanguages)('the one-time link of an owner, in %s', (language) => {
  const t = (key: string) => says(language, key);

  test('its opener runs the shop at once: the desk, purchases without a limit, alerts; also after a restart', async () => {
    const owner = await meetOwner(world, language);
    const opener = await greet(world, { language, wallet: 0 });
    await opener.open(await makeLink(world));
    expect(opener.last().text).toContain(t('owner-joined'));
    await owner.sees((shown) => shown.text.includes(opener.first_name) && shown.text.includes(String(opener.id)));
    expect(await trailOf(world, opener)).toMatchObject([{ action: 'become-owner', actorId: opener.id }]);
    await choose(opener, '989121234567');
    await tap(opener, { to: 'confirm' });
    await opener.sees(t('state-delivered'));
    await world.stopBot();
    await world.startBot();
    await forge(opener, { to: 'menu' });
    expect(opener.last().text).toContain(t('desk-title'));
    // They hear of the next one, as those of the settings do.
    const next = await greet(world, { language, wallet: 0 });
    await next.open(await makeLink(world));
    await opener.sees((shown) => shown.text.includes(next.first_name));
  });

  test('it works once, for an hour, until a newer one is made; an owner does not use it up', async () => {
    const owner = await meetOwner(world, language);
    const [one, two] = [await greet(world, { language }), await greet(world, { language })];
    const refused = async (link: string) => {
      await two.open(link);
      expect(two.last().text).toContain(t('failure-invite-invalid'));
      await forge(two, { to: 'menu' });
      expect(two.last().text).toBe(t('failure-not-allowed'));
    };
    const replaced = await makeLink(world);
    const used = await makeLink(world);
    await refused(replaced);
    await owner.open(used);
    expect(owner.last().text).toContain(t('owner-link-own'));
    await one.open(used);
    expect(one.last().text).toContain(t('owner-joined'));
    await refused(used);
    await one.open(used);
    expect(one.last().text).toContain(t('owner-link-own'));
    const late = await makeLink(world);
    world.pass(60 * minute);
    await refused(late);
    await refused(`https://t.me/sharj_bot?start=${ownerLinkPrefix}`);
    // What is stored opens nothing.
    const [stored] = await look(world, ({ db }) => db.selectFrom('owner_links').select('hash').execute());
    await refused(`https://t.me/sharj_bot?start=${ownerLinkPrefix}${stored?.hash.slice(0, 40)}`);
  });

  test('of two who open it at once one becomes an owner', async () => {
    const link = await makeLink(world);
    const both = [await greet(world, { language }), await greet(world, { language })];
    await Promise.all(both.map((one) => one.open(link)));
    const texts = both.map((one) => one.last().text);
    expect(texts.filter((text) => text.includes(t('owner-joined')))).toHaveLength(1);
    expect(texts.filter((text) => text.includes(t('failure-invite-invalid')))).toHaveLength(1);
  });

  test('a blocked person cannot open it; an agent can, and is an agent again when removed', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { owner, language, limit: 500_000 });
    const link = await makeLink(world);
    const setPaused = (paused_why: string | null) =>
      look(world, ({ db }) => db.updateTable('people').set({ paused_why }).where('id', '=', agent.id).execute());
    await setPaused('because');
    await agent.open(link);
    await forge(agent, { to: 'menu' });
    expect(agent.last().text).not.toContain(t('desk-title'));
    await setPaused(null);
    await agent.open(link);
    expect(agent.last().text).toContain(t('owner-joined'));
    await forge(agent, { to: 'menu' });
    expect(agent.last().text).toContain(t('desk-title'));
    expect(await look(world, (database) => removeOwner(database, agent.id, world.now))).toBe(true);
    expect((await trailOf(world, agent)).map(({ action }) => action)).toContain('remove-owner');
    await agent.open(link);
    expect(agent.last().text).toContain(t('failure-invite-invalid'));
    await forge(agent, { to: 'menu' });
    expect(agent.last().text).toBe(t('failure-not-allowed'));
    const row = await look(world, ({ db }) =>
      db.selectFrom('people').select('role').where('id', '=', agent.id).executeTakeFirst(),
    );
    expect(row?.role).toBe('agent');
  });
});

if (long)
  test('another process honours the new owner with the next press', async () => {
    const { world: fleet, start, close } = await install({ database: 'postgres', intake: 'webhook', processes: 2 });
    onTestFinished(close);
    await start();
    const opener = await greet(fleet, { language: 'en', wallet: 0 });
    await opener.open(await makeLink(fleet));
    for (let presses = 0; presses < 6; presses += 1) {
      await forge(opener, { to: 'menu' });
      expect(opener.last().text).toContain(says('en', 'desk-title'));
    }
  });

test.each(sampledDatabases())('without OWNER_IDS the first owner comes by the link, on %s', async (kind) => {
  const shop = await createWorld({ products: 120, config: { ownerIds: [] }, database: await makeDatabase(kind) });
  const first = await greet(shop, { language: 'fa', wallet: 0 });
  await first.open(await makeLink(shop));
  await forge(first, { to: 'menu' });
  expect(first.last().text).toContain(says('fa', 'desk-title'));
  await shop.close();
});

test.each(sampledDatabases())('who was blocked and is in OWNER_IDS now runs the shop and buys, on %s', async (kind) => {
  const shop = await createWorld({ products: 120, database: await makeDatabase(kind) });
  const owner = await meetOwner(shop);
  const heir = await greet(shop, { wallet: 0 });
  await forge(owner, { to: 'askPause', person: heir.id });
  await owner.type('a quarrel');
  await shop.stopBot();
  await shop.startBot({ ownerIds: [heir.id] });
  await forge(heir, { to: 'menu' });
  expect(heir.last().text).toContain(says('en', 'desk-title'));
  await choose(heir, '989121234567');
  await tap(heir, { to: 'confirm' });
  await heir.sees(says('en', 'state-delivered'));
  await shop.close();
});
