import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startRelay } from '#test/replicas/relay.ts';
import { freePort } from '#test/support/free-port.ts';

const run = promisify(execFile);

/** The programs of an installed PostgreSQL; null: there is no complete one. */
function findPrograms(): string | null {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

async function ask(port: number, sql: string): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(sql)).rows[0]?.value;
  } finally {
    await client.end();
  }
}

/**
 * A server with a synchronous standby, behind one address; null: PostgreSQL is not installed here. `failOver` kills the server, promotes the
 * standby and leads the address there.
 */
export async function startWithStandby() {
  const programs = findPrograms();
  if (programs === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'sharj-standby-'));
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : null;
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
  const use = (name: string, ...options: string[]) => run(join(programs, name), options, { ...user, cwd: folder });
  const [first, second] = [await freePort(), await freePort()];
  const servers: ChildProcess[] = [];

  async function start(name: string, port: number): Promise<ChildProcess> {
    const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off'];
    const server = spawn(
      join(programs ?? '', 'postgres'),
      ['-D', join(folder, name), '-p', String(port), ...options.flatMap((one) => ['-c', one])],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
    servers.push(server);
    await until(() => ask(port, 'select true as value'));
    return server;
  }

  await use('initdb', '-D', 'server', '-U', 'postgres', '-A', 'trust', '--no-sync');
  const primary = await start('server', first);
  await use('pg_basebackup', '-D', 'standby', '-R', '-c', 'fast', '-d', `${addressOf(first)}?application_name=standby`);
  await start('standby', second);
  await ask(first, "alter system set synchronous_standby_names = 'standby'");
  await ask(first, 'select pg_reload_conf() as value');
  await until(() => ask(first, "select sync_state = 'sync' as value from pg_stat_replication"));
  const target = { host: '127.0.0.1', port: first };
  const relay = await startRelay(target);
  return {
    url: `postgres://postgres@127.0.0.1:${relay.port}`,
    failOver: async () => {
      primary.kill('SIGQUIT');
      await once(primary, 'exit');
      await use('pg_ctl', 'promote', '-w', '-D', 'standby');
      target.port = second;
    },
    remove: async () => {
      await relay.close();
      for (const server of servers.filter(({ exitCode }) => exitCode === null)) {
        server.kill('SIGQUIT');
        await once(server, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const addressOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

async function until(isTrue: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 30_000;
  while ((await isTrue().catch(() => false)) !== true) {
    if (Date.now() > end) throw new Error('PostgreSQL does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
