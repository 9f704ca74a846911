import type { Answer } from '../conversations/answer.ts';
import type { Ask, Counter, Routes, Step, Visit } from '../routes.ts';
import { askOwnerScreen } from '../screens/desk.ts';
import { failureScreen } from '../screens/failure.ts';
import { reviewScreen, reviewsScreen } from '../screens/reviewing.ts';

const pageSize = 8;
const mostPages = 10_000;

export type DecideAsk = Extract<Ask, { for: 'decide' }>;

/** What nobody but the owner can end: orders whose answer never came. */
export function createReviewing({ deciding, orders, people }: Counter) {
  async function review({ view }: Visit, id: string): Promise<Step> {
    const order = await orders.find(id);
    if (!order) return { screen: failureScreen(view, { code: 'order-unknown' }, { to: 'reviews', page: 1 }) };
    const [buyer, events] = await Promise.all([people.find(order.buyerId), orders.events(id)]);
    return { screen: reviewScreen(view, { order, buyer, events, back: { to: 'reviews', page: 1 } }) };
  }

  const routes: Routes<'reviews' | 'review' | 'askDecide'> = {
    reviews: async ({ view }, { page }) => {
      const at = Math.min(Math.max(1, page), mostPages);
      return { screen: reviewsScreen(view, { ...(await deciding.inReview(at - 1, pageSize)), page: at }) };
    },
    review: (visit, { order }) => review(visit, order),
    askDecide: async ({ view }, { order, as }) => ({
      screen: askOwnerScreen(view, view.html(`ask-decide-${as}`), { to: 'review', order }),
      ask: { for: 'decide', order, as },
    }),
  };

  async function answer(visit: Visit, { order, as }: DecideAsk, why: string): Promise<Answer> {
    const decided = await deciding.decide({ orderId: order, by: visit.person.id, to: as, why });
    const step = decided.ok ? await review(visit, order) : { screen: failureScreen(visit.view, decided.error) };
    return { kind: 'done', screen: step.screen, ask: null, tracks: null };
  }

  return { routes, answer };
}
