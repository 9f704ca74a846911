import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { customerActions } from '#bot/actions/customers.ts';
import { type HelpSection, homeActions } from '#bot/actions/home.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { planActions } from '#bot/actions/plans.ts';
import { priceActions } from '#bot/actions/prices.ts';
import { reminderActions } from '#bot/actions/reminders.ts';
import { reportActions } from '#bot/actions/reports.ts';
import { staffActions } from '#bot/actions/staff.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, inReadingOrder } from '#bot/kit/navigation.ts';
import { shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { helpButton } from '#bot/words/help-button.ts';
import { can, type Roles } from '#domain/access.ts';
import type { SupportText } from '#shop/support/support/texts.ts';

const ownerSections: readonly HelpSection[] = ['line', 'prices', 'agents', 'payments', 'staff', 'review', 'backup'];
const staffSections = {
  cashier: ['slips', 'credit', 'person'],
  support: ['answer', 'review', 'person'],
  reporter: ['reports'],
} as const satisfies Record<string, readonly HelpSection[]>;

/** Three to seven for each reader. Staff read about their work first, then about buying. */
export function helpSectionsOf(reader: Roles): readonly HelpSection[] {
  if (can(reader, 'run')) return ownerSections;
  const sells = can(reader, 'sell');
  if (reader.staff !== null) return [...staffSections[reader.staff.role], sells ? 'line' : 'buy', 'wait', 'commands'];
  return sells
    ? ['line', 'list', 'profit', 'settlement', 'wait', 'commands']
    : ['buy', 'pay', 'wait', 'again', 'commands'];
}

/** Where to do what a section is about: the key of a label and its page. */
const pagesOf: Readonly<Record<HelpSection, readonly (readonly [string, () => Action])[]>> = {
  buy: [['key-packages', () => catalogueActions.operators({ type: 'data' })]],
  wait: [['key-orders', () => orderActions.orders({ page: 1 })]],
  pay: [['key-wallet', () => walletActions.wallet()]],
  again: [
    ['key-plans', () => planActions.plans({ page: 1 })],
    ['key-reminders', () => reminderActions.reminders()],
  ],
  commands: [],
  line: [['key-sell', () => numberActions.askNumber({ purpose: 'any' })]],
  list: [['key-sell', () => numberActions.askNumber({ purpose: 'any' })]],
  profit: [['key-today', () => walletActions.today()]],
  settlement: [['key-wallet', () => walletActions.wallet()]],
  slips: [['key-desk-money', () => paymentDeskActions.paymentDesk()]],
  credit: [['key-customers', () => customerActions.customers({ sort: 'newest', page: 1 })]],
  person: [['key-customers', () => customerActions.customers({ sort: 'newest', page: 1 })]],
  answer: [['key-support-desk', () => supportActions.supportDesk({ page: 1 })]],
  review: [['key-desk-orders', () => reviewActions.reviews({ page: 1 })]],
  prices: [
    ['key-prices', () => priceActions.prices({ page: 1 })],
    ['key-commission', () => priceActions.commission()],
  ],
  agents: [['key-agents', () => agentActions.agents({ page: 1 })]],
  payments: [
    ['key-cards', () => paymentDeskActions.bankCards()],
    ['key-payment-settings', () => paymentDeskActions.paymentSettings()],
  ],
  staff: [['key-staff', () => staffActions.staff()]],
  backup: [['key-backup', () => adminActions.backup()]],
  reports: [['key-reports', () => reportActions.report({ of: null, span: 'day', day: null })]],
};

/** Questions to owners reach themselves. */
export const helpScreen = (format: Formatter, reader: Roles, faq: readonly SupportText[]): Screen => ({
  text: lines(
    format.html(can(reader, 'run') ? 'help-owner' : 'help'),
    ...(faq.length > 0 ? ['', format.html('help-faq')] : []),
  ),
  keys: [
    ...choiceRows(
      format,
      helpSectionsOf(reader).map((section) => helpButton(format, section)),
      2,
    ),
    ...faqRows(faq),
    inReadingOrder(format, [
      ...(can(reader, 'run') ? [] : [button(format.plain('key-support'), supportActions.support({ order: null }))]),
      button(format.plain('key-terms'), homeActions.terms()),
    ]),
    backRow(format, homeActions.settings()),
  ],
});

export const helpSectionScreen = (format: Formatter, section: HelpSection, back = homeActions.help()): Screen => ({
  text: format.html(`help-on-${section}`),
  keys: [
    ...choiceRows(
      format,
      pagesOf[section].map(([label, page]) => button(format.plain(label), page())),
      2,
    ),
    backRow(format, back),
  ],
});

/** Questions, one in a row. */
const faqRows = (texts: readonly SupportText[]): Button[][] =>
  texts.map(({ id, title }) => [
    button(`❔ ${truncateLabel(title, shownLength(1) - 3)}`, supportActions.faq({ text: id })),
  ]);
