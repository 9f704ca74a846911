import { reportActions } from '#bot/actions/reports.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { BotRequest, FileReply, FileRequest, Reply, SalesScope } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { periodOf } from '#domain/calendar.ts';
import { type ReportScope, reportScope } from './scope.ts';
import { reportPartsScreen, reportScreen } from './screens.ts';

const chartDays = 30;

export function createReportsFeature(
  services: Pick<Services, 'catalogue' | 'now' | 'payments' | 'people' | 'plans' | 'reports' | 'support'>,
): Feature {
  const { catalogue, payments, plans, reports, support } = services;

  async function ofReport(
    request: BotRequest,
    askedScope: Parameters<typeof reportScope>[2],
    fileFor: (scope: ReportScope, whose: SalesScope) => FileRequest,
  ): Promise<Reply | FileReply> {
    const scope = await reportScope(services, request, askedScope);
    if (!scope.ok) return failureReply(request.format, scope.error);
    const { sellerId, whose } = scope.value;
    const name = whose.kind === 'person' ? whose.name : null;
    return { screen: null, files: [fileFor(scope.value, { sellerId, name })] };
  }

  async function report(
    request: BotRequest,
    values: Parameters<typeof reportScope>[2],
    screen: typeof reportScreen,
  ): Promise<Reply> {
    const { format } = request;
    const scope = await reportScope(services, request, values);
    if (!scope.ok) return failureReply(format, scope.error);
    const { sellerId, period, today } = scope.value;
    const isShopNow = sellerId === null && period.to >= today;
    const [sums, first, daysBefore, methodSums, forecast, answers] = await Promise.all([
      reports.period(sellerId, period),
      reports.firstDay(sellerId),
      reports.days(sellerId, periodOf(format.calendar, period.span, period.from - 1)),
      sellerId === null ? payments.queries.sums(period) : [],
      isShopNow ? plans.forecast() : null,
      sellerId === null ? support.conversations.answerTimes(period) : null,
    ]);
    const before = daysBefore.reduce((sum, { total }) => sum + total, 0);
    const products = new Map(
      sums.byProduct.flatMap(({ productId, title }) => {
        const product = title === null ? undefined : catalogue.product(productId);
        return product ? [[productId, product] as const] : [];
      }),
    );
    const planned = forecast && { ...forecast, balance: catalogue.status().balance };
    const data = { ...scope.value, report: sums, payments: methodSums, planned, answers, products, first, before };
    return { screen: screen(format, data) };
  }

  return defineFeature(reportActions, {
    report: (request, values) => report(request, values, reportScreen),
    reportParts: (request, values) => report(request, values, reportPartsScreen),
    reportFile: (request, values) =>
      ofReport(request, values, ({ period: { from, to }, today }, whose) => ({
        kind: 'orders',
        whose,
        days: { from, to: Math.min(to, today) },
      })),
    chart: (request, { of }) =>
      ofReport(request, { of, span: 'day', day: null }, ({ today }, whose) => ({
        kind: 'chart',
        whose,
        days: { from: today - chartDays + 1, to: today },
      })),
  });
}
