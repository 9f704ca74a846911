import type { OperatorId, ProductType, SimType } from './product.ts';

/** The states of an order. Every writer checks `transitions`. */
export const orderStates = [
  /** Priced, with key and request stored and Confirm shown. Nobody owes anything. */
  'quoted',
  /** The buyer tapped Confirm; the money is held; the request may already be on its way. */
  'confirmed',
  /** Sent without a definite answer. The worker sends it again with the same key until one comes. */
  'unsure',
  /** Too old to send again safely, or answered in unknown words. The money stays held until the owner decides. */
  'review',
  /** Bought. The held money is captured. */
  'delivered',
  /** Certainly not bought. The held money is released. */
  'rejected',
  /** Not confirmed before it expired or its price changed. */
  'expired',
  /** Cancelled by the buyer. */
  'cancelled',
] as const;

export type OrderState = (typeof orderStates)[number];

/** Where an order outside the chat comes from: the shop's API, or the agent's own bot. */
export type OrderSource = 'api' | 'bot';

const transitions = {
  quoted: ['confirmed', 'expired', 'cancelled'],
  confirmed: ['delivered', 'rejected', 'unsure', 'review'],
  unsure: ['delivered', 'rejected', 'review'],
  review: ['delivered', 'rejected'],
  delivered: [],
  rejected: [],
  expired: [],
  cancelled: [],
} as const satisfies Readonly<Record<OrderState, readonly OrderState[]>>;

export const canBecome = (from: OrderState, to: OrderState): boolean =>
  (transitions[from] as readonly OrderState[]).includes(to);

export const isEnd = (state: OrderState): boolean => transitions[state].length === 0;

/** The gateway owes an answer; the purchase worker keeps asking. */
export const openStates = ['confirmed', 'unsure'] as const satisfies readonly OrderState[];

/** The buyer's money is held. Orders move only from left to right. */
export const heldStates: readonly OrderState[] = ['confirmed', 'unsure', 'review'];

/** Replaces the gateway's message if the cause is the shop's own. Buyers read a neutral text. */
export const ownCauseOutcome = 'account-empty';

/** "My orders" shows everything ever confirmed. */
export const boughtStates: readonly OrderState[] = [...heldStates, 'delivered', 'rejected'];

/** Names and properties of a sold item, as they were at that time. */
export interface ItemFacts {
  readonly productType: ProductType;
  readonly operatorId: OperatorId;
  readonly simType: SimType;
  readonly title: string;
  readonly titleEn: string | null;
  readonly days: number | null;
  readonly profileId: string | null;
}

const facts = ['title', 'days', 'operatorId', 'simType', 'productType', 'profileId'] as const;

/** Compares properties, because a gateway may reuse an id. */
export const isSameItem = (one: ItemFacts, other: ItemFacts): boolean =>
  facts.every((fact) => one[fact] === other[fact]);

/** What a tracked message is about. Stored. */
export type Subject = `order:${string}` | `batch:${string}` | `payment:${string}`;
