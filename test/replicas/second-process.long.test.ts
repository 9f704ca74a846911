import { describe, expect, onTestFinished, test } from 'vitest';
import { says } from '#test/support/buyer.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, type World } from '#test/support/world.ts';
import { type MainProcess, startMain } from './main-process.ts';

const slowly = { timeout: 300_000 };

async function open(kind: 'sqlite' | 'postgres', mode: 'polling' | 'webhook') {
  const database = await makeDatabase(kind);
  const world = await createWorld({ products: 120, start: false, timeoutMs: 60_000, database });
  const processes: MainProcess[] = [];
  onTestFinished(async () => {
    for (const one of processes) one.signal('SIGKILL');
    await Promise.all(processes.map(({ exit }) => exit));
    await world.close();
  });
  const launch = async (port?: number): Promise<MainProcess> => {
    const started = await startMain(world, { mode, port: port ?? (await freePort()) });
    processes.push(started);
    return started;
  };
  return { world, launch };
}

async function isServed(world: World, name: string): Promise<void> {
  const person = world.telegram.person({ first_name: name, language_code: 'en' });
  await person.type('/start', { wait: false });
  await person.sees(says('en', 'home-title'));
}

const ways = [
  ['sqlite', 'polling'],
  ['postgres', 'polling'],
  ['sqlite', 'webhook'],
] as const;

describe.each(ways)('%s, %s', (kind, mode) => {
  test(
    'a second process ends with a reason while the first continues, and a killed one leaves no lock',
    slowly,
    async () => {
      const { world, launch } = await open(kind, mode);
      const port = await freePort();
      const first = await launch(port);
      await first.ready;
      await isServed(world, 'Sara');
      const second = await launch();
      expect(await second.exit).toBe(1);
      expect(second.said.join('\n')).toMatch(/Sharj could not start: Another/);
      await isServed(world, 'Ali');
      expect(first.said).toEqual([]);

      first.signal('SIGKILL');
      await first.exit;
      const third = await launch(port);
      await third.ready;
      await isServed(world, 'Reza');
    },
  );
});

test('when two bots on different databases poll with one token, one ends and the other continues', slowly, async () => {
  const { world, launch } = await open('sqlite', 'polling');
  const first = await launch();
  await first.ready;
  const elsewhere = await makeDatabase('sqlite');
  const second = await startMain(world, { mode: 'polling', port: await freePort(), database: elsewhere.settings });
  onTestFinished(async () => {
    second.signal('SIGKILL');
    await second.exit;
    await elsewhere.remove();
  });
  const [ended, other] = await Promise.race([
    first.exit.then(() => [first, second] as const),
    second.exit.then(() => [second, first] as const),
  ]);
  expect(await ended.exit).toBe(1);
  expect(ended.said.join('\n')).toContain('Sharj stops: Another process takes the updates of this bot');
  await isServed(world, 'Ali');
  expect(other.said).toEqual([]);
});
