import { execFile, execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  type Dirent,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileBeside } from '#app/agent-shops.ts';
import { makeRelease, writeSum } from '#deploy/release/release.ts';
import { type TarEntry, writeTarball } from '#deploy/release/tar.ts';
import { backupSqlite } from '#storage/backup.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { startBalancer } from '#test/replicas/balancer.ts';
import { forge, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { createChance } from '#test/support/chance.ts';
import { connect, makeEmptyDatabase } from '#test/support/databases.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, gatewayToken, type World } from '#test/support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'sharj-release-'));
const passphrase = "it's a long passphrase";
let purchases = 0;
const mounted: string[] = [];
const stops: (() => Promise<Ended> | null)[] = [];
let unpackedAt = 0;

let world: World;
let released: string;
/** The version of the release under test. */
let built: string;
let unpacked: string;
const path = '/usr/sbin:/usr/bin:/sbin:/bin';
/**
 * A root made from Debian packages (`debootstrap --variant=minbase`), for those who are root: each server is a copy of it,
 * without Node and libatomic, with a user of its own for the bot. Absent: an empty folder on this system.
 */
const debian = process.env.TEST_DEBIAN_ROOT;

interface Ended {
  readonly code: number;
  readonly text: string;
}

/** `input` is what a person types, line by line. */
function runIn({ input = '', ...env }: Record<string, string>, file: string, ...words: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  // Runs as an administrator whose files others cannot read.
  const started = ['-c', 'umask 077; exec "$@"', 'sh', file, ...words];
  const { stdin } = execFile(
    '/bin/sh',
    started,
    // The folder has the .env of another project.
    { env: { PATH: path, LANG: 'C', ...env }, cwd: folder },
    (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, text: stdout + stderr });
    },
  );
  stdin?.end(input);
  return promise;
}

/** One server with a root of its own, and the command in it. */
async function createServerRoot(name: string, more: Readonly<Record<string, string>> = {}) {
  const root = join(folder, name);
  const port = await freePort();
  if (debian) {
    execFileSync('cp', ['-a', debian, root]);
    execFileSync('cp', ['-a', unpacked, join(root, 'root')]);
    execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
    mounted.push(join(root, 'proc'));
    writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  }
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  const env: Record<string, string> = debian ? {} : { SHARJ_ROOT: root, SHARJ_USER: user };
  const run = (given: Record<string, string>, file: string, words: readonly string[]) =>
    debian ? runIn(given, 'chroot', root, file, ...words) : runIn(given, file, ...words);
  const installer = debian ? `/root/${basename(unpacked)}/install.sh` : join(unpacked, 'install.sh');
  const command = debian ? '/usr/local/bin/sharj' : join(root, 'usr/local/bin/sharj');
  const settings = {
    BOT_TOKEN: world.telegram.token,
    BOT_API_ROOT: world.telegram.url,
    GATEWAY_URL: world.sandbox.url,
    GATEWAY_TOKEN: gatewayToken,
    GATEWAY_OPERATOR_NAMES: 'operator1,operator2,operator3,operator4,operator5',
    BACKUP_PASSPHRASE: passphrase,
    PORT: String(port),
    ...more,
  };
  const patience = { SHARJ_READY_SECONDS: '20' };
  const sharj = (...words: readonly string[]) => run(patience, command, words);
  stops.push(() => (existsSync(join(root, 'opt/sharj/current')) ? sharj('stop') : null));
  /** The path of a file on this server, as the server names it and as we do. */
  const place = (file: string): readonly [string, string] =>
    debian ? [`/root/${file}`, join(root, 'root', file)] : [join(folder, file), join(folder, file)];
  return {
    root,
    port,
    sharj,
    place,
    /** Runs in a terminal that closes while the command waits for the bot to stop. */
    sharjHungUp: (...words: readonly string[]) => {
      const [named, here] = place(`${name}-hung-up`);
      mkdirSync(here);
      writeFileSync(join(here, 'sleep'), '#!/bin/sh\nkill -HUP $PPID\nexec /bin/sleep "$@"\n', { mode: 0o755 });
      return run({ ...patience, PATH: `${named}:${path}` }, command, words);
    },
    /** Runs with room only for small files. */
    sharjWithoutRoom: (...words: readonly string[]) =>
      run(patience, '/bin/sh', ['-c', 'ulimit -f 1000; exec "$@"', 'sh', command, ...words]),
    install: (...words: readonly string[]) => run({ ...env, ...settings }, installer, ['--unsigned', ...words]),
    /** Runs with a person who answers the questions. */
    installAsking: (answers: readonly string[], ...words: readonly string[]) =>
      run({ ...env, ...settings, SHARJ_ASK: 'yes', input: answers.join('\n') }, installer, ['--unsigned', ...words]),
    settings: () => readFileSync(join(root, 'etc/sharj/env'), 'utf8'),
    /** The version that a process runs. */
    releaseOf: (nth: number) => {
      const pid = readFileSync(join(root, `var/lib/sharj/sharj-${nth}.pid`), 'utf8').trim();
      return basename(dirname(dirname(readlinkSync(`/proc/${pid}/exe`))));
    },
    /** Copies the file and its sum, if any, to this server and returns its name there. */
    bring: (file: string): string => {
      if (!debian) return file;
      for (const one of [file, `${file}.sha256`])
        if (existsSync(one)) copyFileSync(one, join(root, 'root', basename(one)));
      return `/root/${basename(file)}`;
    },
    version: () => basename(readlinkSync(join(root, 'opt/sharj/current'))),
  };
}

