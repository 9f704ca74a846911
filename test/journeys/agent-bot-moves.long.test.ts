import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Person, Shown } from '@sharj/local-telegram';
import type { Kysely } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readAgentShops } from '#app/agent-shops.ts';
import { restore } from '#app/archives.ts';
import { startBot } from '#app/bot.ts';
import { type BotConfig, readConfig } from '#config/config.ts';
import { createLog } from '#log.ts';
import { checkArchive } from '#storage/archive/archive.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { pauseSwitches } from '#storage/switches.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { makeAgentBot, makeCustomer } from '#test/support/agent-bots.ts';
import { meetOwner, stayAwake, walletOf } from '#test/support/agents.ts';
import { find, forge, keysOn, leadsTo, says, shopSays, tap, topUp } from '#test/support/buyer.ts';
import { connect, databaseKinds, makeDatabase, makeEmptyDatabase } from '#test/support/databases.ts';
import { download } from '#test/support/downloads.ts';
import { freePort } from '#test/support/free-port.ts';
import { begins } from '#test/support/payments.ts';
import { createWorld } from '#test/support/world.ts';

const mobiles = ['989120000001', '989120000002', '989120000003'] as const;
const granted = 1_000_000;
const pace = { everyMs: 50, idleMs: 50, polling: { pauseMs: 20, longestPauseMs: 200 } };
const isFile = ({ media }: Shown) => media === 'document';

async function confirm(customer: Person, mobile: string): Promise<void> {
  const since = customer.mark();
  await forge(customer, { to: 'product', id: topUp.id, mobile });
  await customer.sees(leadsTo('confirm'), { since });
  await tap(customer, { to: 'confirm' });
}

async function bought(customer: Person, mobile: string): Promise<void> {
  const since = customer.mark();
  await confirm(customer, mobile);
  await customer.sees(leadsTo('again'), { since });
}

async function read<Rows>(settings: DatabaseSettings, query: (db: Kysely<Tables>) => Promise<Rows>): Promise<Rows> {
  const db = connect<Tables>(settings);
  try {
    return await query(db);
  } finally {
    await db.destroy();
  }
}

const ordersIn = (settings: DatabaseSettings) =>
  read(settings, (db) =>
    db
      .selectFrom('orders')
      .select(['mobile', 'state', 'idempotency_key as key'])
      .where('confirmed_at', 'is not', null)
      .orderBy('mobile')
      .execute(),
  );

const pausesIn = (settings: DatabaseSettings) =>
  read(settings, (db) =>
    db.selectFrom('switches').select('name').where('name', 'in', Object.values(pauseSwitches)).execute(),
  );

const walletsIn = (settings: DatabaseSettings, people: readonly Person[]) =>
  read(settings, (db) =>
    db
      .selectFrom('wallets')
      .select(['person_id', 'balance', 'held'])
      .where(
        'person_id',
        'in',
        people.map(({ id }) => id),
      )
      .orderBy('person_id')
      .execute(),
  );

