import { agentActions } from '#bot/actions/agents.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { canNow, type ValuesOf } from '#bot/kit/action.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { pageSize, promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { reviewScreen } from '#bot/running/manual-review/screens.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { latestOrdersScreen, numberOrdersScreen } from './screens.ts';

export const lookupQuestion = defineQuestion('find');

export function createOrderLookupFeature({
  manualReview,
  orders,
  people,
}: Pick<Services, 'manualReview' | 'orders' | 'people'>): Feature {
  const namesOf = (found: readonly Order[]) => people.names([...new Set(found.map(({ buyerId }) => buyerId))]);

  async function showOrder(
    { format }: BotRequest,
    { order: id, mobile, page }: ValuesOf<typeof lookupActions.found>,
  ): Promise<Reply> {
    const back = mobile === null ? lookupActions.latest() : lookupActions.numberOrders({ mobile, page });
    const buyerPage = (person: number) => agentActions.buyer({ person, order: id, from: 'found', mobile, page });
    const order = await orders.find(id);
    if (!order) return failureReply(format, { code: 'order-unknown' }, back);
    const [buyer, events] = await Promise.all([people.find(order.buyerId), orders.events(id)]);
    return { screen: reviewScreen(format, { order, buyer, events, back, buyerPage }) };
  }

  const lookUp = onAnswer(lookupQuestion, async (request, { text, mobiles: [mobile] }) => {
    if (!canNow(request.person, 'orders')) return notAnAnswer;
    if (mobile !== undefined) return { redirect: lookupActions.numberOrders({ mobile, page: 1 }) };
    const order = text === undefined ? null : await orders.byCode(text);
    if (!order) return askAgain(request, { code: 'order-unknown' }, lookupActions.latest());
    return { redirect: lookupActions.found({ order: order.id, mobile: null, page: 1 }) };
  });

  return defineFeature(
    lookupActions,
    {
      latest: async ({ format }) => {
        const [latest, reviews] = await Promise.all([orders.latest(pageSize), manualReview.reviews()]);
        return { screen: latestOrdersScreen(format, { orders: latest, names: await namesOf(latest), reviews }) };
      },
      askFind: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-find'), lookupActions.latest()),
        question: lookupQuestion(),
      }),
      found: showOrder,
      numberOrders: async ({ format }, { mobile, page }) => {
        const orderPage = await orders.ofNumber(mobile, page - 1);
        const names = await namesOf(orderPage.orders);
        return { screen: numberOrdersScreen(format, { ...orderPage, mobile, names }) };
      },
    },
    [lookUp],
  );
}
