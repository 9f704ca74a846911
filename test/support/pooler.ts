import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { databaseKinds, type TestDatabase } from './databases.ts';
import { freePort } from './free-port.ts';

// Where Debian puts it; the search path of most users leaves that folder out.
const env = { ...process.env, PATH: [process.env.PATH, '/usr/sbin'].join(delimiter) };

/** Whether PgBouncer is installed here. */
export const hasPooler =
  databaseKinds.includes('postgres') && spawnSync('pgbouncer', ['--version'], { env }).status === 0;

/** How a shop reaches PostgreSQL. */
export const ways: readonly ('PostgreSQL' | 'PgBouncer')[] = databaseKinds.includes('postgres')
  ? ['PostgreSQL', ...(hasPooler ? (['PgBouncer'] as const) : [])]
  : [];

/** Few, so that processes and shops share each session of the server. */
const sessions = 10;

/** The same database through a PgBouncer of its own, in transaction mode. `more`: other settings than its own. */
export async function behindPooler({ settings, remove }: TestDatabase, more = ''): Promise<TestDatabase> {
  if (settings.kind !== 'postgres') throw new Error('Only PostgreSQL has poolers.');
  const server = new URL(settings.url);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sharj-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  const { hostname, username, password } = server;
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${server.port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
${more}
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', [file], { env, ...nobody, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  const up = new Promise<void>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line);
      if (line.includes('process up')) resolve();
    });
  });
  const failed = ended.then(() => {
    throw new Error(`PgBouncer ended: ${lines.join('\n')}`);
  });
  failed.catch(() => undefined);
  await Promise.race([up, failed]);
  server.port = String(port);
  return {
    settings: { kind: 'postgres', url: server.href, isPooled: true },
    remove: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
      await remove();
    },
  };
}
