import { agentActions } from '#bot/actions/agents.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import type { ValuesOf } from '#bot/kit/action.ts';
import { canNow } from '#bot/kit/authorize.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/kit/services.ts';
import { reviewScreen } from '#bot/running/manual-review/screens.ts';
import { numberOrdersScreen } from './screens.ts';

export const lookupQuestion = defineQuestion('find');

export function createOrderLookupFeature({ orders, people }: Pick<Services, 'orders' | 'people'>): Feature {
  async function showOrder(
    { format }: BotRequest,
    { order: id, mobile, page }: ValuesOf<typeof lookupActions.found>,
  ): Promise<Reply> {
    const back = mobile === null ? reviewActions.reviews({ page: 1 }) : lookupActions.numberOrders({ mobile, page });
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
    if (!order) return askAgain(request, { code: 'order-unknown' }, reviewActions.reviews({ page: 1 }));
    return { redirect: lookupActions.found({ order: order.id, mobile: null, page: 1 }) };
  });

  return defineFeature(
    lookupActions,
    {
      askFind: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-find'), reviewActions.reviews({ page: 1 })),
        question: lookupQuestion(),
      }),
      found: showOrder,
      numberOrders: async ({ format }, { mobile, page }) => {
        const orderPage = await orders.ofNumber(mobile, page - 1);
        const names = await people.names([...new Set(orderPage.orders.map(({ buyerId }) => buyerId))]);
        return { screen: numberOrdersScreen(format, { ...orderPage, mobile, names }) };
      },
    },
    [lookUp],
  );
}
