import { catalogueActions } from '#bot/actions/catalogue.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { shelfOf } from '#bot/actions/shelf-address.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/core/action.ts';
import { failureReply } from '#bot/core/failure.ts';
import type { Handlers } from '#bot/core/feature.ts';
import { untrustedTitle } from '#bot/core/item-title.ts';
import { home } from '#bot/core/navigation.ts';
import { type BotRequest, type Reply, shownByWorker, type Tracked, type WorkerReply } from '#bot/core/request.ts';
import type { Screen } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import { homeScreen } from '#bot/features/home/screens.ts';
import { askNumber } from '#bot/features/numbers/ask-number.ts';
import type { NextStep } from '#bot/features/numbers/next-step.ts';
import { boughtStates, heldStates } from '#domain/order.ts';
import { isMaskedMobile } from '#domain/phone.ts';
import { priceOfProduct } from '#domain/quote.ts';
import type { Sort } from '#shop/catalogue/sort-products.ts';
import { intentOf, type Order, type OrderedItem, type PurchaseIntent } from '#shop/orders/order.ts';
import { receiptView } from '#shop/outbox/order-messages.ts';
import { subjectOf } from '#shop/outbox/outbox.ts';
import type { Payable } from '#shop/payments/payment-methods.ts';
import type { KnownNumber } from '#shop/people/numbers.ts';
import { type ConfirmData, confirmScreen, walletShortScreen } from './confirm-screen.ts';
import { orderScreen } from './order-screen.ts';
import { type OrderViewServices, viewOf } from './order-view.ts';

const receiptOf = (order: Order): Tracked => ({ subject: subjectOf(order), view: receiptView });

export type Ordering = ReturnType<typeof createOrdering>;

type OrderingServices = OrderViewServices &
  Pick<
    Services,
    | 'catalogue'
    | 'now'
    | 'numbers'
    | 'ownerIds'
    | 'payments'
    | 'promoCodes'
    | 'salesPause'
    | 'dailyLimit'
    | 'vatPercent'
    | 'wallet'
  >;

