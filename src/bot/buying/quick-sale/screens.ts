import { numberActions } from '#bot/actions/numbers.ts';
import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, homeButton } from '#bot/kit/navigation.ts';
import { rowLabels } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { productRow } from '#bot/words/catalogue.ts';
import { itemAction } from '#bot/words/item-title.ts';
import { numberLine } from '#bot/words/number-screens.ts';
import type { Mobile } from '#domain/phone.ts';
import type { PriceList } from '#domain/price.ts';
import type { Choices, MeantItem } from '#shop/buying/catalogue/line-meaning.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';

interface MeaningsData {
  readonly number: KnownNumber;
  readonly choices: Choices;
  readonly prices: PriceList;
}

/** The few things that a line can mean, each one tap from the confirm screen. */
export function meaningsScreen(format: Formatter, { number, choices, prices }: MeaningsData): Screen {
  const { mobile, label } = number;
  const open = (item: MeantItem) => itemAction(mobile, item);
  return {
    text: lines(numberLine(format, mobile, label), '', whichLine(format, choices)),
    keys: [...meaningRows(format, choices, prices, open), backRow(format, numberActions.number({ mobile }))],
    mobile,
  };
}

export const whichLine = (format: Formatter, { amounts, products }: Pick<Choices, 'amounts' | 'products'>): string =>
  format.html(amounts.length + products.length === 1 ? 'quick-sale-this' : 'quick-sale-which');

/** One row for each amount of a top-up and each product. */
export function meaningRows(
  format: Formatter,
  { amounts, products }: Pick<Choices, 'amounts' | 'products'>,
  prices: PriceList,
  open: (item: MeantItem) => Action,
): Button[][] {
  const names = rowLabels(
    format,
    products.map((product) => productRow(format, product, prices)),
  );
  return [
    ...amounts.map((item) => [button(format.money(item.credit), open(item))]),
    ...products.map(({ id }, nth) => [button(names[nth] ?? '', open({ productId: id, amount: null, credit: null }))]),
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
