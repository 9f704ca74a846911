import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '#package.json' with { type: 'json' };
import { freePort } from '#test/support/free-port.ts';
import { gatewayToken, type World } from '#test/support/world.ts';

const root = new URL('../../', import.meta.url).pathname;
const path = '/usr/sbin:/usr/bin:/sbin:/bin';

export interface Ended {
  readonly code: number;
  readonly text: string;
}

/** An installed server made from the sources instead of a release: the scripts are copied, the rest is linked. */
export async function createInstalled(world: World) {
  const folder = mkdtempSync(join(tmpdir(), 'sharj-installed-'));
  const release = join(folder, 'from');
  for (const name of ['bin', 'lib']) mkdirSync(join(release, name), { recursive: true });
  for (const name of ['src', 'locales', 'node_modules']) symlinkSync(join(root, name), join(release, name));
  cpSync(join(root, 'deploy'), join(release, 'deploy'), { recursive: true });
  copyFileSync(join(root, 'package.json'), join(release, 'package.json'));
  copyFileSync(join(root, 'deploy/install.sh'), join(release, 'install.sh'));
  copyFileSync(join(root, 'deploy/sharj'), join(release, 'bin/sharj'));
  copyFileSync(join(root, 'deploy/node'), join(release, 'bin/node'));
  for (const name of ['install.sh', 'bin/sharj', 'bin/node']) chmodSync(join(release, name), 0o755);
  symlinkSync(join(root, 'node_modules/node/bin/node'), join(release, 'lib/node'));

  const server = join(folder, 'server');
  const command = join(server, 'usr/local/bin/sharj');
  const port = await freePort();
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  const settings = {
    BOT_TOKEN: world.telegram.token,
    BOT_API_ROOT: world.telegram.url,
    GATEWAY_URL: world.sandbox.url,
    GATEWAY_TOKEN: gatewayToken,
    GATEWAY_OPERATOR_NAMES: 'operator1,operator2,operator3,operator4,operator5',
    PORT: String(port),
  };
  function run(env: Readonly<Record<string, string>>, file: string, words: readonly string[]): Promise<Ended> {
    const { promise, resolve } = Promise.withResolvers<Ended>();
    const given = { env: { PATH: path, LANG: 'C', SHARJ_READY_SECONDS: '20', ...env }, cwd: folder };
    execFile(file, [...words], given, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, text: stdout + stderr }),
    );
    return promise;
  }
  const sharj = (...words: readonly string[]) => run({}, command, words);
  const at = (file: string) => join(server, file);
  return {
    folder,
    port,
    sharj,
    at,
    install: (...words: readonly string[]) =>
      run({ SHARJ_ROOT: server, SHARJ_USER: user, ...settings }, join(release, 'install.sh'), ['--unsigned', ...words]),
    settings: () => readFileSync(at('etc/sharj/env'), 'utf8'),
    /** The id of the process that runs the bot. */
    pid: () => Number(readFileSync(at('var/lib/sharj/sharj-1.pid'), 'utf8')),
    isReady: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      return answer?.status === 200;
    },
    /** Adds the same release under another version, as if `update` had unpacked it. */
    addRelease: (version: string) => {
      const other = at(`opt/sharj/releases/${version}`);
      cpSync(at(`opt/sharj/releases/${manifest.version}`), other, { recursive: true, verbatimSymlinks: true });
      const text = readFileSync(join(other, 'package.json'), 'utf8');
      writeFileSync(join(other, 'package.json'), text.replace(`"${manifest.version}"`, `"${version}"`));
    },
    close: async () => {
      if (existsSync(command)) await sharj('stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Installed = Awaited<ReturnType<typeof createInstalled>>;
