import { isOnline, type OnlineMethod, onlineMethods } from '#domain/payment.ts';
import { ownersPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import type { Chance } from '#test/support/chance.ts';
import { day, hour, minute, second } from '#test/support/clock.ts';
import type { FaultyWrites } from '#test/support/faulty-writes.ts';
import type { TestProvider } from '#test/support/provider.ts';
import { ownerId, type ShopWorld, subscriber, topUpId } from '#test/support/shop.ts';

export const people = [100, 200, 300] as const;
const amounts = [200_000, 200_000, 500_000];
const topUp = { kind: 'product', productId: topUpId, amount: null } as const;

/** Money that a person moved to the shop's card, and the slip that shows it. */
interface Transfer {
  readonly by: number;
  readonly amount: number;
  readonly slip: string;
  /** The shop took the slip. */
  isSubmitted: boolean;
}

/** What happens outside the shop, which knows only what providers and people tell it. */
export interface Story {
  /** The running processes. */
  processes: readonly [ShopWorld, ShopWorld];
  readonly chance: Chance;
  readonly faults: FaultyWrites;
  readonly providers: Readonly<Record<OnlineMethod, TestProvider>>;
  /** Those that are set up now. */
  readonly setUp: TestProvider[];
  /** Pages of the bank to which a payer was sent. */
  readonly sent: { readonly method: OnlineMethod; readonly reference: string; readonly askedAt: number }[];
  readonly transfers: Transfer[];
  /** Requests that the payers have seen. */
  readonly cards: { readonly by: number; readonly amount: number }[];
  readonly online: string[];
  readonly orders: { readonly id: string; readonly by: number }[];
  /** Refused by an owner although the money was there. */
  readonly mistakes: Map<string, number>;
  readonly violations: string[];
  updates: number;
  redeliver: () => Promise<unknown>;
}

export type Move = (story: Story) => Promise<unknown>;

const source = (story: Story): string => {
  story.updates += 1;
  return `update:${story.updates}`;
};
const processOf = (story: Story): ShopWorld => story.chance.pick(story.processes);

/** People come back to what they did lately. */
const latest = <T>({ chance }: Story, all: readonly T[]): T | undefined => chance.pick(all.slice(-4));

const refused = { kind: 'misconfigured', why: 'code -11' } as const;
const down = { kind: 'unavailable', why: 'down' } as const;

/** Two tabs at once, mostly; the provider may refuse some. */
const load: Move = async (story) => {
  const { chance, providers, sent } = story;
  const id = story.online.at(-1 - chance.whole(2));
  if (id === undefined) return;
  const answers = chance.pick([[], [null, refused], [refused, null], [null, down], [refused], [down]]);
  for (const provider of Object.values(providers)) provider.refuseNext(...answers);
  const loads = await Promise.all(
    Array.from({ length: 1 + Math.min(1, chance.whole(4)) }, () =>
      processOf(story).shop.payments.online.forward(id, chance.whole(6) === 0 ? chance.pick(onlineMethods) : null),
    ),
  );
  for (const provider of Object.values(providers)) provider.refuseNext();
  for (const shown of loads) {
    const { payment, url } = shown ?? {};
    if (payment && url && isOnline(payment.method))
      sent.push({ method: payment.method, reference: url.split('/').at(-1) ?? '', askedAt: payment.createdAt });
  }
};

/** Who pays, for an order of theirs or for the wallet. */
function purposeOf(story: Story): { readonly by: number; readonly orderId: string | null } {
  const order = story.chance.whole(2) === 0 ? latest(story, story.orders) : undefined;
  return order ? { by: order.by, orderId: order.id } : { by: story.chance.pick(people), orderId: null };
}

const askOnline: Move = async (story) => {
  const { chance } = story;
  const request = { source: source(story), amount: chance.pick(amounts), ...purposeOf(story) };
  const { online } = processOf(story).shop.payments;
  const opened = await online.open({ ...request, method: chance.pick(onlineMethods) });
  if (!opened.ok) return;
  story.online.push(opened.value.id);
  if (chance.whole(3) > 0) await load(story);
};

const back: Move = async (story) => {
  const id = latest(story, story.online);
  if (id !== undefined) await processOf(story).shop.payments.online.returned(id);
};

export const payAtBank: Move = async (story) => {
  const { chance, sent, providers } = story;
  const page = latest(story, sent);
  if (!page) return;
  const provider = providers[page.method];
  if (provider.taken(page.reference) !== undefined) return;
  // Older pages are closed.
  if (story.processes[0].clock.now() - page.askedAt > 6.5 * day) return;
  const asked = provider.begun.get(page.reference)?.amount ?? 0;
  provider.pay(page.reference, chance.whole(4) === 0 ? asked - 10_000 : asked);
};

/** The bank gives back what was not verified. */
const reverse: Move = async (story) => {
  const page = latest(story, story.sent);
  if (page && (await creditOf(story, page)) === undefined) story.providers[page.method].reverse(page.reference);
};

const silence: Move = async ({ chance, providers }) => {
  providers[chance.pick(onlineMethods)].say(chance.pick([null, { kind: 'unsure', why: 'no answer' }] as const));
};

const switchProvider: Move = async ({ chance, providers, setUp }) => {
  const provider = providers[chance.pick(onlineMethods)];
  const at = setUp.indexOf(provider);
  if (at === -1) setUp.push(provider);
  else setUp.splice(at, 1);
};

const quote: Move = async (story) => {
  const by = story.chance.pick(people);
  const wanted = { item: topUp, mobile: subscriber, simType: 'prepaid' } as const;
  const { orders } = processOf(story).shop;
  const quoted = await orders.quote({ idempotencySource: source(story), buyerId: by, wanted });
  if (quoted.ok) story.orders.push({ id: quoted.value.id, by });
};

/** From the wallet, where there is money in it. */
const tap: Move = async (story) => {
  const order = latest(story, story.orders);
  if (!order) return;
  const { orders } = processOf(story).shop;
  await orders.confirm({ orderId: order.id, by: order.by, idempotencySource: source(story), messageId: null });
};

const cancelOrder: Move = async (story) => {
  const order = latest(story, story.orders);
  if (order) await processOf(story).shop.orders.cancel(order.id, order.by);
};

const block: Move = async (story) => {
  const { db } = story.processes[0].database;
  const why = story.chance.pick([null, 'chargebacks']);
  await db.updateTable('people').set({ paused_why: why }).where('id', '=', story.chance.pick(people)).execute();
};

const pauseSelling: Move = async (story) => {
  const { ownerPause } = processOf(story).shop;
  await (story.chance.whole(2) === 0 ? ownerPause.resume(ownerId) : ownerPause.pause(ownerId, 'closed'));
};

const askCard: Move = async (story) => {
  const { chance, cards } = story;
  const { card } = processOf(story).shop.payments;
  const purpose = purposeOf(story);
  const opened = await card.open({ source: source(story), amount: chance.pick(amounts), ...purpose });
  if (opened.ok) cards.push({ by: purpose.by, amount: opened.value.payment.amount });
};

/** To the card, for any request that they saw. */
const transfer: Move = async (story) => {
  const { chance, cards, transfers } = story;
  const request = latest(story, cards);
  if (!request) return;
  const amount = chance.whole(8) === 0 ? request.amount - 10_000 : request.amount;
  transfers.push({ ...request, amount, slip: `photo ${transfers.length}`, isSubmitted: false });
};

/** Whether a request of theirs may get a slip: a paid one does not, nor does one of last week. */
async function isAwaited({ processes: [{ clock, database }] }: Story, by: number): Promise<boolean> {
  const row = await database.db
    .selectFrom('payments')
    .select('id')
    .where('person_id', '=', by)
    .where('method', '=', 'card')
    .where('state', 'in', ['asked', 'submitted', 'expired', 'refused'])
    .where('created_at', '>', clock.now() - 3 * day)
    .executeTakeFirst();
  return row !== undefined;
}

const sendSlip: Move = async (story) => {
  const { transfers, violations } = story;
  const made = latest(story, transfers);
  if (!made) return;
  const { shop } = processOf(story);
  const update = source(story);
  const awaited = await isAwaited(story, made.by);
  const send = () => shop.payments.card.submit(made.by, { kind: 'photo', content: made.slip, file: made.slip }, update);
  const sent = await send();
  story.redeliver = async () => {
    const again = await send();
    if (sent.ok && !(again.ok && again.value.id === sent.value.id)) violations.push(`${update} was taken twice`);
  };
  if (sent.ok) made.isSubmitted = true;
  else if (awaited && sent.error.code !== 'slips-enough')
    violations.push(`${update}: the slip of ${made.by} was turned away: ${sent.error.code}`);
};

/** The latest slip's update is handled again, as after a crash. */
const redeliver: Move = async (story) => story.redeliver();

/** As when every amount was used: an open request asks for the amount of one that ended. */
const reuseAmount: Move = async ({ chance, processes: [{ database }] }) => {
  const rows = await database.db
    .selectFrom('payments')
    .select(['id', 'state', 'amount'])
    .where('method', '=', 'card')
    .execute();
  const open = chance.pick(rows.filter(({ state }) => state === 'asked'));
  const ended = chance.pick(rows.filter(({ state }) => state === 'expired' || state === 'refused'));
  if (!open || !ended) return;
  // Not where a third one has it.
  const reused = database.db.updateTable('payments').set({ amount: ended.amount }).where('id', '=', open.id);
  await reused.execute().catch(() => undefined);
};

const sendFalseSlip: Move = async (story) => {
  const { chance } = story;
  const slip = { kind: 'text', content: `code ${chance.whole(9_000) + 1_000}` } as const;
  await processOf(story).shop.payments.card.submit(chance.pick(people), slip, source(story));
};

/** From the list in their wallet: a transfer, or a payment that was begun at a bank. */
const giveUp: Move = async (story) => {
  const by = story.chance.pick(people);
  const { queries, cancel } = processOf(story).shop.payments;
  const { payments } = await queries.openOf(by, 0, 8);
  if (payments.length > 0) await cancel(by, story.chance.pick(payments).id);
};

/** An owner who looks at the bank's accounts, mostly. */
const decide: Move = async (story) => {
  const { payments } = (await processOf(story).shop.payments.queries.waiting(0, 20)) ?? {};
  const payment = story.chance.pick(payments);
  if (!payment) return;
  if (story.chance.whole(3) > 0) return decideRightly(story, payment);
  const { decisions } = processOf(story).shop.payments;
  // The answer may be lost although the decision stands.
  await decisions.reject({ paymentId: payment.id, by: ownerId, reason: 'not-found' }).catch(() => undefined);
  const { queries } = story.processes[0].shop.payments;
  if ((await queries.one(payment.id))?.state === 'refused')
    story.mistakes.set(payment.id, (story.mistakes.get(payment.id) ?? 0) + 1);
};

export async function decideRightly(story: Story, payment: Payment): Promise<void> {
  const { decisions, methods: ways } = processOf(story).shop.payments;
  const decision = { paymentId: payment.id, by: ownerId };
  const amount = await arrivedFor(story, payment);
  if (amount > 0) await decisions.approve({ ...decision, amount });
  else await decisions.reject({ ...decision, reason: 'not-found' });
  await ways.reopen(ownerId, payment.personId);
}

/** What the bank has for this payment and no wallet was credited for yet. */
async function arrivedFor(story: Story, { id, method, reference }: Payment): Promise<number> {
  if (isOnline(method)) return story.providers[method].taken(reference ?? '') ?? 0;
  const { db } = story.processes[0].database;
  const credited = new Set(await creditedSlips(story));
  const shown = await slipsOf(story, id);
  const states = await db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirst();
  if (states?.state === 'paid') return 0;
  return story.transfers
    .filter(({ slip }) => shown.includes(slip) && !credited.has(slip))
    .reduce((sum, { amount }) => sum + amount, 0);
}

interface SlipAlert {
  readonly paymentId: string;
  readonly slip: { readonly content: string };
}

/** What owners were shown, from their alerts. */
async function slipAlerts({ processes }: Story): Promise<SlipAlert[]> {
  const rows = await processes[0].database.db
    .selectFrom('alerts')
    .select('alert')
    .where('key', 'like', 'payment-slip:%')
    .orderBy('id')
    .execute();
  return rows.map(({ alert }) => JSON.parse(alert) as SlipAlert);
}

export const slipsOf = async (story: Story, paymentId: string): Promise<string[]> =>
  (await slipAlerts(story)).filter((one) => one.paymentId === paymentId).map(({ slip }) => slip.content);

/** Slips of payments that were credited. */
export async function creditedSlips(story: Story): Promise<string[]> {
  const rows = await story.processes[0].database.db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'paid')
    .execute();
  const paid = new Set(rows.map(({ id }) => id));
  return (await slipAlerts(story)).filter(({ paymentId }) => paid.has(paymentId)).map(({ slip }) => slip.content);
}

