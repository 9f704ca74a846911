import { numberActions } from '#bot/actions/numbers.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows } from '#bot/kit/navigation.ts';
import { rowLabel } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { productRow } from '#bot/words/catalogue.ts';
import { productTitle } from '#bot/words/item-title.ts';
import { numberLine, switchSimButton } from '#bot/words/number-screens.ts';
import type { Rials } from '#domain/money.ts';
import type { Mobile } from '#domain/phone.ts';
import type { PriceList } from '#domain/price.ts';
import type { Product } from '#domain/product.ts';
import { creditPresets } from '#shop/buying/catalogue/credit-presets.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';

/** With another amount six choices. */
const mostCredits = 5;

interface CreditChoice {
  readonly product: Product;
  readonly prices: PriceList;
  readonly mobile: Mobile;
  readonly most?: number;
}

function creditButtons(format: Formatter, { product, prices, mobile, most = mostCredits }: CreditChoice): Button[][] {
  const credits = creditPresets(prices.creditLimits(product), most).map((credit) =>
    button(format.price(credit), topUpActions.credit({ id: product.id, mobile, credit })),
  );
  const other = button(format.plain('key-other-amount'), topUpActions.askAmount({ id: product.id, mobile }));
  return [...choiceRows(format, credits), [other]];
}

interface TopupData {
  readonly number: KnownNumber;
  /** Top-ups of a free amount; the first one's amounts are on this screen. */
  readonly free: readonly [Product, ...Product[]];
  readonly all: { readonly count: number; readonly action: Action };
  readonly prices: PriceList;
  readonly note: string | null;
  /** What is sold instead of an amount that is not. */
  readonly nearest: { readonly productId: number; readonly credit: Rials } | null;
}

export function topupScreen(format: Formatter, { number, free, all, prices, note, nearest }: TopupData): Screen {
  const { mobile, operatorId } = number;
  const [usual, ...others] = free;
  const showsAll = all.count > free.length || others.length > 1;
  const [other] = others;
  return {
    text: lines(
      numberLine(format, mobile, number.label),
      operatorId === null
        ? null
        : format.html('number-facts', { operator: format.operator(operatorId), sim: format.sim(number.simType) }),
      note,
      '',
      askWhichCredit(format, usual, prices),
    ),
    keys: [
      ...(nearest
        ? [
            [
              button(
                format.price(nearest.credit),
                topUpActions.credit({ id: nearest.productId, mobile, credit: nearest.credit }),
              ),
            ],
          ]
        : []),
      ...creditButtons(format, {
        product: usual,
        prices,
        mobile,
        most: mostCredits - (other && showsAll ? 1 : 0) - (nearest ? 1 : 0),
      }),
      ...(other
        ? [
            [
              button(
                rowLabel(format, productRow(format, other, prices)),
                topUpActions.amounts({ id: other.id, mobile }),
              ),
            ],
          ]
        : []),
      ...(showsAll ? [[button(format.plain('key-all-topups', { count: all.count }), all.action)]] : []),
      [switchSimButton(format, number, 'topup')],
      backRow(format, numberActions.number({ mobile })),
    ],
  };
}

const nameOf = (format: Formatter, product: Product): string => untrusted(productTitle(format, product));

interface OneTopup {
  readonly product: Product;
  readonly number: KnownNumber;
  readonly prices: PriceList;
}

const example: Rials = 1_000_000;

/** Buttons name the credit that arrives; an example says what is paid for it. Null: just that. */
export function priceOfCredit(format: Formatter, product: Product, prices: PriceList): string | null {
  const { min, max } = prices.creditLimits(product);
  const credit = Math.min(Math.max(example, min), max);
  const price = prices.ofAmount(product, prices.withTax(credit));
  return price === credit
    ? null
    : format.html('topup-price', { credit: format.money(credit), price: format.money(price) });
}

const askWhichCredit = (format: Formatter, product: Product, prices: PriceList): string =>
  lines(format.html('topup-choose'), priceOfCredit(format, product, prices));

export function amountsScreen(format: Formatter, { product, number, prices }: OneTopup): Screen {
  const { mobile, label } = number;
  return {
    text: lines(
      numberLine(format, mobile, label),
      format.html('line', { text: nameOf(format, product) }),
      '',
      askWhichCredit(format, product, prices),
    ),
    keys: [...creditButtons(format, { product, prices, mobile }), backRow(format, topUpActions.topup({ mobile }))],
  };
}

export function askAmountScreen(format: Formatter, { product, number, prices }: OneTopup): Screen {
  const { mobile, label } = number;
  const { min, max } = prices.creditLimits(product);
  return {
    text: lines(
      numberLine(format, mobile, label),
      format.html('line', { text: nameOf(format, product) }),
      '',
      format.html('ask-amount', {
        min: format.money(min),
        max: format.money(max),
        unit: format.unitName,
      }),
    ),
    keys: [backRow(format, topUpActions.amounts({ id: product.id, mobile }))],
  };
}
