import { describe, expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { canBecome, isEnd, type OrderState, orderStates } from '#domain/order.ts';
import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { PurchaseFailure } from '#gateway/failure.ts';
import { purchaseRoute } from '#gateway/purchase-body.ts';
import type { Bought } from '#gateway/purchase-outcome.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createAccountPause, createTokenPause } from '#shop/base/sales-pause/account-pause.ts';
import { createOutage } from '#shop/base/sales-pause/outage.ts';
import { createSalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import { createDailyLimits, noLimits } from '#shop/base/wallet/daily-limit.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { createOrderEnds } from '#shop/buying/orders/order-ends.ts';
import { createOrders } from '#shop/buying/orders/orders.ts';
import { createPricing } from '#shop/buying/orders/pricing.ts';
import { createPurchaseWorker } from '#shop/buying/orders/purchase-worker.ts';
import { createReceiptWorker } from '#shop/money/receipts/receipt-worker.ts';
import { createPrices } from '#shop/pricing/prices/prices.ts';
import { createExpiryWorker } from '#shop/running/maintenance/expiry-worker.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { type Clock, createClock, hour, minute } from '#test/support/clock.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { long } from '#test/support/length.ts';
import fc from '#test/support/property.ts';
import { emptyTables, quiet } from '#test/support/shop.ts';

/** These gateways take any. */
const anyRoute = purchaseRoute('post-form', null);

const people = [100, 200] as const;
const mobile = '989121234567';
const quoteMinutes = 10;
const keyHours = 2;

type Answer = 'delivered' | 'rejected' | 'unsure' | 'late-yes';

/** The shop's promises, as simply as possible. */
interface Model {
  readonly orders: ({ state: OrderState; buyer: number; expiresAt: number; confirmedAt: number } & Money)[];
  readonly wallets: Map<number, { balance: number; held: number; limit: number }>;
  readonly gifts: Set<string>;
  /** The update of the latest quote, and its order. */
  last: { readonly idempotencySource: string; readonly at: number } | null;
  price: number;
  /** Basis points: for everyone, for one person, and of the gateway for the shop. */
  readonly rules: { everyone: number; person: Map<number, number>; gateway: number | null };
  now: number;
}

/** As quoted; nothing later changes it. */
interface Money {
  readonly total: number;
  readonly charge: number;
  readonly cost: number | null;
  readonly profit: number | null;
}

/** What a buyer is quoted now. The totals are such that a hundredth of a percent of them is no fraction. */
function moneyOf({ price, rules }: Model, buyer: number): Money {
  const total = (price * 11) / 10;
  const exact = total - (total * (rules.person.get(buyer) ?? rules.everyone)) / 10_000;
  // Whole tomans, half up.
  const charge = 10 * Math.floor((exact + 5) / 10);
  const cost = rules.gateway === null ? null : total - (total * rules.gateway) / 10_000;
  return { total, charge, cost, profit: cost === null ? null : charge - cost };
}

interface Real {
  readonly orders: ReturnType<typeof createOrders>;
  readonly wallet: ReturnType<typeof createWallet>;
  readonly database: Database;
  readonly clock: Clock;
  readonly product: { price: number };
  readonly ids: string[];
  /** Keys that the gateway sold under. */
  readonly sold: Map<string, number>;
  answer: Answer;
  settle(): Promise<unknown>;
  sweep(): Promise<unknown>;
  told: string[];
  tell(): Promise<unknown>;
}

type Step = fc.AsyncCommand<Model, Real>;

const walletOf = (model: Model, person: number) => {
  const known = model.wallets.get(person) ?? { balance: 0, held: 0, limit: 0 };
  model.wallets.set(person, known);
  return known;
};

const step = (name: string, run: (model: Model, real: Real) => Promise<void>, check = (_: Model) => true): Step => ({
  check,
  toString: () => name,
  run: async (model, real) => {
    await run(model, real);
    await compare(model, real);
  },
});

async function compare(model: Model, { database: { db }, wallet, ids, sold }: Real): Promise<void> {
  const rows = await db.selectFrom('orders').selectAll().execute();
  expect(rows).toHaveLength(model.orders.length);
  for (const [at, expected] of model.orders.entries()) {
    const row = rows.find(({ id }) => id === ids[at]);
    expect(row).toMatchObject({ state: expected.state, ...moneyIn(expected) });
    const bought = sold.get(row?.idempotency_key ?? '') ?? 0;
    if (expected.state === 'delivered') expect(bought).toBe(1);
    if (['quoted', 'expired', 'cancelled', 'rejected'].includes(expected.state)) expect(bought).toBe(0);
  }
  for (const person of people) {
    const { balance, held, limit } = walletOf(model, person);
    expect(await wallet.read(person)).toEqual({ balance, held, creditLimit: limit, available: balance - held + limit });
  }
  expect(await wallet.findLedgerMismatches()).toEqual([]);
  const trail = await db.selectFrom('order_events').select(['from_state', 'to_state']).execute();
  for (const { from_state: from, to_state: to } of trail) if (from !== null) expect(canBecome(from, to)).toBe(true);
}

const moneyIn = ({ total, charge, cost, profit }: Money): Money => ({ total, charge, cost, profit });

const person = fc.constantFrom(...people);
const which = fc.nat({ max: 30 });
const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length];

/** All are for one number and one item: a newer quote retires the older one. */
function retireOlder({ orders }: Model, buyer: number): void {
  for (const order of orders) if (order.buyer === buyer && order.state === 'quoted') order.state = 'cancelled';
}

const quote = fc.tuple(person, fc.boolean()).map(([buyer, again]) =>
  step(`quote(${buyer}${again ? ', the last update again' : ''})`, async (model, real) => {
    const repeated = again ? model.last : null;
    const idempotencySource = repeated?.idempotencySource ?? `update ${model.orders.length}`;
    const item = { kind: 'product', productId: 1, amount: null } as const;
    const answer = await real.orders.quote({
      idempotencySource,
      buyerId: buyer,
      wanted: { item, mobile, simType: 'prepaid' },
    });
    const last = repeated ? model.orders[repeated.at] : undefined;
    if (last) {
      if (last.buyer === buyer) expect(answer).toMatchObject({ ok: true, value: { state: last.state } });
      else expect(answer).toEqual({ ok: false, error: { code: 'order-not-yours' } });
      return;
    }
    if (!answer.ok) throw new Error(answer.error.code);
    real.ids.push(answer.value.id);
    const expiresAt = model.now + quoteMinutes * minute;
    model.last = { idempotencySource, at: model.orders.length };
    retireOlder(model, buyer);
    model.orders.push({ state: 'quoted', buyer, ...moneyOf(model, buyer), expiresAt, confirmedAt: 0 });
  }),
);

const confirm = fc.tuple(which, person, fc.integer({ min: 1, max: 3 })).map(([at, by, taps]) =>
  step(
    `confirm(#${at}, by ${by}, ${taps} taps)`,
    async (model, real) => {
      const order = pick(model.orders, at);
      const orderId = pick(real.ids, at) ?? '';
      if (!order) return;
      const idempotencySource = `update ${model.orders.length}`;
      const tap = () => real.orders.confirm({ orderId, by, idempotencySource, messageId: null });
      const answers = await Promise.all(Array.from({ length: taps }, tap));
      const codes = new Set(answers.map((one) => (one.ok ? one.value.state : one.error.failure.code)));
      const wallet = walletOf(model, order.buyer);
      const again = answers.map((one) => (one.ok ? null : one.error.again)).find((one) => one !== null);
      if (order.buyer !== by) return void expect(codes).toEqual(new Set(['order-not-yours']));
      if (order.state !== 'quoted' && order.state !== 'expired') {
        expect(codes).toEqual(new Set([order.state]));
        return;
      }
      const current = moneyOf(model, by);
      if (order.state === 'expired' || model.now >= order.expiresAt || current.total !== order.total) {
        expect([...codes].every((code) => code === 'quote-expired' || code === 'price-moved')).toBe(true);
        order.state = 'expired';
        if (!again) throw new Error('There is no new quote.');
        real.ids.push(again.id);
        const expiresAt = model.now + quoteMinutes * minute;
        retireOlder(model, by);
        model.orders.push({ state: 'quoted', buyer: by, ...current, expiresAt, confirmedAt: 0 });
        return;
      }
      if (wallet.balance - wallet.held + wallet.limit < order.charge) {
        expect(codes).toEqual(new Set(['wallet-too-small']));
        return;
      }
      expect(codes).toEqual(new Set(['confirmed']));
      order.state = 'confirmed';
      order.confirmedAt = model.now;
      wallet.held += order.charge;
    },
    (model) => model.orders.length > 0,
  ),
);

const cancel = fc.tuple(which, person).map(([at, by]) =>
  step(
    `cancel(#${at}, by ${by})`,
    async (model, real) => {
      const order = pick(model.orders, at);
      if (!order) return;
      const answer = await real.orders.cancel(pick(real.ids, at) ?? '', by);
      if (order.buyer !== by) return void expect(answer).toEqual({ ok: false, error: { code: 'order-not-yours' } });
      if (order.state === 'quoted') order.state = 'cancelled';
      expect(answer).toMatchObject({ ok: true, value: { state: order.state } });
    },
    (model) => model.orders.length > 0,
  ),
);

const settle = fc.constantFrom<Answer>('delivered', 'rejected', 'unsure', 'late-yes').map((answer) =>
  step(`settle(the gateway says ${answer})`, async (model, real) => {
    real.answer = answer;
    real.clock.pass(minute);
    model.now += minute;
    const rows = await real.database.db.selectFrom('orders').select(['id', 'idempotency_key']).execute();
    // What was sold under a key stays sold: a repeated key gets the same answer.
    const soldBefore = new Set(rows.filter((row) => real.sold.has(row.idempotency_key)).map(({ id }) => id));
    await real.settle();
    for (const [at, order] of model.orders.entries()) {
      if (order.state !== 'confirmed' && order.state !== 'unsure') continue;
      const wallet = walletOf(model, order.buyer);
      const says = soldBefore.has(real.ids[at] ?? '') && answer === 'rejected' ? 'delivered' : answer;
      if (model.now - order.confirmedAt > keyHours * hour) order.state = 'review';
      else if (says === 'delivered') {
        order.state = 'delivered';
        wallet.balance -= order.charge;
        wallet.held -= order.charge;
      } else if (says === 'rejected') {
        order.state = 'rejected';
        wallet.held -= order.charge;
      } else order.state = 'unsure';
    }
  }),
);

const give = fc
  .tuple(
    fc.constantFrom('grant', 'take', 'pay'),
    person,
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 60_000 }),
  )
  .map(([kind, personId, key, amount]) =>
    step(`${kind}(${personId}, ${amount}, key ${key})`, async (model, real) => {
      const gift = { key: `${key}`, personId, amount, actor: 'owner', note: null };
      const fresh = !model.gifts.has(`${kind} ${key}`);
      model.gifts.add(`${kind} ${key}`);
      expect(await real.wallet[kind as 'grant' | 'take' | 'pay'](gift)).toBe(fresh);
      if (fresh) walletOf(model, personId).balance += kind === 'take' ? -amount : amount;
    }),
  );

