import { expect, test } from 'vitest';
import type { Database } from '#storage/database.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { sumsAgainst } from '#test/support/sums.ts';
import type { EarningLife, EarningStory } from './earning-process.ts';
import type { Kill } from './kill-steps.ts';
import { killEverywhere, useLives } from './lives.ts';

const stories: readonly EarningStory[] = ['settlement', 'list', 'reversal'];

const { live, soldUnder } = useLives<EarningLife>(new URL('./earning-process.ts', import.meta.url));

const delivered = (db: Database['db']) =>
  db.selectFrom('orders').select('idempotency_key').where('state', '=', 'delivered').execute();

const tell = (kind: (typeof databaseKinds)[number], story: EarningStory, kill: Kill | null) =>
  live(kind, { story, kill }, async (db) => ({
    settlements: await db.selectFrom('settlements').selectAll().execute(),
    people: await db.selectFrom('people').selectAll().execute(),
    wallets: await db.selectFrom('wallets').selectAll().where('balance', '<>', 0).execute(),
    ledger: await db.selectFrom('ledger').selectAll().orderBy('id').execute(),
    orders: await db.selectFrom('orders').selectAll().execute(),
    batches: await db.selectFrom('batches').selectAll().execute(),
    sold: await Promise.all((await delivered(db)).map(({ idempotency_key: key }) => soldUnder(key))),
    promoCodes: await db.selectFrom('promo_codes').selectAll().execute(),
    promoUses: await db.selectFrom('promo_uses').selectAll().execute(),
    sales: await db.selectFrom('daily_sales').selectAll().execute(),
    alerts: (await db.selectFrom('alerts').selectAll().execute()).map(({ key }) => key.split(':')[0] ?? ''),
    audited: (await db.selectFrom('audit').selectAll().execute()).map(({ action }) => action),
  }));

type Evidence = Awaited<ReturnType<typeof tell>>;

/** Each alert is written once, however often the step was tried, and sent. */
const news: Readonly<Record<EarningStory, readonly string[]>> = {
  settlement: [
    'own-settlement-pause',
    'own-settlement-resume',
    'settlement-due',
    'settlement-pause',
    'settlement-resume',
  ],
  list: [],
  reversal: ['order-reversed'],
};

const booked: Readonly<Record<EarningStory, readonly string[]>> = {
  settlement: ['payment 500000', 'take -500000'],
  list: ['capture -11000', 'capture -9900', 'capture -9900', 'grant 1000000', 'hold 0', 'hold 0', 'hold 0'],
  reversal: ['capture -9900', 'grant 1000000', 'hold 0', 'referral -990', 'referral 990', 'reversal 9900'],
};

function violations(story: EarningStory, evidence: Evidence): string[] {
  const { ledger, alerts, audited, notes } = evidence;
  const wrong: string[] = [];
  const entries = ledger.map((entry) => `${entry.kind} ${entry.balance_delta}`).toSorted();
  if (entries.join() !== booked[story].join()) wrong.push(`booked: ${entries.join()}`);
  if (alerts.toSorted().join() !== news[story].join()) wrong.push(`written: ${alerts.join()}`);
  for (const kind of news[story]) if (!notes.some(({ alert }) => alert === kind)) wrong.push(`${kind} was not sent`);
  const count = (action: string) => audited.filter((one) => one === action).length;
  if (story === 'settlement') {
    const { settlements, people, wallets } = evidence;
    if (settlements.map(({ state }) => state).join() !== 'paid') wrong.push(`${settlements.length} statements`);
    if (people.some(({ paused_why }) => paused_why !== null)) wrong.push('the agent is paused');
    if (wallets.length > 0) wrong.push('the debt is not what it was');
    if (count('settlement-pause') !== 1 || count('settlement-resume') !== 1) wrong.push(`audited: ${audited.join()}`);
  } else if (story === 'list') {
    const { orders, batches, sold, promoCodes, promoUses } = evidence;
    const bought = orders.filter(({ state }) => state === 'delivered');
    if (batches.map(({ state }) => state).join() !== 'done') wrong.push(`${batches.length} lists`);
    if (bought.length !== 3 || orders.some(({ state }) => state === 'rejected')) wrong.push('not all were bought');
    if (sold.join() !== '1,1,1') wrong.push(`the gateway sold ${sold.join()}`);
    const coded = bought.filter(({ promo_id }) => promo_id !== null).map(({ id }) => id);
    if (
      promoUses
        .map(({ order_id }) => order_id)
        .toSorted()
        .join() !== coded.toSorted().join()
    )
      wrong.push('the uses of the code are not those of the orders');
    if (promoCodes.some(({ used }) => used !== 2)) wrong.push('the code was not used twice');
    if (!notes.some(({ told, state }) => told === batches[0]?.id && state === 'over')) wrong.push('no receipt');
  } else {
    const { orders, sales, promoCodes, promoUses } = evidence;
    const [order] = orders;
    if (orders.length !== 1 || order?.reversed_at == null) wrong.push('the order is not taken back');
    if (sumsAgainst(orders, sales).length > 0) wrong.push(`sums: ${sumsAgainst(orders, sales).join()}`);
    if (promoUses.length > 0 || promoCodes.some(({ used }) => used !== 0)) wrong.push('the code is still used');
    if (count('reverse') !== 1) wrong.push(`audited: ${audited.join()}`);
    if (!notes.some(({ told, state }) => told === order?.id && state === 'reversed')) wrong.push('no receipt');
  }
  return wrong;
}

const cases = databaseKinds.flatMap((kind) => stories.map((story) => [kind, story] as const));
test.each(cases)(
  `on %s, a %s killed at any write or message moves money once and tells it`,
  { timeout: 3_600_000 },
  async (kind, story) => {
    const found = await killEverywhere({
      database: kind,
      name: `${kind}, ${story}`,
      fewestSteps: 12,
      tell: (kill) => tell(kind, story, kill),
      violations: (evidence) => violations(story, evidence),
    });
    expect(found).toEqual([]);
  },
);
