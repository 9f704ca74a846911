import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import type { Product } from '#domain/product.ts';
import { err, ok } from '#domain/result.ts';
import { purchaseRoute } from '#gateway/purchase-body.ts';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createAccountPause, createTokenPause } from '#shop/base/sales-pause/account-pause.ts';
import { createOutage } from '#shop/base/sales-pause/outage.ts';
import { createSalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import { createDailyLimits, noLimits } from '#shop/base/wallet/daily-limit.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { createBatches } from '#shop/buying/bulk/batches.ts';
import { createOrderEnds } from '#shop/buying/orders/order-ends.ts';
import { createOrders } from '#shop/buying/orders/orders.ts';
import { createPricing } from '#shop/buying/orders/pricing.ts';
import { createPurchaseWorker } from '#shop/buying/orders/purchase-worker.ts';
import { createCredit } from '#shop/money/credit/credit.ts';
import { createAmountDue } from '#shop/money/payments/amount-due.ts';
import { createBookPayment } from '#shop/money/payments/book-payment.ts';
import { createInvoicePayments } from '#shop/money/payments/invoice-payments.ts';
import { createNumbers } from '#shop/people/people/numbers.ts';
import { createPeople } from '#shop/people/people/people.ts';
import { createStaffLimit } from '#shop/people/people/staff.ts';
import { createPrices } from '#shop/pricing/prices/prices.ts';
import { createPromoCodes, type PromoDraft } from '#shop/pricing/prices/promo-codes.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createKeyValue } from '#storage/key-value.ts';
import { createClock, minute } from '#test/support/clock.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { long } from '#test/support/length.ts';
import fc from '#test/support/property.ts';
import { emptyTables, quiet } from '#test/support/shop.ts';

/** These gateways take any. */
const anyRoute = purchaseRoute('post-form', null);

const owner = 1;
const people = [100, 200] as const;
const keyHours = 24;

type Person = (typeof people)[number];

/** What an action did to a person's money, by its own answer. */
interface Moved {
  readonly person: Person;
  readonly balance: number;
  readonly held: number;
}

interface Sums {
  balance: number;
  held: number;
  limit: number;
}

interface Model {
  readonly wallets: Map<Person, Sums>;
  /** Money that came in or was paid out, and what was bought with it. */
  inflow: number;
  spent: number;
  auditEntries: number;
  /** Orders whose hold was counted. */
  readonly confirmed: Set<string>;
  /** Who may not buy, and whether the shop sells. */
  readonly blocked: Set<Person>;
  paused: boolean;
}

type Real = Awaited<ReturnType<typeof open>>['real'];
type Run = (real: Real, model: Model, alone: boolean) => Promise<readonly Moved[]>;

const sumsOf = ({ wallets }: Model, person: Person): Sums => {
  const sums = wallets.get(person) ?? { balance: 0, held: 0, limit: 0 };
  wallets.set(person, sums);
  return sums;
};
const available = ({ balance, held, limit }: Sums): number => balance - held + limit;
const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)];

const person = fc.constantFrom(...people);
const which = fc.nat({ max: 20 });
const key = fc.nat({ max: 4 });
const amount = fc.oneof(fc.integer({ min: 0, max: 15_000 }), fc.integer({ min: 0, max: 150_000 }));
/** Mostly the owner of the order; sometimes another person. */
const whose = fc.oneof({ weight: 4, arbitrary: fc.constant('theirs') }, { weight: 1, arbitrary: person });
const actor = (by: Person | string, theirs: number | undefined): Person =>
  (by === 'theirs' ? (theirs ?? people[0]) : by) as Person;

interface Told {
  readonly name: string;
  readonly run: Run;
}
const tell = (name: string, run: Run): Told => ({ name, run });

const give = fc.tuple(fc.constantFrom('grant', 'take'), person, amount, key).map(([action, one, sum, at]) =>
  tell(`${action}(${one}, ${sum}, key ${at})`, async ({ credit }, model, alone) => {
    const request = { key: `${action} ${at}`, by: owner, personId: one, amount: sum, note: null };
    const before = available(sumsOf(model, one));
    const answer = await credit[action as 'grant' | 'take'](request);
    if (!answer.ok) {
      if (alone) expect(answer.error).toEqual({ code: 'wallet-too-small', missing: sum - before });
      return [];
    }
    if (!answer.value.moved) return [];
    const delta = action === 'grant' ? sum : -sum;
    model.inflow += delta;
    model.auditEntries += 1;
    return [{ person: one, balance: delta, held: 0 }];
  }),
);

