import type { Formatter } from '#bot/core/formatter.ts';
import type { MethodSum } from '#shop/payments/payment-queries.ts';

export const sumLines = (format: Formatter, sums: readonly MethodSum[]): string[] =>
  sums.length === 0
    ? [format.html('payment-sum-none')]
    : sums.map(({ method, count, total }) =>
        format.html('payment-sum', { method: format.plain(`method-${method}`), count, total: format.money(total) }),
      );
