/** How a person buys. */
export const roles = ['customer', 'agent', 'owner'] as const;
export type Role = (typeof roles)[number];

/** What the owner has made a person besides. Stored and encoded by index: only append. */
export const staffRoles = ['cashier', 'support', 'reporter'] as const;
export type StaffRole = (typeof staffRoles)[number];
