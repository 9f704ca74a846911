import type { Batch, RowProblem, SaleRow } from '#shop/bulk/batch.ts';
import type { Section } from '#shop/bulk/sections.ts';

const correctable: readonly (RowProblem | null)[] = ['number-invalid', 'unclear', 'not-found', 'unavailable'];

/** Rows that only the seller can clear up, in the order of the list. */
export function rowsToCorrect({ rows }: Pick<Batch, 'rows'>, sections: readonly Section[]): SaleRow[] {
  const unknown = new Set(sections.filter(({ operatorId }) => operatorId === null).flatMap((section) => section.rows));
  return rows.filter((row) => correctable.includes(row.problem) || unknown.has(row));
}