/** Without what is behind links. */
const entriesIn = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entriesIn(join(folder, entry.name)) : [entry],
  );

/** Builds a release of another version with changed files. */
async function makeVariant(version: string, changes: Changes) {
  const name = `sharj-${version}`;
  const all = { ...changes, 'package.json': (text: string) => text.replace(`"${built}"`, `"${version}"`) };
  const entries = entriesIn(unpacked).flatMap((entry): TarEntry[] => {
    const file = join(entry.parentPath, entry.name);
    const inside = file.slice(unpacked.length + 1);
    const place = { name: `${name}/${inside}`, isExecutable: false };
    if (entry.isSymbolicLink()) return [{ ...place, read: () => Buffer.alloc(0), link: readlinkSync(file) }];
    if (!entry.isFile()) return [];
    const change = (all as Record<string, ((text: string) => string) | undefined>)[inside];
    const read = () => {
      if (!change) return readFileSync(file);
      const [before, after] = [readFileSync(file, 'utf8'), change(readFileSync(file, 'utf8'))];
      if (before === after) throw new Error(`${inside} was not changed.`);
      return Buffer.from(after);
    };
    return [{ ...place, isExecutable: (statSync(file).mode & 0o100) !== 0, read }];
  });
  const file = join(folder, `${name}-linux-${process.arch}.tar.gz`);
  await writeTarball(file, entries, { seconds: 1, level: 0 });
  await writeSum(file);
  return file;
}

type Changes = Readonly<Record<string, (text: string) => string>>;

const withMigration = (name: string, body: string) => (text: string) =>
  text.replace('  [first]:', `  '${name}': { up: async (db: Kysely<never>) => { ${body} } },\n  [first]:`);
/** Removes a column that the previous release uses. */
const contracts: Changes = {
  'src/storage/migrations.ts': withMigration(
    '999-contract-all',
    'await sql`alter table audit drop column details`.execute(db);',
  ),
};
/** Sells, but reports that it is not ready. */
const notReady: Changes = {
  'src/server/health.ts': (text) => text.replace('ready: !stopping', 'ready: false && !stopping'),
};

/** The release runs as a process of its own, so the test waits for what people see. */
async function buy(person: Person): Promise<void> {
  const before = await sold();
  purchases += 1;
  // Every sale has a number of its own: the bot would ask before a second one like it.
  const since = person.mark();
  await forge(person, { to: 'product', id: topUp.id, mobile: `98912${1_234_560 + purchases}` });
  // A backup may appear below.
  await person.sees((shown) => keysOn(shown).some(({ press }) => press.to === 'confirm'), { since });
  const confirmed = person.mark();
  await tap(person, { to: 'confirm' });
  // A process that stops on a busy machine may leave its lease behind.
  await expect.poll(sold, { timeout: 150_000 }).toBe(before + 1);
  await person.sees(says('fa', 'state-delivered'), { since: confirmed });
}

/** Opens the link that the installer printed. */
async function ownerBy({ code, text }: Ended): Promise<Person> {
  expect(code, text).toBe(0);
  const owner = world.telegram.person({ id: 77_000_001, first_name: 'Nima', language_code: 'fa' });
  const since = owner.mark();
  await owner.open(/https:\/\/t\.me\/\S+/.exec(text)?.[0] ?? '');
  await owner.sees(says('fa', 'owner-joined'), { since });
  return owner;
}

