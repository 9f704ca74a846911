import { numberActions } from '#bot/actions/numbers.ts';
import type { orderActions } from '#bot/actions/orders.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import type { Action } from '#bot/kit/action.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Handlers } from '#bot/kit/feature.ts';
import { home } from '#bot/kit/navigation.ts';
import {
  type BotRequest,
  type HandlerResult,
  type Reply,
  shownByWorker,
  type Tracked,
  type WorkerReply,
} from '#bot/kit/request.ts';
import { lines, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import { purchaseOf } from '#bot/words/item-title.ts';
import { orderScreen } from '#bot/words/order-screen.ts';
import { boughtStates, heldStates } from '#domain/order.ts';
import { isMaskedMobile } from '#domain/phone.ts';
import type { Sort } from '#domain/product.ts';
import { receiptView } from '#shop/base/outbox/order-messages.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import { intentOf, type Order, type PurchaseIntent } from '#shop/buying/orders/order.ts';
import type { Payable } from '#shop/money/payments/payment-methods.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import { type ConfirmData, confirmScreen, walletShortScreen } from './confirm-screen.ts';
import { type OrderViewServices, viewOf } from './order-view.ts';

/** Of a person, among which the open one of an order is looked for. */
const mostPayments = 50;

interface Showing {
  readonly number?: KnownNumber;
  readonly sort?: Sort;
  /** The buyer said that it is the same once more. */
  readonly isRepeat?: boolean;
}

const receiptOf = (order: Order): Tracked => ({ subject: subjectOf(order), view: receiptView });

export type Ordering = ReturnType<typeof createOrdering>;

type OrderingServices = OrderViewServices &
  Pick<
    Services,
    'now' | 'numbers' | 'ownerIds' | 'payments' | 'promoCodes' | 'salesPause' | 'dailyLimit' | 'vatPercent' | 'wallet'
  >;

export function createOrdering(services: OrderingServices) {
  const { orders, numbers, salesPause, payments, promoCodes, dailyLimit, wallet, vatPercent, ownerIds, now } = services;

  /** A repeated update may find that its order was confirmed meanwhile, or is over. */
  async function askToConfirm(
    request: BotRequest,
    order: Order,
    again: ConfirmData['again'] = null,
    { number: usedNumber, sort = 'catalogue', isRepeat = false }: Showing = {},
  ): Promise<Reply | WorkerReply> {
    if (boughtStates.includes(order.state)) return shownByWorker;
    if (order.state !== 'quoted') return following(request, order);
    const [before, number, limitFailure, { failingSince }] = await Promise.all([
      orders.beforeConfirming(order),
      usedNumber ?? numbers.find(order.buyerId, order.mobile),
      dailyLimit.wouldExceedDailyLimit(order.buyerId, order.charge),
      salesPause.troubleLately(),
    ]);
    const balance = wallet.balanceOf(order.buyerId, before.wallet);
    const twin = before.recentDuplicate;
    const screen = confirmScreen(request.format, {
      order,
      role: request.person.role,
      label: number.label,
      vatPercent,
      wallet: balance,
      // A repeat on purpose needs no warning, unless the first one is still on its way.
      recentDuplicate: isRepeat && !(twin && isUndecided(twin)) ? null : twin,
      otherOperator: number.operatorId === order.operatorId ? null : number.operatorId,
      sim: { type: number.simType, isAssumed: number.isSimAssumed },
      slow: failingSince !== null,
      now: now(),
      again,
      refused: limitFailure,
      payable: await payableOf(order, balance.available),
      sort,
    });
    return { screen, quoted: receiptOf(order) };
  }

  /** What is to be paid first; null: nothing, or there is no way to pay. */
  async function payableOf({ buyerId, charge }: Order, available: number | null): Promise<Payable | null> {
    if (available === null || available >= charge) return null;
    return payments.methods.payableFor(buyerId, charge - available, 'order');
  }

  async function currentScreen(request: BotRequest, order: Order): Promise<Screen> {
    return orderScreen(request.format, order, await viewOf(services, order));
  }

  /** While the order may change, the receipt worker updates the message. */
  async function following(request: BotRequest, order: Order): Promise<Reply> {
    const screen = await currentScreen(request, order);
    return isUndecided(order) ? { screen, tracks: receiptOf(order) } : { screen };
  }

  /** What stands instead of a retired quote, or what became of it; the payment of one that is being paid. */
  async function showNewest(request: BotRequest, order: Order): Promise<HandlerResult> {
    const newest = await orders.newest(order);
    if (newest.state !== 'quoted') return following(request, newest);
    const { payments: open } = await payments.queries.openOf(newest.buyerId, 0, mostPayments);
    const payment = open.find(({ orderId }) => orderId === newest.id);
    return payment ? { redirect: paymentActions.openPayment({ payment: payment.id }) } : askToConfirm(request, newest);
  }

  /** A repeated update finds the same order, in its current state. `replaces`: the order that it is made from. */
  async function quote(
    request: BotRequest,
    intent: PurchaseIntent,
    { sort, replaces, isRepeat }: Pick<Showing, 'sort' | 'isRepeat'> & { readonly replaces?: string } = {},
  ): Promise<HandlerResult> {
    const number = await numbers.use(request.person.id, intent.mobile);
    const promo = await promoCodes.remembered(request.person.id);
    const result = await orders.quote({
      idempotencySource: request.idempotencySource,
      buyerId: request.person.id,
      wanted: intent,
      promo,
      replaces,
    });
    if (!result.ok) return failureReply(request.format, result.error, numberActions.number({ mobile: intent.mobile }));
    if (result.value.supersededBy !== null) return showNewest(request, result.value);
    return askToConfirm(request, result.value, null, {
      number,
      ...(sort ? { sort } : {}),
      ...(isRepeat ? { isRepeat } : {}),
    });
  }

  const own = ({ person }: BotRequest, id: string) => orders.own(id, person.id);

  async function confirm(request: BotRequest, orderId: string): Promise<HandlerResult> {
    const { person, format, idempotencySource, messageId } = request;
    const result = await orders.confirm({ orderId, by: person.id, idempotencySource, messageId });
    if (result.ok) {
      const { state } = result.value;
      if (state === 'quoted') return showNewest(request, result.value);
      const toast = isUndecided(result.value) ? { toast: format.plain('toast-buying') } : {};
      return boughtStates.includes(state) ? { ...shownByWorker, ...toast } : following(request, result.value);
    }
    const { failure, again } = result.error;
    const before = await orders.find(orderId);
    if (again && before) return askToConfirm(request, again, { failure, was: before });
    if (failure.code === 'wallet-too-small' && before) {
      const { missing } = failure;
      // Where there is a way to pay, the confirm screen offers it.
      if ((await payableOf(before, before.charge - missing)) !== null) return askToConfirm(request, before);
      return { screen: walletShortScreen(format, { missing, order: before, ownerId: ownerIds[0] ?? null }) };
    }
    const back: Action = before?.buyerId === person.id ? numberActions.number({ mobile: before.mobile }) : home();
    return failureReply(format, failure, back);
  }

  /** Says what was cancelled, and how many Confirm screens are left above. */
  async function cancelledReply({ person, format }: BotRequest, order: Order): Promise<Reply> {
    const others = await orders.countOpen(person.id);
    const note = lines(
      format.html('cancelled-order', purchaseOf(format, order)),
      others === 0 ? null : format.html('confirms-open', { count: others }),
    );
    return { screen: homeScreen(format, person, note) };
  }

  /** "Cancel" in words leaves everything, and cancels the newest quote or the one in the message that it replies to. */
  async function leave(request: BotRequest, repliedTo: number | null): Promise<HandlerResult> {
    const { person, format, idempotencySource } = request;
    const order = await orders.cancelNewest({ by: person.id, idempotencySource, repliedTo });
    if (!order) return { screen: homeScreen(format, person, format.html('left')) };
    return order.state === 'cancelled' ? cancelledReply(request, order) : showNewest(request, order);
  }

  const handlers: Handlers<Pick<typeof orderActions, 'confirm' | 'cancel' | 'ported' | 'again'>> = {
    confirm: (request, { order }) => confirm(request, order),
    cancel: async (request, { order: id }) => {
      const cancellation = await orders.cancel(id, request.person.id);
      if (!cancellation.ok) return failureReply(request.format, cancellation.error);
      const { state, supersededBy } = cancellation.value;
      if (state !== 'cancelled' || supersededBy !== null) return following(request, cancellation.value);
      return cancelledReply(request, cancellation.value);
    },
    ported: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      if (order.value.state !== 'quoted') return following(request, order.value);
      await numbers.setOperator(request.person.id, order.value.mobile, order.value.operatorId);
      return askToConfirm(request, order.value);
    },
    again: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      // Their data was deleted since: nothing but the operator is left of the number.
      if (isMaskedMobile(order.value.mobile)) return failureReply(request.format, { code: 'number-invalid' });
      if (order.value.supersededBy !== null) return showNewest(request, order.value);
      return quote(request, intentOf(order.value));
    },
  };
  return { quote, askToConfirm, own, following, leave, handlers };
}

export const isUndecided = ({ state }: Order): boolean => heldStates.includes(state);
