import type { Role } from './role.ts';

/**
 * Who may do what: the whole of it, in one table. It is asked at every action, on the server; what a menu shows is only a
 * courtesy.
 */
const allowed = {
  /** Browse, quote, confirm, see one's own orders, numbers and wallet. */
  buy: ['customer', 'agent', 'owner'],
  /** Sell to many numbers at once; see one's day. */
  sell: ['agent', 'owner'],
  /** Invite and pause agents, move credit, see everyone's figures, decide, announce. */
  run: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof allowed;
export const permissions = Object.keys(allowed) as Permission[];

export const can = (role: Role, permission: Permission): boolean =>
  (allowed[permission] as readonly Role[]).includes(role);