const limit = fc.tuple(person, amount).map(([one, sum]) =>
  tell(`limit(${one}, ${sum})`, async ({ credit }, model) => {
    const answer = await credit.limit({ key: 'limit', by: owner, personId: one, amount: sum, note: null });
    if (answer.ok && answer.value.moved) model.auditEntries += 1;
    sumsOf(model, one).limit = sum;
    return [];
  }),
);

const quote = person.map((buyerId) =>
  tell(`quote(${buyerId})`, async ({ orders, ids }) => {
    const item = { kind: 'product', productId: 1, amount: null } as const;
    const wanted = { item, mobile: '989121234567', simType: 'prepaid' } as const;
    const answer = await orders.quote({ idempotencySource: randomUUID(), buyerId, wanted });
    if (answer.ok) ids.push(answer.value.id);
    return [];
  }),
);

const confirm = fc.tuple(which, whose).map(([at, who]) =>
  tell(`confirm(#${at}, by ${who})`, async ({ orders, ids }, model, alone) => {
    const orderId = pick(ids, at);
    if (orderId === undefined) return [];
    const by = actor(who, (await orders.find(orderId))?.buyerId);
    const before = available(sumsOf(model, by));
    const answer = await orders.confirm({ orderId, by, idempotencySource: randomUUID(), messageId: null });
    // The events tell how it was confirmed; of two taps at once, one is counted.
    const why = (await orders.events(orderId)).find(({ to }) => to === 'confirmed')?.why;
    if (answer.ok && why === 'confirmed' && !model.confirmed.has(orderId)) {
      model.confirmed.add(orderId);
      const { charge } = answer.value;
      if (alone) expect(before).toBeGreaterThanOrEqual(charge);
      return [{ person: by, balance: 0, held: charge }];
    }
    if (!answer.ok && answer.error.again) ids.push(answer.error.again.id);
    const refused = answer.ok ? null : answer.error.failure;
    if (alone && refused?.code === 'wallet-too-small') expect(before).toBeLessThan(2 * 13_200);
    return [];
  }),
);

const cancel = fc.tuple(which, person).map(([at, by]) =>
  tell(`cancel(#${at}, by ${by})`, async ({ orders, ids }) => {
    await orders.cancel(pick(ids, at) ?? '', by);
    return [];
  }),
);

/** Any payment by anyone for any order: the money must be somewhere. */
const pay = fc.tuple(which, whose, amount, key).map(([at, who, sum, charge]) =>
  tell(`pay(#${at}, by ${who}, ${sum}, charge ${charge})`, async ({ orders, paying, ids }, model) => {
    const orderId = pick(ids, at) ?? 'none';
    const order = await orders.find(orderId);
    const by = actor(who, order?.buyerId);
    const { kind } = await paying.paid({ chargeId: `charge ${charge}`, payload: orderId, by, amount: sum });
    if (kind === 'seen') return [];
    model.inflow += sum;
    const held = kind === 'confirmed' ? (order?.charge ?? Number.NaN) : 0;
    return [{ person: by, balance: sum, held }];
  }),
);

/** As Telegram does: a pre-checkout query, then the payment. */
const checkout = fc.tuple(which, whose).map(([at, who]) =>
  tell(`checkout(#${at}, by ${who})`, async ({ orders, paying, ids }, model, alone) => {
    const orderId = pick(ids, at) ?? 'none';
    const by = actor(who, (await orders.find(orderId))?.buyerId);
    const due = await paying.due(orderId, by);
    if (!due.ok || due.value.amount === 0) return [];
    const sum = due.value.amount;
    if (!(await paying.mayPay(orderId, by, sum)).ok) return [];
    const { kind } = await paying.paid({ chargeId: randomUUID(), payload: orderId, by, amount: sum });
    if (alone) expect(kind).toBe('confirmed');
    model.inflow += sum;
    return [{ person: by, balance: sum, held: kind === 'confirmed' ? due.value.order.charge : 0 }];
  }),
);

const list = fc.tuple(person, fc.integer({ min: 1, max: 4 })).map(([seller, count]) =>
  tell(`list(${seller}, ${count} numbers)`, async ({ batches, lists }) => {
    const listed = Array.from({ length: count }, (_, at) => ({ mobile: `98912765432${at}`, problem: null }));
    const batch = await batches.draft(randomUUID(), seller, listed);
    lists.push(batch.id);
    await batches.price(batch.id, seller, { kind: 'product', productId: 1, amount: null }, true);
    return [];
  }),
);

