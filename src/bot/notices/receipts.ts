import type { Api } from 'grammy';
import { orderActions } from '#bot/actions/orders.ts';
import { batchFacts, batchLine, batchScreen } from '#bot/buying/bulk/progress-screen.ts';
import { type OrderViewServices, slowAfterMs, viewOf } from '#bot/buying/orders/order-view.ts';
import { canNow, readValues } from '#bot/kit/action.ts';
import { decodeAction } from '#bot/kit/callback-data.ts';
import { screenDigest } from '#bot/kit/chat-screens.ts';
import { type Formatter, plainText } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { edit, editCaption, send } from '#bot/kit/show.ts';
import { createSlipReader } from '#bot/money/payment-desk/slip-delivery.ts';
import { slipMediaView, slipView } from '#bot/money/payment-desk/slip-screen.ts';
import { paymentLine } from '#bot/money/payments/payment-screen.ts';
import { createPaymentView } from '#bot/money/payments/payment-view.ts';
import { aboveInvoiceScreen } from '#bot/money/payments/screens.ts';
import type { Services } from '#bot/parts.ts';
import { isRefused, isUnreachable, problemOf, retryLater } from '#bot/telegram/problem.ts';
import { allOrders, historyAction } from '#bot/words/history-screen.ts';
import { belowLine, type OrderView, orderPageScreen, orderScreen } from '#bot/words/order-screen.ts';
import { isEnd } from '#domain/order.ts';
import type { Role } from '#domain/role.ts';
import type { Log } from '#log.ts';
import {
  invoiceView,
  isUnknown,
  lineView,
  notShown,
  receiptView,
  type TrackedMessage,
} from '#shop/base/outbox/order-messages.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import { type Batch, isListOver } from '#shop/buying/bulk/batch.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { OrderSide } from '#shop/buying/orders/order-queries.ts';
import { isReturnedUnpaid } from '#shop/money/payments/online-payments.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import {
  type ReceiptContext,
  type ReceiptResult,
  type ReceiptSubject,
  type ReceiptWorkerDeps,
  stateOf,
} from '#shop/money/receipts/receipt-worker.ts';

/** Later than this the buyer may not be looking any more, and an edit makes no sound. */
const noticedMs = 5_000;
const countEveryMs = 2_000;

type Deps = OrderViewServices &
  Pick<Services, 'apiAccess' | 'payments' | 'wallet' | 'formatterFor' | 'now' | 'steady'> & {
    readonly api: Api;
    readonly log: Log;
  };

/** What the messages of an order or list show, and whether a new message is needed. */
interface MessageUpdate {
  readonly chatId: number;
  readonly subject: TrackedMessage['subject'];
  /** By the view of the message and whose chat it is in. */
  screen(view: string, chatId: number): Screen;
  /** Its reader may not know any more: it stays as it is and is not tracked. */
  isClosed?(message: TrackedMessage): boolean;
  /** Worth a new message. A quote is not, nor is progress: after a crash before its id is stored it would stay for ever. */
  readonly isTold: boolean;
  /** Sent as a new message, with a sound, if it took long. */
  readonly loud: boolean;
  readonly isNew: boolean;
  /** A message of its own comes anyway: the outcome of what was just confirmed, or the invoice. */
  readonly isFollowed: boolean;
  readonly confirmedAt: number | null;
  /** When its screen says more. */
  readonly again?: number | null;
}

