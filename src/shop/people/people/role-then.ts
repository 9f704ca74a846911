import type { Role } from '#domain/role.ts';
import type { AuditAction } from '#shop/base/audit/audit.ts';

/** A person's role before each change. */
const before: Partial<Record<AuditAction, Role>> = { join: 'customer', demote: 'agent' };

/** A person's role at a time. `change` is the first change after it; `now` is the present role. */
export const roleThen = (change: string | null | undefined, now: Role): Role => before[change as AuditAction] ?? now;