const confirmList = fc.tuple(which, whose).map(([at, who]) =>
  tell(`confirm list(#${at}, by ${who})`, async ({ batches, lists }, model, alone) => {
    const id = pick(lists, at);
    if (id === undefined) return [];
    const before = await batches.find(id);
    const by = actor(who, before?.sellerId);
    const spendable = available(sumsOf(model, by));
    const answer = await batches.confirm(id, by, null, null);
    const charge = before?.rows.reduce((sum, { order }) => sum + (order?.charge ?? 0), 0) ?? 0;
    if (!answer.ok) {
      const { error } = answer;
      if (alone && error.code === 'wallet-too-small') expect(error.missing).toBe(charge - spendable);
      if (error.code === 'quote-expired' || error.code === 'price-moved')
        await batches.price(id, by, { kind: 'product', productId: 1, amount: null }, true);
      return [];
    }
    if (before?.state !== 'draft' || answer.value.state !== 'running') return [];
    if (alone) expect(spendable).toBeGreaterThanOrEqual(charge);
    // All or nothing.
    expect(answer.value.rows.every(({ order }) => order?.state !== 'quoted')).toBe(true);
    return [{ person: by, balance: 0, held: charge }];
  }),
);

const settle = fc.constantFrom('delivered', 'rejected', 'unsure').map((says) =>
  tell(`settle(${says})`, async (real, model) => {
    real.clock.pass(minute);
    real.says = says as Real['says'];
    const states = () => real.database.db.selectFrom('orders').selectAll().execute();
    const before = new Map((await states()).map(({ id, state }) => [id, state]));
    await real.settle();
    return (await states()).flatMap((row): Moved[] => {
      const { id, buyer_id, state } = row;
      const { charge } = row;
      if (before.get(id) === state || (state !== 'delivered' && state !== 'rejected')) return [];
      if (state === 'delivered') model.spent += charge;
      return [{ person: buyer_id as Person, balance: state === 'delivered' ? -charge : 0, held: -charge }];
    });
  }),
);

const reprice = fc.constantFrom(10_000, 12_000).map((price) =>
  tell(`price(${price})`, async (real) => {
    real.shelf.price = price;
    return [];
  }),
);

/** Discounts and fees; of two rules the newer one stands. */
const rule = fc.tuple(fc.constantFrom(-10_000, -137, 0, 233, 10_000), fc.option(person)).map(([points, one]) =>
  tell(`rule(${points}, ${one ?? 'everyone'})`, async ({ database: { db }, clock: { now } }) => {
    const audience = { target: one === null ? 'customer' : 'person', target_id: one } as const;
    const row = { ...audience, basis_points: points, starts_at: now(), created_at: now(), created_by: owner };
    await db.insertInto('price_rules').values(row).execute();
    return [];
  }),
);

const block = fc.tuple(person, fc.boolean()).map(([one, isBlocked]) =>
  tell(`${isBlocked ? 'block' : 'unblock'}(${one})`, async ({ database: { db } }, model) => {
    const paused_why = isBlocked ? 'chargebacks' : null;
    await db.updateTable('people').set({ paused_why }).where('id', '=', one).execute();
    if (isBlocked) model.blocked.add(one);
    else model.blocked.delete(one);
    return [];
  }),
);

const sell = fc.boolean().map((isPaused) =>
  tell(isPaused ? 'pause selling' : 'resume selling', async ({ salesPause }, model) => {
    await (isPaused ? salesPause.pause('owner', 'closed', 'owner') : salesPause.resume('owner'));
    model.paused = isPaused;
    return [];
  }),
);

const pass = fc.constant(
  tell('pass(11 minutes)', async ({ clock }) => {
    clock.pass(11 * minute);
    return [];
  }),
);

type Step = fc.AsyncCommand<Model, Real>;

