import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look } from '#test/support/agents.ts';
import type { BotProcess } from '#test/support/bot-process.ts';
import { forge, says } from '#test/support/buyer.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { languages } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

const slowly = { timeout: 300_000 };

let world: World;
let board: Switchboard;
let one: BotProcess;
let other: BotProcess;
beforeAll(async () => {
  board = await startSwitchboard();
  world = await createWorld({
    products: 120,
    start: false,
    database: await makeDatabase('postgres'),
    config: { webhook: { url: `${board.url}/telegram`, secret: 'a-secret-only-telegram-knows' } },
    // A chat moves to another replica only when its lease is released or has expired.
    pace: { inbox: { everyMs: 50, leaseMs: 5_000 } },
  });
  [one, other] = await Promise.all([world.spawnBot(), world.spawnBot()]);
}, 60_000);
afterAll(async () => {
  await world.close();
  await board.close();
});

/** Waits as long as a replica needs to serve somebody else twice. */
async function meanwhile(replica: BotProcess): Promise<void> {
  board.to(replica.url);
  const passer = world.telegram.person({ first_name: 'Passer-by', language_code: 'en' });
  for (let at = 0; at < 2; at += 1) {
    const mark = passer.mark();
    await passer.type('/start', { wait: false });
    await passer.sees(says('en', 'home-title'), { since: mark });
  }
}

async function meet(language: 'fa' | 'en'): Promise<Person> {
  board.to(one.url);
  const person = world.telegram.person({ first_name: 'Sara', language_code: language });
  await person.type('/start', { wait: false });
  await person.sees(says(language, 'home-title'));
  return person;
}

const labelsOf = ({ id }: Person) =>
  look(world, async ({ db }) => {
    const rows = await db.selectFrom('numbers').select('label').where('person_id', '=', id).execute();
    return rows.flatMap(({ label }) => label ?? []);
  });

describe.each(languages)('one chat on two replicas in %s', (language) => {
  const mobile = '989121234567';

  test('a person who left a question on one replica is not asked again by the other', slowly, async () => {
    const sara = await meet(language);
    const asking = world.telegram.faults.hold('editMessageText');
    await forge(sara, { to: 'label', mobile }, { wait: false });
    await asking.arrived;
    board.to(other.url);
    await sara.type('/cancel', { wait: false });
    await meanwhile(other);
    asking.release();
    await sara.sees(says(language, 'ask-label'));
    await sara.sees(says(language, 'left'));
    await sara.type('xyzzy', { wait: false });
    await sara.sees(says(language, 'not-understood'));
    expect(await labelsOf(sara)).toEqual([]);
  });

  test('a person answers the latest question, whichever replica asked it', slowly, async () => {
    const sara = await meet(language);
    await forge(sara, { to: 'askNumber', purpose: 'any' }, { wait: false });
    await sara.sees(says(language, 'ask-number'));
    const complaint = world.telegram.faults.hold('sendMessage');
    await sara.type('12', { wait: false });
    await complaint.arrived;
    board.to(other.url);
    await forge(sara, { to: 'label', mobile }, { wait: false });
    await meanwhile(other);
    complaint.release();
    await sara.sees(says(language, 'ask-label'));
    await sara.type('xyzzy', { wait: false });
    await sara.sees('xyzzy');
    expect(await labelsOf(sara)).toEqual(['xyzzy']);
  });
});

test('a replica that dies with a chat’s lease does not keep the chat', slowly, async () => {
  const sara = await meet('en');
  const asking = world.telegram.faults.hold('editMessageText');
  await forge(sara, { to: 'label', mobile: '989121234567' }, { wait: false });
  await asking.arrived;
  board.to(other.url);
  const mark = sara.mark();
  await sara.type('/start', { wait: false });
  await meanwhile(other);
  expect(sara.screen().messages.filter(({ fromBot }) => fromBot)).toHaveLength(1);
  await one.kill();
  await sara.sees(says('en', 'home-title'), { since: mark });
  asking.release();
});
