import { defineAction } from '#bot/kit/action.ts';

/** Blocked people may press these too. */
export const privacyActions = {
  privacy: defineAction({ tag: 'kp', fields: {}, permission: 'buy', whilePaused: true }),
  myData: defineAction({ tag: 'kq', fields: {}, permission: 'buy', whilePaused: true }),
  askDeletion: defineAction({ tag: 'kr', fields: {}, permission: 'buy', whilePaused: true }),
  deleteMyData: defineAction({ tag: 'ks', fields: {}, permission: 'buy', whilePaused: true }),
};
