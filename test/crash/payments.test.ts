import { type Bank, createBank } from '@sharj/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canPaymentBecome } from '#domain/payment.ts';
import type { DatabaseKind } from '#test/support/databases.ts';
import { long, sampled, sampledDatabases } from '#test/support/length.ts';
import { killEverywhere, useLives } from './lives.ts';
import type { PaymentLife, PaymentStory } from './payment-process.ts';

const stories: readonly PaymentStory[] = ['online', 'closed-tab', 'card', 'invoice'];
const merchantId = '0d9b0ab2-5a4c-4f5e-9a44-3b6f4d7c1e21';

const { live } = useLives<PaymentLife>(new URL('./payment-process.ts', import.meta.url));
let bank: Bank;
beforeAll(async () => {
  bank = await createBank({ database: ':memory:', host: '127.0.0.1', port: 0 });
});
afterAll(() => bank.close());

/** One payment from its first press to its end: a process dies at one step, and several finish what it began. */
async function tell(kind: DatabaseKind, story: PaymentStory, kill: PaymentLife['kill']) {
  const taken = () => bank.payments().reduce((sum, payment) => sum + (payment.taken ?? 0), 0);
  const before = taken();
  return live(kind, { story, kill, merchantId, bankUrl: bank.url }, async (db) => ({
    taken: taken() - before,
    payments: await db.selectFrom('payments').selectAll().execute(),
    events: await db.selectFrom('payment_events').selectAll().orderBy('id').execute(),
    entries: await db.selectFrom('ledger').selectAll().where('kind', '=', 'payment').execute(),
    orders: await db.selectFrom('orders').selectAll().execute(),
  }));
}

type Evidence = Awaited<ReturnType<typeof tell>>;

/** Returns a sentence for each violation of what must hold whatever was killed. */
function violations(story: PaymentStory, evidence: Evidence): string[] {
  const { payments, events, entries, taken, orders, notes } = evidence;
  const wrong: string[] = [];
  const [payment] = payments;
  if (payments.length !== 1 || payment?.state !== 'paid') wrong.push(`${payments.length} payments, ${payment?.state}`);
  const credited = entries.reduce((sum, { balance_delta }) => sum + balance_delta, 0);
  if (entries.length !== 1) wrong.push(`${entries.length} ledger entries`);
  if (credited !== payment?.credited) wrong.push(`${credited} in the ledger, ${payment?.credited} in the payment`);
  const isOnline = story === 'online' || story === 'closed-tab';
  if (isOnline && taken !== credited) wrong.push(`the bank took ${taken}, ${credited} were credited`);
  const states = orders.map(({ state }) => state).join();
  if (story === 'online' && states !== 'delivered') wrong.push(`not bought: ${states}`);
  const legal = events.every(({ from_state, to_state }, at) => {
    if (from_state !== (events[at - 1]?.to_state ?? null)) return false;
    return from_state === null ? to_state === 'asked' : canPaymentBecome(from_state, to_state);
  });
  if (!legal) wrong.push(`the trail is ${events.map(({ to_state }) => to_state).join(' -> ')}`);
  const told = notes.filter((one) => one.told === `payment:${payment?.id}` && one.state === 'paid');
  if (told.length === 0) wrong.push('the payer was not told');
  if (story === 'card' && !notes.some(({ alert }) => alert === 'payment-slip')) wrong.push('no owner got the slip');
  return wrong;
}

const cases = sampledDatabases().flatMap((kind) => stories.map((story) => [kind, story] as const));
test.each(sampled(cases, cases.length))(
  `on %s, a payment by %s killed at any step is credited once and told`,
  // A story that outlasts its time would spoil the bank's count of the next one.
  { timeout: long ? 3 * 3_600_000 : 900_000 },
  async (kind, story) => {
    const found = await killEverywhere({
      database: kind,
      name: `${kind}, ${story}`,
      fewestSteps: 9,
      tell: (kill) => tell(kind, story, kill),
      violations: (evidence) => violations(story, evidence),
    });
    expect(found).toEqual([]);
  },
);
