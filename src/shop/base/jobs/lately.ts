/** Short enough for a screen; saves a query for each screen. */
const keptMs = 1_000;

export type Lately<T> = ReturnType<typeof createLately<T>>;

/** A value that another query or another person's update read a moment ago. */
export function createLately<T>(now: () => number) {
  let last: { readonly value: T; readonly at: number } | null = null;
  return {
    note(value: T): void {
      last = { value, at: now() };
    },
    forget(): void {
      last = null;
    },
    /** Undefined means that it must be read. */
    value: (): T | undefined => (last && now() >= last.at && now() - last.at < keptMs ? last.value : undefined),
  };
}
