import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NamedAction } from '#test/support/actions.ts';
import { look, makeAgent } from '#test/support/agents.ts';
import { forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, pace: { purchaseMs: 10_000 } });
});
afterAll(() => world.close());

const failed = says('en', 'error', { reference: '' }).slice(0, 20);

test.each([
  ['refused', { code: 400, description: 'Bad Request: not today' }],
  ['told to wait', { retryAfter: 600 }],
] as const)('a screen whose press was %s does not get in the way afterwards', async (_, fault) => {
  const sara = await greet(world);
  await forge(sara, { to: 'home' });
  const message = sara.last().id;
  world.telegram.faults.fail('editMessageText', { cut: 'after' });
  world.telegram.faults.fail('editMessageText', { ...fault, times: 100 });
  await forge(sara, { to: 'help' }, { message });
  world.telegram.faults.clear();
  const shown = () => sara.messages().find(({ id }) => id === message)?.text;
  expect(shown()).not.toContain(says('en', 'home-title'));
  await forge(sara, { to: 'home' }, { message });
  expect(shown()).toContain(says('en', 'home-title'));
});

test('a press that was given up is answered too', async () => {
  const sara = await greet(world);
  await look(world, ({ db }) => sql`alter table wallets rename to away`.execute(db));
  const { update } = await forge(sara, { to: 'wallet' }, { wait: false });
  await sara.sees(failed);
  await look(world, ({ db }) => sql`alter table away rename to wallets`.execute(db));
  const answered = world.telegram.journal.calls('answerCallbackQuery').map(({ params }) => params.callback_query_id);
  expect(answered).toContain(update?.callback_query?.id);
});

test('a list that is opened in another message while it runs appears there at once', async () => {
  const agent = await makeAgent(world);
  await agent.type('09121230001\n09121230002');
  const batch =
    keysOn(agent.last())
      .map(({ press }) => press)
      .find((press): press is Extract<NamedAction, { batch: string }> => 'batch' in press)?.batch ?? '';
  await forge(agent, { to: 'bulkItem', batch, id: topUp.id, amount: null, bought: 'no' });
  const list = agent.last().id;
  await world.fault('purchase', 'slow', 2, 12_000);
  await tap(agent, { to: 'bulkConfirm' }, { wait: false });
  await agent.sees(
    ({ id, message }) => id === list && !keysOn({ id, message }).some(({ press }) => press.to === 'bulkConfirm'),
  );
  const since = agent.mark();
  await agent.type('/start', { wait: false });
  const other = await agent.sees(says('en', 'seller-hint'), { since });
  await forge(agent, { to: 'bulk', batch }, { message: other.id, wait: false });
  // Every purchase ends long after this.
  const textOf = (wanted: number) => agent.messages().find(({ id }) => id === wanted)?.text;
  await agent.until(() => textOf(other.id) === textOf(list), { timeoutMs: 11_000 });
  await agent.sees(says('en', 'bulk-delivered', { count: 2, total: '' }).split('·')[0]?.trim() ?? '');
});
