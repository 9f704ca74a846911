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
  /** Identifies the update: the same for an update that is delivered again. */
  readonly idempotencySource: string;
  /** The message that the reply replaces. */
  readonly messageId: number | null;
  /** That message is a photo or a file with a caption. */
  readonly inCaption?: boolean;
}

/** What the person is to type next. Plain JSON: stored while the bot waits. */
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
  /** The messenger's name of it. */
  readonly content: string;
}

export interface Reply {
  readonly screen: Screen;
  readonly question?: Question;
  /** The screen is its caption, in a message of its own unless the pressed one shows it already. */
  readonly media?: Media & { readonly isShown: boolean };
  /** The shop's picture, in a message of its own above, has this caption. */
  readonly pictureAbove?: string;
  /** Sent as a separate message. */
  readonly invoice?: Invoice;
  /** Adds a keyboard that shares the person's own number. */
  readonly offerContact?: boolean;
  /** Why the request was refused; the screen says it too. */
  readonly failure?: Failure;
  /** The order on the screen may change: the receipt worker updates the message. */
  readonly tracks?: Tracked;
  /** The quote on the screen. An update that is tried again may have sent its message twice. */
  readonly quoted?: Tracked;
}

export type Tracked = Pick<TrackedMessage, 'subject' | 'view'>;

/** Files in messages of their own. The pressed message stays. */
export interface FileReply {
  readonly screen: null;
  readonly files: readonly [FileRequest, ...FileRequest[]];
  readonly toast?: string;
}

/** The receipt worker shows the outcome in the pressed message. After a crash a further one could not be found again. */
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
