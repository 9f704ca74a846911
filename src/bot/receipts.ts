import { type Api, GrammyError } from 'grammy';
import { isEnd } from '../domain/order.ts';
import type { Log } from '../log.ts';
import { type Batch, tally } from '../shop/bulk/batch.ts';
import type { Order } from '../shop/orders/order.ts';
import { receiptView, type TrackedMessage } from '../shop/receipts/order-messages.ts';
import { subjectOf } from '../shop/receipts/receipt-jobs.ts';
import type { ReceiptWorkerDeps, Shown, Telling } from '../shop/receipts/receipt-worker.ts';
import { readPress } from './buttons.ts';
import { digestOf } from './core/chat-screens.ts';
import { batchScreen } from './features/bulk.ts';
import { isGone, problemOf } from './problem.ts';
import type { Counter } from './routes.ts';
import type { Screen } from './screen.ts';
import { orderPageScreen, orderScreen } from './screens/order.ts';
import { allOrders, pastPress } from './screens/past.ts';
import { edit, send } from './show.ts';
import type { View } from './view.ts';

/** After this long the buyer has put the phone away: an edit alone would make no sound. */
const noticedMs = 5_000;
const countEveryMs = 2_000;

type Deps = Pick<Counter, 'catalogue' | 'people' | 'numbers' | 'viewOf' | 'now'> & {
  readonly api: Api;
  readonly log: Log;
};

/** What every message about one subject is to show, and what is worth a new one. */
interface News {
  readonly chatId: number;
  readonly subject: TrackedMessage['subject'];
  screen(view: string): Screen;
  /** It has a sound of its own when it took long. */
  readonly loud: boolean;
  readonly isNew: boolean;
  readonly confirmedAt: number | null;
}

/** Brings the messages of an order or a list to its latest state. For the receipt worker, which calls it once at a time. */
export function createReceipts(deps: Deps): ReceiptWorkerDeps['deliver'] {
  const { api, catalogue, people, numbers, viewOf, now, log } = deps;
  const countedAt = new Map<string, number>();

  async function viewFor(personId: number): Promise<View> {
    const person = await people.find(personId);
    return viewOf(person?.language ?? 'fa', person?.unit ?? 'toman');
  }

  async function aboutOrder(order: Order, told: string | null): Promise<News> {
    const view = await viewFor(order.buyerId);
    const { label } = await numbers.find(order.buyerId, order.mobile);
    return {
      chatId: order.buyerId,
      subject: subjectOf(order),
      screen: (as) => pageOf(view, order, label, as) ?? orderScreen(view, order, label),
      loud: isEnd(order.state) || order.state === 'review',
      isNew: told !== order.state,
      confirmedAt: order.confirmedAt,
    };
  }

  async function aboutBatch(batch: Batch, told: string | null): Promise<News> {
    const view = await viewFor(batch.sellerId);
    const over = isOver(batch);
    return {
      chatId: batch.sellerId,
      subject: `batch:${batch.id}`,
      screen: () => batchScreen(catalogue, view, batch),
      loud: over,
      isNew: told !== (over ? 'done' : 'running'),
      confirmedAt: batch.confirmedAt,
    };
  }

  async function bring(news: News, messages: readonly TrackedMessage[]): Promise<TrackedMessage[]> {
    const current: TrackedMessage[] = [];
    for (const message of messages) {
      const screen = news.screen(message.view);
      const shown = digestOf(screen);
      if (shown === message.shown || (await change(message.chatId, message.messageId, screen)))
        current.push({ ...message, shown });
    }
    const late = news.confirmedAt !== null && now() - news.confirmedAt > noticedMs;
    if (!news.isNew || (current.length > 0 && !(late && news.loud))) return current;
    const screen = news.screen(receiptView);
    const messageId = await say(news.chatId, screen);
    const { chatId, subject } = news;
    return [...current, { chatId, subject, messageId, view: receiptView, shown: digestOf(screen) }];
  }

  /** A chat may be edited about once a second: until then the count waits, and with it the changes that come meanwhile. */
  function tooSoonMs(batch: Batch, messages: readonly TrackedMessage[]): number {
    if (isOver(batch)) {
      countedAt.delete(batch.id);
      return 0;
    }
    const isAsked = messages.some(({ shown }) => shown === '');
    const left = isAsked ? 0 : (countedAt.get(batch.id) ?? 0) + countEveryMs - now();
    if (left <= 0) countedAt.set(batch.id, now());
    // A clock that was set back must not make it longer.
    return Math.min(Math.max(0, left), countEveryMs);
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
      log.error(problemOf(error), 'receipt sent as plain text');
      const { message_id } = await api.sendMessage(chatId, plainText(screen.text));
      return message_id;
    }
  }

  return async function deliver(what, { messages, told }: Telling): Promise<Shown> {
    const personId = what.kind === 'order' ? what.order.buyerId : what.batch.sellerId;
    try {
      const tooSoon = what.kind === 'batch' ? tooSoonMs(what.batch, messages) : 0;
      if (tooSoon > 0) return { kind: 'later', retryAfterMs: tooSoon };
      const news = what.kind === 'order' ? await aboutOrder(what.order, told) : await aboutBatch(what.batch, told);
      return { kind: 'delivered', messages: await bring(news, messages) };
    } catch (error) {
      log.warn({ person: personId, ...problemOf(error) }, 'receipt not delivered');
      if (isGone(error)) {
        await people.markUnreachable(personId);
        return { kind: 'unreachable' };
      }
      const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
      return { kind: 'later', retryAfterMs: seconds === undefined ? null : seconds * 1_000 };
    }
  };
}

/** The page of My orders that a message is; null: it is a receipt. */
function pageOf(view: View, order: Order, label: string | null, as: string): Screen | null {
  const here = as === receiptView ? null : readPress(as);
  if (here?.to !== 'order' && here?.to !== 'pastOrder') return null;
  const back = pastPress(here.to === 'pastOrder' ? here : allOrders, here.page ?? 1);
  return orderPageScreen(view, order, label, { here, back });
}

const isOver = (batch: Batch): boolean => tally(batch).waiting === 0;

const isDisliked = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 400 && !isGone(error);

const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
