import type { Generated } from 'kysely';

/** A list of numbers; each row becomes an order. */
export interface BatchTable {
  id: string;
  seller_id: number;
  state: 'draft' | 'running' | 'done' | 'cancelled';
  /** The item that was chosen last; before 0.3.0 that of every row. */
  product_id: number | null;
  amount: number | null;
  /** Of every row; unused since 0.3.0. */
  with_bought: Generated<number>;
  created_at: number;
  confirmed_at: number | null;
  ended_at: number | null;
  message_id: number | null;
}

export interface BatchRowTable {
  batch_id: string;
  row: number;
  mobile: string;
  order_id: string | null;
  /** The code of the failure if there is no order. */
  problem: string | null;
  /** What the number is to get; null: not chosen, or written before 0.3.0. */
  product_id: number | null;
  amount: number | null;
  /** What was written beside the number and is an item of its own, or is to be one. */
  words: string | null;
  /** Although it got the same today. */
  with_bought: Generated<number>;
}
