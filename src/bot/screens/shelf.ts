import type { OperatorId, Product, ProductType, SimType } from '../../domain/product.ts';
import { priceOfBase } from '../../domain/quote.ts';
import { sorts } from '../../shop/catalogue/order.ts';
import type { Listing, Shelf } from '../../shop/catalogue/snapshot.ts';
import type { Press } from '../buttons.ts';
import { inRows, type Key, key, lines, type Screen } from '../screen.ts';
import { foreign, type View } from '../view.ts';
import { backRow, pageRows } from './navigation.ts';

export type ShelfPress = Extract<Press, { to: 'shelf' }>;

export function operatorsScreen(
  view: View,
  data: { type: ProductType; operators: readonly OperatorId[]; note: string | null },
): Screen {
  return {
    text: lines(
      `<b>${view.html(`type-${data.type}`)}</b>`,
      data.note,
      '',
      view.html(data.operators.length > 0 ? 'choose-operator' : 'shelf-empty'),
    ),
    keys: [
      ...inRows(
        data.operators.map((operator) => key(view.operator(operator), { to: 'sims', type: data.type, operator })),
        2,
      ),
      [key(view.plain('key-search'), { to: 'askSearch' })],
      backRow(view, { to: 'home' }),
    ],
  };
}

export function simsScreen(
  view: View,
  data: { type: ProductType; operator: OperatorId; sims: readonly SimType[] },
): Screen {
  const { type, operator } = data;
  const top = (sim: SimType): Press => ({
    to: 'shelf',
    type,
    operator,
    sim,
    category: null,
    sub: null,
    all: 'no',
    page: 1,
    sort: 'catalogue',
    mobile: null,
  });
  return {
    text: lines(`<b>${view.html(`type-${type}`)}</b> › ${view.operator(operator)}`, '', view.html('choose-sim')),
    keys: [data.sims.map((sim) => key(view.sim(sim), top(sim))), backRow(view, { to: 'operators', type })],
  };
}

/** Name, validity and the price that will be paid, in one row: people choose from the list. */
export function productLabel(view: View, product: Product, vatPercent: number): string {
  const price =
    product.maxPrice === null
      ? view.money(priceOfBase(product.price, vatPercent).total)
      : view.plain('price-range', { min: view.money(product.price), max: view.money(product.maxPrice) });
  const days = view.days(product.days);
  return [view.named(product.name, product.nameEn), days, price].filter((part) => part !== null).join(' · ');
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
    ...shelf.path.map(({ name }) => view.html('foreign', { text: foreign(name) })),
  ].join(' › ');
  const number = at.mobile === null ? null : `<code>${view.mobile(at.mobile)}</code>`;
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
  return [
    ...shown.map(({ id, name, count }) => [
      key(view.plain('category-count', { name: foreign(name), count }), into(id)),
    ]),
    ...pageRows(view, page, pages, (turned) => ({ ...at, page: turned })),
    [key(view.plain('key-all', { count: shelf.total }), { ...at, all: 'yes', page: 1 })],
    backRow(view, above(at, shelf)),
  ];
}

function listRows(view: View, at: ShelfPress, shelf: Shelf, vatPercent: number): Key[][] {
  const sorting = sorts.map((sort) => {
    const label = view.plain(`sort-${sort}`);
    return key(sort === at.sort ? `✓ ${label}` : label, { ...at, sort, page: 1 });
  });
  const back: Press = at.all === 'yes' && shelf.branches.length > 0 ? { ...at, all: 'no', page: 1 } : above(at, shelf);
  return [
    ...shelf.products.map((product) => [
      key(productLabel(view, product, vatPercent), { to: 'product', id: product.id, mobile: at.mobile } as const),
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

export function searchScreen(
  view: View,
  data: { words: string; found: Listing; vatPercent: number; note: string | null },
): Screen {
  const { words, found, vatPercent, note } = data;
  const heading = lines(view.html('search-title', { words: foreign(words) }), note);
  if (found.total === 0) {
    return {
      text: lines(heading, '', view.html('search-none')),
      keys: [
        [key(view.plain('key-search-again'), { to: 'askSearch' })],
        backRow(view, { to: 'operators', type: 'data' }),
      ],
    };
  }
  const labelled = (product: Product) =>
    `${view.operator(product.operatorId)} · ${productLabel(view, product, vatPercent)}`;
  return {
    text: lines(heading, '', view.html('shelf-choose', { count: found.total })),
    keys: [
      ...found.products.map((product) => [
        key(labelled(product), { to: 'product', id: product.id, mobile: null } as const),
      ]),
      ...pageRows(view, found.page, found.pages, (page) => ({ to: 'search', page, words })),
      [key(view.plain('key-search-again'), { to: 'askSearch' })],
      backRow(view, { to: 'operators', type: 'data' }),
    ],
  };
}

export const askSearchScreen = (view: View): Screen => ({
  text: view.html('ask-search'),
  keys: [backRow(view, { to: 'operators', type: 'data' })],
});
