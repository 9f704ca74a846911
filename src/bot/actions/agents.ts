import { defineAction } from '#bot/kit/action.ts';
import { invitation, mobile, oneOf, optional, order, whole } from '#bot/kit/fields.ts';
import { creditKinds } from '#shop/money/credit/credit.ts';

const person = whole;

export const agentActions = {
  agents: defineAction({ tag: 'da', fields: { page: whole }, permission: 'people' }),
  agent: defineAction({ tag: 'dp', fields: { person }, permission: 'people' }),
  /** Carries the order that it was opened from, for the way back. */
  buyer: defineAction({
    tag: 'dpo',
    fields: { person, order, from: oneOf(['found', 'review']), mobile: optional(mobile), page: whole },
    permission: 'people',
  }),
  /** Statement, payments, reports, notes and trail of a person. */
  personRecords: defineAction({ tag: 'dpr', fields: { person }, permission: 'people' }),
  /** Limit, prices, level, settlement and pause of a person. */
  personTerms: defineAction({ tag: 'dpt', fields: { person }, permission: 'run' }),
  personStatement: defineAction({ tag: 'dw', fields: { person, page: whole }, permission: 'people' }),
  owing: defineAction({ tag: 'do', fields: { page: whole }, permission: 'people' }),
  askInvite: defineAction({ tag: 'di', fields: {}, permission: 'run' }),
  /** Where the typed limit had several readings. */
  inviteWith: defineAction({ tag: 'dia', fields: { limit: whole }, permission: 'run' }),
  askCredit: defineAction({
    tag: 'dc',
    fields: { action: oneOf(creditKinds), person },
    permission: 'credit',
  }),
  /** The check of one of several readings. */
  creditDraft: defineAction({ tag: 'dcd', fields: { draft: order }, permission: 'credit' }),
  /** The amount and the note do not fit in a button: they are in a stored draft. */
  confirmCredit: defineAction({ tag: 'dcc', fields: { draft: order }, permission: 'credit' }),
  askPause: defineAction({ tag: 'dz', fields: { person }, permission: 'run' }),
  unpause: defineAction({ tag: 'du', fields: { person }, permission: 'run' }),
  /** Shows the reminder before it is sent. */
  remind: defineAction({ tag: 'dr', fields: { person }, permission: 'run' }),
  sendReminder: defineAction({ tag: 'drs', fields: { person }, permission: 'run' }),
  invites: defineAction({ tag: 'dil', fields: {}, permission: 'run' }),
  /** `invites` is the first one. */
  invitesPage: defineAction({ tag: 'dip', fields: { page: whole }, permission: 'run' }),
  openInvite: defineAction({ tag: 'dio', fields: { code: invitation }, permission: 'run' }),
  revokeInvite: defineAction({ tag: 'dir', fields: { code: invitation }, permission: 'run' }),
  askDemote: defineAction({ tag: 'dae', fields: { person }, permission: 'run' }),
  demote: defineAction({ tag: 'dad', fields: { person }, permission: 'run' }),
  remindAll: defineAction({ tag: 'dra', fields: {}, permission: 'run' }),
  sendReminders: defineAction({ tag: 'dras', fields: {}, permission: 'run' }),
};
