/** Short enough for what a screen says; saves a query for each of them. */
const keptMs = 1_000;

export type Lately<T> = ReturnType<typeof createLately<T>>;

/** A value that was read a moment ago, with something else or for someone else. */
export function createLately<T>(steady: () => number) {
  let last: { readonly value: T; readonly at: number } | null = null;
  return {
    note(value: T): void {
      last = { value, at: steady() };
    },
    forget(): void {
      last = null;
    },
    /** Undefined: it must be read. */
    value: (): T | undefined => (last && steady() - last.at < keptMs ? last.value : undefined),
  };
}
