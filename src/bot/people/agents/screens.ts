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
import { key, page } from '#bot/kit/page.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, type Screen } from '#bot/kit/screen.ts';
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

const summaryKeys = (format: Formatter, { people }: AgentsData, list: 'agents' | 'owing'): Button[] =>
  people.map(({ id, name, balance, pausedWhy }) => {
    const sign = pausedWhy === null ? '' : '⏸ ';
    const sum = ` · ${format.price(list === 'owing' ? -balance : balance)}`;
    const label = `${sign}${truncateLabel(name, shownLength(1) - seenLength(`${sign}${sum}`))}${sum}`;
    return button(label, agentActions.agent({ person: id }));
  });

export const agentsScreen = (format: Formatter, data: AgentsData): Screen =>
  page(format, {
    text: [format.html('agents-title'), '', format.html(data.people.length > 0 ? 'agents-hint' : 'agents-none')],
    keys: summaryKeys(format, data, 'agents'),
    turn: {
      ...data,
      to: (page) => agentActions.agents({ page }),
      forAll: [key('key-settlement', settlementActions.settlement({ person: 0 }))],
    },
    foot: [data.page === 1 && key('key-invite', agentActions.askInvite())],
    back: adminActions.deskPeople(),
  });

export const owingScreen = (format: Formatter, data: AgentsData & { note: string | null; owed: Rials }): Screen =>
  page(format, {
    note: data.note,
    text: [
      format.html('owing-title'),
      data.owed > 0 && format.html('owing-sum', { sum: format.money(data.owed) }),
      '',
      format.html(data.people.length > 0 ? 'owing-hint' : 'owing-none'),
    ],
    keys: summaryKeys(format, data, 'owing'),
    turn: { ...data, to: (page) => agentActions.owing({ page }) },
    foot: [data.people.length > 0 && data.page === 1 && key('key-remind-all', agentActions.remindAll())],
    back: paymentDeskActions.paymentDesk(),
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
      .map((action) => key(`key-${action}`, agentActions.askCredit({ action, person: id })));
  return page(format, {
    note,
    text: [
      nameLine(format, person),
      format.html(`role-${person.role}`),
      person.staff !== null && format.html('person-staff', { role: format.plain(`staff-${person.staff.role}`) }),
      tier !== null && format.html('agent-tier', { tier: untrusted(tier, 40) }),
      ...cardLines(format, id, card),
      '',
      balanceLines(format, balance, 'theirs'),
      pausedWhy !== null &&
        format.html('agent-paused', {
          reason: pausedWhy === settlementPause ? format.plain('settlement-pause') : untrusted(pausedWhy),
        }),
      ...(notes.length === 0 ? [] : ['', ...notes]),
    ],
    keys: [
      credits(['grant', 'take']),
      [...credits(['repayment']), balance.balance < 0 && key('key-remind', agentActions.remind({ person: id }))],
      [
        key('key-person-orders', customerActions.personOrders({ person: id, page: 1 })),
        key('key-message', customerActions.askMessage({ person: id })),
      ],
      [
        key('key-person-records', agentActions.personRecords({ person: id })),
        key('key-person-terms', agentActions.personTerms({ person: id })),
      ],
    ],
    back: back ?? listOf(person.role),
  });
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
  return page(format, {
    text: [nameLine(format, person), '', format.html('person-records')],
    keys: [
      [
        key('key-statement', agentActions.personStatement({ person: id, page: 1 })),
        key('key-their-payments', paymentDeskActions.paymentsOfPerson({ person: id, page: 1 })),
      ],
      [
        key('key-reports', reportActions.report({ of: id, span: 'day', day: null })),
        key('key-notes', customerActions.notes({ person: id, page: 1 })),
      ],
      key('key-person-audit', auditActions.audit({ kind: 'all', person: id, page: 1 })),
    ],
    back: agentActions.agent({ person: id }),
  });
};

/** On what terms a person buys or sells. */
export const personTermsScreen = (format: Formatter, { person, hasApi, hasBots }: PersonData): Screen => {
  const { id, role, pausedWhy } = person;
  const isAgent = role === 'agent';
  return page(format, {
    text: [nameLine(format, person), '', format.html('person-terms')],
    keys: [
      [
        key('key-limit', agentActions.askCredit({ action: 'limit', person: id })),
        key('key-person-prices', priceActions.personPrices({ person: id })),
      ],
      isAgent && [
        key('key-agent-tier', priceActions.agentTier({ person: id })),
        key('key-settlement', settlementActions.settlement({ person: id })),
      ],
      pausedWhy === null
        ? key('key-block', agentActions.askPause({ person: id }))
        : key('key-unblock', agentActions.unpause({ person: id })),
      isAgent &&
        (hasApi || hasBots) && [
          hasApi && key('key-api', personApiActions.personApi({ person: id })),
          hasBots && key('key-agent-bot', agentBotActions.agentBot({ person: id })),
        ],
      isAgent && key('key-demote', agentActions.askDemote({ person: id })),
    ],
    back: agentActions.agent({ person: id }),
  });
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
  return page(format, {
    text: [
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
      note !== null && format.html('notice-note', { note: untrusted(note) }),
    ],
    keys: [
      button(
        format.plain(`key-yes-${kind}`, { amount: format.price(amount) }),
        agentActions.confirmCredit({ draft: draft.id }),
        kind === 'take' ? 'danger' : 'success',
      ),
    ],
    back: agentActions.agent({ person: draft.personId }),
  });
}
