import { catalogueActions, openProduct } from '#bot/actions/catalogue.ts';
import { homeActions } from '#bot/actions/home.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { sharingActions } from '#bot/actions/sharing.ts';
import { type ShelfAddress, shelfTop } from '#bot/actions/shelf-address.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/kit/action.ts';
import { buttonLength, type Formatter, untrusted, withoutBreaks } from '#bot/kit/formatter.ts';
import {
  backRow,
  choiceRows,
  clampPage,
  inReadingOrder,
  pageRows,
  pageSize,
  withCheckMark,
} from '#bot/kit/navigation.ts';
import { rowLabels } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { productRow } from '#bot/words/catalogue.ts';
import { numberLine } from '#bot/words/number-screens.ts';
import type { PriceList } from '#domain/price.ts';
import { type OperatorId, type Product, type ProductType, type SimType, sorts } from '#domain/product.ts';
import type { Branch } from '#shop/buying/catalogue/shelves.ts';
import type { OpenShelf } from './open-shelf.ts';

interface OperatorsData {
  readonly type: ProductType;
  readonly operators: readonly OperatorId[];
  /** The operator whose fixed-wireless packages are on sale, if any. */
  readonly tdlteOf: OperatorId | null;
  readonly note: string | null;
}

export function operatorsScreen(format: Formatter, { type, operators, tdlteOf, note }: OperatorsData): Screen {
  const title = `<b>${format.html(`type-${type}`)}</b>`;
  if (operators.length === 0) {
    return {
      text: lines(title, '', note ?? format.html('shelf-empty')),
      keys: [
        [button(format.plain('key-try-again'), catalogueActions.operators({ type }))],
        backRow(format, homeActions.home()),
      ],
    };
  }
  return {
    text: lines(title, note, '', format.html('packages-hint')),
    keys: [
      ...choiceRows(
        format,
        operators.map((operator) => button(format.operator(operator), catalogueActions.sims({ type, operator }))),
        2,
      ),
      ...(tdlteOf === null || type === 'tdlte'
        ? []
        : [[button(format.plain('key-tdlte'), catalogueActions.sims({ type: 'tdlte', operator: tdlteOf }))]]),
      [button(format.plain('key-search'), catalogueActions.askSearch())],
      backRow(format, homeActions.home()),
    ],
  };
}

export function simsScreen(
  format: Formatter,
  data: { type: ProductType; operator: OperatorId; sims: readonly SimType[] },
): Screen {
  const { type, operator, sims } = data;
  return {
    text: lines(
      `<b>${format.html(`type-${type}`)}</b> › ${format.operator(operator)}`,
      '',
      format.html(sims.length > 0 ? 'choose-sim' : 'shelf-empty'),
    ),
    keys: [
      inReadingOrder(
        format,
        sims.map((sim) => button(format.sim(sim), catalogueActions.shelf(shelfTop(type, operator, sim, null)))),
      ),
      backRow(format, catalogueActions.operators({ type: 'data' })),
    ].filter((row) => row.length > 0),
  };
}

interface ShelfData extends OpenShelf {
  readonly prices: PriceList;
  readonly note: string | null;
  /** Bought most for this kind of number; they come first. */
  readonly best: readonly Product[];
}

export function shelfScreen(format: Formatter, { prices, note, best, ...open }: ShelfData): Screen {
  const { at, shelf, above } = open;
  const number = at.mobile === null ? null : numberLine(format, at.mobile, null);
  const showsProducts = isListed(open);
  const back = wayBack(at, above);
  const heading = lines(shelfPath(format, open), number, note);
  if (shelf.total === 0) return { text: lines(heading, '', format.html('shelf-empty')), keys: [backRow(format, back)] };
  return showsProducts
    ? {
        text: lines(heading, '', format.html('shelf-choose', { count: shelf.total })),
        keys: listRows(format, bestFirst(open, best), { back, prices }),
      }
    : {
        text: lines(heading, '', format.html(best.length > 0 ? 'shelf-best' : 'shelf-categories')),
        keys: [
          ...bestRows(format, best.slice(0, Math.min(mostBest, mostRows - shelf.branches.length)), at, prices),
          ...branchRows(format, open, back),
        ],
      };
}

/** Where a shelf is, as HTML. */
export const shelfPath = (format: Formatter, { at, steps }: Pick<OpenShelf, 'at' | 'steps'>): string =>
  [
    `<b>${format.html(`type-${at.type}`)}</b>`,
    format.operator(at.operator),
    format.sim(at.sim),
    ...steps.map((name) => format.html('line', { text: category(format, name) })),
  ].join(' › ');

function linkButton(format: Formatter, at: ShelfAddress): Button {
  const { type, operator, sim, category, sub, mobile } = at;
  return button(format.plain('key-link'), sharingActions.shelfLink({ type, operator, sim, category, sub, mobile }));
}

function bestRows(
  format: Formatter,
  best: readonly Product[],
  { mobile }: ShelfAddress,
  prices: PriceList,
): Button[][] {
  const labels = rowLabels(
    format,
    best.map((product) => ({ ...productRow(format, product, prices), sign: '🔥 ' })),
  );
  return best.map(({ id }, nth) => [button(labels[nth] ?? '', catalogueActions.product({ id, mobile }))]);
}

/** A shop so small that it is one page needs no rows for them. */
function bestFirst(open: OpenShelf, best: readonly Product[]): OpenShelf {
  const { at, shelf } = open;
  if (at.sort !== 'catalogue' || shelf.pages > 1) return open;
  const place = ({ id }: Product) => best.findIndex((one) => one.id === id) + 1 || best.length + 1;
  return { ...open, shelf: { ...shelf, products: shelf.products.toSorted((a, b) => place(a) - place(b)) } };
}

