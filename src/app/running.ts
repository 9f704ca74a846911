export interface Running {
  /** Stops taking updates, finishes those in progress and closes, within ten seconds. */
  stop(): Promise<void>;
  /** Resolves with the reason when the bot must be stopped. */
  readonly failed?: Promise<Error>;
}
