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

/** How a person buys and what they are besides: the two do not depend on each other. */
export interface Roles {
  readonly role: Role;
  readonly staff: Staff | null;
}

/** Support that the owner lets decide orders in review. */
type Decider = 'decider';

/**
 * Who may do what. Checked at every action, command, answer and delivery by a worker; a button that its reader may not press
 * is not shown, but hiding it is not a check.
 */
const allowed = {
  buy: ['customer', 'agent', 'owner'],
  sell: ['agent', 'owner'],
  /** Reports of one's own sales; with `reports`, of the shop's. */
  sales: ['agent', 'owner', 'reporter'],
  /** The menu of the desk. */
  desk: ['owner', 'cashier', 'support', 'reporter'],
  /** Customers, agents and their wallets, to read. */
  people: ['owner', 'cashier', 'support', 'reporter'],
  /** Payments, to read. */
  payments: ['owner', 'cashier', 'support', 'reporter'],
  /** Orders of everyone, and those in review, to read. */
  orders: ['owner', 'support', 'reporter'],
  /** Reports, files, health and the audit trail of the shop, to read. */
  reports: ['owner', 'reporter'],
  /** Payments that wait. */
  approve: ['owner', 'cashier'],
  /** Credit and repayments, a cashier up to a daily limit. */
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
