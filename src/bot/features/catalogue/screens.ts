import type { OperatorId, Product, ProductType, SimType } from '../../../domain/product.ts';
import { priceOfBase } from '../../../domain/quote.ts';
import { sorts } from '../../../shop/catalogue/order.ts';
import type { Listing, Shelf } from '../../../shop/catalogue/snapshot.ts';
import type { Press } from '../../core/callback-data.ts';
import { buttonLength, foreign, type View } from '../../core/formatter.ts';
import { backRow, chosen, pageRows, type ShelfPress, shelfTop } from '../../core/navigation.ts';
import { inRows, type Key, key, lines, type Screen } from '../../core/screen.ts';
import { numberLine } from '../numbers/screens.ts';

export interface OperatorsData {
  readonly type: ProductType;
  readonly operators: readonly OperatorId[];
  /** Whose fixed-wireless packages are on sale, if anyone's are. */
  readonly tdlteOf: OperatorId | null;
  readonly note: string | null;
}

/** The door of the packages: an operator, or a word to search for. */
export function operatorsScreen(view: View, { type, operators, tdlteOf, note }: OperatorsData): Screen {
  const title = `<b>${view.html(`type-${type}`)}</b>`;
  if (operators.length === 0) {
    return {
      text: lines(title, '', note ?? view.html('shelf-empty')),
      keys: [[key(view.plain('key-try-again'), { to: 'operators', type })], backRow(view, { to: 'home' })],
    };
  }
  return {
    text: lines(title, note, '', view.html('packages-hint')),
    keys: [
      ...inRows(
        operators.map((operator) => key(view.operator(operator), { to: 'sims', type, operator })),
        2,
      ),
      ...(tdlteOf === null || type === 'tdlte'
        ? []
        : [[key(view.plain('key-tdlte'), { to: 'sims', type: 'tdlte', operator: tdlteOf })]]),
      [key(view.plain('key-search'), { to: 'askSearch' })],
      backRow(view, { to: 'home' }),
    ],
  };
}

export function simsScreen(
  view: View,
  data: { type: ProductType; operator: OperatorId; sims: readonly SimType[] },
): Screen {
  const { type, operator, sims } = data;
  return {
    text: lines(
      `<b>${view.html(`type-${type}`)}</b> › ${view.operator(operator)}`,
      '',
      view.html(sims.length > 0 ? 'choose-sim' : 'shelf-empty'),
    ),
    keys: [
      sims.map((sim) => key(view.sim(sim), shelfTop(type, operator, sim, null))),
      backRow(view, { to: 'operators', type: 'data' }),
    ].filter((row) => row.length > 0),
  };
}

/** Name, validity and the price that will be paid, in one row: people choose from the list. */
export function productLabel(view: View, product: Product, vatPercent: number): string {
  const price =
    product.maxPrice === null
      ? view.money(priceOfBase(product.price, vatPercent).total)
      : view.plain('price-range', { min: view.money(product.price), max: view.money(product.maxPrice) });
  return view.offered(product.name, product.nameEn, product.days, price);
}

export interface ShelfData {
  readonly at: ShelfPress;
  readonly shelf: Shelf;
  readonly vatPercent: number;
  readonly note: string | null;
}

/** One step of the catalogue: the sub-categories here, or everything from here down as a list. */
export function shelfScreen(view: View, { at, shelf, vatPercent, note }: ShelfData): Screen {
  const path = [
    `<b>${view.html(`type-${at.type}`)}</b>`,
    view.operator(at.operator),
    view.sim(at.sim),
    ...shelf.path.map(({ name }) => view.html('line', { text: foreign(name, buttonLength) })),
  ].join(' › ');
  const number = at.mobile === null ? null : numberLine(view, at.mobile, null);
  const listed = at.all === 'yes' || shelf.branches.length === 0;
  const heading = lines(path, number, note);
  if (shelf.total === 0)
    return { text: lines(heading, '', view.html('shelf-empty')), keys: [backRow(view, above(at, shelf))] };
  return listed
    ? {
        text: lines(heading, '', view.html('shelf-choose', { count: shelf.total })),
        keys: listRows(view, at, shelf, vatPercent),
      }
    : { text: lines(heading, '', view.html('shelf-categories')), keys: branchRows(view, at, shelf) };
}

