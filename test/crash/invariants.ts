import { canBecome, heldStates, isEnd } from '#domain/order.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { moneyAgainst, sumsAgainst } from '#test/support/sums.ts';
import { firstSentId } from './chat.ts';
import type { Evidence } from './evidence.ts';
import { referralPoints, referrer } from './referral.ts';

/** Hold whatever was killed or cut. Each returns the violations. */
export const invariants = {
  'a delivered order has one purchase, and a rejected order has none': ({ orders, sold }) => {
    const bought = sold.purchases.filter(({ outcome }) => outcome === 'bought');
    const byCode = Map.groupBy(bought, ({ webservice_code }) => webservice_code);
    const counted = orders.flatMap(({ id, state, webservice_code }) => {
      const times = byCode.get(webservice_code)?.length ?? 0;
      // An open order may be sold or not, but never twice.
      const right = state === 'delivered' ? times === 1 : times === 0 || (times === 1 && heldStates.includes(state));
      return right ? [] : [`${id} is ${state} and was bought ${times} times`];
    });
    return sold.count === bought.length ? counted : [...counted, 'the gateway’s count disagrees with its own list'];
  },

  'each key has one body and each body one key, both as stored': ({ orders, sent }) => {
    const stored = new Map(orders.map(({ idempotency_key, body }) => [idempotency_key, body]));
    const keys = Map.groupBy(sent, ({ body }) => body);
    const bodies = Map.groupBy(sent, ({ key }) => key);
    return [
      ...[...keys].flatMap(([body, all]) => {
        const count = new Set(all.map(({ key }) => key)).size;
        return count === 1 ? [] : [`${body} was sent under ${count} keys`];
      }),
      ...[...bodies].flatMap(([key, all]) => {
        const count = new Set(all.map(({ body }) => body)).size;
        return count === 1 ? [] : [`${key} was sent with ${count} bodies`];
      }),
      ...sent.flatMap(({ key, body }) => (stored.get(key) === body ? [] : [`${key} was sent but not stored so`])),
    ];
  },

  'every purchase has its stored order': ({ orders, sold }) => {
    const byKey = new Map(orders.map((order) => [order.idempotency_key, order]));
    return sold.purchases.flatMap((row) => {
      const order = byKey.get(row.key);
      const same =
        order &&
        order.product_id === row.product_id &&
        order.mobile === row.mobile &&
        order.total === row.price &&
        order.webservice_code === row.webservice_code;
      return same ? [] : [`${row.key} is at the gateway and not in the shop`];
    });
  },

  'every purchase has a confirmation': ({ orders, events, sold }) => {
    const confirmed = new Set(
      events.filter(({ to_state }) => to_state === 'confirmed').map(({ order_id }) => order_id),
    );
    const idOf = new Map(orders.map(({ id, webservice_code }) => [webservice_code, id]));
    return sold.purchases.flatMap(({ webservice_code }) =>
      confirmed.has(idOf.get(webservice_code) ?? '') ? [] : [`${webservice_code} was asked for unconfirmed`],
    );
  },

  'the owner hears once of every order in review, and only of those': ({ events, alerts }) => {
    const reviewed = events.filter(({ to_state }) => to_state === 'review').map(({ order_id }) => order_id);
    const prefix = 'order-in-review:';
    // Outages are alerts too.
    const told = alerts.flatMap(({ key }) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
    return reviewed.toSorted().join() === told.toSorted().join()
      ? []
      : [`${reviewed.length} went, ${told.length} told`];
  },

  'every confirmed order ends or is in review': ({ orders }) =>
    orders.flatMap(({ id, state, confirmed_at }) =>
      confirmed_at === null || isEnd(state) || state === 'review' ? [] : [`${id} is left ${state}`],
    ),

  'every acknowledged update was handled and answered': ({ inbox, acknowledged, replies }) => {
    const rows = new Map(inbox.map((row) => [row.update_id, row]));
    return [...acknowledged].flatMap((id) => {
      const row = rows.get(id);
      if (!row) return [`update ${id} is lost`];
      if (row.done_at === null) return [`update ${id} is left`];
      if (row.reference !== null) return [`update ${id} was given up: ${row.problem}`];
      return replies.has(id) ? [] : [`update ${id} was not answered`];
    });
  },

  'every end and every review reached its buyer': ({ orders, jobs, screens }) => {
    const told = new Set(jobs.flatMap((job) => (job.done_how === 'delivered' ? [`${job.subject} ${job.told}`] : [])));
    const shown = new Set(screens.flatMap(({ order }) => (order ? [`order:${order.id} ${order.state}`] : [])));
    return orders.flatMap(({ id, state, confirmed_at }) => {
      if (confirmed_at === null) return [];
      const news = `order:${id} ${state}`;
      return told.has(news) && shown.has(news) ? [] : [`${news}: told ${told.has(news)}, shown ${shown.has(news)}`];
    });
  },

  'no message shows an old state': (evidence) => {
    const { orders, messages } = evidence;
    const states = new Map(orders.map(({ id, state }) => [id, state]));
    return [
      ...oldScreens(evidence).flatMap(({ messageId, id, state, isKnown }) =>
        isKnown ? [`${messageId} shows ${id} as ${state}, which is ${states.get(id)}`] : [],
      ),
      ...messages.flatMap(({ message_id, subject, shown }) => {
        const state = states.get(subject.slice('order:'.length));
        return shown === state ? [] : [`${message_id} is registered as showing ${shown || '?'}, not ${state}`];
      }),
    ];
  },

  'the ledger adds up': ({ orders, ledger, wallets, drift, granted }) => {
    const entries = Map.groupBy(ledger, ({ order_id }) => order_id);
    const kinds = orders.flatMap((order) => {
      const own = (entries.get(order.id) ?? []).filter(({ kind }) => kind !== 'referral');
      const found = own.map(({ kind }) => kind).toSorted();
      const expected = entriesOf(order);
      return String(found) === String(expected)
        ? []
        : [`${order.id} is ${order.state} with ${found.join(', ') || 'nothing'}`];
    });
    const sums = [...granted].flatMap(([personId, start]) => {
      const theirs = orders.filter(({ buyer_id }) => buyer_id === personId);
      const held = sum(theirs.filter(({ state }) => heldStates.includes(state)));
      const balance = start - sum(theirs.filter(({ state }) => state === 'delivered'));
      const wallet = wallets.find(({ person_id }) => person_id === personId) ?? { balance: 0, held: 0 };
      const right = wallet.balance === balance && wallet.held === held;
      return right ? [] : [`${personId} has ${wallet.balance} and ${wallet.held} held, not ${balance} and ${held}`];
    });
    return [...drift.map((one) => `drift: ${JSON.stringify(one)}`), ...kinds, ...sums];
  },

  'a charge is never negative, and profit is what it leaves of the cost': ({ orders }) => moneyAgainst(orders),

  'only confirmed orders use a promo code, and never too often': ({ orders, promoCodes, promoUses }) =>
    promoCodes.flatMap(({ id, code, used, most_uses }) => {
      const theirs = orders.filter(
        ({ promo_id, confirmed_at, state }) => promo_id === id && confirmed_at !== null && state !== 'rejected',
      );
      const uses = promoUses.filter(({ promo_id }) => promo_id === id).map(({ order_id }) => order_id);
      const right = String(uses.toSorted()) === String(theirs.map((order) => order.id).toSorted());
      const within = used === uses.length && used <= (most_uses ?? Number.POSITIVE_INFINITY);
      return right && within ? [] : [`${code} counts ${used} with ${uses.length} uses by ${theirs.length} orders`];
    }),

  'every delivery earned its referrer one share, and nothing else earned anything': ({ orders, ledger, wallets }) => {
    const shareOf = (order: OrderRow) => Math.floor((order.charge * referralPoints + 5_000) / 10_000);
    const due = orders.flatMap((order) => {
      const share = order.state === 'delivered' ? shareOf(order) : 0;
      return share === 0 ? [] : [`${order.id} ${share}`];
    });
    const booked = ledger.filter(({ kind }) => kind === 'referral');
    const found = booked.map(({ order_id, balance_delta }) => `${order_id} ${balance_delta}`);
    const balance = wallets.find(({ person_id }) => person_id === referrer)?.balance ?? 0;
    const whole = booked.reduce((all, { balance_delta }) => all + balance_delta, 0);
    return String(found.toSorted()) === String(due.toSorted()) && balance === whole
      ? []
      : [`${due.length} due, ${found.length} booked, ${balance} of ${whole} in the wallet`];
  },

  'the sums of each day equal those of its orders': ({ orders, sums }) => sumsAgainst(orders, sums),

  'every trail is a legal path to the state of its order': ({ orders, events }) => {
    const trails = Map.groupBy(events, ({ order_id }) => order_id);
    return orders.flatMap(({ id, state }) => {
      const trail = trails.get(id) ?? [];
      const legal = trail.every(({ from_state, to_state }, at) => {
        const before = trail[at - 1]?.to_state ?? null;
        if (from_state !== before) return false;
        return from_state === null ? to_state === 'quoted' : canBecome(from_state, to_state);
      });
      const words = trail.map(({ to_state }) => to_state).join(' -> ');
      return legal && trail.at(-1)?.to_state === state ? [] : [`${id} is ${state} after ${words || 'nothing'}`];
    });
  },

  'what a buyer was told stays true': ({ events, replies }) => {
    const was = new Set(events.map(({ order_id, to_state }) => `${order_id} ${to_state}`));
    return [...replies.values()].flat().flatMap((reply) => {
      if (reply.kind !== 'order' || was.has(`${reply.id} ${reply.state}`)) return [];
      return [`${reply.id} was said to be ${reply.state} and never was`];
    });
  },
} as const satisfies Record<string, (evidence: Evidence) => string[]>;

/** Messages with an outdated state, except those of a process that died before it could store the message's id. */
export function oldScreens({ orders, messages, screens }: Evidence) {
  const states = new Map(orders.map(({ id, state }) => [id, state]));
  const registered = new Set(messages.map(({ message_id }) => message_id));
  const last = new Map(screens.map(({ messageId, order }) => [messageId, order]));
  return [...last].flatMap(([messageId, order]) => {
    if (!order || states.get(order.id) === order.state) return [];
    return [{ ...order, messageId, isKnown: messageId < firstSentId || registered.has(messageId) }];
  });
}

export type Invariant = keyof typeof invariants;

export function violationsOf(evidence: Evidence): ReadonlyMap<Invariant, readonly string[]> {
  const names = Object.keys(invariants) as Invariant[];
  return new Map(names.map((name) => [name, invariants[name](evidence)]));
}

/** The ledger entries of an order in its state, in alphabetical order. */
function entriesOf({ state, confirmed_at }: OrderRow): string[] {
  if (confirmed_at === null) return [];
  if (state === 'delivered') return ['capture', 'hold'];
  return state === 'rejected' ? ['hold', 'release'] : ['hold'];
}

const sum = (orders: readonly OrderRow[]): number => orders.reduce((all, order) => all + order.charge, 0);
