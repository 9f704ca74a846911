import type { Days } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Subject } from '#domain/order.ts';
import type { Person } from '#domain/person.ts';
import type { Action } from './action.ts';
import type { Formatter } from './formatter.ts';
import type { Screen } from './screen.ts';

export interface BotRequest {
  readonly person: Person;
  readonly format: Formatter;
  /** Identifies the update; a repeated delivery has the same id. */
  readonly idempotencySource: string;
  /** The message that the reply replaces. */
  readonly messageId: number | null;
  /** True if that message is a photo or a file with a caption. */
  readonly inCaption?: boolean;
}

/** What the person should type next; plain JSON, because it is stored while the bot waits. */
export interface Question {
  readonly for: string;
}

export interface Invoice {
  readonly title: string;
  readonly description: string;
  readonly payload: string;
  readonly provider_token: string;
  readonly currency: string;
  readonly prices: readonly { readonly label: string; readonly amount: Rials }[];
}

/** A photo or a file that the messenger has. */
export interface Media {
  readonly kind: 'photo' | 'file';
  /** The messenger's id of the file. */
  readonly content: string;
}

export interface Reply {
  readonly screen: Screen;
  readonly question?: Question;
  /** A file with the screen as its caption, in a new message unless the pressed one already shows it. */
  readonly media?: Media & { readonly isShown: boolean };
  /** The caption of the shop's picture, which is sent above in its own message. */
  readonly pictureAbove?: string;
  /** Sent as a separate message. */
  readonly invoice?: Invoice;
  /** Adds a keyboard that shares the person's own number. */
  readonly offerContact?: boolean;
  /** Why the request was refused; the screen says so too. */
  readonly failure?: Failure;
  /** The order on the screen, whose message the receipt worker updates. */
  readonly tracks?: Tracked;
  /** The quote on the screen. A retried update may have sent its message twice. */
  readonly quoted?: Tracked;
}

export interface Tracked {
  readonly subject: Subject;
  /** `receipt`, `line`, `invoice`, or the callback data that opens this page. */
  readonly view: string;
}

interface ShownMessage extends Tracked {
  readonly chatId: number;
  readonly messageId: number;
  /** The digest of its screen. */
  readonly shown: string;
}

/** Remembers the messages that the receipt worker updates. */
export interface MessageTracker {
  readonly track: (message: ShownMessage) => Promise<unknown>;
  readonly trackQuote: (message: ShownMessage) => Promise<unknown>;
}

/** Sends files as new messages; the pressed message stays. */
export interface FileReply {
  readonly screen: null;
  readonly files: readonly [FileRequest, ...FileRequest[]];
  readonly toast?: string;
}

/** Leaves the outcome to the receipt worker, in the pressed message. A new message could be lost in a crash. */
export interface WorkerReply {
  readonly screen: null;
  readonly shownBy: 'worker';
  readonly toast?: string;
}

export const shownByWorker: WorkerReply = { screen: null, shownBy: 'worker' };

export type AnyReply = Reply | FileReply | WorkerReply;

/** Continues with another action. */
interface Redirect {
  readonly redirect: Action;
}

export type HandlerResult = AnyReply | Redirect;

export interface WalletOwner {
  readonly id: number;
  readonly name: string;
}

/** The reader's orders, money or plans, the shop's orders or payments, or another person's money. */
export type FileSource = 'orders' | 'money' | 'plans' | 'shop' | 'payments' | WalletOwner;

/** A null seller means the whole shop; a null name means the reader. */
export interface SalesScope {
  readonly sellerId: number | null;
  readonly name: string | null;
}

/** Plain data, because a conversation stores it. */
export type FileRequest =
  | { readonly kind: 'orders'; readonly whose: SalesScope; readonly days: Days }
  /** Null for the reader's own. */
  | { readonly kind: 'money'; readonly of: WalletOwner | null; readonly days: Days }
  | { readonly kind: 'payments'; readonly days: Days }
  /** Payments of the whole shop, for an owner. */
  | { readonly kind: 'plans'; readonly days: Days }
  | { readonly kind: 'chart'; readonly whose: SalesScope; readonly days: Days }
  /** The outcome of a list of numbers. */
  | { readonly kind: 'list'; readonly batch: string }
  /** Everything stored about the reader. */
  | { readonly kind: 'my-data' }
  | { readonly kind: 'receipt'; readonly order: string };