const limit = fc.tuple(person, fc.integer({ min: 0, max: 50_000 })).map(([personId, amount]) =>
  step(`limit(${personId}, ${amount})`, async (model, real) => {
    await real.wallet.setCreditLimit(personId, amount);
    walletOf(model, personId).limit = amount;
  }),
);

const reprice = fc.constantFrom(10_000, 12_000).map((price) =>
  step(`price(${price})`, async (model, real) => {
    real.product.price = price;
    model.price = price;
  }),
);

const points = fc.constantFrom(-10_000, -150, 0, 100, 250, 10_000);

/** A rule ends the one before it; open quotes keep what they were quoted. */
const rule = fc
  .tuple(fc.constantFrom('everyone', 'person', 'gateway'), person, points)
  .map(([audience, personId, given]) =>
    step(`rule(${audience}, ${personId}, ${given})`, async (model, { database: { db }, clock }) => {
      const target =
        ({ everyone: 'customer', person: 'person', gateway: 'gateway' } as const)[String(audience)] ?? 'customer';
      const target_id = target === 'person' ? personId : null;
      await db
        .updateTable('price_rules')
        .set({ ended_at: clock.now() })
        .where('target', '=', target)
        .where('target_id', target_id === null ? 'is' : '=', target_id)
        .execute();
      const at = { starts_at: clock.now(), created_at: clock.now(), created_by: 1 };
      await db
        .insertInto('price_rules')
        .values({ target, target_id, basis_points: given, ...at })
        .execute();
      if (target === 'customer') model.rules.everyone = given;
      else if (target === 'person') model.rules.person.set(personId, given);
      else model.rules.gateway = given;
    }),
  );

