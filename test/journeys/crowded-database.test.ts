import type { Person } from '@sharj/local-telegram';
import pg from 'pg';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startRelay } from '#test/replicas/relay.ts';
import { choose, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { makeDatabase, makeEmptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { freePort } from '#test/support/free-port.ts';
import { long } from '#test/support/length.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

const payments = { token: 'provider:TEST:1', currency: 'IRR', exponent: 2 } as const;
const mobile = '989121234567';
const slowly = { timeout: 300_000 };
/** More than twice the connections of a bot. */
const many = 30;

let world: World;
let url: string;
afterEach(() => world.close());

async function open(database: TestDatabase, pace: WorldOptions['pace']): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = { port, payments };
  world = await createWorld({ products: 120, database, pace: { everyMs: 50, ...pace }, config, start: false });
  // The connect timeout is short, and a busy machine may stall.
  const isUp = () =>
    world.startBot().then(
      () => true,
      () => false,
    );
  await expect.poll(isUp).toBe(true);
}

function addressOf({ settings }: TestDatabase): URL {
  if (settings.kind !== 'postgres') throw new Error('This is about PostgreSQL.');
  return new URL(settings.url);
}

/** Another client of the same database. */
async function connect(database: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: addressOf(database).href });
  // The client may outlive the database.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const readiness = async () => {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, ((await answer.json()) as { database: string }).database];
};

const languageOf = (at: number) => (at % 2 === 0 ? 'fa' : 'en');

async function crowd(size: number): Promise<Person[]> {
  const people = Array.from({ length: size }, (_, at) =>
    world.telegram.person({ first_name: `Passer-by ${at}`, language_code: languageOf(at) }),
  );
  await Promise.all(people.map((person) => person.type('/start', { wait: false })));
  return people;
}

const isHome = (person: Person, at: number) =>
  person.messages().some(({ fromBot, text }) => fromBot && text.includes(says(languageOf(at), 'home-title')));
const answered = (people: readonly Person[]) =>
  people.filter((person) => person.messages().some(({ fromBot }) => fromBot)).length;
const allAnswered = (people: readonly Person[]) =>
  expect.poll(() => answered(people), { timeout: 60_000 }).toBe(people.length);

test(
  'people hear of a database whose connections all wait, /readyz reports it, and later all works again',
  slowly,
  async () => {
    const database = await makeDatabase('postgres');
    // Lock timeouts are much longer than the connect timeout.
    await open(database, { database: { lockTimeoutMs: 30_000, connectTimeoutMs: 300 } });
    const [buyer, payer] = [await greet(world), await greet(world, { wallet: 0 })];
    await choose(buyer, mobile);
    await forge(payer, { to: 'product', id: topUp.id, mobile: '989121234568' });
    await tap(payer, { to: 'pay' });
    const outside = await connect(database);
    await outside.query('begin; lock table orders in access exclusive mode');
    const people = await crowd(many);
    await expect.poll(readiness, { timeout: 60_000 }).toEqual([503, 'failed']);
    expect(people.filter(isHome)).toEqual([]);
    // Metrics are still served and count the failed scrape.
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    await expect.poll(metrics, { timeout: 60_000 }).toMatch(/sharj_scrape_failures_total [1-9]/);
    // A payer hears in time, over the invoice.
    const { payment } = await payer.pay({ wait: false });
    expect(payment).toMatchObject({ outcome: 'declined', error: expect.stringContaining('nothing was paid') });
    await outside.query('commit');
    await allAnswered(people);
    // The people with a connection were served.
    expect(people.filter(isHome).length).toBeGreaterThan(0);
    await expect.poll(readiness, { timeout: 60_000 }).toEqual([200, 'ok']);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says('en', 'state-delivered'));
    expect((await payer.pay()).payment).toEqual({ outcome: 'approved' });
    await payer.sees(says('en', 'state-delivered'));
    expect(await world.sales()).toHaveLength(2);
  },
);

if (long)
  test('health probes use at most one connection each, however many there are', slowly, async () => {
    const database = await makeDatabase('postgres');
    await open(database, { database: { lockTimeoutMs: 30_000, connectTimeoutMs: 300 } });
    const buyer = await greet(world);
    const outside = await connect(database);
    await outside.query('begin; lock table audit, receipt_jobs in access exclusive mode');
    const figures = () => fetch(`${url}/metrics`, { signal: AbortSignal.timeout(60_000) });
    const watchers = Array.from({ length: many }, () => Promise.all([readiness(), figures()]));
    const waiting = async () => {
      const { rows } = await outside.query<{ who: string }>(
        "select relation::regclass::text as who from pg_locks where not granted and relation in ('audit'::regclass, 'receipt_jobs'::regclass)",
      );
      return rows.map(({ who }) => who).sort();
    };
    await expect.poll(async () => new Set(await waiting())).toEqual(new Set(['audit', 'receipt_jobs']));
    // Workers that read a setting, the receipt worker and one connection per kind of probe: never all ten.
    expect((await waiting()).length).toBeLessThan(8);
    await buyer.type('/settings', { wait: false });
    await buyer.sees(says('en', 'settings-title'));
    for (const [ready, metrics] of await Promise.all(watchers)) {
      expect(ready).toEqual([503, 'no answer']);
      expect(metrics.status).toBe(200);
    }
    expect(world.logged.filter((line) => line.includes('update set aside'))).toEqual([]);
    await outside.query('commit');
    await expect.poll(readiness).toEqual([200, 'ok']);
  });

if (long)
  test('connections that never come back are replaced', slowly, async () => {
    const made = await makeDatabase('postgres');
    const line = addressOf(made);
    const relay = await startRelay({ host: line.hostname, port: Number(line.port) });
    line.port = String(relay.port);
    const remove = async () => {
      await relay.close();
      await made.remove();
    };
    await open(
      { settings: { kind: 'postgres', url: line.href }, remove },
      { database: { queryTimeoutMs: 1_500, connectTimeoutMs: 1_000 } },
    );
    await allAnswered(await crowd(many));
    relay.hold();
    await allAnswered(await crowd(many));
    expect(world.logged.join()).toContain('Query read timeout');
    // The blocked connections are still blocked; new ones serve people.
    const served = async () => {
      const later = await crowd(many);
      await allAnswered(later);
      return later.filter(isHome).length;
    };
    await expect.poll(served, { timeout: 60_000 }).toBe(many);
    await expect.poll(readiness, { timeout: 60_000 }).toEqual([200, 'ok']);
    relay.letGo();
  });

test('a server with few connections still serves everyone', slowly, async () => {
  const made = await makeEmptyDatabase('postgres');
  const line = addressOf(made);
  const name = line.pathname.slice(1);
  const server = await connect({ ...made, settings: { kind: 'postgres', url: new URL('/postgres', line).href } });
  await server.query(`create role ${name} login password 'modest' connection limit 3`);
  await server.query(`alter database ${name} owner to ${name}`);
  Object.assign(line, { username: name, password: 'modest' });
  const remove = async () => {
    await made.remove();
    await server.query(`drop role ${name}`);
  };
  await open({ settings: { kind: 'postgres', url: line.href }, remove }, {});
  const people = await crowd(many);
  await allAnswered(people);
  expect(people.filter(isHome)).toHaveLength(many);
  expect(world.errors()).toEqual([]);
});
