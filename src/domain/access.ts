import type { Rials } from './money.ts';
import type { Role, StaffRole } from './role.ts';

/** What the owner allows a member of the staff. */
export interface Staff {
  readonly role: StaffRole;
  /** What a cashier may credit in a day. */
  readonly dailyCredit: Rials;
  /** Whether support may decide orders in review. */
  readonly decides: boolean;
}

/** How a person buys, and their role in the staff. The two are independent. */
export interface Roles {
  readonly role: Role;
  readonly staff: Staff | null;
}

/** Support staff who may decide orders in review. */
type Decider = 'decider';

/**
 * Who may do what. Every action, command, answer and worker checks it. Screens also hide buttons that their reader may
 * not press, but that is not a check.
 */
const allowed = {
  buy: ['customer', 'agent', 'owner'],
  sell: ['agent', 'owner'],
  /** Reports of one's own sales, and with `reports` also the shop's. */
  sales: ['agent', 'owner', 'reporter'],
  /** The menu of the desk. */
  desk: ['owner', 'cashier', 'support', 'reporter'],
  /** Reading customers, agents and their wallets. */
  people: ['owner', 'cashier', 'support', 'reporter'],
  /** Reading payments. */
  payments: ['owner', 'cashier', 'support', 'reporter'],
  /** Reading everyone's orders, including those in review. */
  orders: ['owner', 'support', 'reporter'],
  /** Reading the shop's reports, files, health and audit trail. */
  reports: ['owner', 'reporter'],
  /** Deciding waiting payments. */
  approve: ['owner', 'cashier'],
  /** Credit and repayments; a cashier has a daily limit. */
  credit: ['owner', 'cashier'],
  /** The shop's notes about a person. */
  notes: ['owner', 'cashier', 'support'],
  /** A message to one person. */
  message: ['owner', 'support'],
  /** Support conversations. */
  answer: ['owner', 'support'],
  /** Orders in review. */
  decide: ['owner', 'decider'],
  /** Everything else at the desk. */
  run: ['owner'],
} as const satisfies Record<string, readonly (Role | StaffRole | Decider)[]>;

export type Permission = keyof typeof allowed;
export const permissions = Object.keys(allowed) as Permission[];

export function can({ role, staff }: Roles, permission: Permission): boolean {
  const names: readonly string[] = allowed[permission];
  if (names.includes(role)) return true;
  if (staff === null) return false;
  return names.includes(staff.role) || (staff.role === 'support' && staff.decides && names.includes('decider'));
}
