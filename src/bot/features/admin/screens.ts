import type { Rials } from '../../../domain/money.ts';
import type { Role } from '../../../domain/role.ts';
import type { Announcement } from '../../../shop/announcing/announcements.ts';
import type { AgentSummary } from '../../../shop/people/agents.ts';
import type { Pause } from '../../../shop/selling/selling.ts';
import type { Balance } from '../../../shop/wallet/wallet.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { backRow, homeKey, leafRows } from '../../core/navigation.ts';
import { type Key, key, lines, type Screen } from '../../core/screen.ts';
import { periodsPress } from '../files/screens.ts';
import { sendKey } from '../orders/shared-receipt-screen.ts';
import { balanceLines } from '../wallet/screens.ts';

export interface GatewayMoney {
  readonly balance: Rials | null;
  readonly at: number | null;
  readonly low: boolean;
}

/** Our account at the gateway, how old that is, and a mark when it runs low. */
export function balanceLine(view: View, { balance, at, low }: GatewayMoney, now: number): string {
  if (balance === null || at === null) return view.html('desk-balance-unknown');
  return view.html(low ? 'desk-balance-low' : 'desk-balance', { balance: view.money(balance), ago: view.ago(at, now) });
}

export interface DeskData {
  readonly gateway: GatewayMoney;
  readonly paused: Pause | null;
  readonly reviews: number;
  readonly announcement: Announcement | null;
  /** What the whole shop sold since midnight. */
  readonly today: { readonly count: number; readonly total: Rials };
  readonly now: number;
}

/** The owner's desk: where everything that only the owner does begins. */
export function deskScreen(view: View, { gateway, paused, reviews, announcement, today, now }: DeskData): Screen {
  return {
    text: lines(
      view.html('desk-title'),
      '',
      balanceLine(view, gateway, now),
      paused === null
        ? view.html('desk-selling')
        : view.html(`desk-paused-${paused.by}`, { reason: foreign(paused.reason) }),
      today.count === 0
        ? view.html('desk-today-none')
        : view.html('desk-today', { count: today.count, total: view.money(today.total) }),
      reviews > 0 ? view.html('desk-reviews', { count: reviews }) : null,
      announcement === null
        ? null
        : view.html('desk-announcing', { sent: announcement.sent, total: announcement.total }),
    ),
    // What belongs together stands in a row: orders, figures, people, what everyone notices, what only the owner sees.
    keys: [
      [
        key(view.plain('key-reviews', { count: reviews }), { to: 'reviews', page: 1 }),
        key(view.plain('key-find'), { to: 'askFind' }),
      ],
      [
        key(view.plain('key-reports'), { to: 'report', of: null, span: 'day', day: null }),
        key(view.plain('key-chart'), { to: 'chart', of: null }),
        key(view.plain('key-file'), periodsPress('shop')),
      ],
      [
        key(view.plain('key-agents'), { to: 'agents', page: 1 }),
        key(view.plain('key-owing'), { to: 'owing', page: 1 }),
      ],
      [
        key(view.plain('key-announce'), { to: 'askAnnounce' }),
        paused?.by === 'owner'
          ? key(view.plain('key-resume-selling'), { to: 'resumeSelling' })
          : key(view.plain('key-pause-selling'), { to: 'askPauseSelling' }),
      ],
      [
        key(view.plain('key-health'), { to: 'health' }),
        key(view.plain('key-audit'), { to: 'audit', kind: 'all', person: null, page: 1 }),
      ],
      [homeKey(view)],
    ],
  };
}

export interface AgentsData {
  readonly people: readonly AgentSummary[];
  readonly page: number;
  readonly more: boolean;
}

function summaryRows(view: View, data: AgentsData, to: 'agents' | 'owing'): Key[][] {
  const label = ({ name, balance, pausedWhy }: AgentSummary) =>
    `${pausedWhy === null ? '' : '⏸ '}${foreign(name)} · ${view.money(to === 'owing' ? -balance : balance)}`;
  return [
    ...data.people.map((agent) => [key(label(agent), { to: 'agent', person: agent.id } as const)]),
    ...leafRows(view, data, (page) => ({ to, page })),
  ];
}

export const agentsScreen = (view: View, data: AgentsData): Screen => ({
  text: lines(view.html('agents-title'), '', view.html(data.people.length > 0 ? 'agents-hint' : 'agents-none')),
  keys: [
    ...summaryRows(view, data, 'agents'),
    [key(view.plain('key-invite'), { to: 'askInvite' })],
    backRow(view, { to: 'desk' }),
  ],
});

export const owingScreen = (view: View, data: AgentsData & { note: string | null; owed: Rials }): Screen => ({
  text: lines(
    data.note,
    data.note === null ? null : '',
    view.html('owing-title'),
    data.owed > 0 ? view.html('owing-sum', { sum: view.money(data.owed) }) : null,
    '',
    view.html(data.people.length > 0 ? 'owing-hint' : 'owing-none'),
  ),
  keys: [
    ...summaryRows(view, data, 'owing'),
    ...(data.people.length > 0 ? [[key(view.plain('key-remind-all'), { to: 'remindAll' } as const)]] : []),
    backRow(view, { to: 'desk' }),
  ],
});

export interface AgentData {
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly role: Role;
    readonly pausedWhy: string | null;
  };
  readonly balance: Balance;
  readonly note: string | null;
}

export function agentScreen(view: View, { person, balance, note }: AgentData): Screen {
  const { id, name, pausedWhy } = person;
  const credit = (action: 'grant' | 'take' | 'limit') =>
    key(view.plain(`key-${action}`), { to: 'askCredit', action, person: id });
  return {
    text: lines(
      note,
      note === null ? null : '',
      `<b>${view.html('line', { text: foreign(name) })}</b>`,
      view.html(`role-${person.role}`),
      '',
      balanceLines(view, balance, 'theirs'),
      pausedWhy === null ? null : view.html('agent-paused', { reason: foreign(pausedWhy) }),
    ),
    keys: [
      [credit('grant'), credit('take')],
      [
        credit('limit'),
        ...(balance.balance < 0 ? [key(view.plain('key-remind'), { to: 'remind', person: id } as const)] : []),
      ],
      [
        pausedWhy === null
          ? key(view.plain('key-pause-agent'), { to: 'askPause', person: id })
          : key(view.plain('key-unpause-agent'), { to: 'unpause', person: id }),
        key(view.plain('key-statement'), { to: 'personStatement', person: id, page: 1 }),
      ],
      [
        key(view.plain('key-reports'), { to: 'report', of: id, span: 'day', day: null }),
        key(view.plain('key-deeds'), { to: 'audit', kind: 'all', person: id, page: 1 }),
      ],
      // A customer is not among the agents: whoever came to them came from an order.
      backRow(view, person.role === 'agent' ? { to: 'agents', page: 1 } : { to: 'desk' }),
    ],
  };
}

export const invitedScreen = (view: View, data: { link: string; limit: Rials; hours: number }): Screen => ({
  text: lines(
    view.html('invited', { limit: view.money(data.limit), hours: data.hours }),
    '',
    view.html('line', { text: { html: `<code>${data.link}</code>` } }),
  ),
  keys: [
    [{ label: view.plain('key-copy-link'), copy: data.link }, sendKey(view, data.link)],
    backRow(view, { to: 'agents', page: 1 }),
  ],
});

/** Something to type for the owner's work, with the way back. */
export const askOwnerScreen = (view: View, text: string, back: Parameters<typeof backRow>[1]): Screen => ({
  text,
  keys: [backRow(view, back)],
});
