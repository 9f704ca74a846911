import type { Formatter } from '#bot/kit/formatter.ts';
import type { Rials } from '#domain/money.ts';
import type { Payable } from '#shop/money/payments/payment-methods.ts';

/** Less than this is only rounding. */
export const toman = 10;

/**
 * On a button that pays for something: the amount is the one that will be asked for. A transfer's is made when it is.
 * `missing` is null where nothing of the price is in the wallet.
 */
export function payLabel(format: Formatter, { method, amount }: Payable, missing: Rials | null): string {
  if (method === 'card') return format.plain('key-pay-card');
  const isJustMissing = missing !== null && amount - missing < toman;
  return format.plain(isJustMissing ? 'key-pay-missing' : 'key-pay', { amount: format.price(amount) });
}
