import { reportActions } from '#bot/actions/reports.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted, withoutBreaks } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, turnRows, withCheckMark } from '#bot/kit/navigation.ts';
import { shortTitle } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { sumLines } from '#bot/money/payment-desk/sum-lines.ts';
import { earnedLines, earnedWords, ownProfitLine, profitWords, type Reader } from '#bot/words/earned.ts';
import type { Day, Period } from '#domain/calendar.ts';
import { spans } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { withoutAnyAmount } from '#domain/top-up-kind.ts';
import type { MethodSum } from '#shop/money/payments/payment-queries.ts';
import type { Forecast } from '#shop/returning/plans/plan-queries.ts';
import { added, type ProductSum, type Report, type Sum } from '#shop/running/reports/sales-queries.ts';
import type { AnswerTimes } from '#shop/support/support/conversation-list.ts';

export interface ReportData {
  /** Null: the reader's own sales, or the whole shop. */
  readonly of: number | null;
  readonly whose: { readonly kind: 'own' | 'shop' } | { readonly kind: 'person'; readonly name: string };
  readonly period: Period;
  /** Other spans are shown around it. */
  readonly day: Day;
  readonly today: Day;
  /** The first day that has a sale. */
  readonly first: Day | null;
  readonly report: Report;
  /** Empty in a seller's own report. */
  readonly payments: readonly MethodSum[];
  /** What plans will buy in the next days, for the whole shop today; null balance: unknown. */
  readonly planned: (Forecast & { readonly balance: Rials | null }) | null;
  /** How fast support answers; null in a seller's own report. */
  readonly answers: AnswerTimes | null;
  /** Only those still in the catalogue. */
  readonly products: ReadonlyMap<number, Pick<Product, 'operatorId' | 'simType' | 'type' | 'days'>>;
  /** Total of the previous period. */
  readonly before: Rials;
  readonly back: Action;
}

const mostShown = 8;
/** So that a report fits into one message. */
const nameLength = 24;

const titleLines = (format: Formatter, { whose, period }: ReportData): (string | null)[] => [
  format.html('report-title', { period: format.period(period) }),
  whose.kind === 'shop' ? format.html('report-shop') : null,
  whose.kind === 'person' ? format.html('line', { text: untrusted(whose.name, nameLength) }) : null,
  '',
];

/** The few lines that are read every day; the rest is one tap away. */
export function reportScreen(format: Formatter, data: ReportData): Screen {
  const { of, report, period, day } = data;
  const { waiting } = report;
  return {
    text: lines(
      ...titleLines(format, data),
      ...(report.count === 0 ? [format.html('report-none')] : soldLines(format, data)),
      waiting.count > 0
        ? format.html('today-waiting', { count: waiting.count, total: format.sum(waiting.total) })
        : null,
      ...plannedLines(format, data.planned).slice(1),
    ),
    keys: [
      inReadingOrder(format, spanRow(format, data)),
      ...daysRows(format, data),
      [button(format.plain('key-report-parts'), reportActions.reportParts({ of, span: period.span, day }))],
      inReadingOrder(format, fileRow(format, data)),
      backRow(format, data.back),
    ],
  };
}

/** Where the sum of a report comes from. */
export function reportPartsScreen(format: Formatter, data: ReportData): Screen {
  const { of, day, report, whose, period } = data;
  const { base, vat, bySeller } = report;
  const reader = whose.kind === 'own' ? 'seller' : 'owner';
  const sellers = bySeller && [
    ...largest(bySeller.sellers).map(({ item, ...sum }) => ({
      ...sum,
      what: item ? untrusted(item.name, nameLength) : others(format),
    })),
    ...(bySeller.customers.count > 0 ? [{ ...bySeller.customers, what: format.plain('report-customers') }] : []),
  ];
  return {
    text: lines(
      ...titleLines(format, data),
      soldLine(format, report),
      format.html('report-vat', { base: format.sum(base), vat: format.sum(vat) }),
      ...earnedLines(format, report, reader),
      ...part(
        format,
        'operators',
        report.byOperator.map((sum) => ({ ...sum, what: format.operator(sum.operatorId) })),
        reader,
      ),
      ...part(
        format,
        'products',
        largest(report.byProduct).map(({ item, ...sum }) => ({
          ...sum,
          what: item ? productName(format, item, data) : others(format),
        })),
        reader,
      ),
      ...part(format, 'sellers', sellers ?? [], reader),
      ...part(
        format,
        'methods',
        report.byMethod.map((sum) => ({
          ...sum,
          what: format.plain(sum.method === null ? 'method-wallet' : `method-${sum.method}`),
        })),
        reader,
      ),
      ...part(format, 'api', report.byApi ? [{ ...report.byApi, what: format.plain('source-api') }] : [], reader),
      ...methodLines(format, data.payments),
      ...answerLines(format, data.answers),
      '',
      format.html('report-tehran'),
    ),
    keys: [backRow(format, reportActions.report({ of, span: period.span, day }))],
  };
}