const pass = fc.constantFrom(minute, 11 * minute, 3 * hour).map((ms) =>
  step(`pass(${ms / minute} minutes)`, async (model, real) => {
    real.clock.pass(ms);
    model.now += ms;
  }),
);

const sweep = fc.constant(
  step('sweep', async (model, real) => {
    await real.sweep();
    for (const order of model.orders) {
      if (order.state === 'quoted' && model.now >= order.expiresAt) order.state = 'expired';
    }
  }),
);

const tell = fc.constant(
  step('tell', async (model, real) => {
    await real.tell();
    const ended = model.orders.flatMap(({ state, confirmedAt }, at) =>
      isEnd(state) && confirmedAt > 0 ? [real.ids[at] ?? ''] : [],
    );
    expect(new Set(real.told)).toEqual(new Set(ended));
    expect(real.told).toHaveLength(ended.length);
  }),
);

async function open(database: Database): Promise<{ model: Model; real: Real }> {
  await emptyTables(database);
  const clock = createClock();
  const product: Product = {
    id: 1,
    name: 'A top-up',
    nameEn: null,
    description: '',
    type: 'topup',
    operatorId: 1,
    simType: 'prepaid',
    price: 10_000,
    maxPrice: null,
    days: null,
    profileId: null,
    onSale: true,
    order: 1,
    categories: [],
  };
  const shelf = { price: product.price };
  const current = () => ({ ...product, price: shelf.price });
  const offers = {
    find: async () => err({ code: 'offer-gone' } as const),
    findFresh: async () => err({ code: 'offer-gone' } as const),
  };
  const catalogue = {
    product: () => current(),
    freshProduct: async () => ({ kind: 'found', product: current() }) as const,
  };
  const wallet = createWallet({ database, now: clock.now, isOwner: () => false });
  const salesPause = createSalesPause({ database, now: clock.now });
  const pricing = createPricing({
    catalogue,
    offers,
    prices: createPrices({ database, isOwner: () => false, vatPercent: 10, now: clock.now }),
    accountCover: async () => null,
    operators: defaultOperators,
    vatPercent: 10,
  });
  const { randomUUID, randomBytes } = await import('node:crypto');
  const due = {
    purchasesDue: createSignal(),
    receiptsDue: createSignal(),
    alertsDue: createSignal(),
    orderEnds: createOrderEnds(),
    apiDeliveriesDue: createSignal(),
  };
  const orders = createOrders({
    purchaseRoute: () => anyRoute,
    database,
    pricing,
    wallet,
    dailyLimit: createDailyLimits({ database, now: clock.now, isOwner: () => false, limits: noLimits }),
    salesPause,
    quoteMinutes,
    now: clock.now,
    newKey: randomUUID,
    randomBytes,
    ...due,
  });
  const sold = new Map<string, number>();
  const told: string[] = [];
  const real: Real = {
    orders,
    wallet,
    database,
    clock,
    product: shelf,
    ids: [],
    sold,
    told,
    answer: 'delivered',
    settle: () => purchaseWorker.runOnce(),
    sweep: () => expiryWorker.runOnce(),
    tell: () => receipts.runOnce(),
  };
  // A gateway as the API page describes it: it remembers what it sold under each key.
  const buyPackage = async ({ key }: { key: string }): Promise<Result<Bought, PurchaseFailure>> => {
    const says = real.answer;
    if (says === 'unsure') return err({ kind: 'unsure', why: 'status 503', retryAfterMs: null });
    if (says === 'rejected' && !sold.has(key)) return err({ kind: 'rejected', status: 422, message: 'no' });
    if (!sold.has(key)) sold.set(key, 1);
    return says === 'late-yes'
      ? err({ kind: 'unsure', why: 'connection cut', retryAfterMs: null })
      : ok({ message: 'yes' });
  };
  const alerts = { write: async () => undefined, writeTo: async () => true };
  const trouble = { database, salesPause, alerts, alertsDue: due.alertsDue, now: clock.now };
  const shared = { database, log: quiet, now: clock.now, steady: clock.now, random: () => 0, concurrency: 100 };
  // A new purchase worker for each round, so that the breaker is not part of the model.
  const purchaseWorker = {
    runOnce: () =>
      createPurchaseWorker({
        ...shared,
        gateway: { buyPackage },
        gatewayUrl: null,
        catalogue: { askBalance: async () => false, status: () => ({ balance: null, wallet: null }) },
        accountPause: createAccountPause(trouble),
        tokenPause: createTokenPause(trouble),
        outage: createOutage(trouble),
        wallet,
        salesPause,
        keyHours,
        alerts,
        ...due,
      }).runOnce(),
  };
  const expiryWorker = createExpiryWorker(shared);
  const receipts = createReceiptWorker({
    ...shared,
    ...due,
    deliver: async (what, { messages, told: before }) => {
      if (what.kind !== 'order') return { kind: 'delivered', messages };
      const { id, state, confirmedAt } = what.order;
      if (confirmedAt !== null && isEnd(state) && before !== state) told.push(id);
      return { kind: 'delivered', messages };
    },
  });
  const model: Model = {
    orders: [],
    wallets: new Map(),
    gifts: new Set(),
    last: null,
    price: 10_000,
    rules: { everyone: 0, person: new Map(), gateway: null },
    now: clock.now(),
  };
  return { model, real };
}

