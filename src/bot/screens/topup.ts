import type { Rials } from '../../domain/money.ts';
import type { Mobile } from '../../domain/phone.ts';
import type { Product } from '../../domain/product.ts';
import type { KnownNumber } from '../../shop/people/numbers.ts';
import { inRows, type Key, key, lines, type Screen } from '../screen.ts';
import type { View } from '../view.ts';
import { backRow } from './navigation.ts';
import { numberLine } from './numbers.ts';
import { productLabel } from './shelf.ts';

/** Round sums that people ask for, in rials. */
const presets: readonly Rials[] = [20_000, 50_000, 100_000, 200_000, 300_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

const within = ({ price, maxPrice }: Product) =>
  presets.filter((amount) => amount >= price && amount <= (maxPrice ?? price)).slice(0, 9);

function amountKeys(view: View, product: Product, mobile: Mobile): Key[][] {
  const amounts = within(product).map((amount) =>
    key(view.money(amount), { to: 'amount', id: product.id, mobile, amount } as const),
  );
  return [...inRows(amounts, 3), [key(view.plain('key-other-amount'), { to: 'askAmount', id: product.id, mobile })]];
}

/** One kind of top-up with a free amount shows its sums at once; otherwise the kinds come first. */
export function topupScreen(
  view: View,
  data: { number: KnownNumber; products: readonly Product[]; vatPercent: number; note: string | null },
): Screen {
  const { number, products, vatPercent, note } = data;
  const { mobile } = number;
  const free = products.filter((product) => product.maxPrice !== null);
  const fixed = products.filter((product) => product.maxPrice === null);
  const only = free.length === 1 ? free[0] : undefined;
  const fixedKeys = fixed.map((product) => [
    key(productLabel(view, product, vatPercent), { to: 'product', id: product.id, mobile } as const),
  ]);
  const freeKeys = free.map((product) => [
    key(productLabel(view, product, vatPercent), { to: 'amounts', id: product.id, mobile } as const),
  ]);
  return {
    text: lines(
      numberLine(view, mobile, number.label),
      number.operatorId === null ? null : view.html('number-operator', { operator: view.operator(number.operatorId) }),
      note,
      '',
      view.html(products.length === 0 ? 'shelf-empty' : 'topup-choose'),
    ),
    keys: [
      ...(only ? amountKeys(view, only, mobile) : freeKeys),
      ...fixedKeys,
      backRow(view, { to: 'number', mobile }),
    ],
  };
}

export function amountsScreen(view: View, { product, number }: { product: Product; number: KnownNumber }): Screen {
  const { mobile } = number;
  return {
    text: lines(
      numberLine(view, mobile, number.label),
      view.html('foreign', { text: view.named(product.name, product.nameEn) }),
      '',
      view.html('topup-choose'),
    ),
    keys: [...amountKeys(view, product, mobile), backRow(view, { to: 'topup', mobile })],
  };
}

export function askAmountScreen(view: View, { product, number }: { product: Product; number: KnownNumber }): Screen {
  const range = {
    min: view.money(product.price),
    max: view.money(product.maxPrice ?? product.price),
    unit: view.plain(`unit-${view.unit}`),
  };
  return {
    text: lines(numberLine(view, number.mobile, number.label), '', view.html('ask-amount', range)),
    keys: [backRow(view, { to: 'topup', mobile: number.mobile })],
  };
}
