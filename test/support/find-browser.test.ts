import { describe, expect, test } from 'vitest';
import { findBrowser, type Machine } from './find-browser.ts';

const packed = '/tmp/chromium';
const downloaded = '/home/me/.cache/ms-playwright/chromium/chrome';
const apt = '/usr/bin/apt-get';

interface Surroundings extends Partial<Pick<Machine, 'platform' | 'arch' | 'env' | 'isRoot'>> {
  /** Installed programs. */
  readonly there?: readonly string[];
  /** Installed, but they open no page. */
  readonly broken?: readonly string[];
  /** What each command installs; other commands fail. */
  readonly commands?: Readonly<Record<string, readonly string[]>>;
}

function machineWith({ there = [], broken = [], commands = {}, ...rest }: Surroundings) {
  const programs = new Set([...there, ...broken]);
  const said: string[] = [];
  const ran: string[] = [];
  const machine: Machine = {
    platform: 'linux',
    arch: 'arm64',
    env: { PATH: '/usr/local/bin:/usr/bin', HOME: '/home/me' },
    isRoot: false,
    isExecutable: (path) => programs.has(path),
    run: async (command, args) => {
      const line = [command, ...args].join(' ');
      ran.push(line);
      const brought = Object.entries(commands).find(([start]) => line.includes(start))?.[1];
      for (const path of brought ?? []) programs.add(path);
      return brought !== undefined;
    },
    opens: async ({ executablePath }) => programs.has(executablePath) && !broken.includes(executablePath),
    unpack: async () => {
      programs.add(packed);
      return packed;
    },
    downloaded,
    say: (line) => void said.push(line),
    ...rest,
  };
  return { said, ran, find: () => findBrowser(machine) };
}

describe('an installed browser', () => {
  test('the named one is preferred', async () => {
    const { said, find } = machineWith({
      env: { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/mine' },
      there: ['/opt/mine', '/usr/bin/chromium'],
    });
    expect((await find()).executablePath).toBe('/opt/mine');
    expect(said).toEqual(['browser: /opt/mine, named by CHROMIUM_PATH']);
  });

  test('a named one that does not work is not replaced by another', async () => {
    const { ran, find } = machineWith({
      env: { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/mine' },
      there: ['/usr/bin/chromium'],
    });
    await expect(find()).rejects.toThrow('CHROMIUM_PATH names no browser that opens a page: /opt/mine');
    expect(ran).toEqual([]);
  });

  const windows = { PROGRAMFILES: 'C:\\Program Files' };
  test.each([
    ['linux', 'x64', '/usr/bin/chromium'],
    ['darwin', 'arm64', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['win32', 'x64', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
  ] as const)('on %s %s: %s', async (platform, arch, place) => {
    const { said, ran, find } = machineWith({
      platform,
      arch,
      there: [place],
      ...(platform === 'win32' ? { env: windows } : {}),
    });
    expect((await find()).executablePath).toBe(place);
    expect(said).toEqual([`browser: ${place}, installed on this machine`]);
    expect(ran).toEqual([]);
  });

  test('one that opens no page is skipped', async () => {
    const { find } = machineWith({ broken: ['/usr/bin/chromium'], there: ['/usr/bin/google-chrome'] });
    expect((await find()).executablePath).toBe('/usr/bin/google-chrome');
  });

  test('one that was downloaded before is used without a download', async () => {
    const { said, ran, find } = machineWith({ there: [downloaded] });
    expect((await find()).executablePath).toBe(downloaded);
    expect(said).toEqual([`browser: ${downloaded}, downloaded before`]);
    expect(ran).toEqual([]);
  });
});

describe('a browser to install', () => {
  test('x64 Linux uses the packed one, without --single-process', async () => {
    const { said, ran, find } = machineWith({ arch: 'x64' });
    const { executablePath, args } = await find();
    expect(executablePath).toBe(packed);
    expect(args).not.toContain('--single-process');
    expect(said).toEqual(['browser: the one that npm brought, @sparticuz/chromium']);
    expect(ran).toEqual([]);
  });

  test.each([
    ['linux', 'arm64', []],
    // The packed one may lack system libraries.
    ['linux', 'x64', [packed]],
  ] as const)('%s %s has it downloaded', async (platform, arch, broken) => {
    const { said, ran, find } = machineWith({ platform, arch, broken, commands: { install: [downloaded] } });
    expect((await find()).executablePath).toBe(downloaded);
    expect(said).toEqual(['browser: there is none yet; playwright-core downloads one']);
    expect(ran).toEqual(['npx --no-install playwright-core install --no-shell chromium']);
  });

  test.each([
    ['cannot be downloaded', {}],
    ['opens no page once it is downloaded', { 'playwright-core': [downloaded] }],
  ])('root on Debian installs the system’s own if one %s', async (_, download) => {
    const { said, ran, find } = machineWith({
      isRoot: true,
      there: [apt],
      broken: [downloaded],
      commands: { 'apt-get update': [], 'apt-get install': ['/usr/bin/chromium'], ...download },
    });
    expect((await find()).executablePath).toBe('/usr/bin/chromium');
    expect(ran.slice(-2)).toEqual([`${apt} update -qq`, `${apt} install -y -qq --no-install-recommends chromium`]);
    expect(said.at(-1)).toBe('browser: /usr/bin/chromium, installed by apt-get');
  });
});

describe('without any browser, the error names the command to run', () => {
  test.each([
    ['linux', [apt], false, 'sudo apt-get install -y chromium'],
    ['linux', [apt], true, '\n\n  apt-get install -y chromium'],
    ['darwin', [], false, 'brew install --cask google-chrome'],
  ] as const)('on %s with %j, root: %s', async (platform, there, isRoot, command) => {
    const { ran, find } = machineWith({ platform, there, isRoot });
    await expect(find()).rejects.toThrow(command);
    // Only root can install packages, and only with apt-get.
    expect(ran.some((line) => line.startsWith(apt))).toBe(isRoot && there.length > 0);
  });
});
