/** One change of a file. The text must be in it exactly once. */
export interface Patch {
  readonly file: string;
  readonly search: string;
  readonly replacement: string;
}

export interface Bug {
  /** So many seeds must be enough to find it. */
  readonly budget: number;
  readonly patches: readonly Patch[];
}
