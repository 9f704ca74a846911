import { type HistoryTime, orderActions } from '#bot/actions/orders.ts';
import { encodeAction } from '#bot/kit/callback-data.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import type { Handlers } from '#bot/kit/feature.ts';
import { defineQuestion, onAnswer, type QuestionHandler } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import {
  allOrders,
  askHistoryNumberScreen,
  type HistoryFilter,
  historyAction,
  historyOrderAction,
  historyScreen,
} from '#bot/words/history-screen.ts';
import { moreScreen, orderPageScreen } from '#bot/words/order-screen.ts';
import { can } from '#domain/access.ts';
import { dayOf, periodOf } from '#domain/calendar.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import type { HistoryState } from '#shop/buying/orders/order-history.ts';
import { type OrderViewServices, viewOf } from './order-view.ts';
import { isUndecided, type Ordering } from './ordering.ts';

export const historyNumberQuestion = defineQuestion<{ readonly state: HistoryState; readonly time: HistoryTime }>(
  'past',
);

export function createOrderHistory(
  services: OrderViewServices & Pick<Services, 'now' | 'numbers'>,
  { own, following }: Pick<Ordering, 'own' | 'following'>,
) {
  const { now, numbers, orders } = services;

  async function show({ person, format }: BotRequest, filter: HistoryFilter, page: number): Promise<Reply> {
    const { state, time, mobile } = filter;
    const days = time === 'all' ? null : periodOf(format.calendar, time, dayOf(now()));
    const orderPage = await orders.ofBuyer(person.id, page - 1, { state, days, mobile });
    const knownNumbers = await numbers.findAll(
      person.id,
      orderPage.orders.map((order) => order.mobile),
    );
    const seller = can(person, 'sell');
    const data = { ...orderPage, filter: { state, time, mobile }, seller, knownNumbers, now: now() };
    return { screen: historyScreen(format, data) };
  }

  /** Without a page: as a receipt. */
  async function one(
    request: BotRequest,
    { order: id, page }: { readonly order: string; readonly page: number | null },
    { state, time, mobile }: HistoryFilter,
  ): Promise<Reply> {
    const filter = { state, time, mobile };
    const back = historyAction(filter, page ?? 1);
    const order = await own(request, id);
    if (!order.ok) return failureReply(request.format, order.error, back);
    if (page === null) return following(request, order.value);
    const view = await viewOf(services, order.value);
    const here = historyOrderAction(filter, page, order.value);
    const screen = orderPageScreen(request.format, order.value, view, { here, back });
    if (!isUndecided(order.value)) return { screen };
    return { screen, tracks: { subject: subjectOf(order.value), view: encodeAction(here) } };
  }

  const handlers: Handlers<
    Pick<typeof orderActions, 'order' | 'more' | 'orders' | 'history' | 'historyOrder' | 'askHistoryNumber'>
  > = {
    order: (request, values) => one(request, values, allOrders),
    more: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      return { screen: moreScreen(request.format, order.value, await viewOf(services, order.value)) };
    },
    historyOrder: (request, values) => one(request, values, values),
    history: (request, values) => show(request, values, values.page),
    orders: (request, { page }) => show(request, allOrders, page),
    askHistoryNumber: async ({ format }, { state, time }) => ({
      screen: askHistoryNumberScreen(format, { state, time, mobile: null }),
      question: historyNumberQuestion({ state, time }),
    }),
  };

  const questions: readonly QuestionHandler[] = [
    onAnswer(historyNumberQuestion, async (request, { mobiles: [mobile] }, { state, time }) =>
      mobile === undefined
        ? askAgain(request, { code: 'number-invalid' }, historyAction({ state, time, mobile: null }, 1))
        : { redirect: orderActions.history({ page: 1, state, time, mobile }) },
    ),
  ];

  return { handlers, questions };
}
