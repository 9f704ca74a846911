import { type Api, GrammyError } from 'grammy';
import { isEnd } from '../domain/order.ts';
import type { Log } from '../log.ts';
import { type Batch, tally } from '../shop/bulk/batch.ts';
import type { Order } from '../shop/orders/order.ts';
import type { CourierDeps, Delivery } from '../shop/settling/courier.ts';
import { isUnreachable, problemOf } from './core/problem.ts';
import type { Screen } from './core/screen.ts';
import type { Services } from './core/services.ts';
import { edit, send } from './core/show.ts';
import { batchScreen } from './features/bulk/handlers.ts';
import { orderScreen } from './features/orders/order-screen.ts';

/** After this long the buyer has put the phone away: an edit alone would make no sound. */
const noticedMs = 5_000;
const countEveryMs = 2_000;

type Deps = Pick<Services, 'batches' | 'catalogue' | 'people' | 'numbers' | 'orders' | 'formatterFor' | 'now'> & {
  readonly api: Api;
  readonly log: Log;
};

/** Shows a buyer their order as it stands: in the message they confirmed, else, or when it took long, in a new one. */
export function createReceipts({
  api,
  batches,
  catalogue,
  people,
  numbers,
  orders,
  formatterFor,
  now,
  log,
}: Deps): CourierDeps['deliver'] {
  const countedAt = new Map<string, number>();
  const telling = new Map<string, Promise<void>>();

  async function screenOf(order: Order): Promise<Screen> {
    const person = await people.find(order.buyerId);
    const format = formatterFor(person?.language ?? 'fa', person?.unit ?? 'toman');
    const { label } = await numbers.find(order.buyerId, order.mobile);
    return orderScreen(format, order, label);
  }

  async function tell(order: Order, quietly: boolean): Promise<void> {
    const screen = await screenOf(order);
    const edited = order.messageId !== null && (await change(order.buyerId, order.messageId, screen));
    if (quietly) return;
    const late = order.confirmedAt !== null && now() - order.confirmedAt > noticedMs;
    const worthASound = isEnd(order.state) || order.state === 'review';
    const said = !edited || (late && worthASound) ? await say(order.buyerId, screen) : null;
    if (isEnd(order.state)) return;
    // What comes next belongs where they read this.
    if (said !== null) await orders.shownIn(order.id, said);
    await catchUp(order, said ?? order.messageId);
  }

  /** Many orders of a list end at once: one telling at a time, and the last of them finds that all is said. */
  function tellBatch(id: string, again: boolean): Promise<void> {
    const told = (telling.get(id) ?? Promise.resolve()).catch(() => undefined).then(() => tellStanding(id, again));
    const settled = told
      .catch(() => undefined)
      .then(() => {
        if (telling.get(id) === settled) telling.delete(id);
      });
    telling.set(id, settled);
    return told;
  }

  /** One message for the whole list: it counts while it runs, and the summary comes once. */
  async function tellStanding(id: string, again: boolean): Promise<void> {
    const batch = await batches.find(id);
    if (!batch) return;
    if (batch.state === 'done') {
      // Whoever died while counting may have put the count over the summary.
      if (again) await putBatch(batch);
      return;
    }
    const over = isOver(batch);
    // A busy chat may be edited about once a second; the counts in between are nobody's loss.
    if (!over && now() - (countedAt.get(id) ?? 0) < countEveryMs) return;
    countedAt.set(id, now());
    const { edited, screen } = await putBatch(batch);
    if (!over) return catchUpBatch(id);
    countedAt.delete(id);
    const late = batch.confirmedAt !== null && now() - batch.confirmedAt > noticedMs;
    // Said before it is called done: whoever is killed in between says it again, and that is the smaller harm.
    if (!edited || late) await say(batch.sellerId, screen);
    await batches.finish(id);
  }

  async function putBatch(batch: Batch): Promise<{ edited: boolean; screen: Screen }> {
    const person = await people.find(batch.sellerId);
    const screen = batchScreen(catalogue, formatterFor(person?.language ?? 'fa', person?.unit ?? 'toman'), batch);
    const edited = batch.messageId !== null && (await change(batch.sellerId, batch.messageId, screen));
    return { edited, screen };
  }

  /** Another process may have said the summary while a count was on its way to the screen. */
  async function catchUpBatch(id: string): Promise<void> {
    const current = await batches.find(id);
    if (current && isOver(current)) await putBatch(current);
  }

  /** "Checking" may reach the screen after the receipt that overtook it, and would then stay there. */
  async function catchUp(order: Order, messageId: number | null): Promise<void> {
    const current = await orders.find(order.id);
    if (messageId === null || !current || current.state === order.state) return;
    await change(order.buyerId, messageId, await screenOf(current));
    if (!isEnd(current.state)) await catchUp(current, messageId);
  }

  async function change(chatId: number, messageId: number, screen: Screen): Promise<boolean> {
    try {
      return await edit(api, chatId, messageId, screen);
    } catch (error) {
      if (isDisliked(error)) return false;
      throw error;
    }
  }

  /** Should Telegram dislike how it looks, the plain words still have to arrive. */
  async function say(chatId: number, screen: Screen): Promise<number> {
    try {
      return await send(api, chatId, screen);
    } catch (error) {
      if (!isDisliked(error)) throw error;
      log.error(problemOf(error), 'a receipt went out as plain text');
      const { message_id } = await api.sendMessage(chatId, plainText(screen.text));
      return message_id;
    }
  }

  return async function deliver(order, { quietly, again }): Promise<Delivery> {
    try {
      if (order.batchId === null) await tell(order, quietly);
      else await tellBatch(order.batchId, again);
      return { kind: 'delivered' };
    } catch (error) {
      log.warn({ order: order.id, ...problemOf(error) }, 'a receipt was not taken');
      if (isUnreachable(error)) {
        await people.markUnreachable(order.buyerId);
        return { kind: 'unreachable' };
      }
      const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
      return { kind: 'later', retryAfterMs: seconds === undefined ? null : seconds * 1_000 };
    }
  };
}

const isOver = (batch: Batch): boolean => tally(batch).waiting === 0;

const isDisliked = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 400 && !isUnreachable(error);

const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
