import type { Contact, InlineQueryResultArticle, Update } from '@grammyjs/types';
import type { CheckoutOutcome } from '#telegram/checkouts.ts';
import type { Toast } from '#telegram/events.ts';
import type { InlineAnswer } from '#telegram/inline-queries.ts';
import type { BotRecord } from '#telegram/model.ts';
import type { PayOptions } from './paying.ts';
import type { Screen, Shown } from './screen.ts';

export interface ActOptions {
  /** False does not wait until the bot is idle. */
  readonly wait?: boolean;
}

export interface SpeakOptions extends ActOptions {
  readonly replyTo?: number;
}

export interface PressOptions extends ActOptions {
  /** Default: the newest message with such a button. */
  readonly message?: number;
  /** Searches only the reply keyboard. */
  readonly underInput?: boolean;
  /** Presses so late that the bot can no longer answer. */
  readonly stale?: boolean;
}

/** Counts from 0; negative numbers count from the end. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface SeeOptions {
  readonly timeoutMs?: number;
  /** Only what changed after this `mark()`. */
  readonly since?: number;
}

/** The result of an action. */
export interface Reaction {
  /** New or changed messages of the bot, oldest first. */
  readonly messages: readonly Shown[];
  /** The update that the bot got, if any. */
  readonly update: Update | undefined;
  /** The person's own message. */
  readonly said: Shown | undefined;
  readonly toast: Toast | undefined;
  /** The address of a pressed link. */
  readonly opened: string | undefined;
  /** The text of a pressed copy button. */
  readonly copied: string | undefined;
  readonly payment: CheckoutOutcome | undefined;
  /** What a pressed button writes after `@bot` in the chosen chat. */
  readonly inlineQuery: string | undefined;
  /** The bot that the person created. */
  readonly created: BotRecord | undefined;
}

/** Defaults to the button's suggestions. */
export interface CreateBotOptions extends ActOptions {
  readonly name?: string;
  readonly username?: string;
  /** Defaults to the first button that asks for a bot. */
  readonly button?: string | RegExp | Place;
}

export type SharedContact = Partial<Contact>;

/** A forwarded message. */
export interface Forwarded {
  readonly text?: string;
  readonly contact?: Contact;
  /** The original sender. */
  readonly from?: string;
}

/** One person in one chat. */
export interface Conversation {
  type(text: string, options?: SpeakOptions): Promise<Reaction>;
  /** Presses a button by its text (whole, or a unique part), a pattern, or its position. */
  press(button: string | RegExp | Place, options?: PressOptions): Promise<Reaction>;
  /** Presses with forged callback data. */
  forge(data: string, options?: PressOptions): Promise<Reaction>;
  /** Creates a bot through a button that asks for one. Throws `BotRefused` where a client refuses the names. */
  createBot(options?: CreateBotOptions): Promise<Reaction & { readonly created: BotRecord }>;
  /** Shares a contact, by default their own. */
  shareContact(contact?: SharedContact, options?: SpeakOptions): Promise<Reaction>;
  sendPhoto(
    photo?: { readonly caption?: string; readonly bytes?: Uint8Array },
    options?: SpeakOptions,
  ): Promise<Reaction>;
  sendDocument(
    document: { readonly name: string; readonly bytes: Uint8Array; readonly caption?: string },
    options?: SpeakOptions,
  ): Promise<Reaction>;
  sendSticker(emoji?: string, options?: SpeakOptions): Promise<Reaction>;
  sendVoice(options?: SpeakOptions): Promise<Reaction>;
  /** Sends photos together. */
  sendAlbum(captions: readonly (string | undefined)[], options?: SpeakOptions): Promise<Reaction>;
  sendLocation(latitude?: number, longitude?: number, options?: SpeakOptions): Promise<Reaction>;
  forward(what: Forwarded, options?: ActOptions): Promise<Reaction>;
  /** Edits a message, by default their last one. */
  edit(text: string, options?: ActOptions & { readonly message?: number }): Promise<Reaction>;
  /**
   * Opens a link to any bot, such as https://t.me/sharj_bot?start=abc, or https://t.me/newbot/sharj_bot/my_bot?name=My.
   * The reaction is in the chat with that bot.
   */
  open(link: string, options?: ActOptions): Promise<Reaction>;
  /** Pays an invoice, by default the newest unpaid one. */
  pay(options?: ActOptions & PayOptions & { readonly message?: number }): Promise<Reaction>;
  block(options?: ActOptions): Promise<Reaction>;
  unblock(options?: ActOptions): Promise<Reaction>;
  /** Types `@bot query` and waits for the answer. */
  inline(query: string, offset?: string): Promise<InlineAnswer>;
  /** Sends a result of an inline query to this chat. */
  choose(result: InlineQueryResultArticle, query: string, options?: ActOptions): Promise<Reaction>;

  screen(): Screen;
  messages(): readonly Shown[];
  /** The last message of the bot; throws if there is none. */
  last(): Shown;
  mark(): number;
  /** Waits for a matching message of the bot; fails with the whole screen. */
  sees(what: string | RegExp | ((message: Shown) => boolean), options?: SeeOptions): Promise<Shown>;
  /** Waits for a condition of the screen. */
  until(wanted: (screen: Screen) => boolean, options?: SeeOptions): Promise<Screen>;
}
