/** What a messenger's Bot API can do. Screens and the transport ask for a capability, never for a name. */
export interface Messenger {
  readonly apiRoot: string;
  /** Where links to bots begin. */
  readonly linkRoot: string;
  /** Opens a list of chats to pass a link on to; null: there is none. */
  readonly shareUrl: string | null;
  /** Bots answer `@bot words` in any chat. */
  readonly inlineMode: boolean;
  /** Screens are written in HTML; `markdown`: translated on the way. */
  readonly formatting: 'html' | 'markdown';
  /** Kinds of buttons beside those with a callback and those with a web address. */
  readonly buttons: { readonly styles: boolean; readonly copy: boolean; readonly userLinks: boolean };
  /** Commands and descriptions can be set. */
  readonly profile: boolean;
  /** How a webhook proves that it comes from the messenger. */
  readonly webhookSecret: 'header' | 'path';
  /** Decimals of the currency in invoices; null: as CURRENCY_EXPONENT says. */
  readonly currencyExponent: number | null;
  /** A payment that was begun can be asked about (`inquireTransaction`), by the id of its pre-checkout query. */
  readonly paymentInquiry: boolean;
  /** An edit that is refused, for whatever reason, is replaced by a new message. */
  readonly editsMayFail: boolean;
  /** Parameters of methods that it does not know. */
  readonly unknownParams: readonly string[];
}

const messengerNames = ['telegram', 'bale'] as const;
type MessengerName = (typeof messengerNames)[number];

export const telegram: Messenger = {
  apiRoot: 'https://api.telegram.org',
  linkRoot: 'https://t.me',
  shareUrl: 'https://t.me/share/url?url=',
  inlineMode: true,
  formatting: 'html',
  buttons: { styles: true, copy: true, userLinks: true },
  profile: true,
  webhookSecret: 'header',
  currencyExponent: null,
  paymentInquiry: false,
  editsMayFail: false,
  unknownParams: [],
};

/** From its public documentation; not tried against the live service. */
const bale: Messenger = {
  apiRoot: 'https://tapi.bale.ai',
  linkRoot: 'https://ble.ir',
  shareUrl: null,
  inlineMode: false,
  formatting: 'markdown',
  buttons: { styles: false, copy: false, userLinks: false },
  profile: false,
  webhookSecret: 'path',
  currencyExponent: 0,
  paymentInquiry: true,
  editsMayFail: true,
  unknownParams: [
    'allowed_updates',
    'currency',
    'link_preview_options',
    'parse_mode',
    'protect_content',
    'secret_token',
  ],
};

export const messengers: Readonly<Record<MessengerName, Messenger>> = { telegram, bale };