/** Updates the messages of an order or list to its latest state. */
export function createReceipts(deps: Deps): ReceiptWorkerDeps['deliver'] {
  const { api, people, apiAccess, formatterFor, now, steady, log } = deps;
  const viewPayment = createPaymentView(deps);
  const readSlip = createSlipReader(deps);
  const countedAt = new Map<string, number>();

  async function readerBy(personId: number): Promise<{ format: Formatter; role: Role; mayApprove: boolean }> {
    const person = await people.find(personId);
    const format = formatterFor(person?.language, person?.unit);
    const mayApprove = person !== null && canNow(person, 'approve');
    return { format, role: person?.role ?? 'customer', mayApprove };
  }

  /** What an agent's site bought is in the chat only if the agent asked for that; an agent's bot has its own receipts. */
  const wantsReceipt = async ({ source, buyerId }: Order): Promise<boolean> =>
    source === null || (source === 'api' && (await apiAccess.of(buyerId))?.receipts === true);

  async function aboutOrder(order: Order, side: OrderSide, lastState: string | null): Promise<MessageUpdate> {
    const view = await viewOf(deps, order, side);
    const format = formatterFor(view.language, view.unit);
    return {
      chatId: order.buyerId,
      subject: subjectOf(order),
      screen: (as) => {
        if (as === lineView) return belowLine(format, order);
        if (as === invoiceView) return aboveInvoiceScreen(format, order);
        return pageOf(format, order, view, as) ?? orderScreen(format, order, view);
      },
      isTold: order.confirmedAt !== null && order.state !== 'confirmed' && (await wantsReceipt(order)),
      loud: isEnd(order.state) || order.state === 'review',
      isNew: lastState !== order.state,
      isFollowed: order.state === 'confirmed' && lastState !== order.state,
      confirmedAt: order.confirmedAt,
      again: isUnderWay(order) && !view.isSlow && order.confirmedAt !== null ? order.confirmedAt + slowAfterMs : null,
    };
  }

  async function aboutBatch(batch: Batch, lastState: string | null): Promise<MessageUpdate> {
    const { format, role } = await readerBy(batch.sellerId);
    const over = isListOver(batch);
    const isNew = lastState !== (over ? 'done' : 'running');
    const facts = await batchFacts(deps, batch, role);
    return {
      chatId: batch.sellerId,
      subject: `batch:${batch.id}`,
      screen: (view) => (view === lineView ? batchLine(format, batch) : batchScreen(format, batch, facts)),
      isTold: over,
      loud: over,
      isNew,
      isFollowed: !over && isNew,
      confirmedAt: batch.confirmedAt,
    };
  }

  /** Beside its payer's messages there are those in which owners decide about its slip. */
  async function aboutPayment(payment: Payment, { told: lastState, messages }: ReceiptContext): Promise<MessageUpdate> {
    const { id, personId, state, method, bought, createdAt } = payment;
    const { format } = await readerBy(personId);
    const view = await viewPayment(format, payment);
    const slips = new Map<number, Screen>();
    for (const { chatId, view } of messages) {
      if (!isSlip(view)) continue;
      const decider = await readerBy(chatId);
      if (decider.mayApprove) slips.set(chatId, await readSlip(decider.format, payment));
    }
    // What it bought, the order's own receipt tells: it comes below, and is the last word.
    const isOver = (state === 'paid' && !bought) || state === 'refused';
    return {
      chatId: personId,
      subject: `payment:${id}`,
      screen: (as, chatId) => {
        if (isSlip(as)) return slips.get(chatId) ?? view;
        return as === lineView ? paymentLine(format, payment) : view;
      },
      isClosed: ({ chatId, view }) => isSlip(view) && !slips.has(chatId),
      isTold: isOver || isReturnedUnpaid(payment),
      loud: isOver,
      isNew: lastState !== stateOf({ kind: 'payment', payment }),
      isFollowed: method === 'invoice' && state === 'asked',
      confirmedAt: createdAt,
    };
  }

  const about = (what: ReceiptSubject, telling: ReceiptContext): Promise<MessageUpdate> => {
    switch (what.kind) {
      case 'order':
        return aboutOrder(what.order, what.side, telling.told);
      case 'batch':
        return aboutBatch(what.batch, telling.told);
      case 'payment':
        return aboutPayment(what.payment, telling);
    }
  };

  async function bring(news: MessageUpdate, { messages, until }: ReceiptContext): Promise<ReceiptResult> {
    const late = news.confirmedAt !== null && now() - news.confirmedAt > noticedMs;
    const isLoud = news.isNew && late && news.loud;
    const current: TrackedMessage[] = [];
    /** Asked for by a press, in a message that cannot be edited. */
    const unshown: TrackedMessage[] = [];
    for (const [at, message] of messages.entries()) {
      if (news.isClosed?.(message)) continue;
      // The older receipt is shortened before the new one is sent: a retry then repeats the edit, never the message.
      const view = isLoud && message.view === receiptView ? lineView : message.view;
      const screen = news.screen(view, message.chatId);
      const digest = screenDigest(screen);
      if (digest !== message.shown) {
        if (now() >= until) return { kind: 'partly', messages: [...current, ...unshown, ...messages.slice(at)] };
        if (!(await change(message, news.chatId, screen))) {
          if (isAwaited(message, news)) unshown.push(message);
          continue;
        }
      }
      current.push({ ...message, view, shown: digest });
    }
    // A short line says too little, and the message above an invoice is out of sight.
    const isSeen = current.some(
      ({ chatId, view }) => chatId === news.chatId && !isSlip(view) && view !== lineView && view !== invoiceView,
    );
    const isReceiptDue = news.isNew && news.isTold && (!isSeen || isLoud);
    const view = isReceiptDue ? receiptView : unshown.at(-1)?.view;
    const again = news.again ?? null;
    if (view === undefined) return { kind: 'delivered', messages: current, again };
    if (now() >= until) return { kind: 'partly', messages: [...current, ...unshown] };
    const screen = news.screen(view, news.chatId);
    const messageId = await say(news.chatId, screen);
    const { chatId, subject } = news;
    const message = { chatId, subject, messageId, view, shown: screenDigest(screen) };
    return { kind: 'delivered', messages: [...current, message], again };
  }

  /** Telegram allows about one edit a second in a chat, so the counts of a list are updated every two seconds. */
  function tooSoonMs(batch: Batch, messages: readonly TrackedMessage[]): number {
    if (isListOver(batch)) {
      countedAt.delete(batch.id);
      return 0;
    }
    const isAsked = messages.some(({ shown }) => isUnknown(shown));
    const left = isAsked ? 0 : (countedAt.get(batch.id) ?? Number.NEGATIVE_INFINITY) + countEveryMs - steady();
    if (left <= 0) countedAt.set(batch.id, steady());
    return Math.max(0, left);
  }

  async function change(message: TrackedMessage, readerId: number, screen: Screen): Promise<boolean> {
    const { chatId, messageId, view } = message;
    try {
      return await (view === slipMediaView ? editCaption : edit)(api, chatId, messageId, screen);
    } catch (error) {
      // An owner who left must not keep the payer from hearing.
      if (isRefused(error) || (chatId !== readerId && isUnreachable(error))) return false;
      throw error;
    }
  }

  /** If Telegram refuses the formatting, the text is sent plain. */
  async function say(chatId: number, screen: Screen): Promise<number> {
    try {
      return await send(api, chatId, screen);
    } catch (error) {
      if (!isRefused(error)) throw error;
      log.error(problemOf(error), 'receipt sent as plain text');
      const { message_id } = await api.sendMessage(chatId, plainText(screen.text));
      return message_id;
    }
  }

  return async function deliver(what, telling: ReceiptContext): Promise<ReceiptResult> {
    const { messages } = telling;
    const personId = readerOf(what);
    try {
      const tooSoon = what.kind === 'batch' ? tooSoonMs(what.batch, messages) : 0;
      if (tooSoon > 0) return { kind: 'later', retryAfterMs: tooSoon };
      return await bring(await about(what, telling), telling);
    } catch (error) {
      log.warn({ person: personId, ...problemOf(error) }, 'receipt not delivered');
      if (isUnreachable(error)) {
        await people.markUnreachable(personId);
        return { kind: 'unreachable' };
      }
      return retryLater(error);
    }
  };
}

const isUnderWay = ({ state }: Order): boolean => state === 'confirmed' || state === 'unsure';

/** Null: the message is a receipt, not a page of My orders. */
function pageOf(format: Formatter, order: Order, view: OrderView, as: string): Screen | null {
  const here = as === receiptView ? null : decodeAction(as)?.action;
  if (!here) return null;
  const { historyOrder, order: plain } = orderActions;
  const filter = here.tag === historyOrder.tag ? readValues(historyOrder, here.values) : null;
  const page = filter?.page ?? readValues(plain, here.values)?.page ?? 1;
  return orderPageScreen(format, order, view, { here, back: historyAction(filter ?? allOrders, page) });
}

function readerOf(what: ReceiptSubject): number {
  switch (what.kind) {
    case 'order':
      return what.order.buyerId;
    case 'batch':
      return what.batch.sellerId;
    case 'payment':
      return what.payment.personId;
  }
}

/** Its reader waits for the screen, and nothing else will show it. */
const isAwaited = ({ chatId, view, shown }: TrackedMessage, news: MessageUpdate): boolean =>
  shown === notShown && chatId === news.chatId && !news.isFollowed && view !== invoiceView && !isSlip(view);

const isSlip = (view: string): boolean => view === slipView || view === slipMediaView;
