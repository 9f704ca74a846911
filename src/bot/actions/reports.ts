import { defineAction } from '#bot/kit/action.ts';
import { oneOf, optional, whole } from '#bot/kit/fields.ts';
import { spans } from '#domain/calendar.ts';

/** `of` null: the reader's own sales, or the owner's whole shop. `day` null: today. */
const scope = { of: optional(whole), span: oneOf(spans), day: optional(whole) } as const;

export const reportActions = {
  report: defineAction({ tag: 'rp', fields: { ...scope }, permission: 'sales' }),
  /** By operator, product, seller and method. */
  reportParts: defineAction({ tag: 'rpp', fields: { ...scope }, permission: 'sales' }),
  reportFile: defineAction({ tag: 'rf', fields: { ...scope }, permission: 'sales' }),
  chart: defineAction({ tag: 'ch', fields: { of: optional(whole) }, permission: 'sales' }),
};
