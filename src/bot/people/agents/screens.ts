import { adminActions } from '#bot/actions/admin.ts';
import { agentBotActions } from '#bot/actions/agent-bots.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { auditActions } from '#bot/actions/audit.ts';
import { customerActions } from '#bot/actions/customers.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { priceActions } from '#bot/actions/prices.ts';
import { reportActions } from '#bot/actions/reports.ts';
import { personApiActions } from '#bot/actions/reselling.ts';
import { settlementActions } from '#bot/actions/settlement.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, previousNextRows } from '#bot/kit/navigation.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { balanceLines } from '#bot/money/wallet/screens.ts';
import { cardLines } from '#bot/people/customers/screens.ts';
import { can, type Roles } from '#domain/access.ts';
import type { Rials } from '#domain/money.ts';
import type { Role } from '#domain/role.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import { type CreditDraft, type CreditKind, creditPermission } from '#shop/money/credit/credit.ts';
import type { AgentSummary } from '#shop/people/people/agents.ts';
import type { CustomerCard } from '#shop/people/people/customers.ts';

interface AgentsData {
  readonly people: readonly AgentSummary[];
  readonly page: number;
  readonly more: boolean;
}

function summaryRows(
  format: Formatter,
  data: AgentsData,
  list: 'agents' | 'owing',
  forAll: readonly Button[],
): Button[][] {
  const label = ({ name, balance, pausedWhy }: AgentSummary) => {
    const sign = pausedWhy === null ? '' : '⏸ ';
    const sum = ` · ${format.price(list === 'owing' ? -balance : balance)}`;
    return `${sign}${truncateLabel(name, shownLength(1) - seenLength(`${sign}${sum}`))}${sum}`;
  };
  return [
    ...data.people.map((agent) => [button(label(agent), agentActions.agent({ person: agent.id }))]),
    ...previousNextRows(format, data, (page) => agentActions[list]({ page }), forAll),
  ];
}

export const agentsScreen = (format: Formatter, data: AgentsData): Screen => ({
  text: lines(format.html('agents-title'), '', format.html(data.people.length > 0 ? 'agents-hint' : 'agents-none')),
  keys: [
    ...summaryRows(format, data, 'agents', [
      button(format.plain('key-settlement'), settlementActions.settlement({ person: 0 })),
    ]),
    ...(data.page === 1 ? [[button(format.plain('key-invite'), agentActions.askInvite())]] : []),
    backRow(format, adminActions.deskPeople()),
  ],
});

export const owingScreen = (format: Formatter, data: AgentsData & { note: string | null; owed: Rials }): Screen => ({
  text: lines(
    data.note,
    data.note === null ? null : '',
    format.html('owing-title'),
    data.owed > 0 ? format.html('owing-sum', { sum: format.money(data.owed) }) : null,
    '',
    format.html(data.people.length > 0 ? 'owing-hint' : 'owing-none'),
  ),
  keys: [
    ...summaryRows(format, data, 'owing', []),
    ...(data.people.length > 0 && data.page === 1
      ? [[button(format.plain('key-remind-all'), agentActions.remindAll())]]
      : []),
    backRow(format, paymentDeskActions.paymentDesk()),
  ],
});

interface AgentData {
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly pausedWhy: string | null;
  } & Roles;
  readonly balance: Balance;
  /** The name of their level; null: none. */
  readonly tier: string | null;
  readonly note: string | null;
  readonly card: CustomerCard;
  /** The latest notes of the shop, as lines. */
  readonly notes: readonly string[];
  readonly reader: Roles & { readonly id: number };
  /** Where it was opened from; null: the list of agents. */
  readonly back: Action | null;
}

export function agentScreen(
  format: Formatter,
  { person, balance, tier, card, notes, note, reader, back }: AgentData,
): Screen {
  const { id, pausedWhy } = person;
  // Their own wallet is moved by someone else.
  const isOwn = reader.id === id && reader.role !== 'owner';
  const credits = (actions: readonly CreditKind[]) =>
    actions
      .filter((action) => !isOwn && can(reader, creditPermission(action)))
      .map((action) => button(format.plain(`key-${action}`), agentActions.askCredit({ action, person: id })));
  return {
    text: lines(
      note,
      note === null ? null : '',
      nameLine(format, person),
      format.html(`role-${person.role}`),
      person.staff === null ? null : format.html('person-staff', { role: format.plain(`staff-${person.staff.role}`) }),
      tier === null ? null : format.html('agent-tier', { tier: untrusted(tier, 40) }),
      ...cardLines(format, id, card),
      '',
      balanceLines(format, balance, 'theirs'),
      pausedWhy === null
        ? null
        : format.html('agent-paused', {
            reason: pausedWhy === settlementPause ? format.plain('settlement-pause') : untrusted(pausedWhy),
          }),
      ...(notes.length === 0 ? [] : ['', ...notes]),
    ),
    keys: [
      inReadingOrder(format, credits(['grant', 'take'])),
      inReadingOrder(format, [
        ...credits(['repayment']),
        ...(balance.balance < 0 ? [button(format.plain('key-remind'), agentActions.remind({ person: id }))] : []),
      ]),
      inReadingOrder(format, [
        button(format.plain('key-person-orders'), customerActions.personOrders({ person: id, page: 1 })),
        button(format.plain('key-message'), customerActions.askMessage({ person: id })),
      ]),
      inReadingOrder(format, [
        button(format.plain('key-person-records'), agentActions.personRecords({ person: id })),
        button(format.plain('key-person-terms'), agentActions.personTerms({ person: id })),
      ]),
      backRow(format, back ?? listOf(person.role)),
    ].filter((row) => row.length > 0),
  };
}

