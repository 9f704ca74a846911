import type { Rials } from '../../../domain/money.ts';
import type { Mobile } from '../../../domain/phone.ts';
import type { Product } from '../../../domain/product.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Press } from '../../core/callback-data.ts';
import type { View } from '../../core/formatter.ts';
import { backRow } from '../../core/navigation.ts';
import { inRows, type Key, key, lines, type Screen } from '../../core/screen.ts';
import { productLabel } from '../catalogue/screens.ts';
import { numberLine } from '../numbers/screens.ts';

/** Round sums that people ask for, in rials. */
const presets: readonly Rials[] = [20_000, 50_000, 100_000, 200_000, 300_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

export const amountPresets = ({ price, maxPrice }: Product): Rials[] =>
  presets.filter((amount) => amount >= price && amount <= (maxPrice ?? price));

function amountKeys(view: View, product: Product, mobile: Mobile): Key[][] {
  const amounts = amountPresets(product).map((amount) =>
    key(view.money(amount), { to: 'amount', id: product.id, mobile, amount }),
  );
  return [...inRows(amounts, 3), [key(view.plain('key-other-amount'), { to: 'askAmount', id: product.id, mobile })]];
}

export interface TopupData {
  readonly number: KnownNumber;
  /** Top-ups whose amount the buyer names. The first one's sums are shown at once. */
  readonly free: readonly [Product, ...Product[]];
  /** Every top-up there is, as a list. */
  readonly all: { readonly count: number; readonly at: Press };
  readonly vatPercent: number;
  readonly note: string | null;
}

export function topupScreen(view: View, { number, free, all, vatPercent, note }: TopupData): Screen {
  const { mobile, operatorId } = number;
  const [usual, ...others] = free;
  return {
    text: lines(
      numberLine(view, mobile, number.label),
      operatorId === null ? null : view.html('line', { text: view.operator(operatorId) }),
      note,
      '',
      view.html('topup-choose'),
    ),
    keys: [
      ...amountKeys(view, usual, mobile),
      ...others.map((product) => [
        key(productLabel(view, product, vatPercent), { to: 'amounts', id: product.id, mobile }),
      ]),
      ...(all.count > free.length ? [[key(view.plain('key-all-topups', { count: all.count }), all.at)]] : []),
      backRow(view, { to: 'number', mobile }),
    ],
  };
}

interface OneTopup {
  readonly product: Product;
  readonly number: KnownNumber;
}

export function amountsScreen(view: View, { product, number }: OneTopup): Screen {
  const { mobile, label } = number;
  return {
    text: lines(
      numberLine(view, mobile, label),
      view.html('line', { text: view.named(product.name, product.nameEn) }),
      '',
      view.html('topup-choose'),
    ),
    keys: [...amountKeys(view, product, mobile), backRow(view, { to: 'topup', mobile })],
  };
}

export function askAmountScreen(view: View, { product, number }: OneTopup): Screen {
  const { mobile, label } = number;
  return {
    text: lines(
      numberLine(view, mobile, label),
      view.html('line', { text: view.named(product.name, product.nameEn) }),
      '',
      view.html('ask-amount', {
        min: view.money(product.price),
        max: view.money(product.maxPrice ?? product.price),
        unit: view.plain(`unit-${view.unit}`),
      }),
    ),
    keys: [backRow(view, { to: 'amounts', id: product.id, mobile })],
  };
}
