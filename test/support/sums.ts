import type { DailySaleRow, OrderRow } from '../../src/storage/tables.ts';

const tehranDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' });

/** What each day's sums should be, added up from the orders themselves, against what is stored: the differences. */
export function sumsAgainst(orders: readonly OrderRow[], stored: readonly DailySaleRow[]): string[] {
  const expected = new Map<string, number[]>();
  for (const { state, buyer_id, operator_id, kind, product_id, confirmed_at, base, vat, total } of orders) {
    if (state !== 'delivered') continue;
    const day = tehranDay.format(confirmed_at ?? Number.NaN);
    for (const seller of [0, buyer_id]) {
      for (const part of [`operator ${operator_id}`, `${kind} ${product_id}`]) {
        const name = `${seller} ${day} ${part}`;
        const [count = 0, ...sums] = expected.get(name) ?? [0, 0, 0, 0];
        expected.set(name, [count + 1, ...[base, vat, total].map((value, at) => value + (sums[at] ?? 0))]);
      }
    }
  }
  const found = new Map(
    stored.map((row) => {
      const day = new Date(row.day * 86_400_000).toISOString().slice(0, 10);
      const name = `${row.seller_id} ${day} ${row.part} ${row.part_id}`;
      return [name, [row.count, row.base, row.vat, row.total]] as const;
    }),
  );
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((name) => {
    const [should, is] = [expected.get(name), found.get(name)];
    return String(should) === String(is) ? [] : [`${name}: ${is ?? 'nothing'} is stored, not ${should ?? 'nothing'}`];
  });
}
