/**
 * An order's life. Each state says what it means; the table below says where it may go. Every writer goes through it.
 */
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
  /** The price was held for its minutes and nobody confirmed, or it moved before they did. */
  'expired',
  /** The buyer said no. */
  'cancelled',
] as const;

export type OrderState = (typeof orderStates)[number];

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

export const mayBecome = (from: OrderState, to: OrderState): boolean =>
  (transitions[from] as readonly OrderState[]).includes(to);

export const isEnd = (state: OrderState): boolean => transitions[state].length === 0;

/** Where an order may have come from: the condition of every compare-and-set. */
export const statesBefore = (to: OrderState): OrderState[] => orderStates.filter((from) => mayBecome(from, to));

/** In these the gateway still owes an answer and the settler goes on asking. */
export const openStates = ['confirmed', 'unsure'] as const satisfies readonly OrderState[];

/** In these the buyer's money is held; in this order, an order goes from one to the next and never back. */
export const heldStates: readonly OrderState[] = ['confirmed', 'unsure', 'review'];

/** The outcome of an order that our own empty account refused: buyers read neutral words instead of the gateway's. */
export const accountEmptyOutcome = 'account-empty';

/** What a buyer calls "my orders": whatever was confirmed once. */
export const boughtStates: readonly OrderState[] = [...heldStates, 'delivered', 'rejected'];
