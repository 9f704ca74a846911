import { defineQuestion } from '#bot/kit/question.ts';
import type { OperatorId, SimType } from '#domain/product.ts';

/** What the numbers of a section are to get; without an operator, of every section that waits. */
export const listChoiceQuestion = defineQuestion<{
  readonly batch: string;
  readonly operator: OperatorId | null;
  readonly sim: SimType;
  readonly isTdlte?: boolean;
}>('list-choice');

/** A promo code for the list. */
export const listPromoQuestion = defineQuestion<{ readonly batch: string }>('list-promo');

/** A row as it should have been written. */
export const listRowQuestion = defineQuestion<{ readonly batch: string; readonly row: number }>('list-row');
