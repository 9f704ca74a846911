import { type Formatter, truncate, untrusted, withoutBreaks } from '#bot/kit/formatter.ts';
import { itemTitle } from '#bot/words/item-title.ts';
import { mistakenNumber } from '#domain/phone.ts';
import { hasNumber, type RowProblem, type SaleRow } from '#shop/buying/bulk/batch.ts';
import type { Group, Section } from '#shop/buying/bulk/sections.ts';

/** A message holds 4,096 characters; further rows are counted. */
export const shownRows = 30;
/** Of the rows in the table, shared by its sections: rows with items of their own are long. */
const shownCharacters = 1_600;
/** Listed rows of each problem. */
const shownLeft = 4;
const wordsLength = 20;
const titleLength = 60;

const problems = [
  'number-invalid',
  'unclear',
  'not-found',
  'twice',
  'other-operator',
  'not-for-number',
  'bought-today',
  'unavailable',
  'left-out',
] as const satisfies readonly RowProblem[];

export function rowTitle(format: Formatter, { item, order }: SaleRow): string {
  if (!order) return '';
  const title = itemTitle(format, { ...order, item: { kind: 'product', amount: item?.amount ?? null } });
  return withoutBreaks(untrusted(title, titleLength));
}

export const sectionName = (
  format: Formatter,
  { operatorId, simType, isTdlte }: Pick<Section, 'operatorId' | 'simType' | 'isTdlte'>,
): string => {
  const operator = operatorId === null ? format.plain('bulk-operator-unknown') : format.operator(operatorId);
  const facts = [operator, ...(isTdlte ? ['TD-LTE'] : []), ...(simType === 'prepaid' ? [] : [format.sim(simType)])];
  return facts.join(' · ');
};

/** Each section has its share of the lines. What is wrong with a row stands below all of them. */
export function sectionLines(format: Formatter, sections: readonly Section[]): string[] {
  const parts = Math.max(1, sections.length);
  const share = {
    lines: Math.max(3, Math.floor(shownRows / parts)),
    characters: Math.floor(shownCharacters / parts),
  };
  return sections
    .map((section) => ({ ...section, waiting: section.waiting.filter(({ problem }) => problem === null) }))
    .filter(({ groups, waiting }) => groups.length + waiting.length > 0)
    .flatMap((section) => ['', sectionHeading(format, section), ...withinShare(format, section, share)]);
}

/** How many of its numbers get something, and for how much; or how many there are. */
export function sectionHeading(format: Formatter, section: Section): string {
  const { rows, groups, charge } = section;
  const operator = sectionName(format, section);
  if (charge === 0) return format.html('bulk-section-empty', { operator, count: rows.length });
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
  return format.html('bulk-section', { operator, count, total: format.money(charge) });
}

interface Share {
  readonly lines: number;
  readonly characters: number;
}

function withinShare(format: Formatter, { groups, waiting }: Section, share: Share): string[] {
  const all = [
    ...groups.flatMap((group) => groupLines(format, group)),
    ...(waiting.length > 0 ? [{ text: format.html('bulk-unchosen', { count: waiting.length }), rows: 0 }] : []),
    ...waiting.map(({ mobile }) => ({ text: numberLine(format, mobile), rows: 1 })),
  ];
  let characters = 0;
  const fitting = all.findIndex(({ text }, nth) => {
    characters += text.length;
    return nth >= share.lines || (nth > 0 && characters > share.characters);
  });
  const shownGroups = fitting < 0 ? all : all.slice(0, fitting);
  const more = all.slice(shownGroups.length).reduce((sum, { rows }) => sum + rows, 0);
  return [...shownGroups.map(({ text }) => text), ...(more > 0 ? [format.html('bulk-more', { count: more })] : [])];
}

const numberLine = (format: Formatter, mobile: string): string =>
  format.html('bulk-row', { number: format.mobile(mobile) });

/** One line for a single number; otherwise what they get stands above them. */
function groupLines(format: Formatter, { rows, charge }: Group): { text: string; rows: number }[] {
  const [first] = rows;
  if (!first?.order) return [];
  const what = rowTitle(format, first);
  if (rows.length === 1) {
    const number = format.mobile(first.mobile);
    return [{ text: format.html('bulk-row-item', { number, what, price: format.money(charge) }), rows: 1 }];
  }
  const each = format.money(first.order.charge);
  return [
    { text: format.html('bulk-group', { what, count: rows.length, each }), rows: 0 },
    ...rows.map(({ mobile }) => ({ text: numberLine(format, mobile), rows: 1 })),
  ];
}

export function problemLines(format: Formatter, rows: readonly SaleRow[]): string[] {
  return problems.flatMap((problem) => {
    const out = rows.filter((row) => row.problem === problem);
    if (out.length === 0) return [];
    const which = out.slice(0, shownLeft).map((row) => writtenName(format, row));
    const more = out.length > which.length ? ['…'] : [];
    return [format.html(`bulk-${problem}`, { count: out.length, which: [...which, ...more].join(' · ') })];
  });
}

/** Digits that are missing, or too many. Null: nothing so simple. */
export function wrongDigits({ problem, mobile }: SaleRow) {
  // An amount beside it has digits of its own.
  const digits =
    problem === 'number-invalid' ? mobile.split(/[\s,;]+/).find((word) => /^\+?\p{Nd}{9,}$/u.test(word)) : '';
  const failure = mistakenNumber(digits ?? '')?.failure;
  return failure?.code === 'number-short' || failure?.code === 'number-long' ? failure : null;
}

function writtenName(format: Formatter, row: SaleRow): string {
  const number = rowName(format, row);
  const failure = wrongDigits(row);
  if (failure?.code === 'number-short') return format.plain('bulk-row-short', { number, missing: failure.missing });
  if (failure?.code === 'number-long') return format.plain('bulk-row-long', { number, extra: failure.extra });
  return number;
}

/** As it was written, where that is the problem. */
export function rowName(format: Formatter, { mobile, problem, words }: SaleRow): string {
  if (!hasNumber({ mobile })) return untrusted(truncate(mobile, wordsLength));
  const isWritten =
    words !== null && (problem === 'unclear' || problem === 'not-found' || problem === 'not-for-number');
  const number = format.mobile(mobile);
  return isWritten ? format.plain('bulk-row-written', { number, words: untrusted(words, wordsLength) }) : number;
}
