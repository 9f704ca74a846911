import type { Action } from './action.ts';
import type { Formatter } from './formatter.ts';
import { backRow, inReadingOrder, pageRows, previousNextRows } from './navigation.ts';
import { perRow } from './row-label.ts';
import { type Button, type ButtonStyle, button, inRows, newMessageButton, type Screen } from './screen.ts';
import type { Variables } from './texts.ts';

/** A line, button or row that is left out. A condition may stand before it: `isOff && format.html('card-off')`. */
type Absent = null | false | undefined;

/** A button whose label is a text of the locales. Other labels are for `button`. */
interface Key {
  readonly name: string;
  readonly action: Action;
  readonly how: How | undefined;
  readonly isNew: boolean;
}

/** A colour, or the variables of the label. */
type How = ButtonStyle | Variables;

type Cell = Button | Key | Absent;
/** One button, or several in the order in which people read them. */
export type Row = Cell | readonly Cell[];
export type Line = string | Absent;

interface Turn {
  /** Counts from 1. */
  readonly page: number;
  /** True if there is a next page. Lists of known length say how many `pages` there are. */
  readonly more?: boolean;
  readonly pages?: number;
  readonly to: (page: number) => Action;
  /** Buttons for the whole list. They take the place of "Previous" on the first page. */
  readonly forAll?: readonly Cell[];
}

interface Page extends Pick<Screen, 'mobile' | 'order'> {
  /** What was just done, above the text. */
  readonly note?: Line;
  readonly text: string | readonly Line[];
  readonly keys?: readonly Row[];
  /** The way to the other pages of a list. */
  readonly turn?: Turn | Absent;
  /** Rows below the way to other pages. */
  readonly foot?: readonly Row[];
  /** Where "Back" leads. The way home stands beside it. */
  readonly back?: Action;
}

/**
 * A button named by the locales, in a colour or with variables.
 *
 * ```ts
 * key('key-remove-card', deskActions.removeCard({ card }), 'danger')
 * key('key-remove-nth', deskActions.removeCard({ card }), { number: nth + 1 })
 * ```
 */
export const key = (name: string, action: Action, how?: How): Key => ({ name, action, how, isNew: false });

/** Its reply is a new message, because people look for the present one later. */
export const newKey = (name: string, action: Action, variables?: Variables): Key => ({
  name,
  action,
  how: variables,
  isNew: true,
});

/**
 * Makes a screen. It leaves out what is absent, lays rows out in the reader's direction, and puts the ways to other pages
 * and back in the same place on every screen.
 *
 * ```ts
 * export const cardScreen = (format: Formatter, { card, isOff }: CardData, note: string | null): Screen =>
 *   page(format, {
 *     note,
 *     text: [format.html('card-title', { card }), '', isOff && format.html('card-off')],
 *     keys: [
 *       isOff && key('key-switch-on', deskActions.switchOn({ card })),
 *       [key('key-rename', deskActions.askName({ card })), key('key-remove', deskActions.remove({ card }), 'danger')],
 *     ],
 *     back: deskActions.cards(),
 *   });
 * ```
 *
 * A list with several pages has `turn`. `pageOf` cuts the page out of the items.
 *
 * ```ts
 * const { onPage, ...turn } = pageOf(cards, askedPage);
 * return page(format, {
 *   text: format.html('cards-title'),
 *   keys: onPage.map((card) => button(card.name, deskActions.card({ card: card.id }))),
 *   turn: { ...turn, to: (page) => deskActions.cardPage({ page }) },
 *   foot: [key('key-add-card', deskActions.askCard())],
 *   back: deskActions.desk(),
 * });
 * ```
 */
export function page(format: Formatter, { note, text, keys = [], turn, foot = [], back, ...about }: Page): Screen {
  const laidOut = (rows: readonly Row[]) =>
    rows
      .map((row) => inReadingOrder(format, buttons(format, isRow(row) ? row : [row])))
      .filter((row) => row.length > 0);
  return {
    ...about,
    text: present([note, note ? '' : null, ...(typeof text === 'string' ? [text] : text)]).join('\n'),
    keys: [
      ...laidOut(keys),
      ...(turn ? turnRow(format, turn) : []),
      ...laidOut(foot),
      ...(back ? [backRow(format, back)] : []),
    ],
  };
}

function turnRow(format: Formatter, { page: at, more = false, pages, to, forAll = [] }: Turn): Button[][] {
  const first = buttons(format, forAll);
  return pages === undefined
    ? previousNextRows(format, { page: at, more }, to, first)
    : pageRows(format, at, pages, to, first);
}

/**
 * Rows with as many buttons as a phone shows whole.
 *
 * ```ts
 * keys: [...fitting(format, operators.map((operator) => button(format.operator(operator), at(operator))))]
 * ```
 */
export function fitting(format: Formatter, cells: readonly Cell[]): Button[][] {
  const all = buttons(format, cells);
  return inRows(all, perRow(all.map(({ label }) => label)));
}

/** The texts that are there. An empty text stays: it is an empty line. */
export const present = (texts: readonly Line[]): string[] => texts.filter((text) => typeof text === 'string');

const isRow = (row: Row): row is readonly Cell[] => Array.isArray(row);

const buttons = (format: Formatter, cells: readonly Cell[]): Button[] =>
  cells.filter((cell) => !!cell).map((cell) => ('action' in cell ? keyButton(format, cell) : cell));

function keyButton(format: Formatter, { name, action, how, isNew }: Key): Button {
  const [style, variables] = typeof how === 'string' ? [how] : [undefined, how];
  const label = format.plain(name, variables);
  return isNew ? newMessageButton(label, action) : button(label, action, style);
}
