import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { customerActions } from '#bot/actions/customers.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { key, page } from '#bot/kit/page.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, type Screen } from '#bot/kit/screen.ts';
import { orderRow } from '#bot/words/history-screen.ts';
import { itemTitle } from '#bot/words/item-title.ts';
import { startOf } from '#domain/calendar.ts';
import type { HistoryPage } from '#shop/buying/orders/order-history.ts';
import {
  type CustomerCard,
  type CustomerSort,
  type CustomerSummary,
  customerSorts,
  type PersonNote,
} from '#shop/people/people/customers.ts';

const roleSigns = { customer: '', agent: '🧑‍💼 ', owner: '🗝 ' } as const;

function customerKey(format: Formatter, { id, name, role, pausedWhy, charged }: CustomerSummary): Button {
  const sign = `${pausedWhy === null ? '' : '⛔ '}${roleSigns[role]}`;
  const sum = charged === 0 ? '' : ` · ${format.price(charged)}`;
  const label = `${sign}${truncateLabel(name === '' ? String(id) : name, shownLength(1) - seenLength(`${sign}${sum}`))}${sum}`;
  return button(label, agentActions.agent({ person: id }));
}

interface CustomersData {
  readonly people: readonly CustomerSummary[];
  readonly sort: CustomerSort;
  readonly page: number;
  readonly more: boolean;
}

export const customersScreen = (format: Formatter, data: CustomersData): Screen =>
  page(format, {
    text: [
      format.html('customers-title'),
      '',
      format.html(data.people.length === 0 ? 'customers-none' : 'customers-hint'),
    ],
    keys: data.people.map((person) => customerKey(format, person)),
    turn: {
      ...data,
      to: (page) => customerActions.customers({ sort: data.sort, page }),
      forAll: customerSorts
        .filter((sort) => sort !== data.sort)
        .map((sort) => key(`customers-${sort}`, customerActions.customers({ sort, page: 1 }))),
    },
    foot: [data.page === 1 && key('key-find-customer', customerActions.askFindCustomer())],
    back: adminActions.deskPeople(),
  });

export const foundCustomersScreen = (
  format: Formatter,
  { people, words }: { readonly people: readonly CustomerSummary[]; readonly words: string },
): Screen =>
  page(format, {
    text: [
      format.html('customers-found', { words: untrusted(words, 40) }),
      '',
      format.html(people.length === 0 ? 'customers-found-none' : 'customers-hint'),
    ],
    keys: [
      ...people.map((person) => customerKey(format, person)),
      key('key-find-customer', customerActions.askFindCustomer()),
    ],
    back: customerActions.customers({ sort: 'newest', page: 1 }),
  });

/** Under the name on a person's page. */
export function cardLines(format: Formatter, id: number, card: CustomerCard): (string | null)[] {
  const { username, since, seenAt, isUnreachable, orders, charged, lastAt, plans } = card;
  return [
    format.html('customer-id', { id: format.copyable(String(id)) }),
    username === null ? null : format.html('customer-username', { username: format.copyable(`@${username}`) }),
    format.html('customer-since', { since: format.date(since), seen: format.date(seenAt) }),
    isUnreachable ? format.html('customer-unreachable') : null,
    lastAt === null
      ? format.html('customer-bought-none')
      : format.html('customer-bought', { count: orders, sum: format.money(charged), last: format.date(lastAt) }),
    plans.count === 0 ? null : format.html('customer-plans', { count: plans.count }),
    ...plans.next.map((plan) =>
      format.html('customer-plan', {
        what: untrusted(itemTitle(format, plan), 40),
        number: format.mobile(plan.mobile),
        day: format.day(startOf(plan.day)),
      }),
    ),
  ];
}

export const personOrdersScreen = (
  format: Formatter,
  {
    orders,
    page: at,
    pages,
    person,
  }: HistoryPage & { readonly person: { readonly id: number; readonly name: string } },
): Screen =>
  page(format, {
    text: [
      format.html('person-orders-title', { name: untrusted(person.name) }),
      '',
      format.html(orders.length === 0 ? 'number-orders-none' : 'orders-hint'),
    ],
    keys: orders.map((order) =>
      button(orderRow(format, order), lookupActions.found({ order: order.id, mobile: null, page: 1 })),
    ),
    turn: {
      page: at + 1,
      pages,
      to: (page) => customerActions.personOrders({ person: person.id, page }),
    },
    back: agentActions.agent({ person: person.id }),
  });

interface NotesData {
  readonly person: { readonly id: number; readonly name: string };
  readonly notes: readonly PersonNote[];
  readonly names: ReadonlyMap<number, string>;
  readonly page: number;
  readonly more: boolean;
}

const noteLength = 300;

export const noteLine = (format: Formatter, { at, text, authorId }: PersonNote, names: NotesData['names']): string =>
  format.html('note-line', {
    when: format.date(at),
    who: untrusted(names.get(authorId) ?? String(authorId), 24),
    text: untrusted(text, noteLength),
  });

export function notesScreen(format: Formatter, { person, notes, names, ...turn }: NotesData): Screen {
  return page(format, {
    text: [
      format.html('notes-title', { name: untrusted(person.name) }),
      '',
      ...(notes.length === 0
        ? [format.html('notes-none')]
        : notes.map((note, nth) =>
            format.html('audit-numbered', { number: nth + 1, line: { html: noteLine(format, note, names) } }),
          )),
    ],
    keys: [
      key('key-add-note', customerActions.askNote({ person: person.id })),
      ...notes.map(({ id: note }, nth) =>
        key('key-remove-note', customerActions.removeNote({ person: person.id, note }), { number: nth + 1 }),
      ),
    ],
    turn: { ...turn, to: (page) => customerActions.notes({ person: person.id, page }) },
    back: agentActions.personRecords({ person: person.id }),
  });
}
