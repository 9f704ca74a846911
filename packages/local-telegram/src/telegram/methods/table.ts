import { createCopyMethods } from './copying.ts';
import type { MethodDeps } from './deps.ts';
import { createInlineMethods } from './inline.ts';
import { createInvoiceMethods } from './invoices.ts';
import { createManagedBotMethods } from './managed-bots.ts';
import { createMediaMethods } from './media.ts';
import { createMemberMethods } from './members.ts';
import { createMessageMethods } from './messages.ts';
import { type Callable, type MethodTable, methodTable } from './method.ts';
import { createProfileMethods } from './profile.ts';
import { createQueryMethods } from './queries.ts';
import { createTopicMethods } from './topics.ts';
import { createUpdateMethods } from './updates.ts';

/** All methods; unknown ones get Telegram's 404. `others` are methods of another messenger. */
export function createMethods(deps: MethodDeps, others: readonly Callable[]): MethodTable {
  const methods = methodTable({
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
    ...createManagedBotMethods(deps),
  });
  return new Map([...methods, ...others.map((one) => [one.name.toLowerCase(), one] as const)]);
}
