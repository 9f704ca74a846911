import { failureScreen } from '../../core/failure.ts';
import type { Answer } from '../../core/question.ts';
import type { Ask, BotRequest, Reply, Routes, Services } from '../../core/request.ts';
import { askOwnerScreen } from '../admin/screens.ts';
import { reviewScreen, reviewsScreen } from './screens.ts';

const pageSize = 8;
const mostPages = 10_000;

export type DecideAsk = Extract<Ask, { for: 'decide' }>;

/** What nobody but the owner can end: orders whose answer never came. */
export function createReviewing({ deciding, orders, people }: Services) {
  async function review({ format }: BotRequest, id: string): Promise<Reply> {
    const order = await orders.find(id);
    if (!order) return { screen: failureScreen(format, { code: 'order-unknown' }, { to: 'reviews', page: 1 }) };
    const [buyer, events] = await Promise.all([people.find(order.buyerId), orders.events(id)]);
    return { screen: reviewScreen(format, { order, buyer, events, back: { to: 'reviews', page: 1 } }) };
  }

  const routes: Routes<'reviews' | 'review' | 'askDecide'> = {
    reviews: async ({ format }, { page }) => {
      const at = Math.min(Math.max(1, page), mostPages);
      return { screen: reviewsScreen(format, { ...(await deciding.inReview(at - 1, pageSize)), page: at }) };
    },
    review: (request, { order }) => review(request, order),
    askDecide: async ({ format }, { order, as }) => ({
      screen: askOwnerScreen(format, format.html(`ask-decide-${as}`), { to: 'review', order }),
      ask: { for: 'decide', order, as },
    }),
  };

  async function answer(request: BotRequest, { order, as }: DecideAsk, why: string): Promise<Answer> {
    const decided = await deciding.decide({ orderId: order, by: request.person.id, to: as, why });
    const step = decided.ok ? await review(request, order) : { screen: failureScreen(request.format, decided.error) };
    return { kind: 'done', screen: step.screen, ask: null };
  }

  return { routes, answer };
}
