import { numberActions } from '#bot/actions/numbers.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/core/action.ts';
import type { Formatter } from '#bot/core/formatter.ts';
import { untrustedTitle } from '#bot/core/item-title.ts';
import { backRow, choiceRows } from '#bot/core/navigation.ts';
import { rowLabel } from '#bot/core/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/core/screen.ts';
import { numberLine, switchSimButton } from '#bot/features/numbers/screens.ts';
import { productRow } from '#bot/views/catalogue.ts';
import type { Rials } from '#domain/money.ts';
import type { Mobile } from '#domain/phone.ts';
import type { PriceList } from '#domain/price-list.ts';
import type { Product } from '#domain/product.ts';
import { amountPresets } from '#shop/catalogue/amount-presets.ts';
import type { KnownNumber } from '#shop/people/numbers.ts';

function amountButtons(format: Formatter, product: Product, mobile: Mobile): Button[][] {
  const amounts = amountPresets(product).map((amount) =>
    button(format.price(amount), topUpActions.amount({ id: product.id, mobile, amount })),
  );
  return [
    ...choiceRows(format, amounts),
    [button(format.plain('key-other-amount'), topUpActions.askAmount({ id: product.id, mobile }))],
  ];
}

interface TopupData {
  readonly number: KnownNumber;
  /** Top-ups of a free amount; the first one's amounts are on this screen. */
  readonly free: readonly [Product, ...Product[]];
  readonly all: { readonly count: number; readonly action: Action };
  readonly prices: PriceList;
  readonly note: string | null;
}

export function topupScreen(format: Formatter, { number, free, all, prices, note }: TopupData): Screen {
  const { mobile, operatorId } = number;
  const [usual, ...others] = free;
  return {
    text: lines(
      numberLine(format, mobile, number.label),
      operatorId === null
        ? null
        : format.html('number-facts', { operator: format.operator(operatorId), sim: format.sim(number.simType) }),
      note,
      '',
      askWhichAmount(format, usual, prices),
    ),
    keys: [
      ...amountButtons(format, usual, mobile),
      ...others.map((product) => [
        button(rowLabel(format, productRow(format, product, prices)), topUpActions.amounts({ id: product.id, mobile })),
      ]),
      ...(all.count > free.length ? [[button(format.plain('key-all-topups', { count: all.count }), all.action)]] : []),
      [switchSimButton(format, number, 'topup')],
      backRow(format, numberActions.number({ mobile })),
    ],
  };
}

const nameOf = (format: Formatter, { name, nameEn, type }: Product): string =>
  untrustedTitle(format, { title: name, titleEn: nameEn, productType: type, item: { kind: 'product', amount: null } });

interface OneTopup {
  readonly product: Product;
  readonly number: KnownNumber;
}

const example: Rials = 1_000_000;

/** Buttons name an amount with its tax; examples say what of it arrives, and what is paid if that is another sum. */
export function askWhichAmount(format: Formatter, product: Product, prices: PriceList): string {
  const amount = Math.min(Math.max(example, product.price), product.maxPrice ?? product.price);
  const price = prices.ofAmount(product, amount);
  const withTax = prices.withTax(example);
  const isExample = withTax > example && withTax >= product.price && withTax <= (product.maxPrice ?? 0);
  return lines(
    price === amount
      ? format.html('topup-choose')
      : format.html('topup-choose-price', { amount: format.money(amount), price: format.money(price) }),
    isExample ? format.html('topup-credit', { amount: format.money(withTax), credit: format.money(example) }) : null,
  );
}

export function amountsScreen(
  format: Formatter,
  { product, number, prices }: OneTopup & { readonly prices: PriceList },
): Screen {
  const { mobile, label } = number;
  return {
    text: lines(
      numberLine(format, mobile, label),
      format.html('line', { text: nameOf(format, product) }),
      '',
      askWhichAmount(format, product, prices),
    ),
    keys: [...amountButtons(format, product, mobile), backRow(format, topUpActions.topup({ mobile }))],
  };
}

export function askAmountScreen(format: Formatter, { product, number }: OneTopup): Screen {
  const { mobile, label } = number;
  return {
    text: lines(
      numberLine(format, mobile, label),
      format.html('line', { text: nameOf(format, product) }),
      '',
      format.html('ask-amount', {
        min: format.money(product.price),
        max: format.money(product.maxPrice ?? product.price),
        unit: format.unitName,
      }),
    ),
    keys: [backRow(format, topUpActions.amounts({ id: product.id, mobile }))],
  };
}
