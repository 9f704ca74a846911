import type { Sale } from './outside.ts';
import type { Wish } from './people/buyer.ts';
import type { Seen, Told } from './people/chat.ts';
import { codeIn, saidIn } from './people/words.ts';
import { leaseMs, type PurchaseCall } from './purchase-calls.ts';
import type { LedgerFact, OrderFact, ShopFacts } from './raw-tables.ts';

/** Everything that others wrote down: the gateway, Telegram, the people. Nothing of it comes from the shop but its tables. */
export interface Evidence {
  readonly wishes: readonly Wish[];
  readonly sales: readonly Sale[];
  /** Null: nothing was restored. */
  readonly restored: Restored | null;
  readonly calls: readonly PurchaseCall[];
  readonly hasWrongClocks: boolean;
  readonly chats: readonly Reader[];
  readonly facts: ShopFacts;
  readonly grants: readonly { readonly id: number; readonly rials: number }[];
  /** A process that comes too late may write over a receipt that was read. */
  readonly isShared: boolean;
  /** Updates that the shop said it has. */
  readonly acknowledged: ReadonlySet<number>;
}

/** An older archive took the place of the database. */
export interface Restored {
  readonly at: number;
  /** When an owner let the shop sell again. */
  resumedAt: number;
  /** What people wanted before, and updates that the shop had then. */
  readonly wishes: ReadonlySet<Wish>;
  readonly acknowledged: ReadonlySet<number>;
}

interface Reader {
  readonly person: { readonly id: number; readonly first_name: string };
  readonly told: readonly Told[];
  /** What is in the chat at the end. */
  all(): readonly Seen[];
}

type Rule = (evidence: Evidence) => string[];

const internationally = (number: string): string => `98${number.slice(1)}`;

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** Each returns what breaks it. */
const rules: Readonly<Record<string, Rule>> = {
  'people got what they were told': ({ wishes, sales }) => {
    const wanted = wishes.flatMap(({ number, delivered, beside }) => [
      { number, delivered },
      ...(beside ? [beside] : []),
    ]);
    return wanted.flatMap(({ number, delivered }) => {
      const bought = sales.filter(({ isBought, mobile }) => isBought && mobile === internationally(number)).length;
      return bought === delivered ? [] : [`${number} was told ${delivered} deliveries, and ${bought} were bought`];
    });
  },

  'nothing cost more or less than its Confirm button said': ({ wishes, sales }) =>
    wishes.flatMap(({ number, prices }) =>
      sales
        .filter(({ isBought, mobile }) => isBought && mobile === internationally(number))
        .flatMap(({ code, price }) => (prices.has(price) ? [] : [`${code} was bought for ${price}`])),
    ),

  'the gateway sold what the shop ordered, once, under its key': ({ sales, restored, facts: { orders } }) => {
    const orderOf = new Map(orders.map((order) => [order.code, order]));
    const codes = Map.groupBy(sales, ({ code }) => code);
    return [...codes].flatMap(([code, all]) => {
      const order = orderOf.get(code);
      if (!order && isLost(restored, all)) return [];
      if (!order) return [`the gateway was asked for ${code}, which is no order`];
      if (all.some(({ key }) => key !== order.key)) return [`${code} was sent under another key than the stored one`];
      if (all.some(({ mobile }) => mobile !== order.mobile)) return [`${code} was bought for another number`];
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

  'wallets paid for what was sold, and nothing else': ({ sales, grants, wishes, restored, facts }) =>
    grants.flatMap(({ id, rials }) => {
      const { wallets, ledger, orders } = facts;
      const numbers = new Set(
        wishes
          .filter(({ personId }) => personId === id)
          .flatMap(({ number, beside }) => [number, ...(beside ? [beside.number] : [])].map(internationally)),
      );
      const isKnown = new Set(
        orders.filter((one) => one.buyer === id && one.confirmedAt !== null).map(({ code }) => code),
      );
      const isOwn = ({ mobile, code }: Sale) => (restored ? isKnown.has(code) : numbers.has(mobile));
      const spent = sum(sales.filter((sale) => sale.isBought && isOwn(sale)).map(({ price }) => price));
      const wallet = wallets.find(({ person }) => person === id) ?? { balance: 0, held: 0 };
      const own = ledger.filter(({ person }) => person === id);
      const booked = { balance: sum(own.map(({ balance }) => balance)), held: sum(own.map(({ held }) => held)) };
      return [
        ...(wallet.balance === rials - spent && wallet.held === 0
          ? []
          : [`${id} has ${wallet.balance} and ${wallet.held} on hold; ${rials - spent} is right`]),
        ...(wallet.balance < 0 ? [`${id} spent more than there was`] : []),
        ...(wallet.balance === booked.balance && wallet.held === booked.held
          ? []
          : [`the ledger of ${id} adds up to ${booked.balance} and ${booked.held}`]),
      ];
    }),

  'money is held at Confirm, and moves once more at the end': ({ facts: { orders, ledger } }) => {
    const entries = Map.groupBy(ledger, ({ orderId }) => orderId);
    return orders.flatMap((order) => {
      const found = (entries.get(order.id) ?? []).map(movement).join(', ');
      const right = movementsOf(order).map(movement).join(', ');
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

  'everybody can read how their orders ended': ({ chats, isShared, restored, facts: { orders } }) =>
    orders.flatMap(({ buyer, code, state, confirmedAt }) => {
      if (confirmedAt === null) return [];
      const chat = chats.find(({ person }) => person.id === buyer);
      const isShown = chat?.all().some(({ text }) => codeIn(text) === code && saidIn(text) === state);
      const wasRead = (isShared || restored) && chat?.told.some((one) => one.code === code && one.said === state);
      return isShown || wasRead ? [] : [`${code} is ${state}, and its buyer cannot read that`];
    }),

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

function movementsOf({ state, charge, confirmedAt }: OrderFact): Pick<LedgerFact, 'kind' | 'balance' | 'held'>[] {
  if (confirmedAt === null) return [];
  const hold = { kind: 'hold', balance: 0, held: charge };
  if (state === 'delivered') return [hold, { kind: 'capture', balance: -charge, held: -charge }];
  return state === 'rejected' ? [hold, { kind: 'release', balance: 0, held: -charge }] : [hold];
}

/** What went wrong, by someone else's arithmetic. */
export const judge = (evidence: Evidence): string[] =>
  Object.entries(rules).flatMap(([name, rule]) => rule(evidence).map((one) => `${name}: ${one}`));
