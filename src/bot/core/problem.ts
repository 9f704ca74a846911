import { GrammyError, HttpError } from 'grammy';

/** What may be logged of an error: chosen words only. Printed whole, one of the library's shows the bot's token. */
export interface Problem {
  readonly name: string;
  readonly problem: string;
  /** Where in our own code a bug came to light. */
  readonly where?: string;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof GrammyError)
    return { name: error.name, problem: `${error.method}: ${error.error_code} ${error.description}` };
  if (error instanceof HttpError) return { name: error.name, problem: 'Telegram could not be reached' };
  if (!(error instanceof Error)) return { name: 'unknown', problem: typeof error };
  const where = /\/src\/[\w./-]+:\d+:\d+/.exec(error.stack ?? '')?.[0].slice(1);
  return { name: error.name, problem: error.message, ...(where === undefined ? {} : { where }) };
}

/** They blocked the bot, left or never came: there is nobody to write to. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof GrammyError &&
  (error.error_code === 403 || /chat not found|user is deactivated|PEER_ID_INVALID/i.test(error.description));

/** A press or a question about a payment that waited too long for us: whoever asked has moved on. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 400 && error.description.includes('query is too old');

/** Telegram wants a longer pause than we may keep: whatever we add now makes it longer still. */
export const isFlooded = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 429;

/** Trouble on the way to Telegram or inside it: the same call may do at another time. */
export const isTransient = (error: unknown): boolean =>
  error instanceof HttpError || (error instanceof GrammyError && (error.error_code === 429 || error.error_code >= 500));
