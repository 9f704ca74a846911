import { catalogueActions } from '#bot/actions/catalogue.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { type ShelfAddress, shelfTop } from '#bot/actions/shelf-address.ts';
import type { Action } from '#bot/kit/action.ts';
import { mobile as mobileField, whole } from '#bot/kit/fields.ts';
import { operatorIds, productTypes, simTypes } from '#domain/product.ts';

/**
 * Payloads of start links: kind, version and fields. They stand in other people's chats, so a format is never changed.
 * None of these carries a right: those that do (receipts, invitations) contain a token that cannot be guessed.
 */
const productPrefix = 'g1_';
const shelfPrefix = 'c1_';
const offersPrefix = 'n1_';

export const productPayload = (id: number): string => `${productPrefix}${whole.write(id)}`;

export function shelfPayload({ type, operator, sim, category, sub }: ShelfAddress): string {
  const place = `${productTypes.indexOf(type)}${operator}${simTypes.indexOf(sim)}`;
  const path = [category, sub].filter((id) => id !== null).map((id) => whole.write(id));
  return `${shelfPrefix}${[place, ...path].join('_')}`;
}

export const offersPayload = (mobile: string): string => `${offersPrefix}${mobileField.write(mobile)}`;

/** Null: no link of ours, or one of a later version. */
export function readStartLink(payload: string): Action | null {
  const fields = payload.slice(productPrefix.length);
  if (payload.startsWith(productPrefix)) {
    const id = whole.read(fields);
    return id === undefined ? null : catalogueActions.product({ id, mobile: null });
  }
  if (payload.startsWith(shelfPrefix)) return readShelf(fields);
  if (!payload.startsWith(offersPrefix)) return null;
  const mobile = mobileField.read(fields);
  return mobile === undefined ? null : offerActions.offers({ mobile, page: 1 });
}

function readShelf(text: string): Action | null {
  const [place = '', ...path] = text.split('_');
  const [type, operator, sim] = [...place].map(Number);
  const at = {
    type: productTypes[type ?? -1],
    operator: operatorIds.find((id) => id === operator),
    sim: simTypes[sim ?? -1],
  };
  const ids = path.map((id) => whole.read(id));
  if (place.length !== 3 || !at.type || !at.operator || !at.sim || ids.length > 2 || ids.includes(undefined))
    return null;
  const [category = null, sub = null] = ids;
  return catalogueActions.shelf({ ...shelfTop(at.type, at.operator, at.sim, null), category, sub });
}
