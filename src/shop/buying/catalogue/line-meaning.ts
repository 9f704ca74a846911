import { chooseAmount, readingsOf } from '#domain/amount.ts';
import { type Figure, type LineWords, namesItem, readWords } from '#domain/line-words.ts';
import type { Rials, Unit } from '#domain/money.ts';
import type { OperatorId, Product } from '#domain/product.ts';
import { fitsCredit, priceOfBase, roundCreditLimits } from '#domain/quote.ts';
import { atomsIn, searchTerms } from '#domain/search-normalization.ts';
import { shortName } from '#domain/short-name.ts';
import { isSoldTo } from '#domain/sold-to.ts';
import { topUpKindOf } from '#domain/top-up-kind.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import type { Catalogue as WholeCatalogue } from './catalogue.ts';
import { creditPresets } from './credit-presets.ts';

/** What the words beside a number mean. */
export type LineMeaning =
  | ({ readonly kind: 'item' } & MeantItem)
  | Choices
  | OutOfRange
  /** Whether a top-up or a package is meant, but not which one. */
  | { readonly kind: 'section'; readonly type: 'topup' | 'data' }
  /** The words name another operator than the number's. */
  | { readonly kind: 'other-operator'; readonly operatorId: OperatorId };

/** An amount outside the limits of this top-up, and the nearest one that is sold. */
export interface OutOfRange {
  readonly kind: 'out-of-range';
  readonly min: Rials;
  readonly max: Rials;
  readonly nearest: MeantItem & { readonly credit: Rials };
}

/** A top-up's amount is the credit that arrives; `amount` adds VAT. Null for a product with a fixed price. */
export interface MeantItem {
  readonly productId: number;
  readonly amount: Rials | null;
  readonly credit: Rials | null;
}

/** The few possible meanings. */
export interface Choices {
  readonly kind: 'choices';
  readonly amounts: readonly (MeantItem & { readonly credit: Rials })[];
  readonly products: readonly Product[];
}

type Recipient = Pick<KnownNumber, 'operatorId' | 'simType' | 'isTdlte'>;

type Catalogue = Pick<WholeCatalogue, 'shelf' | 'search'>;

export interface LineServices {
  readonly catalogue: Catalogue;
  readonly vatPercent: number;
}

/** The most choices on one screen. */
const mostMeanings = 8;
const mostPages = 25;

/** Null if the words name neither an amount nor a product of this number's operator. */
export function meaningOf(services: LineServices, recipient: Recipient, text: string, unit: Unit): LineMeaning | null {
  const words = readWords(text);
  const { money, bare, hasSize, others, operatorId, wants } = words;
  if (!namesItem(words) || words.isDoubtful) return null;
  if (operatorId !== null && recipient.operatorId !== null && operatorId !== recipient.operatorId)
    return { kind: 'other-operator', operatorId };
  const to = { ...recipient, simType: words.simType ?? recipient.simType };
  if (hasSize) return productOf(services, to, words);
  const [figure, ...more] = [...money, ...bare];
  if (figure && more.length === 0 && (money.length > 0 || figure.isScaled || others.length === 0))
    return figure.unit === null && isSmall(figure) && wants !== 'topup'
      ? smallNumberOf(services, to, words, figure.value)
      : amountOf(services, to, words, figure, unit);
  const isBare =
    money.length + bare.length === 0 && wants !== null && (others.length === 0 || words.topUpKind !== null);
  return isBare ? { kind: 'section', type: wants === 'topup' ? 'topup' : 'data' } : null;
}

const isSmall = ({ value, isScaled }: Figure): boolean => !isScaled && value < 1_000;

/** Always asks about a small number, which may mean several things. */
function smallNumberOf(services: LineServices, recipient: Recipient, words: LineWords, small: number): Choices | null {
  const free = words.wants === 'package' ? null : freeTopUp(services.catalogue, recipient);
  const thousands = small * 10_000;
  const isSold = free && Number.isInteger(small) && fitsCredit(free, thousands, services.vatPercent);
  const amounts = isSold ? [creditOf(services, free, thousands)] : [];
  const products = exactlyFound(services.catalogue, recipient, String(small)).slice(0, mostMeanings - amounts.length);
  return amounts.length + products.length > 0 ? { kind: 'choices', amounts, products } : null;
}

const creditOf = ({ vatPercent }: LineServices, { id }: Product, credit: Rials) => ({
  productId: id,
  amount: priceOfBase(credit, vatPercent).total,
  credit,
});

