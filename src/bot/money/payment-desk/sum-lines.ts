import type { Formatter } from '#bot/kit/formatter.ts';
import type { MethodSum } from '#shop/money/payments/payment-queries.ts';

export const sumLines = (format: Formatter, sums: readonly MethodSum[]): string[] =>
  sums.length === 0
    ? [format.html('payment-sum-none')]
    : sums.map(({ method, count, total }) =>
        format.html('payment-sum', { method: format.plain(`method-${method}`), count, total: format.sum(total) }),
      );
