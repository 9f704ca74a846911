import { agentActions } from '#bot/actions/agents.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import type { Screen } from '#bot/kit/screen.ts';
import {
  agentScreen,
  agentsScreen,
  creditScreen,
  owingScreen,
  personRecordsScreen,
  personTermsScreen,
} from '#bot/people/agents/screens.ts';
import {
  customersScreen,
  foundCustomersScreen,
  notesScreen,
  personOrdersScreen,
} from '#bot/people/customers/screens.ts';
import { adminMenuScreen, deskPeopleScreen, deskShopScreen, firstStepsScreen } from '#bot/running/admin/screens.ts';
import { reviewScreen, reviewsScreen } from '#bot/running/manual-review/screens.ts';
import { latestOrdersScreen } from '#bot/running/order-lookup/screens.ts';
import { conversationScreen, supportDeskScreen, supportSettingsScreen } from '#bot/support/support/screens.ts';
import type { Roles } from '#domain/access.ts';
import { someOrder } from '#test/support/picture-cases.ts';

const money = 123_456_780;

const times = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth));

/** The pages of the desk that are used every day, as full as they get, for this reader. */
export function deskScreens(format: Formatter, name: string, reader: Roles): Record<string, Screen> {
  const person = { id: 7, name, role: 'agent', staff: null, pausedWhy: name } as const;
  const balance = { balance: -money, held: money, creditLimit: money, available: money };
  const card = {
    ...{ username: name, since: 0, seenAt: 0, isUnreachable: true, orders: 7, charged: money, lastAt: 0 },
    plans: { count: 0, next: [] },
  };
  const summary = { ...person, ...balance, charged: money };
  const trouble = {
    paused: { by: 'account', reason: name, at: 0 },
    failingSince: 0,
    backup: { isSet: false, isOld: false, problem: null },
    now: 0,
  } as const;
  const order = { ...someOrder(), state: 'review' } as const;
  const asked = { personId: 7, orderId: null, topic: null, waitingSince: 0, writtenAt: 0 };
  const conversation = { ...asked, state: 'open', name } as const;
  const listed = { page: 1, more: true };
  const draft = { id: 'AAAAAAAAAAAAAA', by: 1, personId: 7, amount: money, note: name, key: 'x', told: false };
  const notes = times(5, (id) => ({ id, at: 0, text: name, authorId: 1, personId: 7 }));
  const asker = { ...person, language: 'fa', unit: 'toman', isNew: false } as const;
  return {
    desk: adminMenuScreen(format, {
      ...trouble,
      gateway: { balance: money, wallet: -money, at: 0, low: true },
      losing: { rules: new Set([1]), promos: [] },
      steps: new Set(),
      ...{ reviews: 77, payments: 77, support: 77, announcement: null },
      today: { count: 7, total: money },
      credit: { limit: money, left: money },
    }),
    'desk: first steps': firstStepsScreen(format, new Set()),
    'desk: people': deskPeopleScreen(format, { runs: true, hasBots: true }),
    'desk: shop': deskShopScreen(format, trouble),
    agents: agentsScreen(format, { people: times(pageSize - 1, () => summary), ...listed }),
    'agents, second page': agentsScreen(format, { people: times(pageSize - 1, () => summary), page: 2, more: true }),
    owing: owingScreen(format, { people: times(pageSize, () => summary), ...listed, note: name, owed: money }),
    'an agent': agentScreen(format, {
      ...{ person, balance, tier: name, card, notes: [name], note: name, reader: { ...reader, id: 1 }, back: null },
    }),
    'an agent: records': personRecordsScreen(format, { person, hasApi: true, hasBots: true }),
    'an agent: terms': personTermsScreen(format, { person, hasApi: true, hasBots: true }),
    ...Object.fromEntries(
      (['grant', 'take', 'repayment', 'limit'] as const).map((kind) => [
        `credit: ${kind}`,
        creditScreen(format, { draft: { ...draft, kind }, person, balance }),
      ]),
    ),
    customers: customersScreen(format, { people: times(pageSize - 1, () => summary), sort: 'newest', ...listed }),
    'found customers': foundCustomersScreen(format, { people: times(pageSize, () => summary), words: name }),
    notes: notesScreen(format, { person, notes, names: new Map(), page: 2, more: true }),
    'orders of a person': personOrdersScreen(format, { orders: times(5, () => order), page: 1, pages: 9, person }),
    orders: latestOrdersScreen(format, { orders: times(pageSize, () => order), names: new Map(), reviews: 77 }),
    reviews: reviewsScreen(format, { orders: times(pageSize, () => order), ...listed }),
    review: reviewScreen(format, {
      order,
      buyer: person,
      events: [],
      back: reviewActions.reviews({ page: 1 }),
      buyerPage: (id) => agentActions.agent({ person: id }),
    }),
    'support desk': supportDeskScreen(format, {
      ...{
        conversations: times(pageSize, () => conversation),
        ...listed,
        open: 77,
        waiting: 77,
        trouble: name,
        now: 0,
      },
    }),
    'support settings': supportSettingsScreen(format),
    conversation: conversationScreen(format, {
      ...{ card: { person: asker, balance, orders: [order], about: order }, conversation, messages: [] },
      ...{ note: name, now: 0 },
    }),
  };
}
