import { setTimeout } from 'node:timers/promises';
import type { Person } from '@sharj/local-telegram';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { look } from '#test/support/agents.ts';
import { choose, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { makePostgres } from '#test/support/databases.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, type World } from '#test/support/world.ts';
import { type MainOptions, type MainProcess, secret, startMain } from './main-process.ts';
import { startRelay } from './relay.ts';

/** Container engines kill after this long. */
/** Whole processes start and end next to other tests. */
const slowly = { timeout: 300_000 };

async function open(mode: MainOptions['mode']) {
  const world = await createWorld({ products: 120, start: false, timeoutMs: 60_000 });
  const port = await freePort();
  const processes: MainProcess[] = [];
  onTestFinished(async () => {
    for (const one of processes) one.signal('SIGKILL');
    await Promise.all(processes.map(({ exit }) => exit));
    await world.close();
  });
  const launch = async (options: Partial<MainOptions> = {}): Promise<MainProcess> => {
    const started = await startMain(world, { mode, port, ...options });
    processes.push(started);
    return started;
  };
  const start = async (options: Partial<MainOptions> = {}): Promise<MainProcess> => {
    const started = await launch(options);
    await started.ready;
    return started;
  };
  return { world, launch, start };
}

/** Stops the bot and returns its exit code. */
function stop(bot: MainProcess, name: 'SIGTERM' | 'SIGINT' = 'SIGTERM') {
  bot.signal(name);
  return bot.exit;
}

async function crowd(world: World, size: number): Promise<{ person: Person; mobile: string }[]> {
  const people: { person: Person; mobile: string }[] = [];
  for (let at = 0; at < size; at += 1) {
    const [person, mobile] = [await greet(world), `98912${4_000_000 + at}`];
    await choose(person, mobile);
    people.push({ person, mobile });
  }
  return people;
}

describe.each(['polling', 'webhook'] as const)('%s', (mode) => {
  test('a bot stopped under load ends cleanly, and the next process serves the rest', slowly, async () => {
    const { world, start } = await open(mode);
    const first = await start();
    const buyers = await crowd(world, 12);
    const held = world.telegram.faults.hold('editMessageText');
    await world.fault('purchase', 'slow', 6, 300);
    for (const { person } of buyers) await tap(person, { to: 'confirm' }, { wait: false });
    await held.arrived;
    const stopped = stop(first);
    held.release();
    expect(await stopped).toBe(0);
    expect(first.logged.join('\n')).toContain('"stopped"');
    const late = world.telegram.person({ first_name: 'Late', language_code: 'en' });
    await late.type('/start', { wait: false });
    await start();
    await Promise.all(buyers.map(({ person }) => person.sees(says('en', 'state-delivered'))));
    await late.sees(says('en', 'home-title'));
    await world.telegram.quiet();
    expect(world.telegram.pending()).toEqual([]);
    const sold = await world.sales();
    expect(sold).toHaveLength(buyers.length);
    expect(new Set(sold.map(({ mobile }) => mobile))).toEqual(new Set(buyers.map(({ mobile }) => mobile)));
  });

  test('a bot ends in time while the gateway and Telegram hang, and loses nothing', slowly, async () => {
    const { world, start } = await open(mode);
    const first = await start();
    const [buyer, other] = [await greet(world), await greet(world)];
    const mobile = '989125000001';
    await choose(buyer, mobile);
    await world.fault('purchase', 'slow', 1, 60_000);
    await tap(buyer, { to: 'confirm' });
    const hanging = world.telegram.faults.hold('sendMessage');
    await other.type('/settings', { wait: false });
    await hanging.arrived;
    const stopped = stop(first);
    await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(503);
    if (mode === 'webhook') {
      const headers = { 'x-telegram-bot-api-secret-token': secret };
      const answer = await fetch(`${first.url}/telegram`, { method: 'POST', headers, body: '{"update_id":1}' });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('connection')).toBe('close');
    }
    expect(await stopped).toBe(0);
    expect(first.logged.join('\n')).toContain('stop timed out');
    hanging.release();
    // The progress was stored, so no lease has to expire.
    const rows = await look(world, ({ db }) => db.selectFrom('orders').select(['state', 'lease_until']).execute());
    expect(rows).toEqual([{ state: 'unsure', lease_until: 0 }]);
    await start();
    // A late receipt is a new message that repeats a line of the older one.
    await buyer.sees(({ text }) => text.includes(says('en', 'state-delivered')) && text.includes('0912 500 0001'));
    await other.sees(says('en', 'settings-title'));
    expect(await world.sales()).toMatchObject([{ mobile, price: topUp.total }]);
  });

  test('a second signal ends the bot at once with another exit code', slowly, async () => {
    const { world, start } = await open(mode);
    const bot = await start();
    const buyer = await greet(world);
    const hanging = world.telegram.faults.hold('sendMessage');
    await buyer.type('/settings', { wait: false });
    await hanging.arrived;
    const impatience = new AbortController();
    const ended = bot.exit.finally(() => impatience.abort());
    // Someone repeats Ctrl-C.
    while (!impatience.signal.aborted) {
      bot.signal('SIGINT');
      await setTimeout(100, undefined, { signal: impatience.signal }).catch(() => undefined);
    }
    expect(await ended).toBe(1);
    hanging.release();
  });

  test('a signal ends the bot during its start', slowly, async () => {
    const { world, launch } = await open(mode);
    const held = world.telegram.faults.hold('getMe');
    const bot = await launch();
    await held.arrived;
    expect(await stop(bot)).toBe(0);
    held.release();
  });
});

test('a bot whose database hangs ends in time with another exit code', slowly, async () => {
  const { world, start } = await open('polling');
  const server = new URL(inject('postgresUrl'));
  const database = await makePostgres(server.href.replace(/\/$/, ''));
  const relay = await startRelay({ host: server.hostname, port: Number(server.port) });
  onTestFinished(async () => {
    await relay.close();
    await database.remove();
  });
  const settings = database.settings;
  if (settings.kind !== 'postgres') throw new Error('This is about PostgreSQL.');
  const line = new URL(settings.url);
  line.port = String(relay.port);
  const bot = await start({ database: { kind: 'postgres', url: line.href } });
  const buyer = world.telegram.person({ first_name: 'Sara', language_code: 'en' });
  await buyer.type('/start');
  relay.freeze();
  await buyer.type('/settings', { wait: false });
  expect(await stop(bot)).toBe(1);
  expect(bot.said.join('\n')).toContain('did not stop cleanly');
  await start({ database: settings });
  await buyer.sees(says('en', 'settings-title'));
});
