import type { Role } from './role.ts';

/** Checked on the server at every action; hiding a button is not a check. */
const allowed = {
  buy: ['customer', 'agent', 'owner'],
  sell: ['agent', 'owner'],
  run: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof allowed;
export const permissions = Object.keys(allowed) as Permission[];

export const can = (role: Role, permission: Permission): boolean =>
  (allowed[permission] as readonly Role[]).includes(role);
