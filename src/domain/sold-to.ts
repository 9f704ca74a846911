import type { Failure } from './failure.ts';
import { isTdlte, type Operators } from './operators.ts';
import type { Mobile } from './phone.ts';
import type { ProductType } from './product.ts';

export interface Recipient {
  /** Whether it is a fixed-wireless SIM card, for which mobile products do not work. */
  readonly isTdlte: boolean;
}

/** TD-LTE packages are sold to TD-LTE numbers, and everything else to phones. */
export const isSoldTo = (recipient: Recipient, type: ProductType): boolean => (type === 'tdlte') === recipient.isTdlte;

/** The type of package for a number. */
export const packagesOf = ({ isTdlte }: Recipient): ProductType => (isTdlte ? 'tdlte' : 'data');

const misfits = ['product-not-for-number', 'number-only-tdlte'] as const satisfies readonly Failure['code'][];

export const isMisfit = ({ code }: Failure): boolean => misfits.some((misfit) => misfit === code);

/** Why a type of product is not sold to a number; null if it is. */
export function misfitOf(operators: Operators, mobile: Mobile, type: ProductType): Failure | null {
  if (isSoldTo({ isTdlte: isTdlte(operators, mobile) }, type)) return null;
  return { code: type === 'tdlte' ? 'product-not-for-number' : 'number-only-tdlte' };
}