const category = (format: Formatter, name: string): string =>
  withoutBreaks(untrusted(format.fromGateway(name), buttonLength));

/** More sub-categories than this are a screen of their own. */
const mostFilters = 4;
/** Best sellers and categories: with everything, back and home there are ten buttons. */
const mostRows = 7;
/** Categories on a page, where they need several. */
const branchesOnPage = 5;
/** Best sellers above the categories. */
const mostBest = 5;

/** At the top the categories are chosen from; within one its products are listed, and its sub-categories narrow the list. */
const isListed = ({ at, shelf: { branches, total }, above }: OpenShelf): boolean =>
  at.all === 'yes' || total <= pageSize || branches.length === 0 || (above !== null && branches.length <= mostFilters);

const into = (at: ShelfAddress, id: number): Action =>
  catalogueActions.shelf({ ...at, ...(at.category === null ? { category: id } : { sub: id }), all: 'no', page: 1 });

/** Only counts that add up to that of the whole list are told. */
const branchLabel = (format: Formatter, { name, count, isShared }: Branch): string =>
  isShared
    ? format.plain('line', { text: category(format, name) })
    : format.plain('category-count', { name: category(format, name), count });

function filterRows(format: Formatter, { at, shelf: { branches } }: OpenShelf): Button[][] {
  const narrower = branches.length > mostFilters ? [] : branches;
  return choiceRows(
    format,
    narrower.map((branch) => button(branchLabel(format, branch), into(at, branch.id))),
  );
}

function branchRows(format: Formatter, { at, shelf, beside, everything: all }: OpenShelf, back: Action): Button[][] {
  const size = shelf.branches.length > mostRows ? branchesOnPage : mostRows;
  const pages = Math.ceil(shelf.branches.length / size);
  const page = clampPage(at.page, pages);
  const shownBranches = shelf.branches.slice((page - 1) * size, page * size);
  const everything = [button(format.plain('key-all', { count: all.count }), catalogueActions.shelf(all.at))];
  // Products without a category are only in the list of all, so it comes first. Categories beside are among its options.
  const counts = [...shelf.branches, ...beside.map(({ branch }) => branch)].map((one) =>
    one.isShared ? 0 : one.count,
  );
  const isIncomplete = counts.reduce((sum, count) => sum + count, 0) < all.count;
  return [
    ...(isIncomplete ? [everything] : []),
    ...shownBranches.map((branch) => [button(branchLabel(format, branch), into(at, branch.id))]),
    ...pageRows(format, page, pages, (toPage) => catalogueActions.shelf({ ...at, page: toPage })),
    ...(isIncomplete ? [] : [everything]),
    backRow(format, back),
  ];
}

function listRows(
  format: Formatter,
  open: OpenShelf,
  { back, prices }: { readonly back: Action; readonly prices: PriceList },
): Button[][] {
  const { at, shelf } = open;
  const options = button(format.plain('key-shelf-options'), catalogueActions.shelfOptions(at));
  const isOpened = at.all === 'yes' && shelf.branches.length > 0 && !isListed({ ...open, at: { ...at, all: 'no' } });
  const labels = rowLabels(
    format,
    shelf.products.map((product) => productRow(format, product, prices)),
  );
  return [
    ...shelf.products.map(({ id }, nth) => [
      button(labels[nth] ?? '', openProduct({ id, mobile: at.mobile, sort: at.sort })),
    ]),
    ...pageRows(format, shelf.page, shelf.pages, (page) => catalogueActions.shelf({ ...at, page }), [options]),
    backRow(format, isOpened || isAllTopUps(at) ? openedFrom(at) : back),
  ];
}

/** How a list is ordered, narrowed and passed on. */
export function shelfOptionsScreen(format: Formatter, open: OpenShelf): Screen {
  const { at } = open;
  const filters = filterRows(format, open);
  // Top-ups have no end date to sort by.
  const sorting = sorts
    .filter((sort) => sort !== 'days' || at.type !== 'topup')
    .map((sort) =>
      button(
        withCheckMark(sort === at.sort, format.plain(`sort-${sort}`)),
        catalogueActions.shelf({ ...at, sort, page: 1 }),
      ),
    );
  return {
    text: lines(
      shelfPath(format, open),
      at.mobile === null ? null : numberLine(format, at.mobile, null),
      '',
      format.html(filters.length > 0 ? 'shelf-options-narrow' : 'shelf-options'),
    ),
    keys: [
      inReadingOrder(format, sorting),
      ...filters,
      [linkButton(format, at)],
      backRow(format, catalogueActions.shelf({ ...at, page: 1 })),
    ],
  };
}

/** The list of all top-ups is opened from the amounts; every other list from its categories. */
const openedFrom = (at: ShelfAddress): Action =>
  isAllTopUps(at) ? topUpActions.topup({ mobile: at.mobile }) : catalogueActions.shelf({ ...at, all: 'no', page: 1 });

const isAllTopUps = (at: ShelfAddress): at is ShelfAddress & { mobile: string } =>
  at.type === 'topup' && at.mobile !== null && at.category === null && at.all === 'yes';

function wayBack(at: ShelfAddress, above: ShelfAddress | null): Action {
  if (above) return catalogueActions.shelf(above);
  return at.mobile === null
    ? catalogueActions.sims({ type: at.type, operator: at.operator })
    : numberActions.number({ mobile: at.mobile });
}
