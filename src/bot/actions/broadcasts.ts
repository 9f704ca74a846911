import { defineAction } from '#bot/kit/action.ts';
import { oneOf, optional, order, whole } from '#bot/kit/fields.ts';
import { audienceKinds } from '#shop/support/broadcasts/audience.ts';

const announcement = order;

/** Encoded by index: only append. A category is named by a product in it. */
const buttonTargets = ['product', 'category', 'promo'] as const;
export type ButtonTarget = (typeof buttonTargets)[number];

export const broadcastActions = {
  askAnnounce: defineAction({ tag: 'dn', fields: {}, permission: 'run' }),
  announcement: defineAction({ tag: 'dnv', fields: { announcement }, permission: 'run' }),
  sendAnnouncement: defineAction({ tag: 'dns', fields: { announcement }, permission: 'run' }),
  changeAnnouncement: defineAction({ tag: 'dnc', fields: { announcement }, permission: 'run' }),
  cancelAnnouncement: defineAction({ tag: 'dnx', fields: { announcement }, permission: 'run' }),
  stopAnnouncement: defineAction({ tag: 'dnp', fields: { announcement }, permission: 'run' }),
  plannedAnnouncements: defineAction({ tag: 'dnl', fields: {}, permission: 'run' }),
  /** `plannedAnnouncements` is the first one. */
  plannedPage: defineAction({ tag: 'dnm', fields: { page: whole }, permission: 'run' }),
  chooseAudience: defineAction({ tag: 'dna', fields: { announcement }, permission: 'run' }),
  setAudience: defineAction({
    tag: 'dnb',
    fields: { announcement, kind: oneOf(audienceKinds), tier: optional(whole) },
    permission: 'run',
  }),
  chooseBroadcastButton: defineAction({ tag: 'dnk', fields: { announcement }, permission: 'run' }),
  askBroadcastProduct: defineAction({ tag: 'dnq', fields: { announcement }, permission: 'run' }),
  setBroadcastButton: defineAction({
    tag: 'dnt',
    fields: { announcement, target: oneOf(buttonTargets), id: whole },
    permission: 'run',
  }),
  clearBroadcastButton: defineAction({ tag: 'dnr', fields: { announcement }, permission: 'run' }),
  askBroadcastTime: defineAction({ tag: 'dnw', fields: { announcement }, permission: 'run' }),
  /** `minute`: since 1970. */
  planAnnouncement: defineAction({ tag: 'dnz', fields: { announcement, minute: whole }, permission: 'run' }),
};
