import { bulkActions } from '#bot/actions/bulk.ts';
import type { Action } from '#bot/core/action.ts';
import type { OperatorId } from '#domain/product.ts';
import type { Batch } from '#shop/bulk/batch.ts';
import type { SectionPlace } from '#shop/bulk/sections.ts';

/** The choices for the numbers of one section. */
export const sectionAction = (
  { id: batch }: Pick<Batch, 'id'>,
  { operatorId: operator, simType: sim, isTdlte }: SectionPlace & { readonly operatorId: OperatorId },
): Action =>
  isTdlte ? bulkActions.bulkTdlteSection({ batch, sim }) : bulkActions.bulkSection({ batch, operator, sim });
