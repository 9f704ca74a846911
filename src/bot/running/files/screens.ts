import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { fileActions, periodsAction } from '#bot/actions/files.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { planActions } from '#bot/actions/plans.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, isolated, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows } from '#bot/kit/navigation.ts';
import type { FileSource } from '#bot/kit/request.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { type Day, periodOf } from '#domain/calendar.ts';
import { isoDate, type Preset, presets } from '#domain/period.ts';

function fileAction(book: FileSource, period: Preset): Action {
  if (typeof book !== 'string') return fileActions.personFile({ person: book.id, period });
  if (book === 'payments') return fileActions.paymentFile({ period });
  return book === 'shop' ? fileActions.shopFile({ period }) : fileActions.file({ of: book, period });
}

function askAction(book: FileSource): Action {
  if (typeof book !== 'string') return fileActions.askPersonPeriod({ person: book.id });
  if (book === 'payments') return fileActions.askPaymentPeriod();
  return book === 'shop' ? fileActions.askShopPeriod() : fileActions.askPeriod({ of: book });
}

function backOf(book: FileSource, sells: boolean): Action {
  if (typeof book !== 'string') return agentActions.personStatement({ person: book.id, page: 1 });
  if (book === 'shop') return adminActions.deskShop();
  if (book === 'payments') return paymentDeskActions.paymentDesk();
  if (book === 'money') return walletActions.wallet();
  if (book === 'plans') return planActions.plans({ page: 1 });
  return sells ? walletActions.today() : orderActions.orders({ page: 1 });
}

const titleOf = (format: Formatter, book: FileSource): string =>
  typeof book === 'string'
    ? format.html(`periods-${book}`)
    : format.html('periods-wallet-of', { name: untrusted(book.name) });

export const periodsScreen = (format: Formatter, book: FileSource, sells: boolean): Screen => ({
  text: lines(titleOf(format, book), '', format.html('periods-hint')),
  keys: [
    ...choiceRows(
      format,
      presets.map((preset) => button(format.plain(`period-${preset}`), fileAction(book, preset))),
      2,
    ),
    [button(format.plain('key-other-period'), askAction(book))],
    backRow(format, backOf(book, sells)),
  ],
});

export function askPeriodScreen(format: Formatter, book: FileSource, today: Day): Screen {
  const { from } = periodOf(format.calendar, 'month', today);
  const example = [from, today].map((day) => isoDate(day, format.calendar).replaceAll('-', '/')).join(' ');
  return {
    text: format.html('ask-period', { example: isolated(example) }),
    keys: [backRow(format, periodsAction(book))],
  };
}
