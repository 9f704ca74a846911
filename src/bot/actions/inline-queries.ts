/** The inline query for one product. */
export const productQuery = (id: number): string => `#${id}`;

/** Null: no such query. */
export function readProductQuery(query: string): number | null {
  const id = /^#(\d{1,15})$/.exec(query)?.[1];
  return id === undefined ? null : Number(id);
}
