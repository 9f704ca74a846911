import { defineAction } from '#bot/kit/action.ts';
import { invitation as code, oneOf, whole } from '#bot/kit/fields.ts';
import { staffRoles } from '#domain/role.ts';

const person = whole;

export const staffActions = {
  staff: defineAction({ tag: 'k0', fields: {}, permission: 'run' }),
  /** `staff` is the first one. */
  staffPage: defineAction({ tag: 'kl', fields: { page: whole }, permission: 'run' }),
  staffMember: defineAction({ tag: 'k1', fields: { person }, permission: 'run' }),
  chooseStaffRole: defineAction({ tag: 'k2', fields: {}, permission: 'run' }),
  inviteStaff: defineAction({ tag: 'k3', fields: { role: oneOf(staffRoles) }, permission: 'run' }),
  askStaffCredit: defineAction({ tag: 'k4', fields: { person }, permission: 'run' }),
  switchDecides: defineAction({ tag: 'k5', fields: { person, on: oneOf(['off', 'on']) }, permission: 'run' }),
  askRemoveStaff: defineAction({ tag: 'k6', fields: { person }, permission: 'run' }),
  removeStaff: defineAction({ tag: 'k7', fields: { person }, permission: 'run' }),
  staffInvite: defineAction({ tag: 'k8', fields: { code }, permission: 'run' }),
  revokeStaffInvite: defineAction({ tag: 'k9', fields: { code }, permission: 'run' }),
};
