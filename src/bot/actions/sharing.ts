import { defineAction } from '#bot/kit/action.ts';
import { mobile, operator, optional, sim, type, whole } from '#bot/kit/fields.ts';

/** Each shows a start link to the screen that the button stands on. */
export const sharingActions = {
  shelfLink: defineAction({
    tag: 'yc',
    fields: { type, operator, sim, category: optional(whole), sub: optional(whole), mobile: optional(mobile) },
    permission: 'buy',
  }),
  productLink: defineAction({ tag: 'yg', fields: { id: whole }, permission: 'buy' }),
  offersLink: defineAction({ tag: 'yn', fields: { mobile }, permission: 'buy' }),
};

/** The inline query for one product. */
export const productQuery = (id: number): string => `#${id}`;

/** Null: no such query. */
export function readProductQuery(query: string): number | null {
  const id = /^#(\d{1,15})$/.exec(query)?.[1];
  return id === undefined ? null : Number(id);
}
