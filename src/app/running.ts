/** A part of the program that was started. */
export interface Running {
  /** Stops taking updates, finishes those in progress, closes; in ten seconds at most. */
  stop(): Promise<void>;
  /** Resolves with the reason when it cannot go on: then it must be stopped. */
  readonly failed?: Promise<Error>;
}
