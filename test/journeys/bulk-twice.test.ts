import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent } from '#test/support/agents.ts';
import { find, forge, keysOn, tap } from '#test/support/buyer.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

const isOver = (message: Parameters<typeof keysOn>[0]) => keysOn(message).some(({ press }) => press.to === 'bulkFile');
const soldTo = async (mobile: string) =>
  (await world.sales()).filter((sale) => sale.mobile === `98${mobile.slice(1)}`).length;

test('a number that is in a list twice is sold once, even after its operator was corrected', async () => {
  const agent = await makeAgent(world, { limit: 100_000_000 });
  const [ported, other] = ['09126100001', '09356100002'];
  await agent.type(`${ported}\n${ported}\n${other}`);
  // The page of the second row says that the number is there twice; the seller says that it was ported.
  const { press } = find(agent, { to: 'bulkItem' });
  const batch = 'batch' in press ? press.batch : '';
  await forge(agent, { to: 'bulkRow', batch, row: 1 });
  await tap(agent, { to: 'bulkRowOperator', operator: 2 });
  await tap(agent, { to: 'bulkItem' });
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(isOver);
  expect(await soldTo(other)).toBe(1);
  expect(await soldTo(ported)).toBe(1);
});

test('a row that was left out stays out when its operator is corrected', async () => {
  const agent = await makeAgent(world, { limit: 100_000_000 });
  const [out, other] = ['09126200001', '09356200002'];
  await agent.type(`${out}\n${other}`);
  const { press } = find(agent, { to: 'bulkItem' });
  const batch = 'batch' in press ? press.batch : '';
  await forge(agent, { to: 'bulkRow', batch, row: 0 });
  await tap(agent, { to: 'bulkRowOut', out: 'yes' });
  await forge(agent, { to: 'bulkRow', batch, row: 0 });
  await tap(agent, { to: 'bulkRowOperator', operator: 2 });
  await tap(agent, { to: 'bulkItem' });
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(isOver);
  expect([await soldTo(other), await soldTo(out)]).toEqual([1, 0]);
});

test('a number that is in a list twice is sold once, even when its row gets what the others get', async () => {
  const agent = await makeAgent(world, { limit: 100_000_000 });
  const [twin, other] = ['09126300001', '09126300002'];
  await agent.type(`${twin} 50000 rials\n${twin} 60000 rials\n${other} 50000 rials`);
  const { press } = find(agent, { to: 'bulkConfirm' });
  const batch = 'batch' in press ? press.batch : '';
  await forge(agent, { to: 'bulkRow', batch, row: 1 });
  await tap(agent, { to: 'bulkRowItem', id: null });
  if (!keysOn(agent.last()).some(({ press: one }) => one.to === 'bulkConfirm')) await tap(agent, { to: 'bulkItem' });
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(isOver);
  expect([await soldTo(other), await soldTo(twin)]).toEqual([1, 1]);
});

const rowOf = async (agent: Awaited<ReturnType<typeof makeAgent>>, row: number) => {
  const key = (['bulkRow', 'bulkTable', 'bulkRows'] as const)
    .flatMap((to) => keysOn(agent.last()).filter(({ press }) => press.to === to))
    .at(0);
  const batch = key && 'batch' in key.press ? key.press.batch : '';
  await forge(agent, { to: 'bulkRow', batch, row });
};

test('a number that is in a list twice is sold once, even when its first row is corrected', async () => {
  const agent = await makeAgent(world, { limit: 100_000_000 });
  const [twin, other] = ['09126400001', '09126400002'];
  await agent.type(`${twin} 900,000,000 toman\n${twin} 900,000,000 toman\n${other} 50000 rials`);
  await rowOf(agent, 0);
  await agent.type('50000 rials');
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(isOver);
  expect([await soldTo(other), await soldTo(twin)]).toEqual([1, 1]);
});

test('a row that becomes the number of another open row waits next to it', async () => {
  const agent = await makeAgent(world, { limit: 100_000_000 });
  const [twin, other] = ['09126500001', '09126500002'];
  await agent.type(`${twin} 20000\n0912650000 50000 rials\n${other} 50000 rials`);
  await rowOf(agent, 1);
  await agent.type(`${twin} 50000 rials`);
  await rowOf(agent, 0);
  await tap(agent, { to: 'bulkRowItem' });
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(isOver);
  expect([await soldTo(other), await soldTo(twin)]).toEqual([1, 1]);
});

test('a row that was left out comes back once if its number got another row', async () => {
  const agent = await makeAgent(world, { limit: 100_000_000 });
  const [twin, other] = ['09126600001', '09126600002'];
  await agent.type(`${twin} 50000 rials\n${twin} 50000 rials\n${other} 50000 rials`);
  for (const [row, out] of [
    [0, 'yes'],
    [1, 'no'],
    [0, 'no'],
  ] as const) {
    await rowOf(agent, row);
    await tap(agent, { to: 'bulkRowOut', out });
  }
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(isOver);
  expect([await soldTo(other), await soldTo(twin)]).toEqual([1, 1]);
});

test('a number that is in a list twice is sold once, even when a meaning of its second row is chosen', async () => {
  const agent = await makeAgent(world, { limit: 100_000_000 });
  const [twin, other] = ['09126700001', '09126700002'];
  await agent.type(`${twin} 50000 rials\n${twin} 20000\n${other} 50000 rials`);
  await rowOf(agent, 1);
  await tap(agent, { to: 'bulkRowItem' });
  await tap(agent, { to: 'bulkConfirm' });
  await agent.sees(isOver);
  expect([await soldTo(other), await soldTo(twin)]).toEqual([1, 1]);
});
