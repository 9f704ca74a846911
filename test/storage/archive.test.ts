import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdCompress } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { checkArchive, writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { seal } from '#storage/archive/seal.ts';
import { openSnapshot } from '#storage/archive/snapshot.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { bundled, compiledOnce } from '#test/support/bundle.ts';
import { createChance } from '#test/support/chance.ts';
import { connect, databaseKinds, makeDatabase, makeEmptyDatabase } from '#test/support/databases.ts';
import { long, sampled, schemaKinds } from '#test/support/length.ts';
import { fillOrders } from '#test/support/many-orders.ts';
import { quiet } from '#test/support/shop.ts';
import { archiveOptions, keptFiles, readRows, releases, restore as restoreRelease } from '#test/upgrades/schema.ts';

/** Each damage costs a key derivation. */
const damageCount = long ? 200 : 6;
const passphrase = 'correct horse battery';
const deps = { passphrase, cost: 4, release: '0.0.1', now: () => 5 };
const options = { passphrase, log: quiet, finish: async () => undefined };
// biome-ignore lint/suspicious/noExplicitAny: the compiler knows only the tables of this version.
type AnyTables = any;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sharj-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function made(make: Promise<{ settings: DatabaseSettings; remove(): Promise<void> }>): Promise<DatabaseSettings> {
  const { settings, remove } = await make;
  onTestFinished(remove);
  return settings;
}

async function rowsIn(settings: DatabaseSettings): Promise<Record<string, string[]>> {
  const db = connect<AnyTables>(settings);
  const { kysely_migration: _, ...tables } = await readRows(db);
  await db.destroy();
  // Sorted column names: on PostgreSQL the columns of later migrations come in a different order.
  const sorted = (row: object) => JSON.stringify(Object.entries(row).sort());
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(sorted).sort()]));
}

/** Fills every table with values of every kind that its columns accept. */
async function fill(settings: DatabaseSettings, seed: number): Promise<void> {
  const chance = createChance(seed);
  const words = [
    '',
    'علی ‌رضا',
    "it's",
    'a\u2028b\u2029c\u0085d\re\u000bf\u000c',
    '\u{1}\u{7f}\ufeff',
    '"quoted"\n\\',
    '😀🇮🇷',
    '{"a":[null]}',
    'x'.repeat(3_000),
  ];
  const db = connect<AnyTables>(settings);
  for (const { name, columns } of await db.introspection.getTables()) {
    const rows = Array.from({ length: name === 'orders' ? 700 : chance.whole(40) }, (_, nth) => {
      const values = columns.map(({ name: column, dataType, isNullable }) => {
        const isNumber = /int/i.test(dataType);
        if (isNullable && chance.whole(3) === 0) return [column, null];
        if (isNumber) return [column, nth * 1_000_003 + chance.whole(1_000)];
        return [column, `${nth} ${chance.pick(words)}`];
      });
      return { ...Object.fromEntries(values), ...fitting(name, nth) };
    });
    for (let at = 0; at < rows.length; at += 50)
      await db
        .insertInto(name)
        .values(rows.slice(at, at + 50))
        .execute();
  }
  await db.destroy();
}

/** Values that pass the check constraints of the table. */
const fitting = (table: string, nth: number): object =>
  ({
    orders: { base: nth, vat: 1, total: nth + 1 },
    price_rules: { basis_points: -(nth % 100) },
    promo_codes: { used: 0, most_uses: null },
    referrals: { person_id: nth, referrer_id: nth + 1 },
  })[table] ?? {};

const ways = databaseKinds.flatMap((from) => databaseKinds.map((to) => [from, to] as const));