/** The top-up of a free amount, of the named kind if there is one. */
export function freeTopUp(
  catalogue: Catalogue,
  { operatorId, simType, isTdlte }: Recipient,
  kind: LineWords['topUpKind'] = null,
): Product | null {
  if (operatorId === null || isTdlte) return null;
  const free = catalogue
    .shelf({ operatorId, simType, type: 'topup' })
    .products.filter(({ maxPrice }) => maxPrice !== null);
  return free.find((product) => kind !== null && topUpKindOf(product) === kind) ?? free[0] ?? null;
}

function amountOf(
  services: LineServices,
  recipient: Recipient,
  { topUpKind }: LineWords,
  figure: Figure,
  unit: Unit,
): LineMeaning | null {
  const free = freeTopUp(services.catalogue, recipient, topUpKind);
  if (!free) return null;
  const limits = roundCreditLimits(free, services.vatPercent);
  const choice = chooseAmount(readingsOf(figure, unit), limits, creditPresets(limits));
  switch (choice.kind) {
    case 'amount':
      return { kind: 'item', ...creditOf(services, free, choice.amount) };
    case 'unclear':
      return { kind: 'choices', amounts: choice.amounts.map((one) => creditOf(services, free, one)), products: [] };
    case 'out-of-range':
      return { kind: 'out-of-range', ...limits, nearest: creditOf(services, free, choice.nearest) };
  }
}

/** Ignores words that no product of this operator has, such as names; the confirm screen shows the item. */
function productOf(services: LineServices, recipient: Recipient, words: LineWords): LineMeaning | null {
  const { catalogue } = services;
  if (recipient.operatorId === null) return null;
  const all = exactlyFound(catalogue, recipient, words.search);
  const knownWords = all.length > 0 ? '' : withoutUnknown(catalogue, recipient, words);
  const products = knownWords === '' ? all : exactlyFound(catalogue, recipient, knownWords);
  // Asks about products that match only the size and the time.
  const near = products.length > 0 ? [] : exactlyFound(catalogue, recipient, without(words.search, words.others));
  const meant = withPrice(services, [...products, ...near], words.money);
  const [only, ...others] = meant;
  if (!only) return null;
  return others.length === 0 && near.length === 0
    ? { kind: 'item', productId: only.id, amount: null, credit: null }
    : { kind: 'choices', amounts: [], products: meant.slice(0, mostMeanings) };
}

/** Uses a price beside a package to choose among several. */
function withPrice(
  { vatPercent }: LineServices,
  products: readonly Product[],
  money: readonly Figure[],
): readonly Product[] {
  const [figure] = money;
  if (!figure) return products;
  const { likely } = readingsOf(figure, 'toman');
  const priced = products.filter(
    ({ price }) => likely.includes(price) || likely.includes(priceOfBase(price, vatPercent).total),
  );
  return priced.length > 0 ? priced : products;
}

const withoutUnknown = (catalogue: Catalogue, recipient: Recipient, { search, others }: LineWords): string => {
  const unknown = others.filter((word) => found(catalogue, recipient, word).length === 0);
  return unknown.length === 0 ? '' : without(search, unknown);
};

const without = (text: string, words: readonly string[]): string =>
  text
    .split(' ')
    .filter((word) => !words.includes(word))
    .join(' ');

/** Enough results to find the exact one. */
function found(catalogue: Catalogue, recipient: Recipient, words: string): Product[] {
  const { operatorId, simType } = recipient;
  const products: Product[] = [];
  if (operatorId === null || words === '') return products;
  for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
    const listing = catalogue.search(words, { operatorId, simType, page });
    pages = listing.pages;
    products.push(...listing.products.filter(({ type }) => isSoldTo(recipient, type)));
  }
  return products;
}

/** Exact matches, if there are any. */
function exactlyFound(catalogue: Catalogue, recipient: Recipient, words: string): Product[] {
  const products = found(catalogue, recipient, words);
  const exact = products.filter((one) => isExactly(one, words));
  return exact.length > 0 ? exact : products;
}

/** True if the words cover the whole name: "10gb monthly" is not the night package of that size. */
function isExactly({ name, nameEn, days }: Product, words: string): boolean {
  const typed = new Set(searchTerms(words).map(({ text }) => text));
  const unsaid = [name, nameEn ?? name].map((one) =>
    atomsIn(shortName(one, days).rest).filter(({ text }) => !typed.has(text)),
  );
  return unsaid.some((left) => left.length === 0);
}

/** True if the words name a size, a time or money. */
export function hasUnit(text: string): boolean {
  const { money, bare, hasSize } = readWords(text);
  return money.length > 0 || hasSize || bare.some(({ isScaled }) => isScaled);
}
