import type { Language } from '#domain/language.ts';

/** The agent who buys, and their language. */
export interface Reseller {
  readonly personId: number;
  readonly language: Language;
  /**
   * The token that was sent, with the hash of its secret at that time. Null for the agent's own bot in this process.
   */
  readonly token: { readonly id: string; readonly hash: string } | null;
}