describe.each(long ? ways : [['sqlite', 'sqlite'] as const])('from %s to %s', (from, to) => {
  test('a restored archive has every row unchanged, and the next ledger entry gets the next number', {
    timeout: 600_000,
  }, async () => {
    const shop = await made(makeDatabase(from));
    await fill(shop, inject('seed'));
    const file = join(folder, 'shop.sharj');
    const summary = await writeArchive(shop, file, deps);
    expect(await readdir(folder)).toEqual(['shop.sharj']);
    expect(await checkArchive([file], passphrase)).toEqual(summary);
    const copy = await made(makeEmptyDatabase(to));
    expect(await restoreArchive(copy, [file], options)).toEqual(summary);
    expect(await rowsIn(copy)).toEqual(await rowsIn(shop));
    const { db, close } = await openDatabase(copy, { log: quiet });
    onTestFinished(close);
    const newest = await db
      .selectFrom('ledger')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    const entry = { key: 'next', person_id: 1, kind: 'grant', balance_delta: 1, held_delta: 0, balance_after: 1 };
    const { id } = await db
      .insertInto('ledger')
      .values({ ...entry, order_id: null, actor: 'x', note: null, at: 1 } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe((newest?.id ?? 0) + 1);
  });

  const kept = releases.map((one) => [one.version, one] as const);
  test.each(sampled(kept, kept.length))(
    'an archive of release %s is migrated while it is restored',
    async (version, released) => {
      const old = await made(makeEmptyDatabase(from));
      const db = connect<AnyTables>(old);
      await restoreRelease(db, from, released);
      const file = join(folder, 'old.sharj');
      await writeArchive(old, file, { ...deps, release: version });
      const copy = await made(makeEmptyDatabase(to));
      expect(await restoreArchive(copy, [file], options)).toMatchObject({ release: version });
      // The usual upgrade reaches the same rows.
      await (await openDatabase(old, { log: quiet })).close();
      expect(await rowsIn(copy)).toEqual(await rowsIn(old));
      await db.destroy();
    },
  );

  test('a restore refuses an archive from before 1.0 and leaves the database empty', async () => {
    const old = await made(makeEmptyDatabase(from));
    await (await openDatabase(old, { log: quiet })).close();
    const db = connect<AnyTables>(old);
    await db.deleteFrom('kysely_migration').where('name', '<>', '001-schema').execute();
    await db.updateTable('kysely_migration').set({ name: '022-reselling' }).execute();
    await db.destroy();
    const file = join(folder, 'old.sharj');
    await writeArchive(old, file, { ...deps, release: '0.3.0' });
    const copy = await made(makeEmptyDatabase(to));
    await expect(restoreArchive(copy, [file], options)).rejects.toThrow(
      /^The archive belongs to a release before 1\.0 \(0\.3\.0\)\. This version restores only archives of 1\.0 or later\.$/,
    );
    await expect(rowsIn(copy)).resolves.toEqual({});
  });
});

test.each(schemaKinds)('%s restores the archives that earlier releases wrote', async (kind) => {
  for (const file of keptFiles('.sharj')) {
    const copy = await made(makeEmptyDatabase(kind));
    const { passphrase } = archiveOptions;
    const { release } = await restoreArchive(copy, [file], { ...options, passphrase });
    const { rows } = releases.find(({ version }) => version === release) ?? {};
    const { orders = [], ledger = [] } = await rowsIn(copy);
    expect([orders.length, ledger.length]).toEqual([rows?.orders?.length, rows?.ledger?.length]);
  }
});

test('an archive with an endless line is refused quickly', async () => {
  const file = join(folder, 'endless.sharj');
  const piece = Buffer.alloc(1_000_000, 'x');
  const endless = Readable.from(Array.from({ length: long ? 300 : 40 }, () => piece)).pipe(createZstdCompress());
  await pipeline(seal(endless, passphrase), createWriteStream(file));
  await expect(checkArchive([file], passphrase)).rejects.toThrow('does not add up');
}, 60_000);

describe.runIf(databaseKinds.includes('postgres'))('on PostgreSQL', () => {
  test('a dropped connection fails the backup but not the process', async () => {
    const shop = await made(makeDatabase('postgres'));
    const snapshot = await openSnapshot(shop);
    const db = connect<AnyTables>(shop);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    await db.destroy();
    await expect(Array.fromAsync(snapshot.rows('orders'))).rejects.toThrow();
    await snapshot.close();
  });

  if (long)
    test('a bot that starts during a restore waits for it, or the restore is refused', async () => {
      const shop = await made(makeDatabase('postgres'));
      await fill(shop, 9);
      const file = join(folder, 'shop.sharj');
      await writeArchive(shop, file, deps);
      const copy = await made(makeEmptyDatabase('postgres'));
      const ended: string[] = [];
      const restoring = restoreArchive(copy, [file], options).then(
        () => ended.push('restored'),
        ({ message }: Error) => ended.push(message),
      );
      const opened = await openDatabase(copy, { log: quiet });
      ended.push('opened');
      await Promise.all([restoring, opened.close()]);
      // If the restore is refused, it may end first.
      if (ended.includes('restored')) expect(ended).toEqual(['restored', 'opened']);
      else expect(ended).toEqual(expect.arrayContaining([expect.stringContaining('not empty'), 'opened']));
    });

  if (long)
    test('a shop in its own schema is backed up and restored despite short time limits of the server', async () => {
      const shop = await made(makeEmptyDatabase('postgres'));
      if (shop.kind !== 'postgres') return;
      await (await openDatabase(shop, { log: quiet })).close();
      await fill(shop, 5);
      const db = connect<AnyTables>(shop);
      await sql`create schema other`.execute(db);
      await db.destroy();
      const settings = '-c search_path=other -c statement_timeout=20 -c idle_in_transaction_session_timeout=20';
      const other = { kind: 'postgres', url: `${shop.url}&options=${encodeURIComponent(settings)}` } as const;
      const first = await writeArchive(shop, join(folder, 'first.sharj'), deps);
      await restoreArchive(other, [join(folder, 'first.sharj')], options);
      expect(await writeArchive(other, join(folder, 'second.sharj'), deps)).toEqual(first);
      await expect(restoreArchive(other, [join(folder, 'second.sharj')], options)).rejects.toThrow(/not empty/);
    });
});

test('a backup taken while money moves has a consistent ledger', async () => {
  for (const kind of schemaKinds) {
    const settings = await made(makeDatabase(kind));
    const live = await openDatabase(settings, { log: quiet });
    onTestFinished(() => live.close());
    const wallet = createWallet({ database: live, now: () => 1, isOwner: () => false });
    const file = join(folder, `${kind}.sharj`);
    let written = false;
    const writing = writeArchive(settings, file, deps).finally(() => {
      written = true;
    });
    for (let nth = 0; !written; nth += 1)
      await wallet.grant({ key: `g${nth}`, personId: nth % 7, amount: 1_000, actor: 'test', note: null });
    await writing;
    const copy = await made(makeEmptyDatabase(kind));
    await restoreArchive(copy, [file], options);
    const restored = await openDatabase(copy, { log: quiet });
    onTestFinished(() => restored.close());
    const again = createWallet({ database: restored, now: () => 1, isOwner: () => false });
    expect(await again.findLedgerMismatches()).toEqual([]);
  }
});

describe('a refused archive', () => {
  async function archive(): Promise<string> {
    const shop = await made(makeDatabase('sqlite'));
    await fill(shop, 7);
    const file = join(folder, 'shop.sharj');
    await writeArchive(shop, file, deps);
    return file;
  }

  test('an archive that is cut, changed, or has exchanged, missing or repeated parts is refused', {
    timeout: 1_800_000,
  }, async () => {
    const content = await readFile(await archive());
    const chance = createChance(inject('seed'));
    const parts = [0, 1, 2, 3].map((nth) =>
      content.subarray((nth * content.length) / 4, ((nth + 1) * content.length) / 4),
    );
    const damages: (() => Buffer[])[] = [
      () => [content.subarray(0, chance.whole(content.length))],
      () => {
        const changed = Buffer.from(content);
        const at = chance.whole(content.length);
        changed[at] = (changed[at] ?? 0) ^ (1 << chance.whole(8));
        return [changed];
      },
      () => [parts[0], parts[2], parts[1], parts[3]] as Buffer[],
      () => parts.toSpliced(chance.whole(4), 1),
      () => [...parts, parts[3]] as Buffer[],
      () => [Buffer.from(content.toString('latin1').repeat(2), 'latin1')],
    ];
    for (let nth = 0; nth < damageCount; nth += 1) {
      const damaged = damages[nth % damages.length]?.() ?? [];
      const files = damaged.map((_, part) => join(folder, `part-${part}`));
      for (const [part, bytes] of damaged.entries()) await writeFile(files[part] ?? '', bytes);
      await expect(checkArchive(files, passphrase), `damage ${nth}`).rejects.toThrow(
        /^(This is not an archive|The archive (is cut off|is damaged|has a newer format)|The passphrase is wrong)/,
      );
    }
  });

  test('an archive in a newer format or with missing parts is refused with advice', async () => {
    const content = await readFile(await archive());
    const [first, second, newer] = ['first', 'second', 'newer'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(first, content.subarray(0, content.length / 2));
    await writeFile(second, content.subarray(content.length / 2));
    await writeFile(newer, content.toString('latin1').replace('"format":1', '"format":2'), 'latin1');
    await expect(checkArchive([first], passphrase)).rejects.toThrow(/Name all of its parts, in order/);
    await expect(checkArchive([second, first], passphrase)).rejects.toThrow(/first part is not named first/);
    await expect(checkArchive([newer], passphrase)).rejects.toThrow(/newer format/);
    await expect(checkArchive([first, second], passphrase)).resolves.toMatchObject({ release: '0.0.1' });
  });

  test('a restore refuses a wrong passphrase, a newer release and a database that is not empty', async () => {
    const file = await archive();
    const empty = await made(makeEmptyDatabase('sqlite'));
    await expect(restoreArchive(empty, [file], { ...options, passphrase: 'wrong' })).rejects.toThrow(
      /passphrase is wrong/,
    );
    const newer = await made(makeDatabase('sqlite'));
    const db = connect<AnyTables>(newer);
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', 'x')`.execute(db);
    await db.destroy();
    await writeArchive(newer, join(folder, 'newer.sharj'), { ...deps, release: '9.0.0' });
    await expect(restoreArchive(empty, [join(folder, 'newer.sharj')], options)).rejects.toThrow(
      /newer release \(9\.0\.0\)/,
    );
    for (const kind of databaseKinds)
      await expect(restoreArchive(await made(makeDatabase(kind)), [file], options)).rejects.toThrow(/not empty/);
    // After all these failures the database is still empty.
    await expect(restoreArchive(empty, [file], options)).resolves.toMatchObject({ release: '0.0.1' });
  });
});

describe('the backup and restore commands', () => {
  const main = new URL('../../src/main.ts', import.meta.url);

  async function runOn(settings: DatabaseSettings, args: readonly string[], killAfterMs = 0) {
    const bundle = await bundled(main);
    const DATABASE_URL = settings.kind === 'sqlite' ? `sqlite:${settings.file}` : settings.url;
    return promisify(execFile)(process.execPath, [bundle, ...args], {
      env: { ...compiledOnce(bundle), DATABASE_URL, BACKUP_PASSPHRASE: passphrase },
      cwd: folder,
      timeout: killAfterMs,
      killSignal: 'SIGKILL',
    });
  }
  const run = (...args: string[]) => runOn({ kind: 'sqlite', file: join(folder, 'shop.db') }, args);

  /** Null while the database has no table. */
  async function rowsAfterKill(settings: DatabaseSettings): Promise<Record<string, string[]> | null> {
    const db = connect<AnyTables>(settings);
    // The server may still be at work for the killed process.
    const others = sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    if (settings.kind === 'postgres') await expect.poll(async () => (await others.execute(db)).rows).toEqual([]);
    const tables = await db.introspection.getTables();
    await db.destroy();
    return tables.length === 0 ? null : rowsIn(settings);
  }

  if (long)
    test.each(databaseKinds)(
      'a process killed at any moment on %s leaves a whole archive or none, a whole shop or none',
      { timeout: 900_000 },
      async (kind) => {
        const shop = await made(makeDatabase(kind));
        const database = await openDatabase(shop, { log: quiet });
        await fillOrders(database, { count: 4_000, at: () => 1, buyer: (nth) => nth % 9 });
        await database.close();
        const file = join(folder, 'shop.sharj');
        const archive = ['backup', file];
        const restore = ['restore', file];
        const chance = createChance(inject('seed'));
        const someTime = (wholeMs: number) => Math.round(wholeMs * (0.3 + chance.whole(75) / 100));
        const timed = async (settings: DatabaseSettings, args: string[]) => {
          const began = performance.now();
          await runOn(settings, args);
          return performance.now() - began;
        };

        const archiveMs = await timed(shop, archive);
        for (let nth = 0; nth < 3; nth += 1) {
          await rm(file, { force: true });
          await runOn(shop, archive, someTime(archiveMs)).catch(() => undefined);
          const names = await readdir(folder);
          if (names.includes('shop.sharj')) await checkArchive([file], passphrase);
          else await runOn(shop, archive);
          expect((await readdir(folder)).filter((name) => name.startsWith('shop.sharj'))).toEqual(['shop.sharj']);
        }

        const copy = await made(makeEmptyDatabase(kind));
        const restoreMs = await timed(copy, restore);
        const whole = Object.entries((await rowsAfterKill(copy)) ?? {}).map(([table, rows]) => [table, rows.length]);
        for (let nth = 0; nth < 3; nth += 1) {
          const target = await made(makeEmptyDatabase(kind));
          await runOn(target, restore, someTime(restoreMs)).catch(() => undefined);
          if ((await rowsAfterKill(target)) === null) await runOn(target, restore);
          const rows = Object.entries((await rowsAfterKill(target)) ?? {}).map(([table, all]) => [table, all.length]);
          expect(rows).toEqual(whole);
        }
      },
    );

  test('the command writes, checks and restores an archive that only its user can read, and the shop starts paused', async () => {
    const shop = { kind: 'sqlite', file: join(folder, 'shop.db') } as const;
    await (await openDatabase(shop, { log: createLog('silent') })).close();
    expect((await run('backup', 'shop.sharj')).stdout).toMatch(/^Written to shop\.sharj: release \d/);
    expect((await run('restore', '--check', 'shop.sharj')).stdout).toMatch(/^The archive is whole: release \d/);
    await expect(run('restore', 'shop.sharj')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not empty'),
    });
    for (const name of await readdir(folder)) if (name.startsWith('shop.db')) await rm(join(folder, name));
    expect((await run('restore', 'shop.sharj')).stdout).toMatch(/^Restored: release .* starts paused/);
    expect((await stat(shop.file)).mode & 0o077).toBe(0);
    const { db, close } = await openDatabase(shop, { log: quiet });
    onTestFinished(close);
    expect(await db.selectFrom('switches').select(['name', 'actor']).orderBy('name').execute()).toEqual([
      { name: 'paused-by-restore', actor: 'restore' },
      { name: 'restored', actor: 'restore' },
    ]);
  });

  test.each(schemaKinds)(
    'on %s `--replace` puts the old database aside and `--complete` starts selling at once',
    async (kind) => {
      const shop = await made(makeDatabase(kind));
      await fillSwitch(shop, 'before');
      await runOn(shop, ['backup', 'shop.sharj']);
      await fillSwitch(shop, 'after');
      const { stdout } = await runOn(shop, ['restore', '--replace', '--complete', 'shop.sharj']);
      expect(await switchesIn(shop)).toEqual(['before']);
      const aside = /is in (?:the schema )?(\S+)\.\n/.exec(stdout)?.[1] ?? '';
      if (shop.kind === 'sqlite') {
        expect(await switchesIn({ kind: 'sqlite', file: join(aside, 'sharj.db') })).toEqual(['after', 'before']);
        return;
      }
      const db = connect<AnyTables>(shop);
      const { rows } = await sql<{ name: string }>`select name from ${sql.id(aside, 'switches')} order by name`.execute(
        db,
      );
      await db.destroy();
      expect(rows.map(({ name }) => name)).toEqual(['after', 'before']);
    },
  );

  if (long)
    test('a plain copy is checked and restored like an archive', async () => {
      const shop = { kind: 'sqlite', file: join(folder, 'shop.db') } as const;
      await (await openDatabase(shop, { log: quiet })).close();
      await run('backup', 'copy.db');
      await fillSwitch(shop, 'after');
      expect((await run('restore', '--check', 'copy.db')).stdout).toBe('The copy is whole.\n');
      await expect(run('restore', 'copy.db')).rejects.toMatchObject({ stderr: expect.stringContaining('not empty') });
      expect((await run('restore', '--replace', 'copy.db')).stdout).toMatch(/^Restored\. .* starts paused/);
      expect(await switchesIn(shop)).toEqual(['paused-by-restore', 'restored']);
      await writeFile(join(folder, 'broken.db'), (await readFile(join(folder, 'copy.db'))).subarray(0, 9_000));
      await expect(run('restore', '--replace', 'broken.db')).rejects.toMatchObject({ code: 1 });
      expect(await switchesIn(shop)).toEqual(['paused-by-restore', 'restored']);
    });

  async function fillSwitch(settings: DatabaseSettings, name: string): Promise<void> {
    const db = connect<AnyTables>(settings);
    await db.insertInto('switches').values({ name, value: '', actor: 'test', at: 1 }).execute();
    await db.destroy();
  }
  async function switchesIn(settings: DatabaseSettings): Promise<string[]> {
    const db = connect<AnyTables>(settings);
    const rows = await db.selectFrom('switches').select('name').orderBy('name').execute();
    await db.destroy();
    return rows.map(({ name }) => name);
  }
});
