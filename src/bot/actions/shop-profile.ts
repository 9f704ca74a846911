import { defineAction } from '#bot/kit/action.ts';
import { oneOf, order } from '#bot/kit/fields.ts';
import { profileParts, type WelcomeReader, welcomeReaders } from '#domain/shop-profile.ts';

/** The shop's own name, welcome and picture. */
export const shopProfileActions = {
  shopProfile: defineAction({ tag: 'dy', fields: {}, permission: 'run' }),
  askShopName: defineAction({ tag: 'dyn', fields: {}, permission: 'run' }),
  shopWelcome: defineAction({ tag: 'dyw', fields: {}, permission: 'run' }),
  askShopWelcome: defineAction({
    tag: 'dya',
    fields: { readers: oneOf<WelcomeReader>(welcomeReaders) },
    permission: 'run',
  }),
  askShopPicture: defineAction({ tag: 'dyp', fields: {}, permission: 'run' }),
  /** After the preview. */
  saveShopProfile: defineAction({ tag: 'dys', fields: { draft: order }, permission: 'run' }),
  removeShopPart: defineAction({ tag: 'dyr', fields: { part: oneOf(profileParts) }, permission: 'run' }),
  /** What new people see. */
  previewShop: defineAction({ tag: 'dyv', fields: {}, permission: 'run' }),
};
