import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import type { Person } from '../../shop/people/people.ts';
import type { TrackedMessage } from '../../shop/receipts/order-messages.ts';
import type { Action } from './action.ts';
import type { FileRequest } from './file.ts';
import type { Formatter } from './formatter.ts';
import type { Screen } from './screen.ts';

/** One person asking for one thing. */
export interface BotRequest {
  readonly person: Person;
  readonly format: Formatter;
  /** Identifies the update: the same update, delivered again, has the same origin. */
  readonly origin: string;
  /** The message that the reply will replace, where there is one. */
  readonly messageId: number | null;
}

/** What the person is expected to type next. Plain JSON, stored while the bot waits; `for` names the kind of question. */
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

export interface Reply {
  readonly screen: Screen;
  readonly question?: Question;
  /** Sent in a message of its own. */
  readonly invoice?: Invoice;
  /** Shows a keyboard that shares the person's own number as the answer to the question. */
  readonly offerContact?: boolean;
  /** Set when the screen says why the request was refused. */
  readonly failure?: Failure;
  /** The screen shows an order that may still change: the receipt worker keeps the message up to date. */
  readonly tracks?: Tracked;
}

export type Tracked = Pick<TrackedMessage, 'subject' | 'view'>;

/** Files, each in a message of its own, or nothing but what the receipt worker shows; the pressed message stays. */
export interface FileReply {
  readonly screen: null;
  readonly files: readonly FileRequest[];
  /** Shown over the chat for a moment. */
  readonly toast?: string;
}

/** Continues with another action, as if its button had been pressed. */
export interface Redirect {
  readonly redirect: Action;
}

export type HandlerResult = Reply | FileReply | Redirect;
