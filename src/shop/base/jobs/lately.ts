/** Short enough for screens, and saves a query for each. */
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
    /** Undefined if it must be read again. */
    value: (): T | undefined => (last && steady() - last.at < keptMs ? last.value : undefined),
  };
}
