import type { Update } from 'grammy/types';
import type { FailureCode } from '../../src/domain/failure.ts';
import type { OrderState } from '../../src/domain/order.ts';
import type { DatabaseSettings } from '../../src/storage/database.ts';
import type { Point } from './points.ts';

/** Ways to break the shop on purpose, so that the harness is seen to notice. */
export type Twist = 'none' | 'mint-keys' | 'lose-receipts' | 'lose-money' | 'lose-sums' | 'acknowledge-early';

/** Everything that one process is told when it starts. */
export interface Life {
  readonly database: DatabaseSettings;
  readonly gatewayUrl: string;
  readonly gatewayToken: string;
  readonly ending: Ending | null;
  readonly twist: Twist;
  readonly seed: number;
  /** Where it notes what must outlive it. */
  readonly folder: string;
}

/** The point at which it kills itself, and at which passing. */
export interface Ending {
  readonly point: Point;
  readonly nth: number;
}

export type Command =
  | { readonly do: 'grant'; readonly personId: number; readonly amount: number; readonly key: string }
  /** As Telegram delivers updates: answered once they are stored. */
  | { readonly do: 'receive'; readonly updates: readonly Update[] }
  /** Begin to handle, to buy and to tell. */
  | { readonly do: 'serve' }
  | { readonly do: 'stop' };

export type Answer =
  | { readonly kind: 'done' }
  /** It threw: Telegram delivers the update again. */
  | { readonly kind: 'broke'; readonly problem: string };

/** What the handler of an update says to the person. */
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

/** Who buys nothing, and must hear of every order in review. */
export const ownerId = 999_999_999;

/** Lines in files of the folder: written at once, so that a kill cannot take them back. */
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

/** What a message shows from now on: an order in a state, or something else. */
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
