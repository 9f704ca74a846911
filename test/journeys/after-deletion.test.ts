import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, makeAgent, meetOwner, trailOf } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { addRule } from '#test/support/price-rules.ts';
import { makeStaff } from '#test/support/staff.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

/** The old order keeps 0912 000 0000 in place of its number, and another person may own that number. */
test('a person who returns after a deletion is offered nothing for a number that is not theirs', async () => {
  const person = await greet(world, { wallet: topUp.total });
  await choose(person, '989127654321');
  await tap(person, { to: 'confirm' });
  await person.sees(says('en', 'state-delivered'));
  await forge(person, { to: 'deleteMyData' });
  // The person starts again, with money.
  await person.type('/start');
  await world.grant(person.id, 100_000);
  await person.type('/start');
  expect(keysOn(person.last()).filter(({ press }) => press.to === 'again')).toEqual([]);
  // A button of an old message offers nothing either.
  const [order] = await look(world, ({ db }) =>
    db.selectFrom('orders').select('id').where('buyer_id', '=', person.id).execute(),
  );
  await forge(person, { to: 'again', order: order?.id ?? '' });
  expect(person.last().text).toContain('not a mobile number');
  expect((await world.sales()).map(({ mobile }) => mobile)).toEqual(['989127654321']);
});

test('a person whose data was deleted gets no messages from old buttons', async () => {
  const owner = await meetOwner(world);
  const person = await greet(world, { wallet: 0 });
  await person.type('/support');
  await person.type('Where is it?');
  await forge(person, { to: 'deleteMyData' });
  await tap(owner, { to: 'askAnswer', person: person.id });
  await owner.type('It is for your sister');
  expect(owner.last().text).toContain(says('en', 'failure-person-unknown'));
  const texts = look(world, ({ db }) => db.selectFrom('support_messages').select('content').execute());
  expect(await texts).toEqual([]);
  expect(person.messages().filter(({ text }) => text.includes('your sister'))).toEqual([]);
});

test('a receipt that an agent passed on keeps its text', async () => {
  const agent = await makeAgent(world, { owner: await meetOwner(world) });
  // The agent pays half.
  await look(world, (database) => addRule(database, { target: 'agent', basis_points: 5_000 }));
  await world.grant(agent.id, topUp.total / 2);
  await forge(agent, { to: 'product', id: topUp.id, mobile: '989127654321' });
  await tap(agent, { to: 'confirm' });
  await agent.sees(says('en', 'state-delivered'));
  await tap(agent, { to: 'share' });
  const [link = ''] = /https:\/\/t\.me\/\S+/.exec(unmarked(agent.last().text)) ?? [];
  const customer = await greet(world);
  await customer.open(link);
  expect(unmarked(customer.last().text)).toContain('1,100 tomans');
  await forge(agent, { to: 'deleteMyData' });
  await customer.open(link);
  expect(unmarked(customer.last().text)).toContain('1,100 tomans');
});

test('a staff member who deletes their data leaves a trail that says that the role has ended', async () => {
  const helper = await makeStaff(world, await meetOwner(world), 'support');
  await forge(helper, { to: 'deleteMyData' });
  expect(await trailOf(world, helper)).toContainEqual(
    expect.objectContaining({ action: 'remove-staff', details: { role: 'support' } }),
  );
});
