import type { Day, Period } from '../../../domain/calendar.ts';
import { spans } from '../../../domain/calendar.ts';
import type { Rials } from '../../../domain/money.ts';
import type { Product } from '../../../domain/product.ts';
import { added, type ProductSum, type Report, type Sum } from '../../../shop/reports/figures.ts';
import type { Press } from '../../core/callback-data.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { backRow, chosen, turnRows } from '../../core/navigation.ts';
import { type Key, key, lines, type Screen } from '../../core/screen.ts';

export interface ReportData {
  /** Whose, as the button says it: someone else's, or null for one's own and for the whole shop. */
  readonly of: number | null;
  readonly whose: { readonly kind: 'own' | 'shop' } | { readonly kind: 'person'; readonly name: string };
  readonly period: Period;
  /** The day within the period that was asked for: another span shows what it lies in. */
  readonly day: Day;
  readonly today: Day;
  /** The first day with a sale. */
  readonly first: Day | null;
  readonly report: Report;
  /** Whose products these are, as far as the catalogue still knows them. */
  readonly products: ReadonlyMap<number, Pick<Product, 'operatorId' | 'simType'>>;
  /** What the period before came to. */
  readonly before: Rials;
  readonly back: Press;
}

const shown = 8;
/** So much of a name: with the strangest characters in all of them, a report is still one message. */
const nameLength = 36;

/** What a day, a week or a month came to. */
export function reportScreen(view: View, data: ReportData): Screen {
  const { report, whose, period } = data;
  const { bySeller, waiting } = report;
  const sellers = bySeller && [
    ...largest(bySeller.sellers).map(({ item, ...sum }) => ({
      ...sum,
      what: item ? foreign(item.name, nameLength) : others(view),
    })),
    ...(bySeller.customers.count > 0 ? [{ ...bySeller.customers, what: view.plain('report-customers') }] : []),
  ];
  return {
    text: lines(
      view.html('report-title', { period: view.period(period) }),
      whose.kind === 'shop' ? view.html('report-shop') : null,
      whose.kind === 'person' ? view.html('line', { text: foreign(whose.name, nameLength) }) : null,
      '',
      ...(report.count === 0 ? [view.html('report-none')] : soldLines(view, data)),
      waiting.count > 0 ? view.html('today-waiting', { count: waiting.count, total: view.money(waiting.total) }) : null,
      ...part(
        view,
        'operators',
        report.byOperator.map((sum) => ({ ...sum, what: view.operator(sum.operatorId) })),
      ),
      ...part(
        view,
        'products',
        largest(report.byProduct).map(({ item, ...sum }) => ({
          ...sum,
          what: item ? productName(view, item, data) : others(view),
        })),
      ),
      ...part(view, 'sellers', sellers ?? []),
      '',
      view.html('report-tehran'),
    ),
    keys: [spanRow(view, data), ...daysRows(view, data), fileRow(view, data), backRow(view, data.back)],
  };
}

const others = (view: View): string => view.plain('report-others');

/** Operators sell different things under one name: where two of them stand in one list, each says whose it is. */
function productName(view: View, { productId, title, titleEn }: ProductSum, { report, products }: ReportData): string {
  if (title === null) return view.plain('report-offers', { sim: view.sim(productId === 511 ? 'postpaid' : 'prepaid') });
  const what = view.named(title, titleEn, nameLength);
  const namesakes = report.byProduct.filter((other) => other.title === title);
  const product = products.get(productId);
  if (namesakes.length === 1 || !product) return what;
  return view.plain('report-product', {
    what,
    operator: view.operator(product.operatorId),
    sim: view.sim(product.simType),
  });
}

function soldLines(view: View, { report, before, period, today }: ReportData): (string | null)[] {
  const { count, base, vat, total } = report;
  return [
    `<b>${view.html('today-sold', { count, total: view.money(total) })}</b>`,
    view.html('report-vat', { base: view.money(base), vat: view.money(vat) }),
    before === 0 ? null : compared(view, period, { total, before, running: period.to >= today }),
  ];
}

/** A period that still runs has not sold less than the one before: it is not over. */
function compared(
  view: View,
  { span }: Period,
  { total, before, running }: { readonly total: Rials; readonly before: Rials; readonly running: boolean },
): string {
  const than = view.plain(`span-before-${span}`);
  const percent = Math.round((total / before) * 100);
  if (running && percent < 100) return view.html('report-so-far', { percent, than });
  const change = percent - 100;
  if (change === 0) return view.html('report-same', { than });
  return view.html(change > 0 ? 'report-more' : 'report-less', { percent: Math.abs(change), than });
}

interface Line extends Sum {
  readonly what: string;
}

function part(view: View, name: 'operators' | 'products' | 'sellers', sums: readonly Line[]): string[] {
  if (sums.length === 0) return [];
  const said = sums.map(({ what, count, total }) =>
    view.html('report-line', { what, count, total: view.money(total) }),
  );
  return ['', view.html(`report-${name}`), ...said];
}

/** The largest few by name, and the rest as one, without a name. */
function largest<T extends Sum>(sums: readonly T[]): (Sum & { readonly item: T | null })[] {
  const named = sums.slice(0, shown).map((sum) => ({ ...sum, item: sum }));
  return sums.length > shown ? [...named, { ...added(sums.slice(shown)), item: null }] : named;
}

const spanRow = (view: View, { of, period, day }: ReportData): Key[] =>
  spans.map((span) => key(chosen(span === period.span, view.plain(`span-${span}`)), { to: 'report', of, span, day }));

const fileRow = (view: View, { of, period: { span }, day }: ReportData): Key[] => [
  key(view.plain('key-chart'), { to: 'chart', of }),
  key(view.plain('key-file'), { to: 'reportFile', of, span, day }),
];

/** Back to the first sale, and never into the future. */
function daysRows(view: View, { of, period: { span, from, to }, first, today }: ReportData): Key[][] {
  const turn = (day: Day): Press => ({ to: 'report', of, span, day });
  return turnRows(view, first !== null && first < from ? turn(from - 1) : null, to < today ? turn(to + 1) : null);
}