export function createOrdering(services: OrderingServices) {
  const {
    catalogue,
    orders,
    numbers,
    salesPause,
    payments,
    promoCodes,
    dailyLimit,
    wallet,
    vatPercent,
    ownerIds,
    now,
  } = services;

  /** A repeated update may find that its order was confirmed meanwhile, or is over. */
  async function askToConfirm(
    request: BotRequest,
    order: Order,
    again: ConfirmData['again'] = null,
    { number: usedNumber, sort = 'catalogue' }: { readonly number?: KnownNumber; readonly sort?: Sort } = {},
  ): Promise<Reply | WorkerReply> {
    if (boughtStates.includes(order.state)) return shownByWorker;
    if (order.state !== 'quoted') return following(request, order);
    const [before, number, limitFailure, { failingSince }, takesPromo] = await Promise.all([
      orders.beforeConfirming(order),
      usedNumber ?? numbers.find(order.buyerId, order.mobile),
      dailyLimit.wouldExceedDailyLimit(order.buyerId, order.charge),
      salesPause.troubleLately(),
      promoCodes.isAny(),
    ]);
    const balance = wallet.balanceOf(order.buyerId, before.wallet);
    const screen = confirmScreen(request.format, {
      order,
      role: request.person.role,
      takesPromo,
      label: number.label,
      vatPercent,
      wallet: balance,
      recentDuplicate: before.recentDuplicate,
      otherOperator: number.operatorId === order.operatorId ? null : number.operatorId,
      otherSim: number.isSimAssumed || number.simType === order.simType ? null : number.simType,
      slow: failingSince !== null,
      now: now(),
      again,
      refused: limitFailure,
      payable: await payableOf(order, balance.available),
      back: chosenAt(order, sort),
      payExactly: payExactly(request, order),
    });
    return { screen, quoted: receiptOf(order) };
  }

  /** To pay just the amount that was named as credit; null: it is not so, or cannot be sold. */
  function payExactly({ person }: BotRequest, { item, mobile, total, charge }: Order): ConfirmData['payExactly'] {
    const { productId, credit = null } = item.kind === 'product' ? item : { productId: 0 };
    // A fee or a discount of the buyer's own would make it another amount; an agent's customer pays it.
    if (credit === null || credit === total || (charge !== total && person.role !== 'agent')) return null;
    const product = catalogue.product(productId);
    const price = product && priceOfProduct(product, { amount: credit }, vatPercent);
    return price?.ok
      ? { amount: credit, action: topUpActions.amount({ id: productId, mobile, amount: credit }) }
      : null;
  }

  /** What is to be paid first; null: nothing, or there is no way to pay. */
  async function payableOf({ buyerId, charge }: Order, available: number | null): Promise<Payable | null> {
    if (available === null || available >= charge) return null;
    return payments.methods.payableFor(buyerId, charge - available, 'order');
  }

  /** The list that the item was chosen from. */
  function chosenAt({ item, productType, mobile }: Order, sort: Sort): Action {
    if (item.kind === 'offer') return offerActions.offers({ mobile, page: 1 });
    if (productType === 'topup') return topUpActions.topup({ mobile });
    const product = catalogue.product(item.productId);
    return product ? catalogueActions.shelf(shelfOf(product, mobile, sort)) : numberActions.number({ mobile });
  }

  async function currentScreen(request: BotRequest, order: Order): Promise<Screen> {
    return orderScreen(request.format, order, await viewOf(services, order));
  }

  /** While the order may change, the receipt worker updates the message. */
  async function following(request: BotRequest, order: Order): Promise<Reply> {
    const screen = await currentScreen(request, order);
    return isUndecided(order) ? { screen, tracks: receiptOf(order) } : { screen };
  }

  /** A repeated update finds the same order, in its current state. */
  async function quote(request: BotRequest, intent: PurchaseIntent, sort?: Sort): Promise<Reply | WorkerReply> {
    const number = await numbers.use(request.person.id, intent.mobile);
    const promo = await promoCodes.remembered(request.person.id);
    const result = await orders.quote({
      idempotencySource: request.idempotencySource,
      buyerId: request.person.id,
      wanted: intent,
      promo,
    });
    if (!result.ok) return failureReply(request.format, result.error, numberActions.number({ mobile: intent.mobile }));
    return askToConfirm(request, result.value, null, { number, ...(sort ? { sort } : {}) });
  }

  const own = ({ person }: BotRequest, id: string) => orders.own(id, person.id);

  async function confirm(request: BotRequest, orderId: string): Promise<Reply | WorkerReply> {
    const { person, format, idempotencySource, messageId } = request;
    const result = await orders.confirm({ orderId, by: person.id, idempotencySource, messageId });
    if (result.ok) {
      const { state } = result.value;
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

  const handlers: Handlers<Pick<typeof orderActions, 'confirm' | 'cancel' | 'ported' | 'changeNumber' | 'again'>> = {
    confirm: (request, { order }) => confirm(request, order),
    cancel: async (request, { order: id }) => {
      const cancellation = await orders.cancel(id, request.person.id);
      if (!cancellation.ok) return failureReply(request.format, cancellation.error);
      if (cancellation.value.state !== 'cancelled') return following(request, cancellation.value);
      return { screen: homeScreen(request.format, request.person, request.format.html('cancelled')) };
    },
    ported: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      if (order.value.state !== 'quoted') return following(request, order.value);
      await numbers.setOperator(request.person.id, order.value.mobile, order.value.operatorId);
      return askToConfirm(request, order.value);
    },
    changeNumber: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      const { item, operatorId, productType: type } = order.value;
      // An offer is personal: another number has other offers.
      const note =
        item.kind === 'offer'
          ? null
          : request.format.html('chosen', { what: untrustedTitle(request.format, order.value) });
      const back = orderActions.again({ order: id });
      return askNumber(services, request, { next: nextStepOf(item), back, note, operatorId, type });
    },
    again: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      // Their data was deleted since: nothing but the operator is left of the number.
      if (isMaskedMobile(order.value.mobile)) return failureReply(request.format, { code: 'number-invalid' });
      return quote(request, intentOf(order.value));
    },
  };
  return { quote, askToConfirm, own, following, handlers };
}

export const isUndecided = ({ state }: Order): boolean => heldStates.includes(state);

function nextStepOf(item: OrderedItem): NextStep {
  if (item.kind === 'offer') return { kind: 'offers' };
  const { productId: id, amount, credit = null } = item;
  if (credit !== null) return { kind: 'credit', id, credit };
  return amount === null ? { kind: 'product', id } : { kind: 'amount', id, amount };
}
