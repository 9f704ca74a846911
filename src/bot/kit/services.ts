import type { Language } from '#domain/language.ts';
import type { Shop } from '#shop/shop.ts';
import type { FormatterFor } from './formatter.ts';

/** The shop without what the bot must not reach past it, and what only the bot has. Each feature takes a `Pick`. */
export interface Services extends Omit<Shop, 'database' | 'gateway' | 'createWorkers'> {
  readonly intake: 'webhook' | 'polling';
  /** The address of the shop's own API; null: unknown. */
  readonly apiUrl: string | null;
  /** For people whose client does not tell theirs. */
  readonly shopLanguage: Language;
  /** Null: Telegram invoices are not set up. */
  readonly invoices: {
    readonly token: string;
    readonly currency: string;
    readonly exponent: number;
    /** The messenger is asked about payments of which it sends no message. */
    readonly inquiry: boolean;
  } | null;
  readonly formatterFor: FormatterFor;
}
