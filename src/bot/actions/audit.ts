import { defineAction } from '#bot/kit/action.ts';
import { oneOf, optional, whole } from '#bot/kit/fields.ts';

/** Encoded by index: only append. */
export const auditKinds = ['all', 'money', 'people', 'orders', 'selling', 'announcing', 'prices'] as const;
export type AuditKind = (typeof auditKinds)[number];
const filter = { kind: oneOf(auditKinds), person: optional(whole), page: whole } as const;

export const auditActions = {
  audit: defineAction({ tag: 'dt', fields: { ...filter }, permission: 'reports' }),
  auditEntry: defineAction({ tag: 'dte', fields: { entry: whole, ...filter }, permission: 'reports' }),
};
