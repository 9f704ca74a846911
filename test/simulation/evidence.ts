import type { Sale, Taken } from './outside.ts';
import type { Wish } from './people/buyer.ts';
import type { Seen, Told } from './people/chat.ts';
import type { PurchaseCall } from './purchase-calls.ts';
import type { ShopFacts } from './raw-tables.ts';

/** Everything that others wrote down: the gateway, Telegram, the people. Nothing of it comes from the shop but its tables. */
export interface Evidence {
  readonly wishes: readonly Wish[];
  readonly sales: readonly Sale[];
  /** Null: nothing was restored. */
  readonly restored: Restored | null;
  readonly calls: readonly PurchaseCall[];
  readonly hasWrongClocks: boolean;
  readonly chats: readonly Reader[];
  readonly facts: ShopFacts;
  readonly grants: readonly Start[];
  /** What the bank took. */
  readonly taken: readonly Taken[];
  /** Of it, all but what a restore has forgotten. */
  readonly expected: readonly Taken[];
  /** Codes of deliveries that the owner took back. */
  readonly reversed: ReadonlySet<string>;
  /** Money that the owner has given back outside, by person. */
  readonly paidBack: ReadonlyMap<number, number>;
  /** Money that the owner gave by hand, less what they took, by person. */
  readonly given: ReadonlyMap<number, number>;
  /** What the owner wrote to everyone. */
  readonly announced: string;
  /** Updates that the shop said it has. */
  readonly acknowledged: ReadonlySet<number>;
}

/** An older archive took the place of the database. */
export interface Restored {
  readonly at: number;
  /** When an owner let the shop sell again. */
  resumedAt: number;
  /** What people wanted before, and updates that the shop had then. */
  readonly wishes: ReadonlySet<Wish>;
  readonly acknowledged: ReadonlySet<number>;
}

/** What somebody had before the run. */
interface Start {
  readonly id: number;
  readonly rials: number;
  readonly creditLimit: number | null;
  readonly referrerId: number | null;
}

export interface Reader {
  readonly person: { readonly id: number; readonly first_name: string };
  readonly told: readonly Told[];
  readonly read: readonly { readonly at: number; readonly text: string }[];
  /** What is in the chat at the end. */
  all(): readonly Seen[];
}

export type Rule = (evidence: Evidence) => string[];

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

interface Part {
  readonly numbers: readonly string[];
  /** How many deliveries for them were told; null: none yet, though some were wanted. */
  readonly delivered: number | null;
}

/** What was wanted together, and how many deliveries were told of it. */
export const partsOf = ({ number, delivered, beside, list }: Wish): Part[] => [
  { numbers: [number], delivered },
  ...(beside ? [{ numbers: [beside.number], delivered: beside.delivered }] : []),
  ...(list ? [list] : []),
];

export const numbersOf = (wish: Wish): string[] => partsOf(wish).flatMap(({ numbers }) => numbers);

/** What the gateway sold to these numbers. */
export function soldFor(sales: readonly Sale[], numbers: readonly string[]): Sale[] {
  const wanted = new Set(numbers.map(internationally));
  return sales.filter(({ isBought, mobile }) => isBought && wanted.has(mobile));
}

/** As the gateway writes it. */
const internationally = (number: string): string => `98${number.slice(1)}`;
