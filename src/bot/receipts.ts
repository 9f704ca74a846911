import { type Api, GrammyError } from 'grammy';
import { isEnd } from '../domain/order.ts';
import type { Log } from '../log.ts';
import type { Order } from '../shop/orders/order.ts';
import type { CourierDeps, Delivery } from '../shop/settling/courier.ts';
import { problemOf } from './middleware/error-boundary.ts';
import type { Counter } from './routes.ts';
import { orderScreen } from './screens/order.ts';
import { edit, send } from './show.ts';

/** After this long the buyer has put the phone away: an edit alone would make no sound. */
const noticedMs = 5_000;

type Deps = Pick<Counter, 'people' | 'numbers' | 'viewOf' | 'now'> & { readonly api: Api; readonly log: Log };

/** Shows a buyer their order as it stands: in the message they confirmed, else, or when it took long, in a new one. */
export function createReceipts({ api, people, numbers, viewOf, now, log }: Deps): CourierDeps['deliver'] {
  async function tell(order: Order): Promise<void> {
    const person = await people.find(order.buyerId);
    const view = viewOf(person?.language ?? 'fa', person?.unit ?? 'toman');
    const { label } = await numbers.find(order.buyerId, order.mobile);
    const screen = orderScreen(view, order, label);
    const edited = order.messageId !== null && (await edit(api, order.buyerId, order.messageId, screen));
    const late = order.confirmedAt !== null && now() - order.confirmedAt > noticedMs;
    const worthASound = isEnd(order.state) || order.state === 'review';
    if (!edited || (late && worthASound)) await send(api, order.buyerId, screen);
  }

  return async function deliver(order): Promise<Delivery> {
    try {
      await tell(order);
      return { kind: 'delivered' };
    } catch (error) {
      log.warn({ order: order.id, ...problemOf(error) }, 'a receipt was not taken');
      if (!(error instanceof GrammyError)) return { kind: 'later', retryAfterMs: null };
      if (error.error_code === 429) return { kind: 'later', retryAfterMs: (error.parameters.retry_after ?? 1) * 1_000 };
      if (error.error_code === 403 || /chat not found|user is deactivated/i.test(error.description)) {
        await people.markUnreachable(order.buyerId);
        return { kind: 'unreachable' };
      }
      return { kind: 'later', retryAfterMs: null };
    }
  };
}
