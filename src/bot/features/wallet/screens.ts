import type { Report } from '../../../shop/reports/figures.ts';
import type { Today } from '../../../shop/wallet/spending.ts';
import type { Balance } from '../../../shop/wallet/wallet.ts';
import type { LedgerRow } from '../../../storage/tables.ts';
import type { Press } from '../../core/callback-data.ts';
import { underDays } from '../../core/days.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { backRow, homeKey, leafRows } from '../../core/navigation.ts';
import { key, lines, type Screen } from '../../core/screen.ts';
import { periodsPress } from '../files/screens.ts';

/** Balance, what is set aside, what may still be spent; a debt is called one. Said to its owner, or of someone else. */
export function balanceLines(view: View, balance: Balance, whose: 'own' | 'theirs'): string {
  const { balance: sum, held, creditLimit, available } = balance;
  const own = whose === 'own';
  const spend = { available: view.money(Math.max(0, available ?? 0)) };
  return lines(
    sum < 0
      ? view.html(own ? 'wallet-debt' : 'their-debt', { debt: view.money(-sum) })
      : view.html('wallet-balance', { balance: view.money(sum) }),
    held > 0 ? view.html('wallet-held', { held: view.money(held) }) : null,
    creditLimit > 0 ? view.html('wallet-limit', { limit: view.money(creditLimit) }) : null,
    available === null
      ? view.html(own ? 'wallet-unlimited' : 'their-unlimited')
      : view.html(own ? 'wallet-available' : 'their-available', spend),
  );
}

export const walletScreen = (view: View, balance: Balance, today: Today | null): Screen => ({
  text: lines(
    view.html('wallet-title'),
    '',
    balanceLines(view, balance, 'own'),
    today === null ? null : view.html('wallet-today', { left: view.money(today.left), limit: view.money(today.limit) }),
  ),
  keys: [
    [
      key(view.plain('key-statement'), { to: 'statement', page: 1 }),
      key(view.plain('key-file'), periodsPress('money')),
    ],
    [homeKey(view)],
  ],
});

export interface StatementData {
  readonly rows: readonly LedgerRow[];
  readonly page: number;
  readonly more: boolean;
  /** Whose it is, where the owner looks at someone else's. */
  readonly of: { readonly id: number; readonly name: string } | null;
}

/** Holds and releases move nothing in the end: a statement lists what changed the balance. */
export function statementScreen(view: View, { rows, page, more, of }: StatementData): Screen {
  const at = (turned: number): Press =>
    of === null ? { to: 'statement', page: turned } : { to: 'personStatement', person: of.id, page: turned };
  return {
    text: lines(
      view.html('statement-title'),
      of === null ? null : view.html('line', { text: foreign(of.name) }),
      '',
      ...(rows.length === 0
        ? [view.html('statement-empty')]
        : underDays(view, rows, (row) => statementLine(view, row))),
    ),
    keys: [
      ...leafRows(view, { page, more }, at),
      ...(of === null ? [] : [[key(view.plain('key-file'), periodsPress(of))]]),
      backRow(view, of === null ? { to: 'wallet' } : { to: 'agent', person: of.id }),
    ],
  };
}

/** So much of a note that eight of the strangest still fit one message; the file has all of it. */
const noteLength = 80;

/** The day stands above it. */
const statementLine = (view: View, row: LedgerRow): string =>
  view.html(row.note === null || row.kind === 'payment' ? 'statement-line' : 'statement-line-note', {
    what: view.plain(`ledger-${row.kind}`),
    amount: view.money(row.balance_delta),
    after: view.money(row.balance_after),
    time: view.clock(row.at),
    note: foreign(row.note ?? '', noteLength),
  });

export function todayScreen(view: View, day: Report, sellerId: number): Screen {
  return {
    text: lines(
      view.html('today-title'),
      '',
      day.count === 0
        ? view.html('today-none')
        : view.html('today-sold', { count: day.count, total: view.money(day.total) }),
      ...day.byOperator.map(({ operatorId, count, total }) =>
        view.html('today-operator', { operator: view.operator(operatorId), count, total: view.money(total) }),
      ),
      day.waiting.count > 0
        ? view.html('today-waiting', { count: day.waiting.count, total: view.money(day.waiting.total) })
        : null,
    ),
    keys: [
      [
        key(view.plain('key-reports'), { to: 'report', of: sellerId, span: 'day', day: null }),
        key(view.plain('key-chart'), { to: 'chart', of: sellerId }),
        key(view.plain('key-file'), periodsPress('orders')),
      ],
      [key(view.plain('key-orders'), { to: 'orders', page: 1 }), key(view.plain('key-wallet'), { to: 'wallet' })],
      [homeKey(view)],
    ],
  };
}
