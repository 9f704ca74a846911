import { expect, inject, test } from 'vitest';
import { homeActions } from '#bot/actions/home.ts';
import { confirmScreen } from '#bot/buying/orders/confirm-screen.ts';
import { createFormatter } from '#bot/kit/formatter.ts';
import { rowLabels } from '#bot/kit/row-label.ts';
import { loadTexts, type Variables } from '#bot/kit/texts.ts';
import { reverseScreen } from '#bot/running/manual-review/screens.ts';
import { reportPartsScreen } from '#bot/running/reports/screens.ts';
import { productRow } from '#bot/words/catalogue.ts';
import { dayOf } from '#domain/calendar.ts';
import { defaultOperators } from '#domain/operators.ts';
import type { Product } from '#domain/product.ts';
import type { PromoValue } from '#domain/promo.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { createSalesQueries } from '#shop/running/reports/sales-queries.ts';
import { createChance } from '#test/support/chance.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { storiesToTell } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { makePromo } from '#test/support/promo-codes.ts';
import { newNumber, newUpdate, openWorld, ownerId, rangedTopUpId, useDatabase } from '#test/support/shop.ts';
import { unmarked } from '#test/support/story.ts';
import { unitsIn } from '#test/support/units.ts';

const sets = storiesToTell(25, 500);
const inOneGo = 25;
const [agent, customer, tier] = [501, 502, 7];

/** The second arithmetic: fractions, divided with a remainder. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const rest = dividend % divisor;
  return dividend / divisor + (2n * rest >= divisor ? 1n : 0n);
}
const vatOn = (base: number) => Number(halfUp(BigInt(base), 10n));
/** In whole tomans, unless the rule would then do the opposite of what it says. */
function afterPoints(amount: number, points: number): number {
  if (points === 0) return amount;
  const rounded = 10 * Number(halfUp(BigInt(amount) * BigInt(10_000 - points), 100_000n));
  return points > 0 === rounded > amount ? amount : rounded;
}
function afterCode(amount: number, value: PromoValue): number {
  if (value.kind === 'percent') return afterPoints(amount, value.points);
  const left = value.amount > amount ? 0 : amount - value.amount;
  const rounded = 10 * Number(halfUp(BigInt(left), 10n));
  return rounded > amount ? amount : rounded;
}
const afterCommission = (total: number, points: number) => total - Number(halfUp(BigInt(total * points), 10_000n));

interface Rule {
  readonly target: 'person' | 'tier' | 'agent' | 'customer' | 'gateway';
  readonly id: number | null;
  readonly operator: Product['operatorId'] | null;
  readonly type: Product['type'] | null;
  readonly points: number;
}

