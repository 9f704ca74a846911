import { createCopyMethods } from './copying.ts';
import type { MethodDeps } from './deps.ts';
import { createInlineMethods } from './inline.ts';
import { createInvoiceMethods } from './invoices.ts';
import { createMediaMethods } from './media.ts';
import { createMemberMethods } from './members.ts';
import { createMessageMethods } from './messages.ts';
import { type MethodTable, methodTable } from './method.ts';
import { createProfileMethods } from './profile.ts';
import { createQueryMethods } from './queries.ts';
import { createTopicMethods } from './topics.ts';
import { createUpdateMethods } from './updates.ts';

/** Other methods get Telegram's 404. */
export function createMethods(deps: MethodDeps): MethodTable {
  return methodTable({
    ...createProfileMethods(deps),
    ...createUpdateMethods(deps),
    ...createMessageMethods(deps),
    ...createMediaMethods(deps),
    ...createCopyMethods(deps),
    ...createTopicMethods(deps),
    ...createMemberMethods(deps),
    ...createQueryMethods(deps),
    ...createInvoiceMethods(deps),
    ...createInlineMethods(deps),
  });
}
