import type { Buyer, Wish } from './buyer.ts';

export interface Story {
  /** The first digits of a number of the operator that it needs. */
  readonly prefix: string;
  /** What its person has, if that matters. */
  readonly rials?: number;
  /** It is an agent who may owe so much. */
  readonly creditLimit?: number;
  /** It came by the link of somebody else. */
  readonly isInvited?: boolean;
  /** Its number is to get a top-up today, by a plan. */
  readonly isPlanned?: boolean;
  /** It buys by the API, and does not notice a restore. */
  readonly isMachine?: boolean;
  /** It takes most of half an hour. */
  readonly isLong?: boolean;
  run(buyer: Buyer, wish: Wish): Promise<void>;
}
