import type { Update } from 'grammy/types';
import type { FailureCode } from '#domain/failure.ts';
import type { OrderState } from '#domain/order.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import type { Point } from './points.ts';

/** Everything that a process learns at its start. */
export interface Life {
  readonly database: DatabaseSettings;
  readonly gatewayUrl: string;
  readonly gatewayToken: string;
  readonly ending: Ending | null;
  readonly seed: number;
  /** The folder of notes that must outlive the process. */
  readonly folder: string;
}

/** The point at which the process kills itself, at its nth pass. */
export interface Ending {
  readonly point: Point;
  readonly nth: number;
}

export type Command =
  | { readonly do: 'grant'; readonly personId: number; readonly amount: number; readonly key: string }
  /** The answer comes once the update is stored, as for Telegram. */
  | { readonly do: 'receive'; readonly updates: readonly Update[] }
  /** Starts the workers. */
  | { readonly do: 'serve' }
  | { readonly do: 'stop' };

export type Answer =
  | { readonly kind: 'done' }
  /** The command threw, so Telegram delivers the update again. */
  | { readonly kind: 'broke'; readonly problem: string };

/** The reply to an update. */
export type Reply =
  | { readonly kind: 'order'; readonly id: string; readonly state: OrderState }
  | { readonly kind: 'failure'; readonly code: FailureCode }
  | { readonly kind: 'done' };

export interface Asked {
  readonly id: number;
  readonly command: Command;
}

export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'reply'; readonly updateId: number; readonly reply: Reply };

/** An owner who buys nothing and must hear of every order in review. */
export const ownerId = 999_999_999;

/** Files that are appended to synchronously, so that a kill cannot lose a line. */
export const notes = {
  sent: 'sent.jsonl',
  screens: 'screens.jsonl',
  problems: 'problems.jsonl',
  unnamed: 'unnamed.jsonl',
} as const;

export interface Sent {
  readonly key: string;
  readonly body: string;
}

/** What a message shows: an order in a state, or something else. */
export interface Screen {
  readonly messageId: number;
  readonly order: { readonly id: string; readonly state: OrderState } | null;
}

export interface Problem {
  readonly msg: string;
  readonly problem?: string;
}

export interface UnnamedWrite {
  readonly step: string;
}
