import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';

/** Rolls back the transaction in which it is thrown. */
export class Refused extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(`Refused: ${failure.code}.`);
    this.failure = failure;
  }
}

/** Runs a transaction that may throw `Refused`. */
export async function refusable<T>(work: Promise<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof Refused) return err(error.failure);
    throw error;
  }
}