interface PersonData {
  readonly person: AgentData['person'];
  /** Whether the API is on. */
  readonly hasApi: boolean;
  readonly hasBots: boolean;
}

const nameLine = (format: Formatter, { name }: { readonly name: string }): string =>
  `<b>${format.html('line', { text: untrusted(name) })}</b>`;

/** What is kept about a person, to read. */
export const personRecordsScreen = (format: Formatter, { person }: PersonData): Screen => {
  const { id } = person;
  return {
    text: lines(nameLine(format, person), '', format.html('person-records')),
    keys: [
      inReadingOrder(format, [
        button(format.plain('key-statement'), agentActions.personStatement({ person: id, page: 1 })),
        button(format.plain('key-their-payments'), paymentDeskActions.paymentsOfPerson({ person: id, page: 1 })),
      ]),
      inReadingOrder(format, [
        button(format.plain('key-reports'), reportActions.report({ of: id, span: 'day', day: null })),
        button(format.plain('key-notes'), customerActions.notes({ person: id, page: 1 })),
      ]),
      [button(format.plain('key-person-audit'), auditActions.audit({ kind: 'all', person: id, page: 1 }))],
      backRow(format, agentActions.agent({ person: id })),
    ],
  };
};

/** On what terms a person buys or sells. */
export const personTermsScreen = (format: Formatter, { person, hasApi, hasBots }: PersonData): Screen => {
  const { id, role, pausedWhy } = person;
  const isAgent = role === 'agent';
  return {
    text: lines(nameLine(format, person), '', format.html('person-terms')),
    keys: [
      inReadingOrder(format, [
        button(format.plain('key-limit'), agentActions.askCredit({ action: 'limit', person: id })),
        button(format.plain('key-person-prices'), priceActions.personPrices({ person: id })),
      ]),
      ...(isAgent
        ? [
            inReadingOrder(format, [
              button(format.plain('key-agent-tier'), priceActions.agentTier({ person: id })),
              button(format.plain('key-settlement'), settlementActions.settlement({ person: id })),
            ]),
          ]
        : []),
      [
        pausedWhy === null
          ? button(format.plain('key-block'), agentActions.askPause({ person: id }))
          : button(format.plain('key-unblock'), agentActions.unpause({ person: id })),
      ],
      ...(isAgent && (hasApi || hasBots)
        ? [
            inReadingOrder(format, [
              ...(hasApi ? [button(format.plain('key-api'), personApiActions.personApi({ person: id }))] : []),
              ...(hasBots ? [button(format.plain('key-agent-bot'), agentBotActions.agentBot({ person: id }))] : []),
            ]),
          ]
        : []),
      ...(isAgent ? [[button(format.plain('key-demote'), agentActions.askDemote({ person: id }))]] : []),
      backRow(format, agentActions.agent({ person: id })),
    ],
  };
};

/** The list of agents has no customers. */
const listOf = (role: Role): Action =>
  role === 'agent' ? agentActions.agents({ page: 1 }) : customerActions.customers({ sort: 'newest', page: 1 });

interface CreditData {
  readonly draft: CreditDraft;
  readonly person: { readonly name: string; readonly role: Role };
  readonly balance: Balance;
}

/** Shows the bank's rials and the balance before and after, so that a mistaken unit is noticed. */
export function creditScreen(format: Formatter, { draft, person, balance }: CreditData): Screen {
  const { kind, amount, note } = draft;
  const [before, after] =
    kind === 'limit'
      ? [balance.creditLimit, amount]
      : [balance.balance, balance.balance + (kind === 'take' ? -amount : amount)];
  const of = kind === 'limit' ? 'credit-limit' : 'credit';
  return {
    text: lines(
      format.html(`credit-${kind}`),
      '',
      `<b>${format.html('line', { text: untrusted(person.name) })}</b>`,
      format.html(`role-${person.role}`),
      '',
      format.html('card-amount', {
        // Cash and limits pass through no bank.
        amount: kind === 'limit' || kind === 'repayment' ? format.money(amount) : format.bankMoney(amount),
      }),
      format.html(`${of}-before`, { balance: format.money(before) }),
      format.html(`${of}-after`, { balance: format.money(after) }),
      note === null ? null : format.html('notice-note', { note: untrusted(note) }),
    ),
    keys: [
      [
        button(
          format.plain(`key-yes-${kind}`, { amount: format.price(amount) }),
          agentActions.confirmCredit({ draft: draft.id }),
          kind === 'take' ? 'danger' : 'success',
        ),
      ],
      backRow(format, agentActions.agent({ person: draft.personId })),
    ],
  };
}
