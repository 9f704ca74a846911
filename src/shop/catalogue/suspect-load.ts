import type { Load } from './load.ts';

/** Why a loaded catalogue is not trusted yet. */
export type SuspectReason = 'unreadable' | 'empty' | 'shrunken';

/** A broken answer must not empty the shop. An empty or much smaller catalogue is trusted after several equal loads. */
export function suspectReason({ products, dropped }: Load, before: number): SuspectReason | null {
  if (dropped > 0 && products.size === 0) return 'unreadable';
  if (before === 0) return null;
  if (products.size === 0) return 'empty';
  if (dropped > products.size) return 'unreadable';
  return before >= 50 && products.size < before / 5 ? 'shrunken' : null;
}

export const loadsToTrust = 3;