/** The rule that decides, asked for step by step. The last one of equals is the newest. */
function decides(rules: readonly Rule[], targets: readonly Rule['target'][], what: Product): number | null {
  for (const target of targets)
    for (const operator of [what.operatorId, null])
      for (const type of [what.type, null]) {
        const found = rules.findLast(
          (rule) => rule.target === target && rule.operator === operator && rule.type === type,
        );
        if (found) return found.points;
      }
  return null;
}

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const format = createFormatter({ texts, operators: defaultOperators }, 'en', 'toman');
const t = (key: string, variables: Variables) => unmarked(texts.translate('en', key, variables));
/** Tomans as they are written, without the formatter. */
const figure = (rials: number) => {
  const digits = String(Math.abs(rials)).padStart(2, '0');
  const grouped = digits.slice(0, -1).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${rials < 0 ? '-' : ''}${grouped}${digits.endsWith('0') ? '' : `.${digits.slice(-1)}`}`;
};
const money = (rials: number) => `${figure(rials)} ${Math.abs(rials) === 10 ? 'toman' : 'tomans'}`;

const place = useDatabase('sqlite');

test(`for ${sets} sets of rules the screens, the database and a second arithmetic agree`, async () => {
  const world = await openWorld(place.database);
  const { shop, clock } = world;
  const { db } = place.database;
  const chance = createChance(inject('seed'));
  for (const [id, role] of [
    [agent, 'agent'],
    [customer, 'customer'],
  ] as const) {
    await shop.people.loadOrCreate({ id, name: role, language: 'en' });
    await db
      .updateTable('people')
      .set({ role, tier_id: role === 'agent' ? tier : null })
      .where('id', '=', id)
      .execute();
    await shop.wallet.grant({ key: role, personId: id, amount: 1_000_000_000_000, actor: 'owner', note: null });
  }
  const first = dayOf(clock.now());
  const products: Product[] = [];
  for (let id = 1; id <= 110; id += 1) {
    const product = shop.catalogue.product(id);
    if (product?.onSale && product.maxPrice === null && product.simType === 'prepaid' && product.type !== 'tdlte')
      products.push(product);
  }
  const ranged = shop.catalogue.product(rangedTopUpId) ?? expect.fail('no top-up');
  const paid = new Map<number, number>();
  const pays = (id: number, amount: number) => paid.set(id, (paid.get(id) ?? 0) + amount);
  const sums = { count: 0, total: 0, vat: 0, charge: 0, known: 0, cost: 0, profit: 0 };

  const randomRule = (product: Product): Rule => {
    const target = chance.pick(['person', 'tier', 'agent', 'customer', 'gateway'] as const);
    return {
      target,
      id: target === 'person' ? chance.pick([agent, customer]) : target === 'tier' ? tier : null,
      operator: chance.pick([null, product.operatorId]),
      type: chance.pick([null, product.type]),
      points: target === 'gateway' ? chance.whole(1_000) : chance.whole(3_001) - 1_500,
    };
  };

  async function sale(nth: number): Promise<Order> {
    const product = chance.pick([chance.pick(products), ranged]);
    const amount = product === ranged ? 10_000 + chance.whole(1_000_000) : null;
    const [buyerId, role] = chance.pick([
      [agent, 'agent'],
      [customer, 'customer'],
    ] as const);
    // Of two rules for the same people and things one is in force.
    const rules = [
      ...new Map(
        Array.from({ length: chance.whole(7) }, () => randomRule(product)).map((rule) => [
          [rule.target, rule.id, rule.operator, rule.type].join(),
          rule,
        ]),
      ).values(),
    ];
    await db.deleteFrom('price_rules').execute();
    for (const { target, id, operator, type, points } of rules)
      await addRule(place.database, {
        ...{ target, target_id: id, operator_id: operator, product_type: type, basis_points: points },
      });
    const value: PromoValue | null = chance.weighted([
      [2, null],
      [1, { kind: 'percent', points: 1 + chance.whole(3_000) } as const],
      [1, { kind: 'amount', amount: 1 + chance.whole(200_000) } as const],
    ]);
    const promo = value && (await makePromo(world, { code: `CODE${nth}`, value })).code;

    // Expected.
    const base = amount === null ? product.price : Number(halfUp(BigInt(amount) * 100n, 110n));
    const total = amount ?? base + vatOn(base);
    const theirs = rules.filter(({ target, id }) => target !== 'person' || id === buyerId);
    const targets = role === 'agent' ? (['person', 'tier', 'agent'] as const) : (['person', 'customer'] as const);
    const listed = afterPoints(total, decides(theirs, targets, product) ?? 0);
    const charge = value === null ? listed : afterCode(listed, value);
    const commission = decides(rules, ['gateway'], product);
    const cost = commission === null ? null : afterCommission(total, commission);
    const profit = cost === null ? null : charge - cost;

    // The price in the list.
    const prices = await shop.prices.listFor(buyerId);
    if (amount === null)
      expect(unmarked(rowLabels(format, [productRow(format, product, prices)])[0] ?? '')).toContain(
        `${figure(listed)} T`,
      );
    else expect(prices.ofAmount(product, amount)).toBe(listed);

    const item = { kind: 'product', productId: product.id, amount } as const;
    const wanted = { item, mobile: newNumber(), simType: 'prepaid' } as const;
    const quoted = await shop.orders.quote({
      idempotencySource: newUpdate(),
      buyerId,
      wanted,
      ...(promo && { promo }),
    });
    if (!quoted.ok) throw new Error(quoted.error.code);
    const order = quoted.value;
    expect(order).toMatchObject({ base, vat: total - base, total, charge, cost, profit });
    if (charge !== total) expect(charge % 10).toBe(0);

    // Confirm.
    const wallet = await shop.wallet.read(buyerId);
    const { text } = confirmScreen(format, {
      ...{ order, role, wallet, label: null, vatPercent: 10, recentDuplicate: null },
      ...{
        otherOperator: null,
        sim: { type: 'prepaid', isAssumed: true },
        slow: false,
        now: clock.now(),
        again: null,
        refused: null,
      },
      ...{ payable: null, sort: 'catalogue' },
    });
    const shown = unmarked(text.replace(/<[^>]*>/g, ''));
    expect(shown).toContain(t('confirm-vat', { percent: 10, vat: money(total - base) }).replace(/<[^>]*>/g, ''));
    const expected: readonly (readonly [string, Variables])[] =
      role === 'agent' && charge < total
        ? [
            ['confirm-customer', { total: money(total) }],
            ['confirm-you-pay', { charge: money(charge) }],
            ['confirm-profit', { profit: money(total - charge) }],
          ]
        : [['confirm-total', { total: money(charge) }]];
    for (const [key, variables] of expected) expect(shown).toContain(t(key, variables).replace(/<[^>]*>/g, ''));
    expect(shown).toContain(t('receipt-balance', { balance: money(wallet.balance - charge) }));
    expect(unitsIn(text)).toEqual(['toman']);

    pays(buyerId, charge);
    sums.count += 1;
    sums.total += total;
    sums.vat += total - base;
    sums.charge += charge;
    if (cost !== null) {
      sums.known += 1;
      sums.cost += cost;
      sums.profit += charge - cost;
    }
    return order;
  }

  /** Gives back what was charged, and leaves the sums. */
  async function reversed(order: Order): Promise<void> {
    const { balance } = await shop.wallet.read(order.buyerId);
    const { text } = reverseScreen(format, { order, buyer: 'x', balance });
    expect(unmarked(text)).toContain(money(order.charge));
    expect(unmarked(text)).toContain(money(balance + order.charge));
    expect(await shop.reverse(order.id, ownerId)).toMatchObject({ ok: true });
    expect((await shop.wallet.read(order.buyerId)).balance).toBe(balance + order.charge);
    pays(order.buyerId, -order.charge);
    sums.count -= 1;
    sums.total -= order.total;
    sums.vat -= order.vat;
    sums.charge -= order.charge;
    if (order.cost !== null) {
      sums.known -= 1;
      sums.cost -= order.cost;
      sums.profit -= order.charge - order.cost;
    }
  }

  for (let begun = 0; begun < sets; begun += inOneGo) {
    const orders: Order[] = [];
    for (let nth = begun; nth < begun + inOneGo; nth += 1) orders.push(await sale(nth));
    // The quotes of before stand, whatever the rules are by then.
    for (const { id, buyerId: by } of orders)
      expect(
        await shop.orders.confirm({ orderId: id, by, idempotencySource: `tap ${id}`, messageId: null }),
      ).toMatchObject({ ok: true });
    const open = db.selectFrom('orders').select('id').where('state', '=', 'confirmed');
    while ((await open.execute()).length > 0) await world.purchaseWorker.runOnce();
    await reversed(await world.stands(chance.pick(orders)));
  }

  for (const id of [agent, customer] as const)
    expect((await shop.wallet.read(id)).balance).toBe(1_000_000_000_000 - (paid.get(id) ?? 0));
  const days = { from: first, to: dayOf(clock.now()) };
  const report = await createSalesQueries({ database: place.database, ownerIds: [ownerId] }).period(null, days);
  const { charge, ...stored } = sums;
  expect(report).toMatchObject({ ...stored, discount: sums.total - charge });
  const { text } = reportPartsScreen(format, {
    ...{ of: null, whose: { kind: 'shop' }, period: { span: 'day', ...days }, day: days.to, today: days.to },
    ...{ first, report, payments: [], planned: null, answers: null, products: new Map(), before: 0 },
    back: homeActions.home(),
  });
  expect(unitsIn(text)).toEqual(['toman']);
  const shown = unmarked(text);
  for (const sum of [sums.total, charge, sums.cost, sums.profit])
    expect(shown).toContain(money(10 * Math.round(sum / 10)));
  await expectNothingHalfWritten(world);
});
