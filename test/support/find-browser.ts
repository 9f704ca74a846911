import { posix, win32 } from 'node:path';

export interface FoundBrowser {
  readonly executablePath: string;
  readonly args: readonly string[];
}

/** The machine as the finder sees it. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  isExecutable(path: string): boolean;
  /** Whether the command succeeded. */
  run(command: string, args: readonly string[]): Promise<boolean>;
  /** Whether it can open a page. */
  opens(browser: FoundBrowser): Promise<boolean>;
  /** Unpacks the browser from npm; returns its path. */
  unpack(): Promise<string>;
  /** Where playwright-core keeps its downloaded browser. */
  readonly downloaded: string;
  say(line: string): void;
}

/** No updates, accounts or graphics card. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const macApps = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const windowsPrograms = ['Chromium\\Application\\chrome.exe', 'Google\\Chrome\\Application\\chrome.exe'];
const windowsEdge = 'Microsoft\\Edge\\Application\\msedge.exe';

function placesOn({ platform, env }: Machine): string[] {
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder) => folder ?? []);
    return folders.flatMap((folder) => [...windowsPrograms, windowsEdge].map((program) => win32.join(folder, program)));
  }
  const folders = (env.PATH ?? '').split(posix.delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => namesOnPath.map((name) => posix.join(folder, name)));
  if (platform !== 'darwin') return onPath;
  const applications = ['/Applications', ...(env.HOME ? [posix.join(env.HOME, 'Applications')] : [])];
  return [
    ...applications.flatMap((folder) => macApps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`)),
    ...onPath,
  ];
}

const aptGet = '/usr/bin/apt-get';

function commandFor(machine: Machine): string {
  if (machine.platform === 'darwin') return 'brew install --cask google-chrome';
  if (machine.platform === 'win32') return 'winget install Google.Chrome';
  if (machine.isExecutable(aptGet)) return `${machine.isRoot ? '' : 'sudo '}apt-get install -y chromium`;
  return 'npx playwright-core install --with-deps --no-shell chromium';
}

/** Finds or installs a browser that opens pages. Throws with the command to run if nothing works. */
export async function findBrowser(machine: Machine): Promise<FoundBrowser> {
  const { platform, arch, env, isRoot, say } = machine;
  const opening = async (executablePath: string): Promise<FoundBrowser | null> => {
    const browser = { executablePath, args: quiet };
    return machine.isExecutable(executablePath) && (await machine.opens(browser)) ? browser : null;
  };
  const installed = async (how: string): Promise<FoundBrowser | null> => {
    for (const place of placesOn(machine)) {
      const browser = await opening(place);
      if (!browser) continue;
      say(`browser: ${place}, ${how}`);
      return browser;
    }
    return null;
  };

  if (env.CHROMIUM_PATH) {
    const named = await opening(env.CHROMIUM_PATH);
    if (!named) throw new Error(`CHROMIUM_PATH names no browser that opens a page: ${env.CHROMIUM_PATH}`);
    say(`browser: ${env.CHROMIUM_PATH}, named by CHROMIUM_PATH`);
    return named;
  }
  const there = await installed('installed on this machine');
  if (there) return there;

  if (platform === 'linux' && arch === 'x64') {
    // Its recommended arguments contain `--single-process`, with which it crashes after a page or two.
    const packed = await opening(await machine.unpack());
    if (packed) {
      say('browser: the one that npm brought, @sparticuz/chromium');
      return packed;
    }
  }

  const before = await opening(machine.downloaded);
  if (before) {
    say(`browser: ${machine.downloaded}, downloaded before`);
    return before;
  }
  say('browser: there is none yet; playwright-core downloads one');
  if (await machine.run('npx', ['--no-install', 'playwright-core', 'install', '--no-shell', 'chromium'])) {
    const downloaded = await opening(machine.downloaded);
    if (downloaded) return downloaded;
  }

  if (platform === 'linux' && isRoot && machine.isExecutable(aptGet)) {
    say('browser: the download is of no use here; apt-get installs chromium');
    await machine.run(aptGet, ['update', '-qq']);
    if (await machine.run(aptGet, ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])) {
      const packaged = (await installed('installed by apt-get')) ?? (await opening(machine.downloaded));
      if (packaged) return packaged;
    }
  }
  throw new Error(
    `The tests need a browser, and none could be found or brought on ${platform} ${arch}. Install one, then run the tests again:\n\n  ${commandFor(machine)}\n`,
  );
}
