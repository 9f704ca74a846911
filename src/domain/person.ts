import type { Staff } from './access.ts';
import type { Language } from './language.ts';
import type { Rials, Unit } from './money.ts';
import type { ItemFacts } from './order.ts';
import type { Mobile } from './phone.ts';
import type { NamedPrice } from './quote.ts';
import type { Role } from './role.ts';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
  readonly unit: Unit;
  readonly role: Role;
  /** Null for people who are not staff. */
  readonly staff: Staff | null;
  readonly pausedWhy: string | null;
  /** Whether this is their first contact. */
  readonly isNew?: boolean;
  /** Their last purchases; absent if not read. */
  readonly purchases?: readonly Purchase[];
}

/** A past purchase that a button repeats. */
export interface Purchase extends Omit<ItemFacts, 'profileId'> {
  readonly orderId: string;
  readonly mobile: Mobile;
  /** The number's saved name. */
  readonly label: string | null;
  readonly base: Rials;
  readonly charge: Rials;
  readonly confirmedAt: number;
  readonly item: ({ readonly kind: 'product'; readonly productId: number } & NamedPrice) | { readonly kind: 'offer' };
}
