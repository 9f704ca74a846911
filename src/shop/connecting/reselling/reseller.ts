import type { Language } from '#domain/language.ts';

/** Who buys, and in which language they read. */
export interface Reseller {
  readonly personId: number;
  readonly language: Language;
  /** Null: by their own bot, in this process. The hash is of the secret that was sent: it may have been replaced since. */
  readonly token: { readonly id: string; readonly hash: string } | null;
}
