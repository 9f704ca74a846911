import { adminActions } from '#bot/actions/admin.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { LedgerMismatch } from '#domain/money.ts';

const mostShown = 20;

/** `count`: all mismatches, of which only the first are listed. */
export function mismatchLines(format: Formatter, mismatches: readonly LedgerMismatch[], count: number): string[] {
  const first = mismatches.slice(0, mostShown).map(({ personId, what, kept, summed }) =>
    format.html(`ledger-mismatch-${what}`, {
      person: format.copyable(String(personId)),
      kept: format.money(kept),
      summed: format.money(summed),
    }),
  );
  return count > first.length ? [...first, format.html('ledger-more', { count: count - first.length })] : first;
}

export const ledgerScreen = (format: Formatter, mismatches: readonly LedgerMismatch[]): Screen => ({
  text: lines(
    format.html('ledger-title'),
    '',
    ...(mismatches.length === 0
      ? [format.html('ledger-right')]
      : [
          format.html('alert-ledger', { count: mismatches.length }),
          '',
          ...mismatchLines(format, mismatches, mismatches.length),
        ]),
  ),
  keys: [
    [button(format.plain('key-refresh'), adminActions.checkLedger())],
    backRow(format, paymentDeskActions.paymentDesk()),
  ],
});
