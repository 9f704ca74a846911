import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentShop, fileBeside, readAgentShops } from '#app/agent-shops.ts';
import { backUp, restore } from '#app/archives.ts';
import { runOperatorCommand } from '#app/operator/commands.ts';
import type { OperatorCommand } from '#app/operator/names.ts';
import type { DatabaseSettings, Queries } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { inBot, makeAgentBot, makeCustomer } from '#test/support/agent-bots.ts';
import { meetOwner } from '#test/support/agents.ts';
import { says } from '#test/support/buyer.ts';
import { connect, databaseKinds, makeDatabase } from '#test/support/databases.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, type World } from '#test/support/world.ts';
import { settingsOf } from '#test/support/world-settings.ts';

const passphrase = 'a passphrase for tests';

describe.each(databaseKinds)("the operator's commands and agents' shops on %s", (kind) => {
  let world: World;
  let port: number;
  let folder: string;
  let shop: AgentShop;
  let made: Awaited<ReturnType<typeof makeAgentBot>>;
  beforeAll(async () => {
    port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'sharj-shops-'));
    const database = await makeDatabase(kind);
    world = await createWorld({
      ...{ products: 120, database, config: { port, agentBots: 3 } },
      pace: { agentBotsMs: 100 },
    });
    made = await makeAgentBot(world, await meetOwner(world));
    await makeCustomer(world, made, 81_001);
    const [first] = await readAgentShops(database.settings);
    if (!first) throw new Error('There is no shop.');
    shop = first;
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  const configWith = (changes: Readonly<Record<string, string>> = {}) =>
    settingsOf(world, port, { BACKUP_PASSPHRASE: passphrase, LOG_LEVEL: 'silent', ...changes });

  async function run(command: OperatorCommand, ...words: readonly string[]): Promise<string> {
    const outcome = await runOperatorCommand(command, configWith(), words);
    return outcome.ok ? outcome.value : outcome.error;
  }

  async function inDatabase<T>(settings: DatabaseSettings, work: (db: Queries) => Promise<T>): Promise<T> {
    const db = connect<Tables>(settings);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  const peopleIn = async (settings: DatabaseSettings): Promise<number[]> =>
    inDatabase(settings, async (db) =>
      (await db.selectFrom('people').select('id').orderBy('id').execute()).map(({ id }) => Number(id)),
    );

  test('status names each bot with its agent and open work, and metrics name its shop', async () => {
    const { username } = made.bot.user;
    const lines = (await run('status')).split('\n');
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe(`@${username} (${made.agent.first_name}): runs; waiting updates 0, open orders 0`);
    expect(JSON.parse(await run('status', '--json'))).toMatchObject({
      agentBots: [
        { shop: shop.slug, username, running: true, selling: true, problem: null, database: 'ok', openOrders: 0 },
      ],
    });
    expect(await run('status', '--lang', 'fa')).toContain(`@${username}`);
    expect(await run('check', '--only', 'agent-bots')).toBe("✓ agents' bots: ok");
    const metrics = await (await fetch(`${world.url()}/metrics`)).text();
    expect(metrics).toContain(`sharj_shop_up{shop="${shop.slug}",bot="${username}"} 1`);
    expect(metrics).toContain(`sharj_shop_orders_open{shop="${shop.slug}",bot="${username}"} 0`);
  });

  test('check reports the problem of an agent’s bot', async () => {
    const problem = (value: 'token-refused' | null) =>
      inDatabase(world.database.settings, (db) => db.updateTable('agent_bots').set({ problem: value }).execute());
    await problem('token-refused');
    // The parent's database knows it even while nothing runs.
    port = await freePort();
    const text = await run('check', '--only', 'agent-bots');
    expect(text).toContain(`@${made.bot.user.username} (${made.agent.first_name}): Telegram refuses its token`);
    expect(await run('check', '--only', 'agent-bots', '--lang', 'fa')).toContain('تلگرام توکن آن را نمی‌پذیرد');
    expect(await run('status')).toContain('Telegram refuses its token');
    await problem(null);
    expect(await run('check', '--only', 'agent-bots')).toBe("✓ agents' bots: ok");
  });

  test('a backup covers all shops, and a failing shop does not hide the others', async () => {
    const file = join(folder, 'backup.sharj');
    const written = await backUp(configWith(), [file]);
    if (!written.ok) throw new Error(written.error);
    const [own, other] = written.value.split('\n');
    expect(own).toMatch(/^Written to \S+backup\.sharj: release/);
    expect(other).toContain(`@${made.bot.user.username}, ${made.agent.first_name} (${shop.slug}): Written to`);
    expect(await readdir(folder)).toEqual([`backup-${shop.slug}.sharj`, 'backup.sharj']);

    await writeFile(fileBeside(join(folder, 'second.sharj'), shop.slug), '');
    const half = await backUp(configWith(), [join(folder, 'second.sharj')]);
    expect(half.ok ? '' : half.error).toMatch(/^Written to \S+second\.sharj:.*\n@.*never overwrites one/);
    for (const name of ['second.sharj', `second-${shop.slug}.sharj`]) await rm(join(folder, name));
    if (kind === 'sqlite') {
      expect(await backUp(configWith(), [join(folder, 'copy.db')])).toMatchObject({ ok: true });
      for (const name of ['copy.db', `copy-${shop.slug}.db`]) await rm(join(folder, name));
    }
  });

  test('the operator restores one shop or all of them, and each bot goes on with its own data', async () => {
    const file = join(folder, 'backup.sharj');
    const parent = world.database.settings;
    const before = [await peopleIn(parent), await peopleIn(shop.database)];
    const mark = await run('mark');
    await makeCustomer(world, made, 81_002);
    await world.grant(made.agent.id, 1);
    expect(await run('mark')).not.toBe(mark);
    await world.stopBot();
    const inParent = async () => {
      const { rows } = await inDatabase(parent, async (db) => ({
        rows: await db.selectFrom('ledger').select('id').execute(),
      }));
      return rows.length;
    };
    const moved = await inParent();

    // Restoring only the parent keeps what has come into the agent's shop since.
    expect(await restore(configWith(), ['--replace', '--complete', file])).toMatchObject({ ok: true });
    expect(await inParent()).toBe(moved - 1);
    expect(await peopleIn(shop.database)).toContain(81_002);

    // Restoring only the agent's shop keeps the parent.
    const beside = fileBeside(file, shop.slug);
    await world.grant(made.agent.id, 1);
    expect(await restore(configWith(), ['--shop', shop.slug, beside])).toMatchObject({
      ok: false,
      error: expect.stringContaining('not empty'),
    });
    const restored = await restore(configWith(), ['--replace', '--shop', shop.slug, beside]);
    expect(restored.ok && restored.value).toContain('starts paused');
    expect(await peopleIn(shop.database)).toEqual(before[1]);
    expect(await inParent()).toBe(moved);
    const unknown = await restore(configWith(), ['--replace', '--shop', '0123456789', beside]);
    expect(unknown).toMatchObject({ ok: false, error: expect.stringContaining("no agent's shop 0123456789") });

    // Restoring all is what happens after a failed update.
    await writeFile(fileBeside(join(folder, 'others.sharj'), shop.slug), 'beside another one');
    expect(await restore(configWith(), ['--check', '--all', file])).toMatchObject({ ok: true });
    expect(await restore(configWith(), ['--replace', '--complete', '--all', file])).toMatchObject({ ok: true });
    expect(await run('mark')).toBe(mark);
    expect([await peopleIn(parent), await peopleIn(shop.database)]).toEqual(before);
    expect(await run('fits')).toBe('This release can use the database.');

    await world.startBot();
    const customer = inBot(world.telegram.person({ id: 81_001, first_name: 'Customer 81001' }), made.bot);
    await customer.type('/wallet');
    await customer.sees(says('en', 'wallet-title').slice(0, 5));
  });
});