/** Runs one or two actions at once, and compares with the model. */
const step = (told: readonly Told[]): Step => ({
  check: () => true,
  toString: () => told.map(({ name }) => name).join(' while '),
  run: async (model, real) => {
    const spendableBefore = new Map(people.map((one) => [one, available(sumsOf(model, one))]));
    const limits = new Map(people.map((one) => [one, sumsOf(model, one).limit]));
    const mayBuy = people.filter((one) => !model.paused && !model.blocked.has(one));
    const moved = await Promise.all(told.map(({ run }) => run(real, model, told.length === 1)));
    for (const { person: one, balance, held } of moved.flat()) {
      sumsOf(model, one).balance += balance;
      sumsOf(model, one).held += held;
      if (held > 0 && told.length === 1) expect(mayBuy).toContain(one);
    }
    for (const one of people) {
      const sums = sumsOf(model, one);
      const { balance, held, creditLimit } = await real.wallet.read(one);
      expect({ balance, held, limit: creditLimit }).toEqual(sums);
      expect(held).toBeGreaterThanOrEqual(0);
      // Past the limit only if the owner lowered it; never by buying or taking.
      const was = spendableBefore.get(one) ?? 0;
      if (sums.limit >= (limits.get(one) ?? 0)) expect(available(sums)).toBeGreaterThanOrEqual(Math.min(0, was));
    }
    const total = people.reduce((sum, one) => sum + sumsOf(model, one).balance, 0);
    expect(total).toBe(model.inflow - model.spent);
    expect(await real.wallet.findLedgerMismatches()).toEqual([]);
    const { count } = await real.database.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('action', 'in', ['grant', 'take', 'limit'])
      .executeTakeFirstOrThrow();
    expect(count).toBe(model.auditEntries);
    const held = await real.database.db
      .selectFrom('orders')
      .selectAll()
      .where('state', 'in', ['confirmed', 'unsure', 'review'])
      .execute();
    const kept = people.reduce((sum, one) => sum + sumsOf(model, one).held, 0);
    expect(held.reduce((sum, order) => sum + order.charge, 0)).toBe(kept);
  },
});

async function open(database: Database) {
  await emptyTables(database);
  const clock = createClock();
  const { now } = clock;
  const shelf = { price: 10_000 };
  const product = (): Product => ({
    id: 1,
    name: 'A top-up',
    nameEn: null,
    description: '',
    type: 'topup',
    operatorId: 1,
    simType: 'prepaid',
    price: shelf.price,
    maxPrice: null,
    days: null,
    profileId: null,
    onSale: true,
    order: 1,
    categories: [],
  });
  const gone = async () => err({ code: 'offer-gone' } as const);
  const freshProduct = async () => ({ kind: 'found', product: product() }) as const;
  const catalogue = { product, freshProduct };
  const operators = defaultOperators;
  const pricing = createPricing({
    catalogue,
    offers: { find: gone, findFresh: gone },
    prices: createPrices({ database, isOwner: (id) => id === owner, vatPercent: 10, now }),
    accountCover: async () => null,
    operators,
    vatPercent: 10,
  });
  const persons = createPeople({ database, now, ownerIds: [owner] });
  for (const id of people) await persons.loadOrCreate({ id, name: `Person ${id}`, language: 'fa' });
  const wallet = createWallet({ database, now, isOwner: persons.isOwner });
  const dailyLimit = createDailyLimits({ database, now, isOwner: persons.isOwner, limits: noLimits });
  const salesPause = createSalesPause({ database, now });
  const audit = createAudit({ database, now });
  const numbers = createNumbers({ database, operators, now });
  const links = createKeyValue<string>(database, 'promo-links', now);
  const drafts = createKeyValue<PromoDraft>(database, 'promo-drafts', now);
  const promoCodes = createPromoCodes({ database, audit, people: persons, links, drafts, now });
  const due = {
    purchasesDue: createSignal(),
    receiptsDue: createSignal(),
    alertsDue: createSignal(),
    orderEnds: createOrderEnds(),
    apiDeliveriesDue: createSignal(),
  };
  const trouble = {
    database,
    salesPause,
    alerts: { write: async () => undefined, writeTo: async () => true },
    alertsDue: due.alertsDue,
    now,
  };
  const drawn = { quoteMinutes: 10, now, newKey: randomUUID, randomBytes, purchaseRoute: () => anyRoute, ...due };
  const orders = createOrders({ database, pricing, wallet, dailyLimit, salesPause, ...drawn });
  const real = {
    database,
    clock,
    shelf,
    wallet,
    orders,
    salesPause,
    paying: createInvoicePayments({
      database,
      reopen: () => Promise.resolve(),
      quotes: orders,
      pricing,
      due: createAmountDue({ database, quotes: orders, pricing, wallet, dailyLimit, now }),
      book: createBookPayment({
        database,
        quotes: orders,
        pricing,
        wallet,
        dailyLimit,
        alerts: trouble.alerts,
        now,
        ...due,
      }),
      newId: randomUUID,
      now,
    }),
    batches: createBatches({ database, pricing, promoCodes, numbers, wallet, dailyLimit, salesPause, audit, ...drawn }),
    credit: createCredit({
      database,
      wallet,
      audit,
      people: persons,
      staffLimit: createStaffLimit({ database, people: persons, now }),
      drafts: createKeyValue(database, 'credit', now),
    }),
    ids: [] as string[],
    lists: [] as string[],
    says: 'delivered' as 'delivered' | 'rejected' | 'unsure',
    settle: () =>
      createPurchaseWorker({
        database,
        gateway: { buyPackage },
        gatewayUrl: null,
        catalogue: { askBalance: async () => false, status: () => ({ balance: null, wallet: null }) },
        accountPause: createAccountPause(trouble),
        tokenPause: createTokenPause(trouble),
        outage: createOutage(trouble),
        wallet,
        salesPause,
        log: quiet,
        now,
        steady: now,
        random: () => 0,
        concurrency: 100,
        keyHours,
        alerts: trouble.alerts,
        ...due,
      }).runOnce(),
  };
  const buyPackage = async () => {
    if (real.says === 'unsure') return err({ kind: 'unsure', why: 'status 503', retryAfterMs: null } as const);
    return real.says === 'delivered'
      ? ok({ message: 'yes' })
      : err({ kind: 'rejected', status: 422, message: 'no' } as const);
  };
  // One person with money and one without.
  const rich = 40_000;
  await real.credit.grant({ key: 'start', by: owner, personId: people[0], amount: rich, note: null });
  const wallets = new Map<Person, Sums>([[people[0], { balance: rich, held: 0, limit: 0 }]]);
  const model: Model = {
    wallets,
    inflow: rich,
    spent: 0,
    auditEntries: 1,
    confirmed: new Set(),
    blocked: new Set(),
    paused: false,
  };
  return { model, real };
}

