import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { People } from '#shop/people/people/people.ts';
import { createConversationList } from './conversation-list.ts';
import { type ConversationsDeps, createConversations } from './conversations.ts';
import { createSupportGroup } from './group.ts';
import { createSupportSettings } from './settings.ts';
import { createSupportStaff } from './staff.ts';
import { createSupportTexts } from './texts.ts';
import { createUnansweredCheck } from './unanswered.ts';

export type Support = ReturnType<typeof createSupport>;

interface SupportDeps extends Omit<ConversationsDeps, 'staff'> {
  readonly people: People;
  readonly ownerIds: readonly number[];
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  /** The setting SUPPORT_CHAT_ID. */
  readonly chatId: number | null;
}

export function createSupport(deps: SupportDeps) {
  const staff = createSupportStaff(deps);
  const settings = createSupportSettings(deps);
  return {
    ...createConversations({ ...deps, staff }),
    conversations: createConversationList(deps),
    group: createSupportGroup(deps),
    staff,
    settings,
    texts: createSupportTexts(deps),
    unanswered: createUnansweredCheck({ ...deps, staff, settings }),
  };
}
