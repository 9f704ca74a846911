import type { Role } from '#domain/role.ts';
import type { AuditAction } from '#shop/base/audit/audit.ts';

/** What a person was before this happened to them. */
const before: Partial<Record<AuditAction, Role>> = { join: 'customer', demote: 'agent' };

/** A person's role at a time: `change` is the first of these after it, `now` their present role. */
export const roleThen = (change: string | null | undefined, now: Role): Role => before[change as AuditAction] ?? now;
