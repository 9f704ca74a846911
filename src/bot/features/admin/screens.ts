import type { Rials } from '../../../domain/money.ts';
import type { Role } from '../../../domain/role.ts';
import type { Announcement } from '../../../shop/announcing/announcements.ts';
import type { AgentSummary } from '../../../shop/people/agents.ts';
import type { Pause } from '../../../shop/selling/selling.ts';
import type { Balance } from '../../../shop/wallet/wallet.ts';
import { type Formatter, foreign } from '../../core/formatter.ts';
import { backRow, homeButton, leafRows } from '../../core/navigation.ts';
import { type Button, button, lines, type Screen } from '../../core/screen.ts';
import { periodsPress } from '../files/screens.ts';
import { sendButton } from '../orders/shared-receipt-screen.ts';
import { balanceLines } from '../wallet/screens.ts';

export interface GatewayMoney {
  readonly balance: Rials | null;
  readonly at: number | null;
  readonly low: boolean;
}

/** Our account at the gateway, how old that is, and a mark when it runs low. */
export function balanceLine(format: Formatter, { balance, at, low }: GatewayMoney, now: number): string {
  if (balance === null || at === null) return format.html('desk-balance-unknown');
  return format.html(low ? 'desk-balance-low' : 'desk-balance', {
    balance: format.money(balance),
    ago: format.ago(at, now),
  });
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
export function deskScreen(
  format: Formatter,
  { gateway, paused, reviews, announcement, today, now }: DeskData,
): Screen {
  return {
    text: lines(
      format.html('desk-title'),
      '',
      balanceLine(format, gateway, now),
      paused === null
        ? format.html('desk-selling')
        : format.html(`desk-paused-${paused.by}`, { reason: foreign(paused.reason) }),
      today.count === 0
        ? format.html('desk-today-none')
        : format.html('desk-today', { count: today.count, total: format.money(today.total) }),
      reviews > 0 ? format.html('desk-reviews', { count: reviews }) : null,
      announcement === null
        ? null
        : format.html('desk-announcing', { sent: announcement.sent, total: announcement.total }),
    ),
    // What belongs together stands in a row: orders, figures, people, what everyone notices, what only the owner sees.
    keys: [
      [
        button(format.plain('key-reviews', { count: reviews }), { to: 'reviews', page: 1 }),
        button(format.plain('key-find'), { to: 'askFind' }),
      ],
      [
        button(format.plain('key-reports'), { to: 'report', of: null, span: 'day', day: null }),
        button(format.plain('key-chart'), { to: 'chart', of: null }),
        button(format.plain('key-file'), periodsPress('shop')),
      ],
      [
        button(format.plain('key-agents'), { to: 'agents', page: 1 }),
        button(format.plain('key-owing'), { to: 'owing', page: 1 }),
      ],
      [
        button(format.plain('key-announce'), { to: 'askAnnounce' }),
        paused?.by === 'owner'
          ? button(format.plain('key-resume-selling'), { to: 'resumeSelling' })
          : button(format.plain('key-pause-selling'), { to: 'askPauseSelling' }),
      ],
      [
        button(format.plain('key-health'), { to: 'health' }),
        button(format.plain('key-audit'), { to: 'audit', kind: 'all', person: null, page: 1 }),
      ],
      [homeButton(format)],
    ],
  };
}

export interface AgentsData {
  readonly people: readonly AgentSummary[];
  readonly page: number;
  readonly more: boolean;
}

function summaryRows(format: Formatter, data: AgentsData, to: 'agents' | 'owing'): Button[][] {
  const label = ({ name, balance, pausedWhy }: AgentSummary) =>
    `${pausedWhy === null ? '' : '⏸ '}${foreign(name)} · ${format.money(to === 'owing' ? -balance : balance)}`;
  return [
    ...data.people.map((agent) => [button(label(agent), { to: 'agent', person: agent.id } as const)]),
    ...leafRows(format, data, (page) => ({ to, page })),
  ];
}

export const agentsScreen = (format: Formatter, data: AgentsData): Screen => ({
  text: lines(format.html('agents-title'), '', format.html(data.people.length > 0 ? 'agents-hint' : 'agents-none')),
  keys: [
    ...summaryRows(format, data, 'agents'),
    [button(format.plain('key-invite'), { to: 'askInvite' })],
    backRow(format, { to: 'desk' }),
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
    ...summaryRows(format, data, 'owing'),
    ...(data.people.length > 0 ? [[button(format.plain('key-remind-all'), { to: 'remindAll' } as const)]] : []),
    backRow(format, { to: 'desk' }),
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

export function agentScreen(format: Formatter, { person, balance, note }: AgentData): Screen {
  const { id, name, pausedWhy } = person;
  const credit = (action: 'grant' | 'take' | 'limit') =>
    button(format.plain(`key-${action}`), { to: 'askCredit', action, person: id });
  return {
    text: lines(
      note,
      note === null ? null : '',
      `<b>${format.html('line', { text: foreign(name) })}</b>`,
      format.html(`role-${person.role}`),
      '',
      balanceLines(format, balance, 'theirs'),
      pausedWhy === null ? null : format.html('agent-paused', { reason: foreign(pausedWhy) }),
    ),
    keys: [
      [credit('grant'), credit('take')],
      [
        credit('limit'),
        ...(balance.balance < 0 ? [button(format.plain('key-remind'), { to: 'remind', person: id } as const)] : []),
      ],
      [
        pausedWhy === null
          ? button(format.plain('key-pause-agent'), { to: 'askPause', person: id })
          : button(format.plain('key-unpause-agent'), { to: 'unpause', person: id }),
        button(format.plain('key-statement'), { to: 'personStatement', person: id, page: 1 }),
      ],
      [
        button(format.plain('key-reports'), { to: 'report', of: id, span: 'day', day: null }),
        button(format.plain('key-deeds'), { to: 'audit', kind: 'all', person: id, page: 1 }),
      ],
      // A customer is not among the agents: whoever came to them came from an order.
      backRow(format, person.role === 'agent' ? { to: 'agents', page: 1 } : { to: 'desk' }),
    ],
  };
}

export const invitedScreen = (format: Formatter, data: { link: string; limit: Rials; hours: number }): Screen => ({
  text: lines(
    format.html('invited', { limit: format.money(data.limit), hours: data.hours }),
    '',
    format.html('line', { text: { html: `<code>${data.link}</code>` } }),
  ),
  keys: [
    [{ label: format.plain('key-copy-link'), copy: data.link }, sendButton(format, data.link)],
    backRow(format, { to: 'agents', page: 1 }),
  ],
});

/** Something to type for the owner's work, with the way back. */
export const askOwnerScreen = (format: Formatter, text: string, back: Parameters<typeof backRow>[1]): Screen => ({
  text,
  keys: [backRow(format, back)],
});
