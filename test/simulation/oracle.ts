import { type Evidence, numbersOf, partsOf, type Restored, type Rule, soldFor } from './evidence.ts';
import { moneyRules } from './money-oracle.ts';
import type { Sale } from './outside.ts';
import { codeIn, saidIn } from './people/words.ts';
import { leaseMs } from './purchase-calls.ts';
import type { LedgerFact, OrderFact } from './raw-tables.ts';

/** Each returns what breaks it. */
const rules: Readonly<Record<string, Rule>> = {
  'people got what they were told': ({ wishes, sales }) =>
    wishes.flatMap(partsOf).flatMap(({ numbers, delivered }) => {
      const bought = soldFor(sales, numbers).length;
      return bought === delivered ? [] : [`${numbers} was told ${delivered} deliveries, and ${bought} were bought`];
    }),

  'nothing cost more or less than its Confirm button said': ({ wishes, sales, facts: { orders } }) =>
    wishes.flatMap((wish) =>
      soldFor(sales, numbersOf(wish)).flatMap(({ code }) => {
        const charge = orders.find((order) => order.code === code)?.charge ?? 0;
        const isRight = wish.prices.has(charge) && charge !== wish.oldPrice;
        return isRight ? [] : [`${code} was bought for ${charge}`];
      }),
    ),

  'the gateway sold what the shop ordered, once, for its price, under its key': ({
    sales,
    calls,
    restored,
    facts: { orders },
  }) => {
    const orderOf = new Map(orders.map((order) => [order.code, order]));
    const codes = Map.groupBy(sales, ({ code }) => code);
    return [...codes].flatMap(([code, all]) => {
      const order = orderOf.get(code);
      // It may have been on its way when the archive was read in.
      const isOfBefore = restored && calls.every((call) => call.code !== code || call.beganAt < restored.at);
      if (!order && isOfBefore) return [];
      if (!order) return [`the gateway was asked for ${code}, which is no order`];
      if (all.some(({ key }) => key !== order.key)) return [`${code} was sent under another key than the stored one`];
      if (all.some(({ mobile }) => mobile !== order.mobile)) return [`${code} was bought for another number`];
      if (all.some(({ price }) => price !== order.total)) return [`${code} was bought for another price`];
      return all.length === 1 ? [] : [`${code} was decided ${all.length} times`];
    });
  },

  'an order is sent to one gateway only': ({ calls }) =>
    [...Map.groupBy(calls, ({ code }) => code)].flatMap(([code, all]) =>
      new Set(all.map(({ gateway }) => gateway)).size === 1 ? [] : [`${code} was sent to two gateways`],
    ),

  'an order is with one process at a time': ({ calls, hasWrongClocks }) =>
    [...Map.groupBy(calls, ({ code }) => code)].flatMap(([code, all]) =>
      all.flatMap((call, at) => {
        const before = all.slice(0, at).filter(({ isPrompt, endedAt }) => isPrompt && endedAt > call.beganAt);
        const isEarly = before.some(({ beganAt }) => call.beganAt - beganAt < leaseMs - 1_000);
        return isEarly && !hasWrongClocks ? [`${code} was sent while another process had it`] : [];
      }),
    ),

  'an order ended as the gateway decided': ({ sales, restored, facts: { orders } }) => {
    const bought = new Set(sales.filter(({ isBought }) => isBought).map(({ code }) => code));
    return orders.flatMap(({ code, state, confirmedAt }) => {
      // It was confirmed after the archive, so the shop cannot know, and does nothing with it.
      if (confirmedAt === null && isLost(restored, salesOf(sales, code)))
        return state === 'quoted' ? [] : [`${code} is ${state} in a restored shop, and it was bought`];
      if (['confirmed', 'unsure', 'review'].includes(state)) return [`${code} is left ${state}`];
      return bought.has(code) === (state === 'delivered') ? [] : [`${code} is ${state}, bought: ${bought.has(code)}`];
    });
  },

  'nothing that the shop must not sell is sold': ({ wishes, sales }) =>
    wishes
      .filter(({ isForbidden }) => isForbidden)
      .flatMap(({ number }) => soldFor(sales, [number]).map(({ code }) => `${code} was bought for ${number}`)),

  'money is held at Confirm, and moves once more at the end': ({ reversed, facts: { orders, ledger } }) => {
    const entries = Map.groupBy(ledger, ({ orderId }) => orderId);
    return orders.flatMap((order) => {
      const own = (entries.get(order.id) ?? []).filter(({ person }) => person === order.buyer);
      const found = own.map(movement).join(', ');
      const right = movementsOf(order, reversed.has(order.code)).map(movement).join(', ');
      return found === right ? [] : [`${order.code} is ${order.state} and moved: ${found || 'nothing'}`];
    });
  },

  'the sums of the days are those of the orders': ({ facts: { miscounted } }) =>
    miscounted.map((person) => `the sums of ${person} are not those of their orders`),

  'what was said of an order was true': ({ chats, sales, restored, facts: { orders } }) => {
    const sold = new Map(sales.filter(({ isBought }) => isBought).map((sale) => [sale.code, sale]));
    const buyerOf = new Map(orders.map(({ code, buyer }) => [code, buyer]));
    return chats.flatMap(({ person, told }) =>
      told.flatMap(({ at, code, said }) => {
        const name = `${person.first_name} read that ${code} is ${said}`;
        const sale = sold.get(code);
        if (restored && at < restored.at && !buyerOf.has(code)) return [];
        if (buyerOf.get(code) !== person.id) return [`${name}, which is an order of somebody else`];
        if (said === 'delivered') return sale && sale.at <= at ? [] : [`${name}, and it was not`];
        const isNo = ['rejected', 'expired', 'cancelled'].includes(said);
        return isNo && sale ? [`${name}, and it was bought`] : [];
      }),
    );
  },

  'everybody can read how their orders ended': ({ chats, restored, facts: { orders } }) =>
    orders.flatMap(({ buyer, code, state, confirmedAt, listId, source }) => {
      // Of a list its seller reads how many rows ended so, and a machine gets an answer.
      if (confirmedAt === null || listId !== null || source === 'api') return [];
      const chat = chats.find(({ person }) => person.id === buyer);
      const isShown = chat?.all().some(({ text }) => codeIn(text) === code && saidIn(text) === state);
      const wasRead = restored && chat?.told.some((one) => one.code === code && one.said === state);
      return isShown || wasRead ? [] : [`${code} is ${state}, and its buyer cannot read that`];
    }),

  'machines are told under one key what is true, and always the same': ({ wishes, sales }) =>
    wishes.flatMap(({ number, answers }) => {
      if (!answers) return [];
      const sold = soldFor(sales, [number]).length;
      const own = answers.filter(({ isOther, status }) => !isOther && status !== 409);
      const isNo = own.some(({ status }) => status >= 400);
      return [
        ...(new Set(own.map(({ text }) => text)).size > 1 ? [`${number} got two answers under one key`] : []),
        ...(isNo && sold > 0 ? [`${number} was answered with a no, and it was bought`] : []),
        ...(sold > 1 ? [`${number} was bought ${sold} times under one key`] : []),
        ...answers
          .filter(({ isOther, status }) => isOther && status !== 409)
          .map(({ status }) => `${number} had a key that took another request too: ${status}`),
      ];
    }),

  // One that was in flight when its process died is sent once more.
  'an announcement is read once by most, and by nobody three times': ({ chats, announced }) => {
    const times = chats.map(({ read }) => read.filter(({ text }) => text === announced).length);
    const readers = times.filter((one) => one > 0);
    const twice = readers.filter((one) => one > 1);
    const isMost = readers.length >= 4 && twice.length > readers.length / 2;
    return [
      ...(isMost ? [`${twice.length} of ${readers.length} read it twice`] : []),
      ...(times.some((one) => one > 2) ? ['somebody read it three times'] : []),
    ];
  },

  'a restored shop sells nothing new until an owner resumes it': ({ sales, restored, facts: { orders } }) => {
    const confirmedAt = new Map(orders.map((order) => [order.code, order.confirmedAt ?? 0]));
    if (!restored) return [];
    const { at: from, resumedAt } = restored;
    return sales
      .filter(({ at, code }) => at > from && at < resumedAt && (confirmedAt.get(code) ?? 0) > from)
      .map(({ code }) => `${code} was confirmed before that`);
  },

  'an acknowledged update is stored': ({ acknowledged, facts }) => {
    const stored = new Set(facts.updates);
    return [...acknowledged].filter((id) => !stored.has(id)).map((id) => `update ${id} was acknowledged and is lost`);
  },
};

