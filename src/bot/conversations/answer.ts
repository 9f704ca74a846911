import type { FileWanted } from '../files/file.ts';
import type { Ask, Tracked } from '../routes.ts';
import type { Screen } from '../screen.ts';

/** What became of something typed. Plain data: it goes through a conversation's log. */
export type Answer =
  | { readonly kind: 'done'; readonly screen: Screen; readonly ask: Ask | null; readonly tracks: Tracked | null }
  | { readonly kind: 'files'; readonly files: readonly FileWanted[] }
  /** Not understood; `enough` is for someone who was not understood several times. */
  | { readonly kind: 'retry'; readonly screen: Screen; readonly enough: Screen }
  | { readonly kind: 'pass' };
