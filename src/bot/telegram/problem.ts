import { GrammyError, HttpError } from 'grammy';

/** The loggable part of an error. grammY's errors contain the bot's token and are never logged whole. */
interface Problem {
  readonly name: string;
  readonly problem: string;
  /** The topmost line of our own code. */
  readonly where?: string;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof GrammyError)
    return { name: error.name, problem: `${error.method}: ${error.error_code} ${error.description}` };
  if (error instanceof HttpError)
    return { name: error.name, problem: `Telegram could not be reached: ${reasonOf(error.error)}` };
  if (!(error instanceof Error)) return { name: 'unknown', problem: typeof error };
  const where = /\/src\/[\w./-]+:\d+:\d+/.exec(error.stack ?? '')?.[0].slice(1);
  return { name: error.name, problem: error.message, ...(where === undefined ? {} : { where }) };
}

/** What failed below HTTP. undici's messages name hosts and ports, never paths, so they contain no token. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : 'no connection';
}

/** The person blocked the bot, deleted the account or never started a chat. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof GrammyError &&
  (error.error_code === 403 || /chat not found|user is deactivated|PEER_ID_INVALID/i.test(error.description));

/** Telegram does not take this message as it is: another form of it may be taken. */
export const isRefused = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 400 && !isUnreachable(error);

/** A callback query or a pre-checkout query was answered too late. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 400 && error.description.includes('query is too old');

/** Telegram asks for a longer pause than the transport waits. */
export const isFlooded = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 429;

/** The same call may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof HttpError || (error instanceof GrammyError && (error.error_code === 429 || error.error_code >= 500));

/** The pause that Telegram asks for, in whole milliseconds; null: none. */
export function askedPauseMs(error: unknown): number | null {
  const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  return seconds === undefined ? null : Math.ceil(seconds * 1_000);
}

/** Try again, after the pause that Telegram asks for, if it does. */
export const retryLater = (error: unknown): { readonly kind: 'later'; readonly retryAfterMs: number | null } => ({
  kind: 'later',
  retryAfterMs: askedPauseMs(error),
});

/** The messenger does not know the token, or not any more. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof GrammyError && [401, 404].includes(error.error_code);