const salesOf = (sales: readonly Sale[], code: string): Sale[] => sales.filter((sale) => sale.code === code);

/** Decided before the restore, and unknown after it. */
const isLost = (restored: Restored | null, sales: readonly Sale[]): boolean =>
  restored !== null && sales.length > 0 && sales.every(({ at }) => at < restored.at);

const movement = ({ kind, balance, held }: Pick<LedgerFact, 'kind' | 'balance' | 'held'>): string =>
  `${kind} ${balance} ${held}`;

function movementsOf(
  { state, charge, confirmedAt }: OrderFact,
  isReversed: boolean,
): Pick<LedgerFact, 'kind' | 'balance' | 'held'>[] {
  if (confirmedAt === null) return [];
  const hold = { kind: 'hold', balance: 0, held: charge };
  const back = isReversed ? [{ kind: 'reversal', balance: charge, held: 0 }] : [];
  if (state === 'delivered') return [hold, { kind: 'capture', balance: -charge, held: -charge }, ...back];
  return state === 'rejected' ? [hold, { kind: 'release', balance: 0, held: -charge }] : [hold];
}

/** What went wrong, by someone else's arithmetic. */
export const judge = (evidence: Evidence): string[] =>
  Object.entries({ ...rules, ...moneyRules }).flatMap(([name, rule]) => rule(evidence).map((one) => `${name}: ${one}`));
