import type { OperatorId, ProductType, SimType } from './product.ts';

/** The states of an order; `transitions` is checked by every writer. */
export const orderStates = [
  /** Priced, its key and request stored, its Confirm button shown. Nothing is owed. */
  'quoted',
  /** The buyer tapped Confirm; the money is held; the request may already be on its way. */
  'confirmed',
  /** Sent, and no definite answer came. It is sent again with the same key until one does. */
  'unsure',
  /** Too old to be sent again safely, or answered in unknown words. The money stays held until the owner decides. */
  'review',
  /** Bought. The held money is captured. */
  'delivered',
  /** Definitely not bought. The held money is released. */
  'rejected',
  /** Not confirmed in time, or the price changed before it was. */
  'expired',
  /** By the buyer. */
  'cancelled',
] as const;

export type OrderState = (typeof orderStates)[number];

/** By the shop's own API, or by the agent's own bot: what is not ordered in the chat. */
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

/** The buyer's money is held. Orders move through these from left to right only. */
export const heldStates: readonly OrderState[] = ['confirmed', 'unsure', 'review'];

/** Stored instead of the gateway's words where the cause is the shop's own: buyers read a neutral text. */
export const ownCauseOutcome = 'account-empty';

/** "My orders": everything that was ever confirmed. */
export const boughtStates: readonly OrderState[] = [...heldStates, 'delivered', 'rejected'];

/** What something that is sold is called and is for, as it was then. */
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

/** A gateway may reuse an id. */
export const isSameItem = (one: ItemFacts, other: ItemFacts): boolean =>
  facts.every((fact) => one[fact] === other[fact]);
