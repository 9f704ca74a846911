import { bulkActions } from '#bot/actions/bulk.ts';
import type { Action } from '#bot/kit/action.ts';
import type { OperatorId } from '#domain/product.ts';
import type { Batch } from '#shop/buying/bulk/batch.ts';
import type { SectionPlace } from '#shop/buying/bulk/sections.ts';

/** The choices for the numbers of one section. */
export const sectionAction = (
  { id: batch }: Pick<Batch, 'id'>,
  { operatorId: operator, simType: sim, isTdlte }: SectionPlace & { readonly operatorId: OperatorId },
): Action =>
  isTdlte ? bulkActions.bulkTdlteSection({ batch, sim }) : bulkActions.bulkSection({ batch, operator, sim });
