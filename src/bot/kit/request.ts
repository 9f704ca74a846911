import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { TrackedMessage } from '#shop/base/outbox/order-messages.ts';
import type { Person } from '#shop/people/people/people.ts';
import type { Action } from './action.ts';
import type { FileRequest } from './file-request.ts';
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

export type Tracked = Pick<TrackedMessage, 'subject' | 'view'>;

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
