import type { Person } from '@sharj/local-telegram';
import { describe, expect, onTestFinished, test } from 'vitest';
import { look, makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, languages, says, watch } from '#test/support/buyer.ts';
import { long } from '#test/support/length.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

async function open(options: WorldOptions): Promise<World> {
  const world = await createWorld({ products: 120, ...options });
  onTestFinished(() => world.close());
  return world;
}

const interrupted = (person: Person): string => says(person.language_code === 'fa' ? 'fa' : 'en', 'file-interrupted');
const promised = (world: World) =>
  look(world, ({ db }) => db.selectFrom('key_values').select('key').where('key', 'like', 'files:%').execute());

/** Two people request a picture, one in each language; it hangs on its way to Telegram. */
async function twoWaiting(world: World): Promise<Person[]> {
  const owner = await meetOwner(world);
  const people: Person[] = [];
  for (const language of languages) people.push(await makeAgent(world, { language, owner }));
  for (const person of people) {
    const hanging = world.telegram.faults.hold('sendPhoto');
    await forge(person, { to: 'chart', of: null }, { wait: false });
    await hanging.arrived;
  }
  return people;
}

describe('a pending file', () => {
  if (long)
    test('of a killed process is reported once by the next process and made on request', async () => {
      const world = await open({ start: false, pace: { pendingFileMs: 100 } });
      const bot = await world.spawnBot();
      const people = await twoWaiting(world);
      expect(await promised(world)).toHaveLength(2);
      await bot.kill();
      const told = people.map((person) => watch(world, person));
      await world.spawnBot();
      for (const person of people) await person.sees(interrupted(person));
      expect(await promised(world)).toEqual([]);
      for (const [nth, person] of people.entries()) {
        await forge(person, { to: 'chart', of: null }, { wait: false });
        await person.sees(({ media }) => media === 'photo');
        expect(told[nth]?.filter((text) => text === interrupted(person))).toHaveLength(1);
      }
      await expect.poll(() => promised(world), { timeout: 60_000 }).toEqual([]);
    });

  test('of a stopping process is reported before the process ends', async () => {
    const world = await open({ pace: { stopMs: 10_000 } });
    const people = await twoWaiting(world);
    await world.stopBot();
    for (const person of people) expect(person.last().text).toBe(interrupted(person));
    expect(await promised(world)).toEqual([]);
  });

  if (long)
    test('of a process that stops too fast is reported by the next one', async () => {
      const world = await open({ pace: { stopMs: 1, pendingFileMs: 100 } });
      const people = await twoWaiting(world);
      await world.stopBot();
      await world.startBot();
      for (const person of people) await person.sees(interrupted(person));
      expect(await promised(world)).toEqual([]);
    });
});
