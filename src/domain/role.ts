/** How a person buys. */
export const roles = ['customer', 'agent', 'owner'] as const;
export type Role = (typeof roles)[number];

/** A person's role in the staff. Stored and encoded by index, so only append. */
export const staffRoles = ['cashier', 'support', 'reporter'] as const;
export type StaffRole = (typeof staffRoles)[number];
