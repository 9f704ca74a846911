import type { Sale } from './outside.ts';
import type { Wish } from './people/buyer.ts';
import type { Told } from './people/chat.ts';
import type { ShopFacts } from './raw-tables.ts';

export interface Evidence {
  readonly wishes: readonly Wish[];
  readonly sales: readonly Sale[];
  readonly chats: readonly { readonly person: { readonly id: number }; readonly told: readonly Told[] }[];
  readonly facts: ShopFacts;
  readonly grants: readonly { readonly id: number; readonly rials: number }[];
}

export function judge(_: Evidence): string[] {
  return [];
}
