export const roles = ['customer', 'agent', 'owner'] as const;
export type Role = (typeof roles)[number];
