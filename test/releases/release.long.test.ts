import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRelease, writeSum } from '#deploy/release/release.ts';
import { writeTarball } from '#deploy/release/tar.ts';
import manifest from '#package.json' with { type: 'json' };
import type { Person } from '#playground/telegram/people/people.ts';
import { forge, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, gatewayToken, type World } from '#test/support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'sharj-release-'));
const passphrase = "it's a long passphrase";
let purchases = 0;
const mounted: string[] = [];
const stops: (() => Promise<Ended> | null)[] = [];
let unpackedAt = 0;

let world: World;
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

function runIn(env: Record<string, string>, file: string, ...words: readonly string[]): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  execFile(file, words, { env: { PATH: path, LANG: 'C', ...env } }, (error, stdout, stderr) => {
    resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, text: stdout + stderr });
  });
  return promise;
}

/** One server: a root of its own, and the command in it. */
async function createServerRoot(name: string) {
  const root = join(folder, name);
  const port = await freePort();
  if (debian) {
    execFileSync('cp', ['-a', debian, root]);
    execFileSync('cp', ['-a', unpacked, join(root, 'root')]);
    execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
    mounted.push(join(root, 'proc'));
  }
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  const env: Record<string, string> = debian ? {} : { SHARJ_ROOT: root, SHARJ_USER: user };
  const run = (more: Record<string, string>, file: string, words: readonly string[]) =>
    debian ? runIn(more, 'chroot', root, file, ...words) : runIn(more, file, ...words);
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
  };
  const sharj = (...words: readonly string[]) => run({ SHARJ_READY_SECONDS: '20' }, command, words);
  stops.push(() => (existsSync(join(root, 'opt/sharj/current')) ? sharj('stop') : null));
  return {
    root,
    sharj,
    install: (...words: readonly string[]) => run({ ...env, ...settings }, installer, words),
    /** The file, and its sum if it has one, as this server names it. */
    bring: (file: string): string => {
      if (!debian) return file;
      for (const one of [file, `${file}.sha256`])
        if (existsSync(one)) copyFileSync(one, join(root, 'root', basename(one)));
      return `/root/${basename(file)}`;
    },
    /** Where this server writes a file, as it names it and as we do. */
    place: (file: string): readonly [string, string] =>
      debian ? [`/root/${file}`, join(root, 'root', file)] : [join(folder, file), join(folder, file)],
    version: () => basename(readlinkSync(join(root, 'opt/sharj/current'))),
  };
}

/** The release with changed files, as the file of another version. */
async function makeVariant(version: string, changes: Readonly<Record<string, (text: string) => string>>) {
  const name = `sharj-${version}`;
  const all = { ...changes, 'package.json': (text: string) => text.replace(`"${manifest.version}"`, `"${version}"`) };
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const inside = file.slice(unpacked.length + 1);
    const change = (all as Record<string, ((text: string) => string) | undefined>)[inside];
    const read = () => {
      if (!change) return readFileSync(file);
      const [before, after] = [readFileSync(file, 'utf8'), change(readFileSync(file, 'utf8'))];
      if (before === after) throw new Error(`${inside} was not changed.`);
      return Buffer.from(after);
    };
    return { name: `${name}/${inside}`, isExecutable: (statSync(file).mode & 0o100) !== 0, read };
  });
  const file = join(folder, `${name}-linux-${process.arch}.tar.gz`);
  await writeTarball(file, entries, { seconds: 1, level: 0 });
  await writeSum(file);
  return file;
}

/** The bot is a process of the release: what it does is waited for by what is seen. */
async function buy(person: Person): Promise<void> {
  const before = await sold();
  purchases += 1;
  // A number of its own: the same purchase twice would be asked about.
  const since = person.mark();
  await forge(person, { to: 'product', id: topUp.id, mobile: `98912123456${purchases}` });
  // A backup may come below.
  await person.sees((shown) => keysOn(shown).some(({ press }) => press.to === 'confirm'), { since });
  const confirmed = person.mark();
  await tap(person, { to: 'confirm' });
  await expect.poll(sold).toBe(before + 1);
  await person.sees(says('fa', 'state-delivered'), { since: confirmed });
}

const sold = async (): Promise<number> => (await world.sales()).length;

