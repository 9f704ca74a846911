import { amountMeanings, parseAmount, smallNumber } from '#domain/amount.ts';
import type { Rials, Unit } from '#domain/money.ts';
import type { OperatorId, Product, SimType } from '#domain/product.ts';
import { creditLimits, fitsCredit, priceOfBase } from '#domain/quote.ts';
import { atomsOf, foldText, rawWords } from '#domain/search-normalization.ts';
import { shortName } from '#domain/short-name.ts';
import type { KnownNumber } from '#shop/people/numbers.ts';
import type { Catalogue as WholeCatalogue } from './catalogue.ts';
import { creditPresets } from './credit-presets.ts';

/** What the words beside a number mean. */
export type LineMeaning =
  | ({ readonly kind: 'item' } & MeantItem)
  | Choices
  /** An amount outside the limits of this top-up. */
  | { readonly kind: 'out-of-range'; readonly min: Rials; readonly max: Rials };

/** An amount of a top-up is the credit that arrives; `amount` is that with its VAT. Null: a product with a fixed price. */
export interface MeantItem {
  readonly productId: number;
  readonly amount: Rials | null;
  readonly credit: Rials | null;
}

/** The few things that it can mean. */
export interface Choices {
  readonly kind: 'choices';
  readonly amounts: readonly (MeantItem & { readonly credit: Rials })[];
  readonly products: readonly Product[];
}

type Recipient = Pick<KnownNumber, 'operatorId' | 'simType'>;

type Catalogue = Pick<WholeCatalogue, 'shelf' | 'search'>;

export interface LineServices {
  readonly catalogue: Catalogue;
  readonly vatPercent: number;
}

/** Choices on one screen: more would be a list to search. */
const mostMeanings = 8;
const mostPages = 25;

/** Null: neither an amount nor a product of this number's operator. */
export function meaningOf(services: LineServices, recipient: Recipient, words: string, unit: Unit): LineMeaning | null {
  const small = smallNumber(words);
  if (small !== null) return smallNumberOf(services, recipient, small);
  return amountOf(services, recipient, words, unit) ?? productOf(services.catalogue, recipient, words);
}

/** A small number may mean several things, so the seller is always asked. */
function smallNumberOf(services: LineServices, recipient: Recipient, small: number): Choices | null {
  const free = freeTopUp(services.catalogue, recipient);
  const thousands = parseAmount(`${small}k toman`, 'toman');
  const isSold = free && thousands !== null && fitsCredit(free, thousands, services.vatPercent);
  const amounts = isSold ? [creditOf(services, free, thousands)] : [];
  const products = productsOf(services.catalogue, recipient, String(small)).slice(0, mostMeanings - amounts.length);
  return amounts.length + products.length > 0 ? { kind: 'choices', amounts, products } : null;
}

const creditOf = ({ vatPercent }: LineServices, { id }: Product, credit: Rials) => ({
  productId: id,
  amount: priceOfBase(credit, vatPercent).total,
  credit,
});

/** The top-up of a free amount. */
export function freeTopUp(catalogue: Catalogue, { operatorId, simType }: Recipient): Product | null {
  if (operatorId === null) return null;
  const shelf = catalogue.shelf({ operatorId, simType, type: 'topup' });
  return shelf.products.find(({ maxPrice }) => maxPrice !== null) ?? null;
}

function amountOf(services: LineServices, recipient: Recipient, words: string, unit: Unit): LineMeaning | null {
  const meanings = amountMeanings(words, unit);
  const free = meanings && freeTopUp(services.catalogue, recipient);
  if (!meanings || !free) return null;
  const limits = creditLimits(free, services.vatPercent);
  const fits = (credit: Rials) => credit >= limits.min && credit <= limits.max;
  const usual = creditPresets(limits);
  const likely = meanings.likely.filter(fits);
  const other = meanings.otherUnit !== null && fits(meanings.otherUnit) ? meanings.otherUnit : null;
  const [credit] = likely;
  const isSure = other === null || (credit !== undefined && usual.includes(credit) && !usual.includes(other));
  if (credit !== undefined && isSure) return { kind: 'item', ...creditOf(services, free, credit) };
  const amounts = [...likely, ...(other === null ? [] : [other])].map((one) => creditOf(services, free, one));
  return amounts.length > 0 ? { kind: 'choices', amounts, products: [] } : { kind: 'out-of-range', ...limits };
}

function productOf(catalogue: Catalogue, recipient: Recipient, words: string): LineMeaning | null {
  const products = productsOf(catalogue, recipient, words);
  const [only, ...others] = products;
  if (!only) return null;
  return others.length === 0
    ? { kind: 'item', productId: only.id, amount: null, credit: null }
    : { kind: 'choices', amounts: [], products: products.slice(0, mostMeanings) };
}

/** Exact matches, if there are any. */
function productsOf(catalogue: Catalogue, { operatorId, simType }: Recipient, words: string): Product[] {
  const atoms = rawWords(words).flatMap(atomsOf);
  // A size or a time makes it a product; a name or a greeting beside a number does not.
  if (operatorId === null || !atoms.some(({ kind }) => kind !== 'word')) return [];
  const products = allFound(catalogue, words, { operatorId, simType });
  const exact = products.filter((one) => isExactly(one, words));
  return exact.length > 0 ? exact : products;
}

/** Enough of them to tell which one is meant exactly. */
function allFound(
  catalogue: Catalogue,
  words: string,
  filter: { operatorId: OperatorId; simType: SimType },
): Product[] {
  const products: Product[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
    const listing = catalogue.search(words, { ...filter, page });
    pages = listing.pages;
    products.push(...listing.products);
  }
  return products;
}

/** Nothing in its name is left unsaid by the words: "10gb monthly" is not the night package of that size. */
function isExactly({ name, nameEn, days }: Product, words: string): boolean {
  const typedWords = new Set(rawWords(words).map(foldText));
  const unsaid = [name, nameEn ?? name].map((one) =>
    rawWords(shortName(one, days).rest).filter((word) => !typedWords.has(foldText(word))),
  );
  return unsaid.some((left) => left.length === 0);
}

/** A size, a time or money is named. */
export const hasUnit = (words: string): boolean =>
  rawWords(words)
    .flatMap(atomsOf)
    .some(({ kind }) => kind === 'unit');
