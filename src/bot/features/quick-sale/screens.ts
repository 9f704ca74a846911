import type { Mobile } from '../../../domain/phone.ts';
import type { PriceList } from '../../../domain/price-list.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Action } from '../../core/action.ts';
import type { Formatter } from '../../core/formatter.ts';
import { backRow, homeButton } from '../../core/navigation.ts';
import { rowLabels } from '../../core/row-label.ts';
import { button, lines, type Screen } from '../../core/screen.ts';
import { catalogueActions } from '../catalogue/actions.ts';
import { productRow } from '../catalogue/screens.ts';
import { numberActions } from '../numbers/actions.ts';
import { numberLine } from '../numbers/screens.ts';
import { topUpActions } from '../top-up/actions.ts';
import type { Choices } from './line-meaning.ts';

interface MeaningsData {
  readonly number: KnownNumber;
  readonly choices: Choices;
  readonly prices: PriceList;
}

/** The few things that a line can mean, each one tap from the confirm screen. */
export function meaningsScreen(format: Formatter, { number, choices, prices }: MeaningsData): Screen {
  const { mobile, label } = number;
  const { amounts, products } = choices;
  const names = rowLabels(
    format,
    products.map((product) => productRow(format, product, prices)),
  );
  return {
    text: lines(numberLine(format, mobile, label), '', format.html('quick-sale-which')),
    keys: [
      ...amounts.map(({ id, amount }) => [
        button(
          format.plain('quick-sale-amount', format.bothUnits(amount)),
          topUpActions.amount({ id, mobile, amount }),
        ),
      ]),
      ...products.map(({ id }, nth) => [button(names[nth] ?? '', catalogueActions.product({ id, mobile }))]),
      backRow(format, numberActions.number({ mobile })),
    ],
  };
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
