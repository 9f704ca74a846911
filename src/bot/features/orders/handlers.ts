import { may } from '../../../domain/access.ts';
import { dayOf, periodOf } from '../../../domain/calendar.ts';
import type { Failure } from '../../../domain/failure.ts';
import { isEnd } from '../../../domain/order.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { type Order, type OrderedItem, type Wanted, wantedOf } from '../../../shop/orders/order.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureScreen } from '../../core/failure.ts';
import { shelfOf } from '../../core/navigation.ts';
import type { BotRequest, NextStep, Reply, Routes, Services } from '../../core/request.ts';
import type { Screen } from '../../core/screen.ts';
import { beginHanding } from '../../handing.ts';
import { homeScreen } from '../home/screens.ts';
import { askNumber } from '../numbers/handlers.ts';
import { type ConfirmData, confirmScreen, walletShortScreen } from './confirm-screen.ts';
import {
  allOrders,
  askPastScreen,
  ordersScreen,
  type PastChoice,
  pastOrderPress,
  pastPress,
} from './history-screen.ts';
import { orderPageScreen, orderScreen } from './order-screen.ts';

type Names = 'confirm' | 'cancel' | 'changeNumber' | 'again' | 'order' | 'orders' | 'past' | 'pastOrder' | 'askPast';

export type Ordering = ReturnType<typeof createOrdering>;

