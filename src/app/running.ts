export interface Running {
  /** Stops taking updates, finishes those in progress and closes, within ten seconds. */
  stop(): Promise<void>;
  /** Resolves with the reason if the bot must stop. */
  readonly failed?: Promise<Error>;
}
