import type { DailySaleRow, OrderRow } from '#storage/tables/tables.ts';

/** As they are stored. */
const methods = ['zarinpal', 'zibal', 'card', 'invoice'];

const tehranDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' });

/** The differences between the stored daily sums and the sums of the orders. */
export function sumsAgainst(orders: readonly OrderRow[], stored: readonly DailySaleRow[]): string[] {
  const expected = new Map<string, number[]>();
  for (const {
    state,
    reversed_at,
    paid_by,
    buyer_id,
    operator_id,
    kind,
    source,
    product_id,
    confirmed_at,
    ...order
  } of orders) {
    if (state !== 'delivered' || reversed_at !== null) continue;
    const { base, vat, total } = order;
    const { charge, cost, profit } = order;
    const earned = cost === null ? [0, 0, 0] : [1, cost, profit ?? Number.NaN];
    const added = [1, base, vat, total, total - charge, ...earned];
    const day = tehranDay.format(confirmed_at ?? Number.NaN);
    for (const seller of [0, buyer_id]) {
      const method = seller === 0 && paid_by !== null ? [`method ${methods.indexOf(paid_by) + 1}`] : [];
      // The chat is the rest.
      const api = source === 'api' ? ['source 1'] : [];
      for (const part of [`operator ${operator_id}`, `${kind} ${product_id}`, ...method, ...api]) {
        const name = `${seller} ${day} ${part}`;
        const sums = expected.get(name) ?? [];
        expected.set(
          name,
          added.map((value, at) => value + (sums[at] ?? 0)),
        );
      }
    }
  }
  const found = new Map(
    // A sale that was taken back may leave a row of noughts.
    stored
      .filter(({ count }) => count !== 0)
      .map((row) => {
        const day = new Date(row.day * 86_400_000).toISOString().slice(0, 10);
        const name = `${row.seller_id} ${day} ${row.part} ${row.part_id}`;
        return [
          name,
          [row.count, row.base, row.vat, row.total, row.discount, row.known, row.cost, row.profit],
        ] as const;
      }),
  );
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((name) => {
    const [should, is] = [expected.get(name), found.get(name)];
    return String(should) === String(is) ? [] : [`${name}: ${is ?? 'nothing'} is stored, not ${should ?? 'nothing'}`];
  });
}

/** What an order's money says of itself, for every order: a charge that is not negative, and a profit that is the rest. */
export function moneyAgainst(orders: readonly OrderRow[]): string[] {
  return orders.flatMap((order) => {
    const { charge, cost, profit } = order;
    const right = charge >= 0 && profit === (cost === null ? null : charge - cost);
    return right ? [] : [`${order.id}: ${charge} charged, ${cost} cost, ${profit} earned`];
  });
}
