import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openBenchShop } from '#test/bench/bench-shop.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { startWithStandby } from '#test/bench/standby.ts';
import { makePostgres } from '#test/support/databases.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';

interface Scene {
  readonly url: string;
  /** Kills one process with SIGKILL and starts another. */
  readonly replaceWorker: () => Promise<void>;
  /** Of the server that the database is on. */
  readonly crash: () => Promise<void>;
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Ends every other connection to the database. */
const killOthers = (client: pg.Client) =>
  client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

/** Takes every connection that the server has left, and then those of the workers, so that they wait. */
async function exhaustPool(url: string): Promise<void> {
  const taken: pg.Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    if (isOpen) taken.push(client);
    return isOpen;
  };
  while (await take());
  const [keeper] = taken;
  const pids = await Promise.all(taken.map((one) => one.query<{ pid: number }>('select pg_backend_pid() as pid')));
  await keeper?.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and not pid = any($1)',
    [pids.map(({ rows }) => rows[0]?.pid)],
  );
  for (let second = 0; second < 3; second += 1) {
    await take();
    await pause(1_000);
  }
  await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
}

const faults: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'server restarted': ({ crash }) => crash(),
  'backends killed': ({ url }) => withClient(url, killOthers),
  'pool exhausted': ({ url }) => exhaustPool(url),
  'worker killed': ({ replaceWorker }) => replaceWorker(),
  'worker killed again and again': async ({ replaceWorker }) => {
    for (let time = 0; time < 5; time += 1) await replaceWorker();
  },
};

const workers = 2;

interface Server {
  readonly url: string;
  readonly crash: () => Promise<void>;
}

/** Settles so many orders by two processes, with a fault after a third of them. */
async function survive(server: Server, count: number, fault: (scene: Scene) => Promise<unknown>) {
  const { settings } = await makePostgres(server.url);
  const shop = await openBenchShop(settings);
  const running = new Set<ChildProcess>();
  /** When each order's end was told first. */
  const told = new Map<string, number>();
  const third = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  const start = async () => {
    const place = JSON.stringify({ settings, url: shop.gatewayUrl });
    const worker = fork(new URL('../chaos-worker.ts', import.meta.url), [place], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    running.add(worker);
    worker.on('message', (message: 'ready' | { readonly id: string; readonly state: string }) => {
      if (message === 'ready' || told.has(message.id)) return;
      told.set(message.id, performance.now());
      if (told.size === Math.floor(count / 3)) third.resolve();
      if (told.size === count) all.resolve();
    });
    await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
  };
  const replaceWorker = async () => {
    const [worker] = running;
    if (!worker) return;
    running.delete(worker);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await start();
  };
  try {
    // The workers are warm before their orders come.
    for (let nth = 0; nth < workers; nth += 1) await start();
    for (const worker of running) worker.kill('SIGSTOP');
    await shop.confirmed(count, 1);
    for (const worker of running) worker.kill('SIGCONT');
    await third.promise;
    await fault({ url: settings.url, replaceWorker, crash: server.crash });
    const over = told.size;
    const finished = await Promise.race([all.promise.then(() => true), pause(120_000, false, { ref: false })]);
    const times = [...told.values()].toSorted((a, b) => a - b);
    const rate = (from: number, to: number) => ((to - from) * 1_000) / ((times[to] ?? 0) - (times[from] ?? 0));
    const [early, late] = [
      Math.floor(count / 12),
      Math.min(count - Math.floor(count / 4), over + Math.floor(count / 6)),
    ];
    const length = Math.floor(count / 5);
    const sold = await shop.sold();
    return {
      ratio: finished ? rate(late, late + Math.min(length, count - 1 - late)) / rate(early, early + length) : 0,
      untold: count - told.size,
      twice: sold.length - new Set(sold).size,
      unsold: count - new Set(sold).size,
    };
  } finally {
    for (const worker of running) worker.kill('SIGKILL');
    await shop.close();
  }
}

/** Orders settled a second after a fault against before it, by two processes on PostgreSQL; and that nothing is lost or bought twice. */
export const figure: Figure = async function* ({ quick }) {
  const count = quick ? 240 : 2_400;
  const server = await createPostgresServer();
  const crash = async () => {
    await server.crash();
    await server.start();
  };
  const totals = { untold: 0, twice: 0, unsold: 0 };
  async function* report(name: string, found: Awaited<ReturnType<typeof survive>>) {
    for (const key of ['untold', 'twice', 'unsold'] as const) totals[key] += found[key];
    yield line(`settled a second after: ${name}`, found.ratio, 'x', { atLeast: 0.98 });
  }
  try {
    for (const [name, fault] of Object.entries(faults))
      yield* report(name, await survive({ ...server, crash }, count, fault));
    const idle = ({ url }: Scene) =>
      withClient(url, async (client) => {
        await client.query('begin; select count(*) from orders');
        await killOthers(client);
      });
    yield* report('backends killed beside an idle transaction', await survive({ ...server, crash }, count, idle));
  } finally {
    await server.remove();
  }
  const pair = await startWithStandby();
  if (pair) {
    try {
      yield* report(
        'fail-over to a standby',
        await survive({ url: pair.url, crash: pair.failOver }, count, ({ crash }) => crash()),
      );
    } finally {
      await pair.remove();
    }
  }
  yield line('orders whose end nobody was told', totals.untold, '', { atMost: 0 });
  yield line('orders that were bought twice', totals.twice, '', { atMost: 0 });
  yield line('orders that were lost', totals.unsold, '', { atMost: 0 });
};
