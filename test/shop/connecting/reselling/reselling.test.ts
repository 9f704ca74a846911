import { expect, test } from 'vitest';
import { day, hour } from '#test/support/clock.ts';
import { agentId, ownerId, startShopApi } from '#test/support/shop-api.ts';

const fields = { product_id: '37', mobile: '989121234567', price: '11000', webservice_code: 'c1' };

test('balance in a list is what can be spent today', async () => {
  const { shop, call, buy } = await startShopApi();
  await shop.apiAccess.limit(ownerId, agentId, 10_000);
  const { balance } = (await (await call('/api/clients/products')).json()) as { balance: number };
  const refused = await buy('k1', fields);
  expect(await refused.json()).toMatchObject({ code: 'daily_limit', left: 10_000 });
  expect(balance).toBeLessThanOrEqual(10_000);
});

test('every order by the API that was delivered is in the line of a day', async () => {
  // Half past eleven in the evening in Tehran.
  let at = Date.UTC(2026, 0, 5, 20, 0);
  const { shop, database, buy } = await startShopApi({ now: () => at, waitMs: 10_000 });
  const answer = await buy('k1', fields);
  expect(answer.status).toBe(200);
  // As if the gateway had answered late: it was unsure at nine in the morning, and delivered at ten.
  await database.db.updateTable('orders').set({ state: 'unsure', next_attempt_at: 4e15 }).execute();
  at = Date.UTC(2026, 0, 6, 5, 31);
  await shop.apiSummary.run();
  at += hour;
  await database.db.updateTable('orders').set({ state: 'delivered', ended_at: at }).execute();
  at += day;
  await shop.apiSummary.run();
  const lines = await database.db.selectFrom('alerts').select('alert').execute();
  const told = lines.map(({ alert }) => JSON.parse(alert) as { kind: string; count: number; charged: number });
  const sum = told.filter(({ kind }) => kind === 'api-day').reduce((all, { charged }) => all + Number(charged), 0);
  expect(sum).toBe(11_000);
});

test('the line about yesterday leaves out what was reversed, as every report does', async () => {
  let at = Date.UTC(2026, 0, 5, 10, 0);
  const { shop, database, buy } = await startShopApi({ now: () => at, waitMs: 10_000 });
  for (const key of ['k1', 'k2']) expect((await buy(key, { ...fields, webservice_code: `c-${key}` })).status).toBe(200);
  const [order] = await database.db.selectFrom('orders').select('id').execute();
  expect((await shop.reverse(order?.id ?? '', ownerId)).ok).toBe(true);
  at += day;
  await shop.apiSummary.run();
  const lines = await database.db.selectFrom('alerts').select('alert').execute();
  const told = lines.map(({ alert }) => JSON.parse(alert) as { kind: string });
  expect(told.filter(({ kind }) => kind === 'api-day')).toMatchObject([{ count: 1, charged: 11_000 }]);
});
