import type { Formatter } from '#bot/kit/formatter.ts';
import type { Sum } from '#shop/running/reports/sales-queries.ts';

/** A seller earns what they pay less than their customers; the owner what is left of the charge after the cost. */
export type Reader = 'seller' | 'owner';

type Earned = Pick<Sum, 'count' | 'total' | 'discount' | 'known' | 'profit'>;

/** What a seller earned; null: they pay what their customers pay. */
const sellersProfit = (format: Formatter, { discount }: Earned): string | null =>
  discount === 0 ? null : format.sum(discount);

/** A sum without its unknown part would look like the whole: it says so. */
function ownersProfit(format: Formatter, { count, known, profit }: Earned): string {
  if (known === 0) return format.plain('profit-unknown');
  const sum = format.sum(profit);
  return known === count ? sum : format.plain('profit-partly', { profit: sum, count: count - known });
}

/** Beside a line of a report; null: nothing worth saying. */
export function earnedWords(format: Formatter, sum: Earned, reader: Reader): string | null {
  const { count, discount, known, profit } = sum;
  if (reader === 'seller') return discount === 0 ? null : format.sum(discount);
  if (known === 0) return null;
  const profitText = format.sum(profit);
  return known === count ? profitText : format.plain('profit-partly-short', { profit: profitText });
}

/** Under the sum of a report. */
export function earnedLines(format: Formatter, sum: Earned & Pick<Sum, 'cost'>, reader: Reader): (string | null)[] {
  const { total, discount, known, cost } = sum;
  const charged = format.sum(total - discount);
  if (reader === 'seller')
    return [discount === 0 ? null : format.html('report-own-cost', { cost: charged }), ownProfitLine(format, sum)];
  return [
    ...chargedLines(format, discount, charged),
    known === 0 ? null : format.html('report-cost', { cost: format.sum(cost) }),
    format.html('report-profit', { profit: ownersProfit(format, sum) }),
  ];
}

/** From the sum of the sales to what was charged for them, so that the lines of a report add up. */
function chargedLines(format: Formatter, discount: number, charged: string): string[] {
  if (discount === 0) return [];
  return discount > 0
    ? [
        format.html('report-discounts', { discount: format.sum(discount) }),
        format.html('report-after-discounts', { charged }),
      ]
    : [format.html('report-fees', { fee: format.sum(-discount) }), format.html('report-after-fees', { charged })];
}

export function ownProfitLine(format: Formatter, sum: Earned): string | null {
  const profit = sellersProfit(format, sum);
  return profit === null ? null : format.html('confirm-profit', { profit });
}

export function profitWords(format: Formatter, sum: Earned, reader: Reader): string | null {
  if (reader === 'owner') return format.plain('report-profit', { profit: ownersProfit(format, sum) });
  const profit = sellersProfit(format, sum);
  return profit === null ? null : format.plain('confirm-profit', { profit });
}
