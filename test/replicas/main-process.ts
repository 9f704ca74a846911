import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import type { DatabaseSettings } from '#storage/database.ts';
import { bundled, compiledOnce } from '#test/support/bundle.ts';
import { gatewayToken, type World } from '#test/support/world.ts';

const presentMain = new URL('../../src/main.ts', import.meta.url);

export const secret = 'a-secret-only-telegram-knows';

export interface MainProcess {
  readonly url: string;
  readonly ready: Promise<unknown>;
  /** Null if a signal ended it. */
  readonly exit: Promise<number | null>;
  /** Output that is not a log line. */
  readonly said: readonly string[];
  readonly logged: readonly string[];
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void;
}

export interface MainOptions {
  readonly mode: 'polling' | 'webhook';
  readonly port: number;
  readonly database?: DatabaseSettings;
  /** The program of another version; by default this version's. */
  readonly main?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts `main.ts`, configured by its environment. */
export async function startMain(world: World, options: MainOptions): Promise<MainProcess> {
  const { mode, port, database = world.database.settings, settings } = options;
  const main = options.main ?? (await bundled(presentMain));
  const url = `http://127.0.0.1:${port}`;
  // The second warning is about a package; Node does not give it outside a bundle.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--disable-warning=DEP0040', main], {
    cwd: tmpdir(),
    env: {
      NODE_COMPILE_CACHE: compiledOnce(main).NODE_COMPILE_CACHE,
      BOT_TOKEN: world.telegram.token,
      BOT_API_ROOT: world.telegram.url,
      GATEWAY_URL: world.sandbox.url,
      GATEWAY_TOKEN: gatewayToken,
      DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.file}` : database.url,
      PORT: String(port),
      ...(mode === 'webhook' ? { WEBHOOK_URL: `${url}/telegram`, WEBHOOK_SECRET: secret } : {}),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said: string[] = [];
  const logged: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => (line.startsWith('{') ? logged : said).push(line));
  // The process is over after its last line, which may come later than its exit.
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const early = exit.then((code) => {
    throw new Error(`It ended with ${code} before it was up: ${said.join('\n')}`);
  });
  const ready = Promise.race([once(child, 'message'), early]);
  ready.catch(() => undefined);
  return { url, ready, exit, said, logged, signal: (name) => void child.kill(name) };
}
