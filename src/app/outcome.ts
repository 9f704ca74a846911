import { err, type Result } from '#domain/result.ts';

/** A sentence for the operator, on success and on failure. */
export type Outcome = Result<string, string> & { readonly isMisuse?: true };

/** The command was used wrongly and did nothing. */
export const misuse = (sentence: string): Outcome => ({ ...err(sentence), isMisuse: true });

export const exitCodeOf = ({ ok, isMisuse }: Outcome): number => (ok ? 0 : isMisuse ? 2 : 1);

/** Whether `parseArgs` rejected the arguments. */
export const isMisuse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