/** Adds an agent's shop with data whose bot was removed. */
async function addAgentShop(file: string, personId: number): Promise<string> {
  const slug = '0123456789';
  const db = connect<Tables>({ kind: 'sqlite', file });
  const none = { token: null, bot_id: null, username: null, managed: 0, connected_at: null, problem: null };
  const row = { ...none, person_id: personId, slug, allowed_at: 1, paused_at: null, merchants: null, passphrase: null };
  await db.insertInto('agent_bots').values(row).execute();
  await db.destroy();
  const beside = fileBeside(file, slug);
  await backupSqlite(file, beside);
  // The bot's user owns the file, like those that it makes.
  const { uid, gid } = statSync(file);
  chownSync(beside, uid, gid);
  return slug;
}

const sold = async (): Promise<number> => (await world.sales()).length;

beforeAll(async () => {
  world = await createWorld({ products: 120, start: false });
  if (process.platform !== 'linux') return;
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=mysql://another-project\n');
  ({ file: released, version: built } = await makeRelease({ into: folder, level: 1 }));
  unpackedAt = performance.now();
  execFileSync('tar', ['xzf', released, '-C', folder]);
  unpacked = join(folder, `sharj-${built}`);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await world.close();
  for (const one of mounted) execFileSync('umount', [one]);
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform !== 'linux')('a release', () => {
  test('contains what runs and none of the tests', () => {
    const inside = readdirSync(unpacked).toSorted();
    expect(inside).toEqual(
      expect.arrayContaining([
        'bin',
        'lib',
        'install.sh',
        'src',
        'packages',
        'locales',
        'licences',
        'docs',
        'Dockerfile',
      ]),
    );
    for (const name of ['test', '.git', '.ci', 'package-lock.json']) expect(inside).not.toContain(name);
    expect(existsSync(join(unpacked, 'node_modules/vitest'))).toBe(false);
    expect(existsSync(join(unpacked, 'node_modules/@sharj/wire/src/index.ts'))).toBe(true);
    expect(existsSync(join(unpacked, 'packages/wire/test'))).toBe(false);
  });

  test('is installed, sells, is updated, goes back, moves to another server and is removed', async () => {
    const server = await createServerRoot('first');
    const { sharj, version } = server;

    // The installer reports mistakes at once and can be run again.
    const refused = await server.install('BOT_TOKEN=1:wrong');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('BotFather') });
    const owner = await ownerBy(await server.install());
    expect(statSync(join(server.root, 'etc/sharj/env')).mode & 0o777).toBe(0o600);
    await buy(owner);
    const seconds = ((performance.now() - unpackedAt) / 1_000).toFixed(1);
    process.stdout.write(`release: from tar to the first sale in ${seconds} s\n`);

    const status = await sharj('status', '--json');
    expect(JSON.parse(status.text)).toMatchObject({ version: built, ready: true, telegram: 'ok' });
    expect((await sharj('--lang', 'fa', 'status')).text.trim().split('\n')).toHaveLength(10);
    const checked = JSON.parse((await sharj('check', '--json')).text) as { name: string; ok: boolean }[];
    expect(checked.filter(({ ok }) => !ok)).toEqual([]);
    expect((await sharj('config', 'VAT_PERCENT=abc')).text).toContain('VAT_PERCENT');
    expect((await server.sharjHungUp('config', 'VAT_PERCENT=10')).code).toBe(0);

    const next = await makeVariant('9.0.0', {});
    const updated = await sharj('update', '--unsigned', server.bring(next));
    expect(updated, updated.text).toMatchObject({ code: 0 });
    expect(version()).toBe('9.0.0');
    await buy(owner);
    // Without room the previous release stays whole, and the failed one is removed.
    expect(await server.sharjWithoutRoom('update', '--unsigned', server.bring(released))).toMatchObject({
      code: 1,
      text: expect.stringContaining('Nothing was changed'),
    });
    expect(readdirSync(join(server.root, 'opt/sharj/releases')).toSorted()).toEqual([built, '9.0.0']);

    const broken = {
      '9.0.1': {
        'src/app/start.ts': (text: string) => text.replace("case 'bot':", "case 'bot':\n throw new Error('no');"),
      },
      '9.0.2': notReady,
      '9.0.3': {
        'src/storage/migrations.ts': withMigration('999-broken', "throw new Error('broken');"),
      },
    };
    for (const [name, changes] of Object.entries(broken)) {
      const file = await makeVariant(name, changes);
      const outcome = await sharj('update', '--unsigned', server.bring(file));
      expect(outcome, outcome.text).toMatchObject({ code: 1, text: expect.stringContaining('Back at 9.0.0') });
      expect(version()).toBe('9.0.0');
      await buy(owner);
      rmSync(file);
    }
    await writeTarball(next, [], { seconds: 1 });
    expect(await sharj('update', '--unsigned', server.bring(next))).toMatchObject({
      code: 1,
      text: expect.stringContaining('damaged'),
    });
    expect(await sold()).toBe(5);

    const back = await sharj('rollback');
    expect(back, back.text).toMatchObject({ code: 0 });
    expect(version()).toBe(built);
    await buy(owner);

    const [named, archive] = server.place('moved.sharj');
    expect((await sharj('backup', named)).code).toBe(0);
    expect(await sharj('backup', named)).toMatchObject({ code: 1, text: expect.stringContaining('never overwrites') });
    expect((await sharj('stop')).code).toBe(0);
    const second = await createServerRoot('second');
    const again = await second.install('--no-start');
    expect(again, again.text).toMatchObject({ code: 0 });
    // An interrupted restore has left this behind.
    mkdirSync(join(second.root, 'var/lib/sharj/restoring'));
    writeFileSync(join(second.root, 'var/lib/sharj/restoring/moved-0123456789.sharj'), 'of another day');
    const restored = await second.sharj('restore', '--all', second.bring(archive));
    expect(restored, restored.text).toMatchObject({ code: 0 });
    expect((await second.sharj('ready')).code).toBe(0);
    await forge(owner, { to: 'menu' });
    await owner.sees(says('fa', 'desk-title'));
    expect(await sold()).toBe(6);

    expect((await second.sharj('uninstall', '--yes')).code).toBe(0);
    expect(existsSync(join(second.root, 'opt/sharj'))).toBe(false);
    expect(existsSync(join(second.root, 'var/lib/sharj/data/sharj.db'))).toBe(true);
    expect((await sharj('uninstall', '--yes', '--purge')).code).toBe(0);
    expect(existsSync(join(server.root, 'var/lib/sharj'))).toBe(false);
  }, 600_000);

  test('asks for the language and the domain during installation and reports mistakes at once', async () => {
    const server = await createServerRoot('asking');
    mkdirSync(join(server.root, 'etc/caddy'), { recursive: true });
    const missing = await server.install('--no-start', 'GATEWAY_URL=');
    expect(missing).toMatchObject({ code: 1, text: expect.stringContaining('GATEWAY_URL is missing') });
    expect(server.settings()).toContain(`GATEWAY_TOKEN='${gatewayToken}'`);
    const asked = await server.installAsking(
      ['de', 'ar', 'shop example', 'nowhere.invalid', 'localhost'],
      '--no-start',
    );
    expect(asked, asked.text).toMatchObject({ code: 0, text: expect.stringMatching(/speaks ar en fa/) });
    for (const text of ['Write the domain alone', 'nowhere.invalid has no address', 'Then: sharj https localhost'])
      expect(asked.text).toContain(text);
    expect(server.settings()).toContain("SHOP_LANGUAGE='ar'");
    expect(await server.install('--no-start', 'SHOP_LANGUAGE=de')).toMatchObject({ code: 1 });
    expect(await server.install('--no-start', '--https', 'nowhere.invalid')).toMatchObject({ code: 1 });

    const secured = await server.install('--https', 'localhost');
    expect(secured, secured.text).toMatchObject({ code: 0, text: expect.stringContaining('https://localhost/pay/') });
    expect(server.settings()).toContain("PUBLIC_URL='https://localhost'");
    expect(readFileSync(join(server.root, 'etc/caddy/Caddyfile'), 'utf8')).toMatch(
      /^import .*\/etc\/sharj\/Caddyfile$/m,
    );
    const caddyfile = readFileSync(join(server.root, 'etc/sharj/Caddyfile'), 'utf8');
    expect(caddyfile).toContain('localhost {');
    expect(caddyfile).toContain(`reverse_proxy 127.0.0.1:${server.port} {`);
    expect((await server.sharj('uninstall', '--yes', '--purge')).code).toBe(0);
    expect(readFileSync(join(server.root, 'etc/caddy/Caddyfile'), 'utf8')).toBe('');
  }, 300_000);

  test('restores its copy when an update that dropped a column fails, but never over a sale', async () => {
    const server = await createServerRoot('contracted');
    const { sharj, version } = server;
    const owner = await ownerBy(await server.install());
    await buy(owner);
    const before = await sold();
    const slug = await addAgentShop(join(server.root, 'var/lib/sharj/data/sharj.db'), owner.id);

    const failed = await sharj(
      'update',
      '--unsigned',
      server.bring(await makeVariant('9.1.0', { ...contracts, ...notReady })),
    );
    expect(failed.text).toMatch(/copy of before the update is the database again[\s\S]*Back at/);
    expect(failed.text).toContain(`${slug}: Restored.`);
    expect(failed.code).toBe(1);
    expect(version()).toBe(built);
    await buy(owner);
    expect((await sharj('status')).code).toBe(0);

    // Somebody buys during the update.
    const update = sharj(
      'update',
      '--unsigned',
      server.bring(await makeVariant('9.1.1', { ...contracts, ...notReady })),
    );
    await expect.poll(version).toBe('9.1.1');
    await buy(owner);
    const refused = await update;
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('not thrown away') });
    expect(version()).toBe('9.1.1');
    await buy(owner);
    expect(await sharj('rollback')).toMatchObject({ code: 1, text: expect.stringContaining('999-contract-all') });

    const mended = await sharj('update', '--unsigned', server.bring(await makeVariant('9.1.2', contracts)));
    expect(mended, mended.text).toMatchObject({ code: 0 });
    await buy(owner);
    expect(await sold()).toBe(before + 4);
    expect((await sharj('uninstall', '--yes', '--purge')).code).toBe(0);
  }, 600_000);

  test('updates several processes on PostgreSQL one after the other, and all go back if one fails', async () => {
    const database = await makeEmptyDatabase('postgres');
    onTestFinished(database.remove);
    const balancer = await startBalancer(createChance(1));
    onTestFinished(balancer.close);
    const server = await createServerRoot('several', {
      DATABASE_URL: database.settings.kind === 'postgres' ? database.settings.url : '',
    });
    const { sharj, version, releaseOf } = server;
    const ports = [server.port, server.port + 1];
    // Like a load balancer, it leaves out a process that does not answer and asks again later.
    const joining = setInterval(() => {
      for (const port of ports) balancer.leave(`http://127.0.0.1:${port}`);
      for (const port of ports) balancer.join(`http://127.0.0.1:${port}`);
    }, 250);
    onTestFinished(() => clearInterval(joining));
    const webhook = [`WEBHOOK_URL=${balancer.url}/telegram`, 'WEBHOOK_SECRET=only-telegram-knows'];
    const owner = await ownerBy(await server.install(...webhook));
    expect(await sharj('config', 'SHARJ_PROCESSES=many')).toMatchObject({ code: 1 });
    const configured = await sharj('config', 'SHARJ_PROCESSES=2');
    expect(configured, configured.text).toMatchObject({ code: 0 });
    await buy(owner);
    expect(JSON.parse((await sharj('status', '--json')).text)).toMatchObject({ ready: true, processes: [true, true] });

    // People buy during the update.
    let isUpdating = true;
    const update = sharj('update', '--unsigned', server.bring(await makeVariant('9.2.0', {}))).finally(() => {
      isUpdating = false;
    });
    while (isUpdating) await buy(owner);
    const updated = await update;
    expect(updated, updated.text).toMatchObject({ code: 0 });
    expect([releaseOf(1), releaseOf(2)]).toEqual(['9.2.0', '9.2.0']);

    const secondFails = {
      'src/server/health.ts': (text: string) =>
        text.replace('ready: !stopping', `ready: process.env.PORT !== '${ports[1]}' && !stopping`),
    };
    const failed = await sharj('update', '--unsigned', server.bring(await makeVariant('9.2.1', secondFails)));
    expect(failed, failed.text).toMatchObject({ code: 1, text: expect.stringContaining('Back at 9.2.0') });
    expect([version(), releaseOf(1), releaseOf(2)]).toEqual(['9.2.0', '9.2.0', '9.2.0']);
    await buy(owner);

    const contracted = await sharj(
      'update',
      '--unsigned',
      server.bring(await makeVariant('9.2.2', { ...contracts, ...notReady })),
    );
    expect(contracted, contracted.text).toMatchObject({
      code: 1,
      text: expect.stringContaining('is the database again'),
    });
    expect([version(), releaseOf(1), releaseOf(2)]).toEqual(['9.2.0', '9.2.0', '9.2.0']);
    await buy(owner);
    expect((await sharj('stop')).code).toBe(0);
    expect((await sharj('uninstall', '--yes', '--purge')).code).toBe(0);
  }, 600_000);
});
