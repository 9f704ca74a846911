import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createWorld, type World } from '#test/support/world.ts';
import { createInstalled, type Installed } from './installed.ts';

let world: World;
let server: Installed;
const passphrase = 'a very long passphrase';

describe.skipIf(process.platform !== 'linux')('an installed server', () => {
  beforeAll(async () => {
    world = await createWorld({ products: 120, start: false });
    server = await createInstalled(world);
    const installed = await server.install(`BACKUP_PASSPHRASE=${passphrase}`);
    expect(installed, installed.text).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await server.close();
    await world.close();
  });

  /** Checks that the same process goes on with the same settings. */
  async function unchanged(act: () => Promise<void>): Promise<void> {
    const [pid, settings] = [server.pid(), server.settings()];
    await act();
    expect([server.pid(), server.settings(), await server.isReady()]).toEqual([pid, settings, true]);
  }

  /** Starts another program on a port of its own and returns the port. */
  async function takenPort(): Promise<string> {
    const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    return String(typeof address === 'object' && address ? address.port : 0);
  }

  test('config with only a name shows the setting and hides secrets', () =>
    unchanged(async () => {
      const shown = await server.sharj('config', 'BACKUP_PASSPHRASE', 'PORT', 'LOW_BALANCE');
      expect(shown).toEqual({
        code: 0,
        text: `BACKUP_PASSPHRASE=******** (${passphrase.length})\nPORT=${server.port}\nLOW_BALANCE is not set.\n`,
      });
    }));

  test('config hides the password inside an address', async () => {
    const file = server.at('etc/sharj/env');
    const before = server.settings();
    writeFileSync(file, `${before}TELEGRAM_PROXY='socks5://me:secret@proxy.example:1080'\n`);
    onTestFinished(() => writeFileSync(file, before));
    const shown = await server.sharj('config', 'TELEGRAM_PROXY');
    expect(shown).toEqual({ code: 0, text: 'TELEGRAM_PROXY=socks5://me:********@proxy.example:1080\n' });
  });

  test('config and the installer refuse an unknown name and suggest the nearest one', () =>
    unchanged(async () => {
      for (const refused of [
        await server.sharj('config', 'GATEWAY_TOKNE=abc'),
        await server.sharj('config', 'GATEWAY_TOKNE'),
        await server.install('GATEWAY_TOKNE=abc'),
      ])
        expect(refused).toMatchObject({ code: 2, text: expect.stringMatching(/GATEWAY_TOKNE.*GATEWAY_TOKEN/) });
      for (const written of ['backup_passphrase', 'BACKUP PASSPHRASE=abc'])
        expect((await server.sharj('config', written)).text).toContain('The nearest is BACKUP_PASSPHRASE\n');
    }));

  test('config refuses a bare name next to a change', () =>
    unchanged(async () => {
      expect(await server.sharj('config', 'PORT=1', 'BACKUP_PASSPHRASE')).toMatchObject({ code: 2 });
    }));

  test.each([
    ['a token that Telegram refuses', 'BOT_TOKEN=1:wrong', /BOT_TOKEN/],
    ['a token that the gateway refuses', 'GATEWAY_TOKEN=wrong', /GATEWAY_TOKEN/],
  ])('config refuses %s while the shop goes on', (_, change, why) =>
    unchanged(async () => {
      const refused = await server.sharj('config', change);
      expect(refused).toMatchObject({ code: 1, text: expect.stringMatching(why) });
      expect(refused.text).toContain('stay as they were');
    }),
  );

  test.each([
    ['a token that Telegram refuses', 'BOT_TOKEN=1:wrong'],
    ['a token that the gateway refuses', 'GATEWAY_TOKEN=wrong'],
    ['a setting that no release understands', 'PORT=many'],
  ])('a second run of the installer with %s changes nothing while the shop goes on', (_, change) =>
    unchanged(async () => {
      expect(await server.install('VAT_PERCENT=8', change)).toMatchObject({ code: 1 });
      expect(readdirSync(server.at('etc/sharj'))).toEqual(['env']);
    }),
  );

  test('logs shows what the bot wrote, or only the lines from a level on', async () => {
    const all = await server.sharj('logs');
    expect(all.code).toBe(0);
    const lines = all.text
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toContain('info');
    const warnings = (await server.sharj('logs', '--level', 'warn')).text;
    expect(warnings).not.toContain('"level":"info"');
  });

  test('config refuses a port that another program has, while the shop goes on', () =>
    unchanged(async () => {
      const port = await takenPort();
      expect(await server.sharj('config', `PORT=${port}`)).toMatchObject({
        code: 1,
        text: expect.stringContaining(`port ${port}`),
      });
    }));

  test('config puts the old settings back if the bot does not get ready with the new ones', async () => {
    const settings = server.settings();
    const notReady = await server.sharj('config', 'HOST=192.0.2.1');
    expect(notReady).toMatchObject({ code: 1, text: expect.stringContaining('stay as they were') });
    expect(server.settings()).toBe(settings);
    expect(statSync(server.at('etc/sharj/env')).mode & 0o777).toBe(0o600);
    expect(await server.isReady()).toBe(true);
  });

  test('config changes a setting and waits until the bot is ready with it', async () => {
    const changed = await server.sharj('config', 'VAT_PERCENT=9');
    expect(changed, changed.text).toMatchObject({ code: 0, text: expect.stringContaining('ready') });
    expect(server.settings()).toContain("VAT_PERCENT='9'");
    expect(await server.isReady()).toBe(true);
  });

  test('config changes a setting even while the gateway is away', async () => {
    await world.fault('products', '503');
    onTestFinished(() => world.fault('products', null));
    const changed = await server.sharj('config', 'VAT_PERCENT=10');
    expect(changed, changed.text).toMatchObject({ code: 0 });
  });

  test('start and restart fail with the reason if the bot ends at once', async () => {
    expect((await server.sharj('stop')).code).toBe(0);
    const file = server.at('etc/sharj/env');
    const before = server.settings();
    writeFileSync(file, `${before}PORT='${await takenPort()}'\n`);
    onTestFinished(() => writeFileSync(file, before));
    for (const word of ['start', 'restart'])
      expect(await server.sharj(word)).toMatchObject({ code: 1, text: expect.stringMatching(/Port \d+ is taken/) });
    writeFileSync(file, before);
    expect(await server.sharj('start')).toMatchObject({ code: 0 });
    expect(await server.isReady()).toBe(true);
  });

  test('restore refuses a database with tables before it stops the shop, and names --replace', () =>
    unchanged(async () => {
      const archive = join(server.folder, 'shop.sharj');
      expect((await server.sharj('backup', archive)).code).toBe(0);
      expect(await server.sharj('restore', archive)).toMatchObject({
        code: 1,
        text: expect.stringContaining('--replace'),
      });
    }));

  test('a second command that changes the server is refused instead of waiting', () =>
    unchanged(async () => {
      const holder = spawn('flock', ['-o', server.at('opt/sharj/.lock'), 'sh', '-c', 'echo held; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(holder.stdout, 'data');
      const refuses = async (...words: string[]) =>
        expect(await server.sharj(...words)).toMatchObject({ code: 1, text: expect.stringContaining('Another') });
      try {
        await refuses('config', 'VAT_PERCENT=8');
        await refuses('start');
        await refuses('rollback');
        await refuses('update', 'sharj.tar.gz');
        await refuses('restore', '--replace', server.at('etc/sharj/env'));
        await refuses('uninstall', '--yes', '--purge');
      } finally {
        holder.kill('SIGKILL');
        await once(holder, 'exit');
      }
    }));

  test('status and check report an interrupted update until the next restart', async () => {
    server.addRelease('9.0.0');
    writeFileSync(server.at('opt/sharj/.updating'), '0.3.0 9.0.0\n');
    const status = await server.sharj('status');
    expect(status.text).toContain('from 0.3.0 to 9.0.0 was cut off');
    const check = await server.sharj('check', '--only', 'update');
    expect(check).toMatchObject({ code: 1, text: expect.stringContaining('from 0.3.0 to 9.0.0 was cut off') });
    expect((await server.sharj('restart')).code).toBe(0);
    expect(await server.sharj('check', '--only', 'update')).toMatchObject({ code: 0 });
  });

  test('wrong usage ends with exit code 2', async () => {
    for (const words of [
      ['sell'],
      ['owner', '--remove', 'abc'],
      ['owner', '--nobody'],
      ['check', '--only', 'weather'],
      ['restore'],
      ['restore', '--replcae', 'shop.sharj'],
      ['config', '--help'],
      ['logs', '--all'],
      ['logs', '--level', 'loud'],
      ['update'],
      ['backup', '--all'],
      ['uninstall', '--everything'],
      ['start', 'now'],
      ['--lang', 'de', 'status'],
    ])
      expect(await server.sharj(...words), words.join(' ')).toMatchObject({ code: 2 });
  });

  test('only the bot’s user can read its files', () => {
    expect(readFileSync(server.at('etc/sharj/env'), 'utf8')).toContain('BOT_TOKEN');
    expect(statSync(server.at('var/lib/sharj/data/sharj.db')).mode & 0o077).toBe(0);
  });
});
