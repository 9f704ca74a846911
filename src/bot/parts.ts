import type { Language } from '#domain/language.ts';
import type { Log } from '#log.ts';
import type { Shop } from '#shop/shop.ts';
import type { Notify } from './kit/feature.ts';
import type { FormatterFor } from './kit/formatter.ts';
import type { Links } from './kit/links.ts';
import type { Texts } from './kit/texts.ts';
import type { Messenger } from './telegram/messenger.ts';

/** The parts of the shop that the bot may use, and what both were set up with. */
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

/** What every feature is given: the parts of the shop, and the bot's own. A feature destructures what it uses. */
export interface Parts extends Services {
  readonly links: Links;
  readonly log: Log;
  readonly messenger: Messenger;
  readonly texts: Texts;
  readonly notify: Notify;
  /** Best effort: the command menu of a person who lost a role. */
  readonly forgetCommands: (personId: number) => Promise<unknown>;
  /** Best effort: deletes a message that holds a secret. */
  readonly forgetMessage: (chatId: number, messageId: number) => Promise<void>;
}
