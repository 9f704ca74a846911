import { agentActions } from '#bot/actions/agents.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import { clampPage, pageSize, promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, messageFrom, notAnAnswer, onAnswer } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { reverseScreen, reviewScreen, reviewsScreen } from './screens.ts';

const reasonLength = 200;

export const decisionQuestion = defineQuestion<{ readonly order: string; readonly as: 'delivered' | 'rejected' }>(
  'decide',
);

export function createManualReviewFeature(
  services: Pick<Services, 'manualReview' | 'orders' | 'people' | 'reverse' | 'wallet'>,
): Feature {
  const { manualReview, orders, people, reverse, wallet } = services;
  async function review({ format }: BotRequest, id: string): Promise<Reply> {
    const order = await orders.find(id);
    if (!order) return failureReply(format, { code: 'order-unknown' }, reviewActions.reviews({ page: 1 }));
    const [buyer, events] = await Promise.all([people.find(order.buyerId), orders.events(id)]);
    const buyerPage = (person: number) =>
      agentActions.buyer({ person, order: id, from: 'review', mobile: null, page: 1 });
    const back = reviewActions.reviews({ page: 1 });
    return { screen: reviewScreen(format, { order, buyer, events, back, buyerPage }) };
  }

  const onDecision = onAnswer(decisionQuestion, async (request, input, { order, as }) => {
    const text = messageFrom(request, input, 'decide');
    if (text === null) return notAnAnswer;
    const why = truncate(oneLine(text), reasonLength, '');
    const result = await manualReview.decide({ orderId: order, by: request.person.id, to: as, why });
    return result.ok ? review(request, order) : failureReply(request.format, result.error);
  });

  return defineFeature(
    reviewActions,
    {
      reviews: async ({ format }, { page }) => {
        const at = clampPage(page);
        return { screen: reviewsScreen(format, { ...(await manualReview.inReview(at - 1, pageSize)), page: at }) };
      },
      review: (request, { order }) => review(request, order),
      askDecide: async ({ format }, { order, as }) => ({
        screen: promptScreen(format, format.html(`ask-decide-${as}`), reviewActions.review({ order })),
        question: decisionQuestion({ order, as }),
      }),
      askReverse: async (request, { order: id }) => {
        const order = await orders.find(id);
        if (order?.state !== 'delivered' || order.reversedAt !== null) return review(request, id);
        const [buyer, { balance }] = await Promise.all([people.find(order.buyerId), wallet.read(order.buyerId)]);
        const name = buyer?.name ?? String(order.buyerId);
        return { screen: reverseScreen(request.format, { order, buyer: name, balance }) };
      },
      reverseOrder: async (request, { order: id }) => {
        const reversal = await reverse(id, request.person.id);
        return reversal.ok ? review(request, id) : failureReply(request.format, reversal.error);
      },
    },
    [onDecision],
  );
}