/** From a chosen thing to a receipt. */
export function createOrdering(services: Services) {
  const { catalogue, orders, numbers, payments, spending, wallet, vatPercent, ownerIds, now } = services;

  async function labelOf(request: BotRequest, mobile: string): Promise<string | null> {
    return (await numbers.find(request.person.id, mobile)).label;
  }

  async function ask(request: BotRequest, order: Order, again: ConfirmData['again'] = null): Promise<Screen> {
    const [{ available }, twin, number, refused] = await Promise.all([
      wallet.read(order.buyerId),
      orders.twinOf(order),
      numbers.find(order.buyerId, order.mobile),
      spending.wouldBeOver(order.buyerId, order.total),
    ]);
    return confirmScreen(request.format, {
      order,
      label: number.label,
      vatPercent,
      walletAfter: available === null ? null : available - order.total,
      twin,
      otherOperator: number.operatorId === order.operatorId ? null : number.operatorId,
      otherSim: number.simType === order.simType ? null : number.simType,
      now: now(),
      again,
      refused,
      payable: payments && available !== null && available < order.total ? order.total - available : null,
      back: chosenAt(order),
    });
  }

  /** The list that something was chosen from. */
  function chosenAt({ item, productType, mobile }: Order): Press {
    if (item.kind === 'offer') return { to: 'offers', mobile, page: 1 };
    if (productType === 'topup') return { to: 'topup', mobile };
    const product = catalogue.product(item.productId);
    return product ? shelfOf(product, mobile) : { to: 'number', mobile };
  }

  async function standing(request: BotRequest, order: Order): Promise<Screen> {
    return orderScreen(request.format, order, await labelOf(request, order.mobile));
  }

  /**
   * Where an order stands. If it went on while that travelled to the screen, the screen goes on as well; whoever dies in
   * between has not confirmed the update, so that it comes again and shows the end.
   */
  async function following(request: BotRequest, order: Order): Promise<Reply> {
    const screen = await standing(request, order);
    return isEnd(order.state) ? { screen } : { screen, after: goneOn(request, order) };
  }

  /** What to show instead, each time that it is asked: nothing while the order stands where it was last seen. */
  function goneOn(request: BotRequest, order: Order): () => Promise<Screen | null> {
    let shown = order.state;
    return async () => {
      const current = await orders.find(order.id);
      if (!current || current.state === shown) return null;
      shown = current.state;
      return standing(request, current);
    };
  }

  /**
   * Just confirmed, and leased to us: nobody buys it before this is on the screen, or could not be put there. So the receipt
   * comes after it, and takes its place wherever that is.
   */
  async function underWay(request: BotRequest, order: Order): Promise<Reply> {
    const later = goneOn(request, order);
    const handing = beginHanding(services, order.id);
    const unshown = async () => void (await handing.over());
    const screen = await standing(request, order).catch(async (error: unknown) => {
      await unshown();
      throw error;
    });
    return {
      screen,
      unshown,
      after: async (shownIn) => {
        if (shownIn !== order.messageId) await orders.shownIn(order.id, shownIn);
        return (await handing.over()) ? null : later();
      },
    };
  }

  /** Stores the quote, then shows it. A repeated update finds the order again, wherever it stands by then. */
  async function quote(request: BotRequest, wanted: Wanted): Promise<Reply> {
    await numbers.use(request.person.id, wanted.mobile);
    const quoted = await orders.quote({ origin: request.origin, buyerId: request.person.id, wanted });
    if (!quoted.ok)
      return { screen: failureScreen(request.format, quoted.error, { to: 'number', mobile: wanted.mobile }) };
    const order = quoted.value;
    return order.state === 'quoted' ? { screen: await ask(request, order) } : following(request, order);
  }

  async function own({ person }: BotRequest, id: string): Promise<Result<Order, Failure>> {
    const order = await orders.find(id);
    if (!order) return err({ code: 'order-unknown' });
    return order.buyerId === person.id ? ok(order) : err({ code: 'order-not-yours' });
  }

  async function confirm(request: BotRequest, orderId: string): Promise<Reply> {
    const { person, format, origin, messageId } = request;
    const result = await orders.confirm({ orderId, by: person.id, origin, messageId, leased: true });
    if (result.ok) {
      const { order, first } = result.value;
      return first ? underWay(request, order) : following(request, order);
    }
    const { failure, again } = result.error;
    const before = await orders.find(orderId);
    if (again && before) return { screen: await ask(request, again, { failure, was: before }) };
    if (failure.code === 'wallet-too-small' && before) {
      const { missing } = failure;
      // Where money can be paid in, the question comes again with the way to do so.
      if (payments) return { screen: await ask(request, before) };
      return { screen: walletShortScreen(format, { missing, order: before, ownerId: ownerIds[0] ?? null }) };
    }
    const back: Press = before?.buyerId === person.id ? { to: 'number', mobile: before.mobile } : { to: 'home' };
    return { screen: failureScreen(format, failure, back) };
  }

  async function listed({ person, format }: BotRequest, choice: PastChoice, page: number): Promise<Reply> {
    const { state, time, mobile } = choice;
    const days = time === 'all' ? null : periodOf(format.calendar, time, dayOf(now()));
    const found = await orders.ofBuyer(person.id, page - 1, { state, days, mobile });
    const seller = may(person.role, 'sell');
    return { screen: ordersScreen(format, { ...found, choice: { state, time, mobile }, seller }) };
  }

  /** One of My orders, with the way back to the page that it was opened from; without a page, as a receipt. */
  async function one(
    request: BotRequest,
    { order: id, page }: { readonly order: string; readonly page: number | null },
    { state, time, mobile }: PastChoice,
  ): Promise<Reply> {
    const choice = { state, time, mobile };
    const back = pastPress(choice, page ?? 1);
    const order = await own(request, id);
    if (!order.ok) return { screen: failureScreen(request.format, order.error, back) };
    if (page === null) return following(request, order.value);
    const label = await labelOf(request, order.value.mobile);
    const here = pastOrderPress(choice, page, order.value);
    return { screen: orderPageScreen(request.format, order.value, label, { here, back }) };
  }

  const routes: Routes<Names> = {
    confirm: (request, { order }) => confirm(request, order),
    cancel: async (request, { order: id }) => {
      const cancelled = await orders.cancel(id, request.person.id);
      if (!cancelled.ok) return { screen: failureScreen(request.format, cancelled.error) };
      if (cancelled.value.state !== 'cancelled') return following(request, cancelled.value);
      return { screen: homeScreen(request.format, request.person.role, request.format.html('cancelled')) };
    },
    changeNumber: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return { screen: failureScreen(request.format, order.error) };
      const { item, title, titleEn } = order.value;
      // An offer belongs to its number: for another number there is another list.
      const note =
        item.kind === 'offer' ? null : request.format.html('chosen', { what: request.format.named(title, titleEn) });
      return askNumber(services, request, leadOf(item), { to: 'again', order: id }, note);
    },
    again: async (request, { order: id }) => {
      const order = await own(request, id);
      return order.ok ? quote(request, wantedOf(order.value)) : { screen: failureScreen(request.format, order.error) };
    },
    order: (request, press) => one(request, press, allOrders),
    pastOrder: (request, press) => one(request, press, press),
    past: (request, press) => listed(request, press, press.page),
    orders: (request, { page }) => listed(request, allOrders, page),
    askPast: async ({ format }, { state, time }) => ({
      screen: askPastScreen(format, { state, time, mobile: null }),
      ask: { for: 'past', state, time },
    }),
  };
  return { quote, ask, own, following, routes };
}

function leadOf(item: OrderedItem): NextStep {
  if (item.kind === 'offer') return { kind: 'offers' };
  const { productId: id, amount } = item;
  return amount === null ? { kind: 'product', id } : { kind: 'amount', id, amount };
}
