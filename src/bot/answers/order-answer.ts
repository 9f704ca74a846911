import { catalogueActions } from '#bot/actions/catalogue.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { supportActions } from '#bot/actions/support.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import { canNow } from '#bot/kit/action.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { supportQuestion } from '#bot/support/support/questions.ts';
import { untrustedTitle } from '#bot/words/item-title.ts';
import { codeLine, stateText } from '#bot/words/order-screen.ts';
import { receiptView } from '#shop/base/outbox/order-messages.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { Meaning, OrderWish } from '#shop/meaning/meaning.ts';

type Wish = Extract<Meaning, { readonly kind: 'order' }>;
type AnswerServices = Pick<Services, 'lastOrders' | 'orders' | 'payments' | 'support'>;

/** Wishes that a person may have to grant: what is written next reaches support, about this order. */
const forSupport: readonly OrderWish[] = ['refund', 'cancel-order', 'wrong-number'];

/** Answers a wish about an order with the order: the one that is named, or the one that is under way or was bought last. */
export function createOrderAnswer(
  { lastOrders, orders, payments, support }: AnswerServices,
  { following }: Pick<Ordering, 'following'>,
) {
  return async (request: BotRequest, { about, code, mobile }: Wish): Promise<HandlerResult> => {
    const { person, format } = request;
    if (code !== null) return ofCode(request, about, code);
    const order = about === 'receipt' ? await lastOrders.bought(person.id) : await lastOrders.meant(person.id, mobile);
    if (order && (isUnderWay(order) || mobile !== null)) return answer(request, about, order);
    const [payment] = about === 'receipt' ? [] : (await payments.queries.openOf(person.id, 0, 1)).payments;
    if (payment) return { redirect: paymentActions.openPayment({ payment: payment.id }) };
    if (order) return answer(request, about, order);
    if (about === 'receipt' && canNow(person, 'approve'))
      return { redirect: paymentDeskActions.waitingPayments({ page: 1 }) };
    // Those who look at orders of others ask about them.
    if (canNow(person, 'orders')) return { redirect: reviewActions.reviews({ page: 1 }) };
    return { screen: noOrderScreen(format) };
  };

  /** Of another person's order only those who look up orders may know. */
  async function ofCode(request: BotRequest, about: OrderWish, code: string): Promise<HandlerResult> {
    const { person, format } = request;
    const order = await orders.byCode(code);
    if (order?.buyerId === person.id && !canNow(person, 'orders'))
      return about === 'where'
        ? { redirect: orderActions.order({ order: order.id, page: 1 }) }
        : answer(request, about, order);
    if (order && canNow(person, 'orders'))
      return { redirect: lookupActions.found({ order: order.id, mobile: null, page: 1 }) };
    return failureReply(format, { code: 'order-unknown' }, orderActions.orders({ page: 1 }));
  }

  async function answer(request: BotRequest, about: OrderWish, order: Order): Promise<Reply> {
    const { person, format } = request;
    if (about === 'receipt') return following(request, order);
    const screen = orderAnswerScreen(format, about, order);
    const tracks = isUnderWay(order) ? { tracks: { subject: subjectOf(order), view: receiptView } } : {};
    if (!forSupport.includes(about)) return { screen, ...tracks };
    await support.ask(person.id, order.id);
    return { screen, question: supportQuestion({}) };
  }
}

const isUnderWay = ({ state }: Order): boolean => state === 'confirmed' || state === 'unsure' || state === 'review';

function adviceOf(about: OrderWish, order: Order): string | null {
  if (about === 'where' || about === 'receipt') return null;
  if (order.state === 'rejected') return 'wish-rejected';
  if (about === 'wrong-number') return 'wish-wrong-number';
  return `wish-${about}-${isUnderWay(order) ? 'open' : 'delivered'}`;
}

/** The order in two lines, what can be done about it, and the way to a person. */
function orderAnswerScreen(format: Formatter, about: OrderWish, order: Order): Screen {
  const advice = adviceOf(about, order);
  return {
    text: lines(
      stateText(format, order),
      format.html('order-in-line', {
        what: untrustedTitle(format, order),
        number: format.mobile(order.mobile),
        when: format.when(order.confirmedAt ?? order.quotedAt),
      }),
      codeLine(format, order),
      advice === null ? null : format.html(advice),
    ),
    keys: [
      [button(format.plain('key-ask-order'), supportActions.support({ order: order.id }))],
      inReadingOrder(format, [
        button(format.plain('key-orders'), orderActions.orders({ page: 1 })),
        homeButton(format),
      ]),
    ],
    order: order.id,
  };
}

const noOrderScreen = (format: Formatter): Screen => ({
  text: format.html('no-order-lately'),
  keys: [
    [button(format.plain('key-orders'), orderActions.orders({ page: 1 }))],
    inReadingOrder(format, [
      button(format.plain('key-packages'), catalogueActions.operators({ type: 'data' })),
      button(format.plain('key-support'), supportActions.support({ order: null })),
    ]),
  ],
});