beforeAll(async () => {
  world = await createWorld({ products: 120, start: false });
  if (process.platform !== 'linux') return;
  const { file } = await makeRelease({ into: folder, level: 1 });
  unpackedAt = performance.now();
  execFileSync('tar', ['xzf', file, '-C', folder]);
  unpacked = join(folder, `sharj-${manifest.version}`);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await world.close();
  for (const one of mounted) execFileSync('umount', [one]);
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform !== 'linux')('a release', () => {
  test('has what runs, and nothing of the tests', () => {
    const inside = readdirSync(unpacked).toSorted();
    expect(inside).toEqual(
      expect.arrayContaining(['bin', 'lib', 'install.sh', 'src', 'locales', 'docs', 'Dockerfile']),
    );
    for (const name of ['test', '.git', '.ci', 'package-lock.json']) expect(inside).not.toContain(name);
    expect(existsSync(join(unpacked, 'node_modules/vitest'))).toBe(false);
  });

  test('is installed, sells, is updated and goes back, moves to another server, and is removed', async () => {
    const server = await createServerRoot('first');
    const { sharj, version } = server;

    // Mistakes are said at once, and the installer can be run again.
    const refused = await server.install('BOT_TOKEN=1:wrong');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('BotFather') });
    const installed = await server.install();
    expect(installed, installed.text).toMatchObject({ code: 0 });
    expect(statSync(join(server.root, 'etc/sharj/env')).mode & 0o777).toBe(0o600);
    const link = /https:\/\/t\.me\/\S+/.exec(installed.text)?.[0] ?? '';
    const owner = world.telegram.person({ id: 77_000_001, first_name: 'Nima', language_code: 'fa' });
    await owner.open(link);
    await owner.sees(says('fa', 'owner-joined'));
    await buy(owner);
    const seconds = ((performance.now() - unpackedAt) / 1_000).toFixed(1);
    process.stdout.write(`release: from tar to the first sale in ${seconds} s\n`);

    const status = await sharj('status', '--json');
    expect(JSON.parse(status.text)).toMatchObject({ version: manifest.version, ready: true, telegram: 'ok' });
    expect((await sharj('--lang', 'fa', 'status')).text.trim().split('\n')).toHaveLength(10);
    const checked = JSON.parse((await sharj('check', '--json')).text) as { name: string; ok: boolean }[];
    expect(checked.filter(({ ok }) => !ok)).toEqual([]);
    expect((await sharj('config', 'VAT_PERCENT=abc')).text).toContain('VAT_PERCENT');
    expect((await sharj('config', 'VAT_PERCENT=10')).code).toBe(0);

    const next = await makeVariant('9.0.0', {});
    const updated = await sharj('update', server.bring(next));
    expect(updated, updated.text).toMatchObject({ code: 0 });
    expect(version()).toBe('9.0.0');
    await buy(owner);

    const broken = {
      '9.0.1': {
        'src/app/start.ts': (text: string) => text.replace("case 'bot':", "case 'bot':\n throw new Error('no');"),
      },
      '9.0.2': { 'src/server/health.ts': (text: string) => text.replace('const ready =', 'const ready = false &&') },
      '9.0.3': {
        'src/storage/migrations.ts': (text: string) =>
          text.replace(
            "  '020-credits'",
            "  '999-broken': { up: async () => { throw new Error('broken'); } },\n  '020-credits'",
          ),
      },
    };
    for (const [name, changes] of Object.entries(broken)) {
      const file = await makeVariant(name, changes);
      const outcome = await sharj('update', server.bring(file));
      expect(outcome, outcome.text).toMatchObject({ code: 1, text: expect.stringContaining('Back at 9.0.0') });
      expect(version()).toBe('9.0.0');
      await buy(owner);
      rmSync(file);
    }
    await writeTarball(next, [], { seconds: 1 });
    expect(await sharj('update', server.bring(next))).toMatchObject({
      code: 1,
      text: expect.stringContaining('damaged'),
    });
    expect(await sold()).toBe(5);

    // Where a migration does not allow it, nothing is changed.
    const database = new DatabaseSync(join(server.root, 'var/lib/sharj/data/sharj.db'));
    database.exec("insert into kysely_migration (name, timestamp) values ('999-contract-all', '2030')");
    expect(await sharj('rollback')).toMatchObject({ code: 1, text: expect.stringContaining('999-contract-all') });
    expect(version()).toBe('9.0.0');
    database.exec("delete from kysely_migration where name = '999-contract-all'");
    database.close();
    const back = await sharj('rollback');
    expect(back, back.text).toMatchObject({ code: 0 });
    expect(version()).toBe(manifest.version);
    await buy(owner);

    const [named, archive] = server.place('moved.sharj');
    expect((await sharj('backup', named)).code).toBe(0);
    expect((await sharj('stop')).code).toBe(0);
    const second = await createServerRoot('second');
    const again = await second.install('--no-start');
    expect(again, again.text).toMatchObject({ code: 0 });
    const restored = await second.sharj('restore', second.bring(archive));
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
});
