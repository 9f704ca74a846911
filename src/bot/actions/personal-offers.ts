import { defineAction } from '#bot/kit/action.ts';
import { digest, mobile, whole } from '#bot/kit/fields.ts';

export const offerActions = {
  offers: defineAction({ tag: 'f', fields: { mobile, page: whole }, permission: 'buy', towardsPurchase: true }),
  offersAgain: defineAction({ tag: 'fa', fields: { mobile }, permission: 'buy', towardsPurchase: true }),
  offer: defineAction({ tag: 'fo', fields: { mobile, offer: digest }, permission: 'buy', towardsPurchase: true }),
};
