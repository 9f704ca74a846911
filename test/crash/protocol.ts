import type { FailureCode } from '../../src/domain/failure.ts';
import type { OrderState } from '../../src/domain/order.ts';
import type { Wanted } from '../../src/shop/orders/order.ts';
import type { DatabaseSettings } from '../../src/storage/database.ts';
import type { Point } from './points.ts';

/** Ways to break the shop on purpose, so that the harness is seen to notice. */
export type Twist = 'none' | 'mint-keys' | 'lose-receipts' | 'lose-money' | 'lose-sums';

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
  | { readonly do: 'quote'; readonly origin: string; readonly buyerId: number; readonly wanted: Wanted }
  | {
      readonly do: 'confirm';
      readonly orderId: string;
      readonly by: number;
      readonly origin: string;
      /** As if it had happened this long ago and nobody had settled it since. */
      readonly agoMs: number;
    }
  | { readonly do: 'cancel'; readonly orderId: string; readonly by: number }
  | {
      readonly do: 'pay';
      readonly orderId: string;
      readonly by: number;
      readonly amount: number;
      readonly chargeId: string;
    }
  /** Begin to settle and to tell. */
  | { readonly do: 'serve' }
  | { readonly do: 'stop' };

export type Answer =
  | { readonly kind: 'done' }
  | { readonly kind: 'order'; readonly id: string; readonly state: OrderState }
  | { readonly kind: 'failure'; readonly code: FailureCode }
  /** It threw: the update would be answered with an apology, and the person tries again. */
  | { readonly kind: 'broke'; readonly problem: string };

export interface Asked {
  readonly id: number;
  readonly command: Command;
}

export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer };

/** Who buys nothing, and must hear of every order in review. */
export const ownerId = 999_999_999;

/** Lines in files of the folder: written at once, so that a kill cannot take them back. */
export const notes = {
  sent: 'sent.jsonl',
  told: 'told.jsonl',
  problems: 'problems.jsonl',
  unnamed: 'unnamed.jsonl',
} as const;

export interface Sent {
  readonly key: string;
  readonly body: string;
}

export interface Told {
  readonly orderId: string;
  readonly state: OrderState;
}

export interface Problem {
  readonly msg: string;
  readonly problem?: string;
}

export interface UnnamedWrite {
  readonly step: string;
}
