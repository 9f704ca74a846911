import { adminActions } from '#bot/actions/admin.ts';
import { agentBotActions } from '#bot/actions/agent-bots.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { auditActions } from '#bot/actions/audit.ts';
import { broadcastActions } from '#bot/actions/broadcasts.ts';
import { customerActions } from '#bot/actions/customers.ts';
import { periodsAction } from '#bot/actions/files.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { priceActions } from '#bot/actions/prices.ts';
import { reportActions } from '#bot/actions/reports.ts';
import { shopProfileActions } from '#bot/actions/shop-profile.ts';
import { staffActions } from '#bot/actions/staff.ts';
import { supportActions } from '#bot/actions/support.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { lossMark } from '#bot/pricing/prices/loss-screens.ts';
import { losingLines } from '#bot/pricing/prices/screens.ts';
import { backupTrouble } from '#bot/words/home-screens.ts';
import type { Rials } from '#domain/money.ts';
import type { Pause } from '#shop/base/sales-pause/sales-pause.ts';
import type { BackupStatus } from '#shop/running/backups/backups.ts';
import { type FirstStep, firstSteps } from '#shop/running/reports/first-steps.ts';
import type { LosingPrices } from '#shop/running/reports/losses.ts';
import type { Broadcast } from '#shop/support/broadcasts/broadcasts.ts';

interface GatewayMoney {
  readonly balance: Rials | null;
  /** In an agent's shop; negative: what the agent owes. */
  readonly wallet: number | null;
  readonly at: number | null;
  readonly low: boolean;
}

/** The first line of the owner's pages while the gateway answers no purchase. */
export const failingLines = (format: Formatter, since: number | null, now: number): string[] =>
  since === null ? [] : [format.html('desk-failing', { ago: format.ago(since, now) }), ''];

export function balanceLines(format: Formatter, { balance, wallet, at, low }: GatewayMoney, now: number): string {
  if (balance === null || at === null) return format.html('desk-balance-unknown');
  return lines(
    wallet === null ? null : walletLine(format, wallet),
    format.html(low ? 'desk-balance-low' : 'desk-balance', {
      balance: format.money(balance),
      ago: format.ago(at, now),
    }),
  );
}

const walletLine = (format: Formatter, wallet: number): string =>
  wallet < 0
    ? format.html('desk-owed', { debt: format.money(-wallet) })
    : format.html('desk-own-balance', { balance: format.money(wallet) });

function backupLines(format: Formatter, backup: AdminMenuData['backup']): string[] {
  const trouble = backup && backupTrouble(format, backup);
  return trouble ? [trouble, ''] : [];
}

interface AdminMenuData {
  /** Null: not for this reader. */
  readonly gateway: GatewayMoney | null;
  readonly paused: Pause | null;
  /** Since when the gateway answers no purchase; null: it does. */
  readonly failingSince: number | null;
  /** What sells below cost or for nothing. */
  readonly losing: LosingPrices;
  /** Null: not for this reader. */
  readonly backup: Pick<BackupStatus, 'isSet' | 'isOld' | 'problem'> | null;
  /** What is done of the first steps; null: they are not shown. */
  readonly steps: ReadonlySet<FirstStep> | null;
  readonly reviews: number;
  /** Payments that wait for an owner or for an answer. */
  readonly payments: number;
  /** Conversations that wait for an answer. */
  readonly support: number;
  readonly announcement: Broadcast | null;
  /** For the whole shop; null: not for this reader. */
  readonly today: { readonly count: number; readonly total: Rials } | null;
  /** A cashier's daily limit; null for everyone else. */
  readonly credit: { readonly limit: Rials; readonly left: Rials } | null;
  readonly now: number;
}

const todayLine = (format: Formatter, { count, total }: { readonly count: number; readonly total: Rials }): string =>
  count === 0 ? format.html('desk-today-none') : format.html('desk-today', { count, total: format.sum(total) });

const sellingLine = (format: Formatter, paused: Pause | null): string =>
  paused === null
    ? format.html('desk-selling')
    : format.html(`desk-paused-${paused.by}`, { reason: untrusted(paused.reason) });

/** A refused token is not resumed from: selling goes on when the gateway accepts it. */
const resumeRows = (format: Formatter, paused: Pause | null): Button[][] =>
  paused === null || paused.by === 'gateway'
    ? []
    : [
        [
          button(
            format.plain('key-resume-selling'),
            paused.by === 'restore' ? adminActions.restored() : adminActions.resumeSelling(),
          ),
        ],
      ];

