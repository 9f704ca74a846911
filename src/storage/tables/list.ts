import type { Generated } from 'kysely';

/** A list of numbers; each row becomes an order. */
export interface BatchTable {
  id: string;
  seller_id: number;
  state: 'draft' | 'running' | 'done' | 'cancelled';
  /** The item that was chosen last; null: none was. */
  product_id: number | null;
  amount: number | null;
  created_at: number;
  confirmed_at: number | null;
  ended_at: number | null;
}

export interface BatchRowTable {
  batch_id: string;
  row: number;
  mobile: string;
  order_id: string | null;
  /** The code of the failure if there is no order. */
  problem: string | null;
  /** What the number is to get; null: not chosen. */
  product_id: number | null;
  amount: number | null;
  /** What was written beside the number and is an item of its own, or is to be one. */
  words: string | null;
  /** Although it got the same today. */
  with_bought: Generated<number>;
}