const commands = fc.commands(
  [quote, quote, confirm, confirm, cancel, settle, settle, give, give, limit, reprice, rule, pass, sweep, tell],
  {
    size: 'max',
    maxCommands: 40,
  },
);

describe('orders and wallets follow a simple model, for any sequence of actions', () => {
  test.each([
    ['sqlite', long ? 400 : 30],
    ['postgres', long ? 30 : 5],
  ] as const)(
    'on %s, %i stories',
    async (kind, numRuns) => {
      const made = await makeDatabase(kind);
      const settings = kind === 'sqlite' ? ({ kind, file: ':memory:' } as const) : made.settings;
      const database = await openDatabase(settings, { log: quiet });
      let steps = 0;
      try {
        await fc.assert(
          fc.asyncProperty(commands, async (story) => {
            await fc.asyncModelRun(() => open(database), story);
            steps += [...story].length;
          }),
          { numRuns },
        );
        if (numRuns >= 50) expect(steps).toBeGreaterThan(numRuns * 5);
      } finally {
        await database.close();
        await made.remove();
      }
    },
    600_000,
  );
});

describe('the table of an order’s life', () => {
  const state = fc.constantFrom(...orderStates);

  test('every walk ends, never leaves an end, and never returns', () => {
    fc.assert(
      fc.property(fc.array(state, { maxLength: 60 }), (wishes) => {
        const walk: OrderState[] = ['quoted'];
        for (const wish of wishes) {
          const here = walk.at(-1) ?? 'quoted';
          if (isEnd(here)) expect(canBecome(here, wish)).toBe(false);
          if (canBecome(here, wish)) walk.push(wish);
        }
        expect(new Set(walk).size).toBe(walk.length);
        expect(walk.length).toBeLessThanOrEqual(5);
        if (walk.includes('delivered') || walk.includes('rejected')) expect(walk).toContain('confirmed');
        expect(walk.includes('delivered') && walk.includes('rejected')).toBe(false);
      }),
      { numRuns: long ? 2_000 : 400 },
    );
  });
});
