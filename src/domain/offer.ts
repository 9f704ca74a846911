import type { Rials } from './money.ts';

/** A personal offer for one subscriber of operator 2. */
export interface Offer {
  readonly code: string;
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly descriptionLocal: string;
  readonly days: number | null;
  /** Before VAT. */
  readonly amount: Rials;
}
