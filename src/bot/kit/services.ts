import type { Language } from '#domain/language.ts';
import type { Shop } from '#shop/shop.ts';
import type { FormatterFor } from './formatter.ts';

/** The parts of the shop that the bot may use, and parts of the bot itself. Each feature takes a `Pick`. */
export interface Services extends Omit<Shop, 'database' | 'gateway' | 'createWorkers'> {
  readonly intake: 'webhook' | 'polling';
  /** The address of the shop's API; null if unknown. */
  readonly apiUrl: string | null;
  /** The language of people whose client reports no language. */
  readonly shopLanguage: Language;
  /** Null if Telegram invoices are not set up. */
  readonly invoices: {
    readonly token: string;
    readonly currency: string;
    readonly exponent: number;
    /** True if the messenger can be asked about payments whose message is missing. */
    readonly inquiry: boolean;
  } | null;
  readonly formatterFor: FormatterFor;
}