export async function creditOf(
  { processes }: Story,
  { method, reference }: { readonly method: string; readonly reference: string },
): Promise<number | undefined> {
  const row = await processes[0].database.db
    .selectFrom('ledger')
    .select('balance_delta')
    .where('key', '=', `payment:${method}:${reference}`)
    .executeTakeFirst();
  return row?.balance_delta;
}

const pass: Move = async ({ chance, processes }) => {
  const ms = chance.weighted([
    [4, chance.whole(90) * second + chance.whole(1_000)],
    [3, chance.whole(30) * minute + chance.whole(1_000)],
    [2, chance.whole(10) * hour + chance.whole(1_000)],
    [1, chance.whole(40) * hour + chance.whole(1_000)],
  ]);
  processes[0].clock.pass(ms);
};

const work: Move = async ({ processes, chance }) => {
  const round = ({ paymentWorker, expiryWorker, alertWorker, receipts }: ShopWorld) =>
    chance.pick([paymentWorker, paymentWorker, paymentWorker, expiryWorker, alertWorker, receipts]).runOnce();
  await Promise.all(processes.slice(0, 1 + chance.whole(2)).map(round));
};

const restart: Move = async (story) => {
  const [old, other] = story.processes;
  story.processes = [other, await old.another()];
};

/** With their weights. */
export const moves: Readonly<Record<string, readonly [weight: number, move: Move]>> = {
  askOnline: [4, askOnline],
  load: [4, load],
  back: [4, back],
  payAtBank: [4, payAtBank],
  reverse: [0.5, reverse],
  silence: [2, silence],
  switchProvider: [0.7, switchProvider],
  quote: [5, quote],
  tap: [4, tap],
  cancelOrder: [0.5, cancelOrder],
  block: [3, block],
  pauseSelling: [1.5, pauseSelling],
  askCard: [4, askCard],
  transfer: [3, transfer],
  sendSlip: [4, sendSlip],
  redeliver: [1, redeliver],
  reuseAmount: [4, reuseAmount],
  sendFalseSlip: [0.5, sendFalseSlip],
  giveUp: [1.5, giveUp],
  decide: [3, decide],
  pass: [8, pass],
  work: [10, work],
  restart: [0.5, restart],
};

