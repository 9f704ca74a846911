import type { Contact, Update } from '@grammyjs/types';
import type { CheckoutOutcome } from '../checkouts.ts';
import type { Toast } from '../events.ts';
import type { Screen, Shown } from './screen.ts';

export interface ActOptions {
  /** false: return as soon as it is done, without waiting for the bot to be quiet. */
  readonly wait?: boolean;
}

export interface SpeakOptions extends ActOptions {
  readonly replyTo?: number;
}

export interface PressOptions extends ActOptions {
  /** The message whose button is meant; the newest with such a button unless told. */
  readonly message?: number;
  /** Only a button under the input field is meant. */
  readonly underInput?: boolean;
  /** Delivered so late that the bot can no longer answer it. */
  readonly stale?: boolean;
}

/** Counted from 0; negative from the end. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface SeeOptions {
  readonly timeoutMs?: number;
  /** Only what changed after this `mark()`. */
  readonly since?: number;
}

/** What came of something a person did. */
export interface Reaction {
  /** The bot's messages that are new or different since, oldest first. */
  readonly messages: readonly Shown[];
  /** What the bot got; undefined when nothing went to it. */
  readonly update: Update | undefined;
  /** The person's own message. */
  readonly said: Shown | undefined;
  readonly toast: Toast | undefined;
  /** The address behind a pressed link. */
  readonly opened: string | undefined;
  /** The text that a pressed copy button put on the clipboard. */
  readonly copied: string | undefined;
  readonly payment: CheckoutOutcome | undefined;
}

export type SharedContact = Partial<Contact>;

/** Something a person passes on: from someone, or from another chat. */
export interface Forwarded {
  readonly text?: string;
  readonly contact?: Contact;
  /** Who said it first. */
  readonly from?: string;
}

/** One person in one chat: what they can do there, and what they see. */
export interface Conversation {
  type(text: string, options?: SpeakOptions): Promise<Reaction>;
  /** By its text (the whole, or a part that no other button has), by a pattern, or by its place. */
  press(button: string | RegExp | Place, options?: PressOptions): Promise<Reaction>;
  /** Callback data that no button carries: clients can send what they like. */
  forge(data: string, options?: PressOptions): Promise<Reaction>;
  /** Their own, unless told. */
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
  sendLocation(latitude?: number, longitude?: number, options?: SpeakOptions): Promise<Reaction>;
  forward(what: Forwarded, options?: ActOptions): Promise<Reaction>;
  /** Their last message unless told. */
  edit(text: string, options?: ActOptions & { readonly message?: number }): Promise<Reaction>;
  /** A link such as https://t.me/sharj_bot?start=abc. */
  open(link: string, options?: ActOptions): Promise<Reaction>;
  /** The newest unpaid invoice unless told. */
  pay(options?: ActOptions & { readonly message?: number }): Promise<Reaction>;
  block(options?: ActOptions): Promise<Reaction>;
  unblock(options?: ActOptions): Promise<Reaction>;

  screen(): Screen;
  messages(): readonly Shown[];
  /** The newest message of the bot; throws when there is none. */
  last(): Shown;
  mark(): number;
  /** Waits for a message of the bot that matches, and returns the newest such; complains with the whole screen. */
  sees(what: string | RegExp | ((message: Shown) => boolean), options?: SeeOptions): Promise<Shown>;
  /** Waits for the screen to be as wanted. */
  until(wanted: (screen: Screen) => boolean, options?: SeeOptions): Promise<Screen>;
}