/** What is planned, against what we have at the gateway. */
function plannedLines(format: Formatter, plannedSales: ReportData['planned']): string[] {
  if (!plannedSales || plannedSales.count === 0) return [];
  const { count, total, balance } = plannedSales;
  const isShort = balance !== null && balance < total;
  return [
    '',
    format.html('report-planned', { count, total: format.sum(total) }),
    ...(isShort ? [format.html('report-planned-short', { missing: format.sum(total - balance) })] : []),
  ];
}

const others = (format: Formatter): string => format.plain('report-others');

/** Operators share product names: equal names get the operator added. */
function productName(
  format: Formatter,
  { productId, title, titleEn }: ProductSum,
  { report, products }: ReportData,
): string {
  if (title === null)
    return format.plain('report-offers', { sim: format.sim(productId === 511 ? 'postpaid' : 'prepaid') });
  const product = products.get(productId);
  // Of all amounts of a top-up.
  const name = withoutAnyAmount(format.nameOf(title, titleEn)) ?? format.type('topup');
  const what =
    !product || product.type === 'topup'
      ? withoutBreaks(untrusted(name, nameLength))
      : shortTitle(format, { name, nameEn: null, days: product.days }, nameLength);
  const namesakes = report.byProduct.filter((other) => other.title === title);
  if (namesakes.length === 1 || !product) return what;
  return format.plain('report-product', {
    what,
    operator: format.operator(product.operatorId),
    sim: format.sim(product.simType),
  });
}

const soldLine = (format: Formatter, { count, total }: Report): string =>
  `<b>${format.html('today-sold', { count, total: format.sum(total) })}</b>`;

function soldLines(format: Formatter, { report, whose, before, period, today }: ReportData): (string | null)[] {
  const { total } = report;
  return [
    soldLine(format, report),
    whose.kind === 'own' ? ownProfitLine(format, report) : profitWords(format, report, 'owner'),
    before === 0 ? null : comparedWith(format, period, { total, before, running: period.to >= today }),
  ];
}

/** A running period is shown as a share of the previous one, not as a loss. */
function comparedWith(
  format: Formatter,
  { span }: Period,
  { total, before, running }: { readonly total: Rials; readonly before: Rials; readonly running: boolean },
): string {
  const than = format.plain(`span-before-${span}`);
  const percent = Math.round((total / before) * 100);
  if (running && percent < 100) return format.html('report-so-far', { percent, than });
  const change = percent - 100;
  if (change === 0) return format.html('report-same', { than });
  return format.html(change > 0 ? 'report-more' : 'report-less', { percent: Math.abs(change), than });
}

interface Line extends Sum {
  readonly what: string;
}

function part(
  format: Formatter,
  name: 'operators' | 'products' | 'sellers' | 'methods' | 'api',
  sums: readonly Line[],
  reader: Reader,
): string[] {
  if (sums.length === 0) return [];
  const sumLines = sums.map(({ what, ...sum }) => {
    const line = format.html('report-line', { what, count: sum.count, total: format.sum(sum.total) });
    const profit = earnedWords(format, sum, reader);
    return profit === null ? line : format.html('report-line-profit', { line: { html: line }, profit });
  });
  return ['', format.html(`report-${name}`), ...sumLines];
}

const methodLines = (format: Formatter, sums: readonly MethodSum[]): string[] =>
  sums.length === 0 ? [] : ['', format.html('report-payments'), ...sumLines(format, sums)];

function answerLines(format: Formatter, answers: AnswerTimes | null): string[] {
  if (!answers || answers.asked === 0) return [];
  const { asked, answered, medianMs } = answers;
  const counts = format.html('report-support', { asked, answered });
  if (medianMs === null) return ['', counts];
  const minutes = Math.max(1, Math.round(medianMs / 60_000));
  const time =
    minutes < 60
      ? format.plain('time-minutes', { minutes })
      : format.plain('time-hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return ['', counts, format.html('report-support-time', { time })];
}

function largest<T extends Sum>(sums: readonly T[]): (Sum & { readonly item: T | null })[] {
  const namedSums = sums.slice(0, mostShown).map((sum) => ({ ...sum, item: sum }));
  return sums.length > mostShown ? [...namedSums, { ...added(sums.slice(mostShown)), item: null }] : namedSums;
}

const spanRow = (format: Formatter, { of, period, day }: ReportData): Button[] =>
  spans.map((span) =>
    button(withCheckMark(span === period.span, format.plain(`span-${span}`)), reportActions.report({ of, span, day })),
  );

const fileRow = (format: Formatter, { of, period: { span }, day }: ReportData): Button[] => [
  button(format.plain('key-chart'), reportActions.chart({ of })),
  button(format.plain('key-file'), reportActions.reportFile({ of, span, day })),
];

function daysRows(format: Formatter, { of, period: { span, from, to }, first, today }: ReportData): Button[][] {
  const turn = (day: Day): Action => reportActions.report({ of, span, day });
  return turnRows(format, first !== null && first < from ? turn(from - 1) : null, to < today ? turn(to + 1) : null);
}
