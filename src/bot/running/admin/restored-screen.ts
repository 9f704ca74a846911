import { adminActions } from '#bot/actions/admin.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { UnknownPayment, UnknownPaymentsOf } from '#shop/money/payments/reconciliation.ts';
import type { RestoredShop } from '#shop/running/backups/restored-shop.ts';

const mostShown = 5;

/** What an owner compares after a restore, and the button that ends the pause. */
export function restoredScreen(format: Formatter, restored: RestoredShop): Screen {
  const { archiveAt, lastOrderAt, openOrders, openPayments, stillOpen, unknown } = restored;
  const lastOrder =
    lastOrderAt === null
      ? format.html('restored-no-order')
      : format.html('restored-last-order', { time: format.when(lastOrderAt) });
  const counts = [
    lastOrder,
    format.html('restored-orders', { count: openOrders, still: stillOpen.orders }),
    format.html('restored-payments', { count: openPayments, still: stillOpen.payments }),
  ];
  return {
    text: lines(
      format.html('restored-title', { time: format.when(archiveAt) }),
      format.html('restored-about'),
      '',
      ...counts,
      balanceLine(format, restored),
      '',
      ...unknown.flatMap((one) => providerLines(format, one)),
      format.html('restored-verified'),
      '',
      format.html('restored-rights'),
    ),
    keys: [
      [button(format.plain('key-resume-selling'), adminActions.resumeSelling())],
      [button(format.plain('key-refresh'), adminActions.restored())],
      backRow(format, adminActions.menu()),
    ],
  };
}

function balanceLine(format: Formatter, { balance = null, balanceNow }: RestoredShop): string {
  const now = balanceNow === null ? format.html('restored-unknown-now') : format.money(balanceNow.rials);
  if (balance === null) return format.html('restored-balance-now', { now });
  return format.html('restored-balance', { before: format.money(balance.rials), time: format.when(balance.at), now });
}

function providerLines(format: Formatter, { method: name, payments }: UnknownPaymentsOf): string[] {
  const method = format.plain(`method-${name}`);
  if (typeof payments === 'string') return [format.html(`restored-${payments}`, { method })];
  if (payments.length === 0) return [format.html('restored-none-unknown', { method })];
  const paymentLines = payments.slice(0, mostShown).map((one) => paymentLine(format, one));
  const rest = payments.length - paymentLines.length;
  return [
    format.html('restored-unknown', { method, count: payments.length }),
    ...paymentLines,
    ...(rest > 0 ? [format.html('restored-unknown-more', { count: rest })] : []),
  ];
}

const paymentLine = (format: Formatter, { amount, reference, date, isOurs }: UnknownPayment): string =>
  format.html(isOurs ? 'restored-unknown-one' : 'restored-unknown-elsewhere', {
    amount: format.money(amount),
    reference: format.copyable(reference),
    date: date === null ? '–' : untrusted(date, 30),
  });