function branchRows(view: View, at: ShelfPress, shelf: Shelf): Key[][] {
  const size = 8;
  const pages = Math.ceil(shelf.branches.length / size);
  const page = Math.min(Math.max(at.page, 1), pages);
  const into = (id: number): Press => ({
    ...at,
    ...(at.category === null ? { category: id } : { sub: id }),
    page: 1,
  });
  const shown = shelf.branches.slice((page - 1) * size, page * size);
  const everything = [key(view.plain('key-all', { count: shelf.total }), { ...at, all: 'yes', page: 1 })];
  // Some stand in none of the branches: nobody should leave thinking that the branches are all there is.
  const uncovered = shelf.branches.reduce((sum, { count }) => sum + count, 0) < shelf.total;
  return [
    ...(uncovered ? [everything] : []),
    ...shown.map(({ id, name, count }) => [
      key(view.plain('category-count', { name: foreign(name, buttonLength), count }), into(id)),
    ]),
    ...pageRows(view, page, pages, (turned) => ({ ...at, page: turned })),
    ...(uncovered ? [] : [everything]),
    backRow(view, above(at, shelf)),
  ];
}

function listRows(view: View, at: ShelfPress, shelf: Shelf, vatPercent: number): Key[][] {
  // Top-ups have no end date to sort by.
  const sorting = sorts
    .filter((sort) => sort !== 'days' || at.type !== 'topup')
    .map((sort) => {
      return key(chosen(sort === at.sort, view.plain(`sort-${sort}`)), { ...at, sort, page: 1 });
    });
  const back: Press = at.all === 'yes' && shelf.branches.length > 0 ? { ...at, all: 'no', page: 1 } : above(at, shelf);
  return [
    ...shelf.products.map((product) => [
      key(productLabel(view, product, vatPercent), { to: 'product', id: product.id, mobile: at.mobile }),
    ]),
    ...pageRows(view, shelf.page, shelf.pages, (page) => ({ ...at, page })),
    ...(shelf.total > 1 ? [sorting] : []),
    backRow(view, back),
  ];
}

/** One step up: from a sub-category to what holds it, from the top to where the shelf was chosen. */
function above(at: ShelfPress, shelf: Shelf): Press {
  const up = { ...at, all: 'no', page: 1 } as const;
  const parent = shelf.path.at(-2);
  if (at.sub !== null && parent) return { ...up, sub: shelf.path.length > 2 ? parent.id : null };
  if (at.category !== null) return { ...up, category: null, sub: null };
  return at.mobile === null
    ? { to: 'sims', type: at.type, operator: at.operator }
    : { to: 'number', mobile: at.mobile };
}

export interface SearchData {
  readonly words: string;
  /** The SIM type that is listed. */
  readonly sim: SimType;
  readonly found: Listing;
  /** How many there are for each SIM type: the same package is sold for both, at its own price. */
  readonly counts: readonly { readonly sim: SimType; readonly count: number }[];
  readonly vatPercent: number;
  readonly note: string | null;
}

export function searchScreen(view: View, { words, sim, found, counts, vatPercent, note }: SearchData): Screen {
  const heading = lines(view.html('search-title', { words: foreign(words) }), note);
  const last = [
    [key(view.plain('key-search-again'), { to: 'askSearch' })],
    backRow(view, { to: 'operators', type: 'data' }),
  ];
  if (found.total === 0) return { text: lines(heading, '', view.html('search-none')), keys: last };
  const labelled = (product: Product) =>
    `${view.operator(product.operatorId)} · ${productLabel(view, product, vatPercent)}`;
  const sims = counts.map(({ sim: one, count }) =>
    key(chosen(one === sim, view.plain('category-count', { name: view.sim(one), count })), {
      to: 'search',
      page: 1,
      sim: one,
      words,
    }),
  );
  return {
    text: lines(heading, '', view.html('shelf-choose', { count: found.total })),
    keys: [
      ...found.products.map((product) => [key(labelled(product), { to: 'product', id: product.id, mobile: null })]),
      ...pageRows(view, found.page, found.pages, (page) => ({ to: 'search', page, sim, words })),
      ...(sims.length > 1 ? [sims] : []),
      ...last,
    ],
  };
}

export const askSearchScreen = (view: View): Screen => ({
  text: view.html('ask-search'),
  keys: [backRow(view, { to: 'operators', type: 'data' })],
});