const alone = [
  give,
  give,
  limit,
  quote,
  quote,
  quote,
  confirm,
  confirm,
  confirm,
  cancel,
  pay,
  checkout,
  list,
  list,
  confirmList,
  confirmList,
  settle,
  settle,
  settle,
  reprice,
  rule,
  pass,
  block,
  block,
  sell,
  sell,
];
/** Actions that may happen at the same moment. Of a list confirmed twice, the answers do not tell who was first. */
const together = fc.tuple(
  fc.oneof(give, confirm, pay, checkout, cancel),
  fc.oneof(confirmList, give, confirm, pay, block, sell),
);
const commands = fc.commands([...alone.map((one) => one.map((told) => step([told]))), together.map(step)], {
  size: 'max',
  maxCommands: 40,
});

describe('no sequence of actions exceeds a limit, creates money, or makes sums differ', () => {
  test.each([
    ['sqlite', long ? 200 : 30],
    ['postgres', long ? 30 : 5],
  ] as const)(
    'on %s, %i stories',
    async (kind, numRuns) => {
      const made = await makeDatabase(kind);
      const settings = kind === 'sqlite' ? ({ kind, file: ':memory:' } as const) : made.settings;
      const database = await openDatabase(settings, { log: quiet });
      const done = { bought: 0, lists: 0, paid: 0 };
      try {
        await fc.assert(
          fc.asyncProperty(commands, async (story) => {
            await fc.asyncModelRun(() => open(database), story);
            const count = async (table: 'orders' | 'batches' | 'ledger', column: 'state' | 'kind', value: string) =>
              (
                await database.db
                  .selectFrom(table)
                  .selectAll()
                  .where(column as never, '=', value as never)
                  .execute()
              ).length;
            done.bought += await count('orders', 'state', 'delivered');
            done.lists += await count('batches', 'state', 'running');
            done.paid += await count('ledger', 'kind', 'payment');
          }),
          { numRuns },
        );
        // The runs moved money. A few may move none; a hundred move all kinds.
        if (numRuns >= 50) expect(done.bought + done.lists + done.paid).toBeGreaterThan(0);
        if (numRuns >= 100) expect(Math.min(done.bought, done.lists, done.paid)).toBeGreaterThan(5);
      } finally {
        await database.close();
        await made.remove();
      }
    },
    600_000,
  );
});
