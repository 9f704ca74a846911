import { agentActions } from '#bot/actions/agents.ts';
import { periodsAction } from '#bot/actions/files.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { referralActions } from '#bot/actions/referrals.ts';
import { reportActions } from '#bot/actions/reports.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, homeButton, inReadingOrder, previousNextRows } from '#bot/kit/navigation.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { amountButtons, openPaymentsButton } from '#bot/money/payments/screens.ts';
import { ownProfitLine } from '#bot/words/earned.ts';
import { groupByDay } from '#bot/words/group-by-day.ts';
import { helpButton } from '#bot/words/help-button.ts';
import { itemTitle } from '#bot/words/item-title.ts';
import { rialsOfToman } from '#domain/money.ts';
import type { Today } from '#shop/base/wallet/daily-limit.ts';
import type { Balance, Movement, PaidOrder } from '#shop/base/wallet/wallet.ts';
import type { PaymentSettings } from '#shop/money/payments/payment-settings.ts';
import type { Report } from '#shop/running/reports/sales-queries.ts';

/** Balance or debt, held amount, credit limit and what may still be spent, where it is another sum. */
export function balanceLines(format: Formatter, balance: Balance, whose: 'own' | 'theirs'): string {
  const { balance: sum, held, creditLimit, available } = balance;
  const own = whose === 'own';
  const spend = { available: format.money(Math.max(0, available ?? 0)) };
  return lines(
    sum < 0
      ? format.html(own ? 'wallet-debt' : 'their-debt', { debt: format.money(-sum) })
      : format.html('wallet-balance', { balance: format.money(sum) }),
    held > 0 ? format.html('wallet-held', { held: format.money(held) }) : null,
    creditLimit > 0 ? format.html('wallet-limit', { limit: format.money(creditLimit) }) : null,
    available === null ? format.html(own ? 'wallet-unlimited' : 'their-unlimited') : null,
    available === null || available === sum ? null : format.html(own ? 'wallet-available' : 'their-available', spend),
  );
}

interface WalletData {
  readonly balance: Balance;
  readonly today: Today | null;
  /** Null: no payment method is available. */
  readonly paying: PaymentSettings | null;
  /** How many payments of theirs are open. */
  readonly open: number;
  /** They may earn by inviting others. */
  readonly invites: boolean;
}

/** With all else that a wallet may have there are ten buttons; the others are behind another amount. */
const mostAmounts = 4;

/** Of someone who has to pay in before they can buy. */
const isEmpty = ({ balance, held, available }: Balance): boolean => balance === 0 && held === 0 && available === 0;

export const walletScreen = (format: Formatter, { balance, today, paying, open, invites }: WalletData): Screen => ({
  text: lines(
    format.html('wallet-title'),
    '',
    balanceLines(format, balance, 'own'),
    today === null
      ? null
      : format.html('wallet-today', { left: format.money(today.left), limit: format.money(today.limit) }),
    ...(paying === null ? [] : ['', format.html('wallet-add-money')]),
  ),
  keys: [
    ...(paying === null ? [] : debtRows(format, balance, paying)),
    ...(paying === null ? [] : amountButtons(format, paying, mostAmounts - debtRows(format, balance, paying).length)),
    ...(open === 0 ? [] : [[openPaymentsButton(format, open)]]),
    inReadingOrder(format, [
      button(format.plain('key-statement'), walletActions.statement({ page: 1 })),
      button(format.plain('key-file'), periodsAction('money')),
    ]),
    ...(isEmpty(balance) && open === 0 ? [[helpButton(format, 'pay')]] : []),
    ...(invites ? [[button(format.plain('key-referral'), referralActions.referral())]] : []),
    [homeButton(format)],
  ],
});

/** All of what is owed with one tap, if one payment may be that large. */
function debtRows(format: Formatter, { balance }: Balance, { smallest, largest }: PaymentSettings): Button[][] {
  const debt = rialsOfToman * Math.ceil(-balance / rialsOfToman);
  if (debt < smallest || debt > largest) return [];
  return [
    [button(format.plain('key-pay-debt', { debt: format.price(debt) }), paymentActions.payAmount({ amount: debt }))],
  ];
}

interface StatementData {
  readonly rows: readonly Movement[];
  readonly page: number;
  readonly more: boolean;
  /** The person whose statement the owner looks at; null: the reader's own. */
  readonly of: { readonly id: number; readonly name: string } | null;
}

/** Lists what changed the balance; holds and releases do not. */
export function statementScreen(format: Formatter, { rows, page, more, of }: StatementData): Screen {
  const at = (toPage: number): Action =>
    of === null
      ? walletActions.statement({ page: toPage })
      : agentActions.personStatement({ person: of.id, page: toPage });
  return {
    text: lines(
      format.html('statement-title'),
      of === null ? null : format.html('line', { text: untrusted(of.name) }),
      '',
      ...(rows.length === 0
        ? [format.html('statement-empty')]
        : groupByDay(format, rows, (row) => statementLine(format, row))),
    ),
    keys: [
      ...previousNextRows(format, { page, more }, at),
      ...(of === null ? [] : [[button(format.plain('key-file'), periodsAction(of))]]),
      backRow(format, of === null ? walletActions.wallet() : agentActions.personRecords({ person: of.id })),
    ],
  };
}

/** With this limit eight rows always fit into one message. */
const noteLength = 80;
const titleLength = 60;

const statementLine = (format: Formatter, row: Movement): string =>
  lines(
    format.html(row.note === null || row.kind === 'payment' ? 'statement-line' : 'statement-line-note', {
      what: format.plain(`ledger-${row.kind}`),
      amount: format.money(row.balance_delta),
      after: format.money(row.balance_after),
      time: format.clock(row.at),
      note: untrusted(row.note ?? '', noteLength),
    }),
    row.paid === null ? null : paidLine(format, row.paid),
  );

const paidLine = (format: Formatter, paidOrder: PaidOrder): string =>
  format.html('statement-order', {
    number: { html: format.mobile(paidOrder.mobile) },
    what: untrusted(itemTitle(format, paidOrder), titleLength),
    code: format.copyable(paidOrder.code),
  });

export function todayScreen(format: Formatter, day: Report, sellerId: number): Screen {
  return {
    text: lines(
      format.html('today-title'),
      '',
      day.count === 0
        ? format.html('today-none')
        : format.html('today-sold', { count: day.count, total: format.sum(day.total) }),
      ownProfitLine(format, day),
      ...day.byOperator.map(({ operatorId, count, total }) =>
        format.html('today-operator', { operator: format.operator(operatorId), count, total: format.sum(total) }),
      ),
      day.byApi === null
        ? null
        : format.html('today-api', { count: day.byApi.count, total: format.sum(day.byApi.total) }),
      day.waiting.count > 0
        ? format.html('today-waiting', { count: day.waiting.count, total: format.sum(day.waiting.total) })
        : null,
    ),
    keys: [
      inReadingOrder(format, [
        button(format.plain('key-reports'), reportActions.report({ of: sellerId, span: 'day', day: null })),
        button(format.plain('key-chart'), reportActions.chart({ of: sellerId })),
        button(format.plain('key-file'), periodsAction('orders')),
      ]),
      inReadingOrder(format, [
        button(format.plain('key-orders'), orderActions.orders({ page: 1 })),
        button(format.plain('key-wallet'), walletActions.wallet()),
      ]),
      [homeButton(format)],
    ],
  };
}
