import type { Rials } from '../../../domain/money.ts';
import type { PriceList } from '../../../domain/price-list.ts';
import type { Product } from '../../../domain/product.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Formatter } from '../../core/formatter.ts';
import { backRow } from '../../core/navigation.ts';
import { rowLabels } from '../../core/row-label.ts';
import { button, lines, type Screen } from '../../core/screen.ts';
import { catalogueActions } from '../catalogue/actions.ts';
import { productRow } from '../catalogue/screens.ts';
import { numberActions } from '../numbers/actions.ts';
import { numberLine } from '../numbers/screens.ts';
import { topUpActions } from '../top-up/actions.ts';

export interface MeaningsData {
  readonly number: KnownNumber;
  readonly amounts: { readonly product: Product; readonly values: readonly Rials[] } | null;
  readonly products: readonly Product[];
  readonly prices: PriceList;
}

/** The few things that a line can mean, each one tap from the confirm screen. */
export function meaningsScreen(format: Formatter, { number, amounts, products, prices }: MeaningsData): Screen {
  const { mobile, label } = number;
  const names = rowLabels(
    format,
    products.map((product) => productRow(format, product, prices)),
  );
  return {
    text: lines(numberLine(format, mobile, label), '', format.html('quick-sale-which')),
    keys: [
      ...(amounts?.values ?? []).map((amount) => [
        button(
          format.plain('quick-sale-amount', format.bothUnits(amount)),
          topUpActions.amount({ id: amounts?.product.id ?? 0, mobile, amount }),
        ),
      ]),
      ...products.map(({ id }, nth) => [button(names[nth] ?? '', catalogueActions.product({ id, mobile }))]),
      backRow(format, numberActions.number({ mobile })),
    ],
  };
}
