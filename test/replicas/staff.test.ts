import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, walletOf } from '#test/support/agents.ts';
import type { BotProcess } from '#test/support/bot-process.ts';
import { find, forge, says } from '#test/support/buyer.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

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
    pace: { inbox: { everyMs: 50, leaseMs: 5_000 } },
  });
  [one, other] = await Promise.all([world.spawnBot(), world.spawnBot()]);
}, 60_000);
afterAll(async () => {
  await world.close();
  await board.close();
});

async function begin(replica: BotProcess, person: Person, link = ''): Promise<void> {
  board.to(replica.url);
  await person.type(`/start ${link}`.trim(), { wait: false });
  await person.sees(/What would you like to buy|Send a number/);
}

test('a cashier whose role the owner removes on one replica loses it on the other with the next press', {
  timeout: 300_000,
}, async () => {
  const owner = world.telegram.person({ id: ownerId, first_name: 'Mr Owner', language_code: 'en' });
  const cashier = world.telegram.person({ first_name: 'Cashier', language_code: 'en' });
  const buyer = world.telegram.person({ first_name: 'Buyer', language_code: 'en' });
  await begin(one, owner);
  await begin(other, buyer);
  board.to(one.url);
  await forge(owner, { to: 'inviteStaff', role: 'cashier' }, { wait: false });
  await owner.sees(says('en', 'ask-staff-credit', { unit: 'tomans' }).slice(0, 20));
  await owner.type('1000000', { wait: false });
  const { text } = await owner.sees('https://t.me/');
  await begin(other, cashier, /start=(\S+)/.exec(text)?.[1]);

  // A credit waits for its confirmation on the other replica.
  await forge(cashier, { to: 'askCredit', action: 'grant', person: buyer.id }, { wait: false });
  await cashier.sees(says('en', 'ask-grant', { unit: 'tomans' }).slice(0, 20));
  await cashier.type('5000', { wait: false });
  await cashier.sees(says('en', 'credit-grant'));
  const { data, message } = find(cashier, { to: 'confirmCredit' });

  board.to(one.url);
  await forge(owner, { to: 'removeStaff', person: cashier.id }, { wait: false });
  await cashier.sees(says('en', 'notice-staff-removed'));
  board.to(other.url);
  for (const press of [
    () => cashier.forge(data, { message, wait: false }),
    () => forge(cashier, { to: 'menu' }, { wait: false }),
  ]) {
    const since = cashier.mark();
    await press();
    await cashier.sees(says('en', 'failure-not-allowed'), { since });
  }
  expect((await walletOf(world, buyer)).balance).toBe(0);
  const entries = await look(world, ({ db }) => db.selectFrom('audit').select('action').orderBy('id').execute());
  expect(entries.map(({ action }) => action)).toEqual(['invite-staff', 'join-staff', 'remove-staff']);
});