describe.each(databaseKinds)("an agent's shop leaves a server with %s", (kind) => {
  const other = databaseKinds.find((one) => one !== kind) ?? kind;

  test('and is the same shop on a server of its own: nothing is lost, nothing is bought twice', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sharj-moves-'));
    const directory = join(folder, 'backups');
    const world = await createWorld({
      products: 120,
      database: await makeDatabase(kind),
      // The agents' shops are backed up although this one is not.
      config: {
        agentBots: 3,
        api: true,
        agentBackups: { directory, hour: 4, everyHours: null, keepDays: 14, isFirstPlanned: true },
      },
      pace: { agentBotsMs: 100 },
    });
    const copy = await makeEmptyDatabase(other);
    onTestFinished(async () => {
      await world.close();
      await copy.remove();
      await rm(folder, { recursive: true });
    });
    const owner = await meetOwner(world);
    const made = await makeAgentBot(world, owner);
    const { agent, own, bot } = made;
    await stayAwake(own);
    const [shop] = await readAgentShops(world.database.settings);
    if (!shop) throw new Error('There is no shop.');
    const first = await makeCustomer(world, made, 82_001);
    const second = await makeCustomer(world, made, 82_002);
    const { balance } = await walletOf(world, agent);
    await bought(first, mobiles[0]);

    // Sold by the gateway, which does not say so.
    await world.fault('purchase', '500');
    await confirm(second, mobiles[1]);
    await expect.poll(() => ordersIn(world.database.settings)).toMatchObject([{}, { state: 'unsure' }]);
    await forge(owner, { to: 'pauseAgentBot', person: agent.id });

    // No file came by itself so far. The agent asks for a backup in the bot, and gets it there.
    await own.sees(shopSays('en', 'alert-token-refused').slice(0, 20));
    expect(own.messages().filter(isFile)).toEqual([]);
    const since = own.mark();
    await forge(own, { to: 'backup' });
    await own.sees(leadsTo('backUp'), { since });
    const { message: asked } = find(own, { to: 'backUp' });
    await tap(own, { to: 'backUp' });
    const [, end = ''] = says('en', 'backup-done', { time: '|', size: '|', rows: '|' }).split('|').slice(-2);
    await own.sees((shown) => shown.id === asked && shown.text.includes(end));
    const document = own.messages().findLast(isFile);
    if (!document) throw new Error('There is no file.');
    expect(agent.messages().filter(isFile)).toEqual([]);
    expect(await readdir(directory)).toEqual([shop.slug]);
    const archive = join(folder, 'shop.sharj');
    await writeFile(archive, await download(world, document, bot.token));
    await forge(agent, { to: 'ownPassphrase' });
    const passphrase = /(?<![\w-])[\w-]{24}(?![\w-])/.exec(agent.last().text)?.[0] ?? '';
    expect((await checkArchive([archive], passphrase)).rows).toBeGreaterThan(10);
    const [, open] = await ordersIn(shop.database);

    // The agent takes the bot away, and gets a token for the API instead.
    await forge(agent, { to: 'removeOwnBot' });
    // The archive still needs it.
    expect(keysOn(agent.last()).map(({ press }) => press.to)).toContain('ownPassphrase');
    await forge(owner, { to: 'allowApi', person: agent.id });
    await agent.sees(begins('en', 'notice-api-allowed'));
    await forge(agent, { to: 'askNewApiToken' });
    await agent.type('Server');
    const token = /sharj_[0-9a-f]{12}_[\w-]{43}/.exec(agent.last().text)?.[0] ?? '';
    const { settings } = copy;
    const config = readConfig({
      BOT_TOKEN: bot.token,
      BOT_API_ROOT: world.telegram.url,
      GATEWAY_URL: world.url(),
      GATEWAY_TOKEN: token,
      OWNER_IDS: String(agent.id),
      PORT: String(await freePort()),
      DATABASE_URL: settings.kind === 'sqlite' ? `sqlite:${settings.file}` : settings.url,
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_DIR: join(folder, 'new'),
      LOG_LEVEL: 'silent',
    });
    if (!config.ok || config.value.mode !== 'bot') throw new Error(JSON.stringify(config));
    expect(await restore(config.value, [archive])).toMatchObject({ ok: true });
    const moved: BotConfig = config.value;
    const logged: string[] = [];
    const log = createLog('info', { write: (line) => void logged.push(line) });
    const running = await startBot(moved, { log, timings: pace });
    onTestFinished(() => running.stop());

    await own.sees(says('en', 'alert-restored', { time: '|' }).split('|')[1] ?? '');
    await forge(own, { to: 'resumeSelling' });
    await world.fault('purchase', null);
    await second.sees(leadsTo('again'));
    // The bot that was removed may have shown it: it had asked before. The new server's own books decide.
    await expect.poll(() => ordersIn(settings)).toMatchObject([{}, { ...open, state: 'delivered' }]);
    // The refusal came with the archive; a look at the account, after that purchase, ends it.
    await expect.poll(() => pausesIn(settings)).toEqual([]);

    await bought(first, mobiles[2]);
    expect((await world.sales()).map(({ mobile }) => mobile)).toEqual(mobiles);
    expect((await walletOf(world, agent)).balance).toBe(balance - 3 * topUp.total);
    expect(await walletsIn(settings, [first, second])).toEqual([
      { person_id: first.id, balance: granted - 2 * topUp.total, held: 0 },
      { person_id: second.id, balance: granted - topUp.total, held: 0 },
    ]);
    expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
