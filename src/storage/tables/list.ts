import type { Generated } from 'kysely';

/** A list of numbers; each row becomes an order. */
export interface BatchTable {
  id: string;
  seller_id: number;
  state: 'draft' | 'running' | 'done' | 'cancelled';
  /** The item chosen last; null before the first choice. */
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
  /** The item for the number; null until chosen. */
  product_id: number | null;
  amount: number | null;
  /** The words next to the number that name an item of its own, perhaps still unclear. */
  words: string | null;
  /** Whether it is bought although the number got the same item today. */
  with_bought: Generated<number>;
}