interface Refusals {
  readonly blocked: ReadonlySet<number>;
  readonly isPaused: boolean;
}

async function refusals({ processes: [{ database }] }: Story): Promise<Refusals> {
  const blocked = await database.db.selectFrom('people').select('id').where('paused_why', 'is not', null).execute();
  const pause = await database.db.selectFrom('switches').select('name').where('name', '=', ownersPause).execute();
  return { blocked: new Set(blocked.map(({ id }) => id)), isPaused: pause.length > 0 };
}

/** Makes a move, and looks at what was bought by it: not by blocked people, not in a pause, not at a price of before. */
export async function watchPurchases(story: Story, move: () => Promise<unknown>): Promise<void> {
  const { db } = story.processes[0].database;
  const bought = () => db.selectFrom('orders').selectAll().where('confirmed_at', 'is not', null).execute();
  const earlier = new Set((await bought()).map(({ id }) => id));
  const before = await refusals(story);
  await move();
  const after = await refusals(story);
  for (const { id, buyer_id: buyer, expires_at: ownEnd, confirmed_at: at } of await bought()) {
    if (earlier.has(id) || at === null) continue;
    if (before.isPaused && after.isPaused) story.violations.push(`${id} was bought in a pause`);
    if (before.blocked.has(buyer) && after.blocked.has(buyer))
      story.violations.push(`${id} was bought by ${buyer}, blocked`);
    if (at < ownEnd) continue;
    const payments = await db.selectFrom('payments').selectAll().where('order_id', '=', id).execute();
    const payment = payments.find((one) => one.bought === 1);
    const first = Math.min(...payments.map(({ created_at }) => created_at));
    const longest = payment?.method === 'card' ? 2 * day : 40 * minute;
    if (!payment || at > first + longest) story.violations.push(`${id} was bought at a price that had ended`);
  }
}
