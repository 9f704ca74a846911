import { catalogueActions } from '#bot/actions/catalogue.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/core/action.ts';
import type { Formatter } from '#bot/core/formatter.ts';
import { backRow, homeButton } from '#bot/core/navigation.ts';
import { rowLabels } from '#bot/core/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/core/screen.ts';
import { numberLine } from '#bot/features/numbers/screens.ts';
import { productRow } from '#bot/views/catalogue.ts';
import type { Mobile } from '#domain/phone.ts';
import type { PriceList } from '#domain/price-list.ts';
import type { Choices } from '#shop/catalogue/line-meaning.ts';
import type { KnownNumber } from '#shop/people/numbers.ts';

interface MeaningsData {
  readonly number: KnownNumber;
  readonly choices: Choices;
  readonly prices: PriceList;
}

/** The few things that a line can mean, each one tap from the confirm screen. */
export function meaningsScreen(format: Formatter, { number, choices, prices }: MeaningsData): Screen {
  const { mobile, label } = number;
  const open = (id: number, amount: number | null) =>
    amount === null ? catalogueActions.product({ id, mobile }) : topUpActions.amount({ id, mobile, amount });
  return {
    text: lines(numberLine(format, mobile, label), '', format.html('quick-sale-which')),
    keys: [...meaningRows(format, choices, prices, open), backRow(format, numberActions.number({ mobile }))],
  };
}

/** One row for each amount of a top-up and each product. */
export function meaningRows(
  format: Formatter,
  { amounts, products }: Pick<Choices, 'amounts' | 'products'>,
  prices: PriceList,
  open: (id: number, amount: number | null) => Action,
): Button[][] {
  const names = rowLabels(
    format,
    products.map((product) => productRow(format, product, prices)),
  );
  return [
    ...amounts.map(({ id, amount }) => [button(format.money(amount), open(id, amount))]),
    ...products.map(({ id }, nth) => [button(names[nth] ?? '', open(id, null))]),
  ];
}

const mostNumbers = 8;

/** The numbers that have the same label. */
export const whoseScreen = (
  format: Formatter,
  choices: readonly { readonly mobile: Mobile; readonly action: Action }[],
): Screen => ({
  text: format.html('quick-sale-whose'),
  keys: [
    ...choices.slice(0, mostNumbers).map(({ mobile, action }) => [button(format.mobile(mobile), action)]),
    [homeButton(format)],
  ],
});