/** Groups, each with how much waits in it. With every button: those that a member of the staff may not press are left out when it is shown. */
export function adminMenuScreen(
  format: Formatter,
  {
    gateway,
    paused,
    failingSince,
    losing,
    backup,
    steps,
    reviews,
    payments,
    support,
    announcement,
    today,
    credit,
    now,
  }: AdminMenuData,
): Screen {
  const counted = (key: string, count: number, action: Action): Button => {
    const name = format.plain(key);
    return button(count > 0 ? format.plain('category-count', { name, count }) : name, action);
  };
  const alerts =
    [paused !== null, failingSince !== null].filter(Boolean).length + Math.min(1, backupLines(format, backup).length);
  return {
    text: lines(
      ...failingLines(format, failingSince, now),
      ...losingLines(format, losing),
      ...backupLines(format, backup),
      format.html('desk-title'),
      '',
      gateway === null ? null : balanceLines(format, gateway, now),
      sellingLine(format, paused),
      today === null ? null : todayLine(format, today),
      credit === null
        ? null
        : format.html('desk-credit-left', { left: format.money(credit.left), limit: format.money(credit.limit) }),
      reviews > 0 ? format.html('desk-reviews', { count: reviews }) : null,
      payments > 0 ? format.html('payment-desk-waiting', { count: payments }) : null,
      support > 0 ? format.html('desk-support', { count: support }) : null,
      announcement === null
        ? null
        : format.html('desk-announcing', { sent: announcement.sent, total: announcement.total }),
      ...(steps === null ? [] : ['', format.html('first-steps-title'), ...stepLines(format, steps)]),
    ),
    keys: [
      ...resumeRows(format, paused),
      ...(steps === null ? [] : [[button(format.plain('key-first-steps'), adminActions.firstSteps())]]),
      inReadingOrder(format, [
        counted('key-desk-orders', reviews, lookupActions.latest()),
        counted('key-desk-money', payments, paymentDeskActions.paymentDesk()),
      ]),
      [counted('key-support-desk', support, supportActions.supportDesk({ page: 1 }))],
      inReadingOrder(format, [
        button(format.plain('key-desk-people'), adminActions.deskPeople()),
        button(
          lossMark(losing.rules.size + losing.promos.length > 0, format.plain('key-prices')),
          priceActions.prices({ page: 1 }),
        ),
      ]),
      inReadingOrder(format, [
        counted('key-desk-shop', alerts, adminActions.deskShop()),
        button(format.plain('key-reports'), reportActions.report({ of: null, span: 'day', day: null })),
      ]),
      [homeButton(format)],
    ],
  };
}

const stepLines = (format: Formatter, done: ReadonlySet<FirstStep>): string[] =>
  firstSteps.map((step) =>
    format.html(done.has(step) ? 'step-done' : 'step-open', { step: format.plain(`step-${step}`) }),
  );

const stepActions: Readonly<Record<FirstStep, () => Action>> = {
  payment: () => paymentDeskActions.askBankCard(),
  price: () => priceActions.addRule(),
  agent: () => agentActions.askInvite(),
  backup: () => adminActions.backupHelp({ from: 'firstSteps' }),
};

/** What a new shop needs: what is done is ticked, what is not has a button. */
export const firstStepsScreen = (format: Formatter, done: ReadonlySet<FirstStep>): Screen => ({
  text: lines(format.html('first-steps-title'), '', ...stepLines(format, done), '', format.html('first-steps-hint')),
  keys: [
    ...firstSteps
      .filter((step) => !done.has(step))
      .map((step) => [button(format.plain(`step-${step}`), stepActions[step]())]),
    [button(format.plain('key-dismiss-steps'), adminActions.dismissFirstSteps())],
    backRow(format, adminActions.menu()),
  ],
});

/** Who buys, sells and works here. Staff, who do not run the shop, see the first two buttons only. */
export const deskPeopleScreen = (
  format: Formatter,
  { runs, hasBots }: { readonly runs: boolean; readonly hasBots: boolean },
): Screen => ({
  text: lines(format.html('desk-people-title'), '', format.html(runs ? 'desk-people-hint' : 'desk-people-staff-hint')),
  keys: [
    inReadingOrder(format, [
      button(format.plain('key-agents'), agentActions.agents({ page: 1 })),
      button(format.plain('key-customers'), customerActions.customers({ sort: 'newest', page: 1 })),
    ]),
    [button(format.plain('key-staff'), staffActions.staff())],
    ...(hasBots ? [[button(format.plain('key-agent-bots'), agentBotActions.agentBots({ page: 1 }))]] : []),
    [button(format.plain('key-announce'), broadcastActions.askAnnounce())],
    backRow(format, adminActions.menu()),
  ],
});

type DeskShopData = Pick<AdminMenuData, 'paused' | 'failingSince' | 'backup' | 'now'>;

/** How the shop runs, and the switch that pauses it. */
export function deskShopScreen(format: Formatter, { paused, failingSince, backup, now }: DeskShopData): Screen {
  const resume = resumeRows(format, paused);
  return {
    text: lines(
      ...failingLines(format, failingSince, now),
      ...backupLines(format, backup),
      format.html('desk-shop-title'),
      '',
      sellingLine(format, paused),
    ),
    keys: [
      ...(resume.length > 0 ? resume : [[button(format.plain('key-pause-selling'), adminActions.askPauseSelling())]]),
      [button(format.plain('key-backup'), adminActions.backup())],
      [button(format.plain('key-shop-profile'), shopProfileActions.shopProfile())],
      [button(format.plain('key-health'), adminActions.health())],
      [button(format.plain('key-audit'), auditActions.audit({ kind: 'all', person: null, page: 1 }))],
      [button(format.plain('key-file'), periodsAction('shop'))],
      backRow(format, adminActions.menu()),
    ],
  };
}
