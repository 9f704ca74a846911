import { may } from '../../domain/access.ts';
import { dayOf, periodOf } from '../../domain/calendar.ts';
import type { Failure } from '../../domain/failure.ts';
import { boughtStates, heldStates } from '../../domain/order.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { type Order, type OrderedItem, type Wanted, wantedOf } from '../../shop/orders/order.ts';
import { receiptView } from '../../shop/receipts/order-messages.ts';
import { subjectOf } from '../../shop/receipts/receipt-jobs.ts';
import { type Press, writePress } from '../buttons.ts';
import type { Counter, Handing, Lead, Routes, Step, Visit } from '../routes.ts';
import type { Screen } from '../screen.ts';
import { type ConfirmData, confirmScreen, walletShortScreen } from '../screens/confirm.ts';
import { failureScreen } from '../screens/failure.ts';
import { homeScreen } from '../screens/home.ts';
import { shelfOf } from '../screens/navigation.ts';
import { orderPageScreen, orderScreen } from '../screens/order.ts';
import { allOrders, askPastScreen, ordersScreen, type PastChoice, pastOrderPress, pastPress } from '../screens/past.ts';
import { askNumber } from './numbers.ts';

type Names = 'confirm' | 'cancel' | 'changeNumber' | 'again' | 'order' | 'orders' | 'past' | 'pastOrder' | 'askPast';

export type Ordering = ReturnType<typeof createOrdering>;

/** From a chosen thing to a receipt. */
export function createOrdering(counter: Counter) {
  const { catalogue, orders, numbers, payments, spending, wallet, vatPercent, ownerIds, now } = counter;

  async function labelOf(visit: Visit, mobile: string): Promise<string | null> {
    return (await numbers.find(visit.person.id, mobile)).label;
  }

  async function ask(visit: Visit, order: Order, again: ConfirmData['again'] = null): Promise<Screen> {
    const [{ available }, twin, number, refused] = await Promise.all([
      wallet.read(order.buyerId),
      orders.twinOf(order),
      numbers.find(order.buyerId, order.mobile),
      spending.wouldBeOver(order.buyerId, order.total),
    ]);
    return confirmScreen(visit.view, {
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

  async function standing(visit: Visit, order: Order): Promise<Screen> {
    return orderScreen(visit.view, order, await labelOf(visit, order.mobile));
  }

  /** Where an order stands. While it may still change, the receipt worker keeps the message up to date. */
  async function following(visit: Visit, order: Order): Promise<Step> {
    const screen = await standing(visit, order);
    return isOpen(order) ? { screen, tracks: { subject: subjectOf(order), view: receiptView } } : { screen };
  }

  /** Stores the quote, then shows it. A repeated update finds the order again, wherever it stands by then. */
  async function quote(visit: Visit, wanted: Wanted): Promise<Step> {
    await numbers.use(visit.person.id, wanted.mobile);
    const quoted = await orders.quote({ origin: visit.origin, buyerId: visit.person.id, wanted });
    if (!quoted.ok) return { screen: failureScreen(visit.view, quoted.error, { to: 'number', mobile: wanted.mobile }) };
    const order = quoted.value;
    return order.state === 'quoted' ? { screen: await ask(visit, order) } : following(visit, order);
  }

  async function own({ person }: Visit, id: string): Promise<Result<Order, Failure>> {
    const order = await orders.find(id);
    if (!order) return err({ code: 'order-unknown' });
    return order.buyerId === person.id ? ok(order) : err({ code: 'order-not-yours' });
  }

  async function confirm(visit: Visit, orderId: string): Promise<Step | Handing> {
    const { person, view, origin, messageId } = visit;
    const result = await orders.confirm({ orderId, by: person.id, origin, messageId });
    if (result.ok) {
      const { state } = result.value;
      // The receipt worker shows how it goes on, in this message.
      const toast = heldStates.includes(state) ? { toast: view.plain('toast-buying') } : {};
      if (boughtStates.includes(state)) return { screen: null, files: [], ...toast };
      return following(visit, result.value);
    }
    const { failure, again } = result.error;
    const before = await orders.find(orderId);
    if (again && before) return { screen: await ask(visit, again, { failure, was: before }) };
    if (failure.code === 'wallet-too-small' && before) {
      const { missing } = failure;
      // Where money can be paid in, the question comes again with the way to do so.
      if (payments) return { screen: await ask(visit, before) };
      return { screen: walletShortScreen(view, { missing, order: before, ownerId: ownerIds[0] ?? null }) };
    }
    const back: Press = before?.buyerId === person.id ? { to: 'number', mobile: before.mobile } : { to: 'home' };
    return { screen: failureScreen(view, failure, back) };
  }

  async function listed({ person, view }: Visit, choice: PastChoice, page: number): Promise<Step> {
    const { state, time, mobile } = choice;
    const days = time === 'all' ? null : periodOf(view.calendar, time, dayOf(now()));
    const found = await orders.ofBuyer(person.id, page - 1, { state, days, mobile });
    const seller = may(person.role, 'sell');
    return { screen: ordersScreen(view, { ...found, choice: { state, time, mobile }, seller }) };
  }

  /** One of My orders, with the way back to the page that it was opened from; without a page, as a receipt. */
  async function one(
    visit: Visit,
    { order: id, page }: { readonly order: string; readonly page: number | null },
    { state, time, mobile }: PastChoice,
  ): Promise<Step> {
    const choice = { state, time, mobile };
    const back = pastPress(choice, page ?? 1);
    const order = await own(visit, id);
    if (!order.ok) return { screen: failureScreen(visit.view, order.error, back) };
    if (page === null) return following(visit, order.value);
    const label = await labelOf(visit, order.value.mobile);
    const here = pastOrderPress(choice, page, order.value);
    const screen = orderPageScreen(visit.view, order.value, label, { here, back });
    if (!isOpen(order.value)) return { screen };
    return { screen, tracks: { subject: subjectOf(order.value), view: writePress(here) } };
  }

  const routes: Routes<Names> = {
    confirm: (visit, { order }) => confirm(visit, order),
    cancel: async (visit, { order: id }) => {
      const cancelled = await orders.cancel(id, visit.person.id);
      if (!cancelled.ok) return { screen: failureScreen(visit.view, cancelled.error) };
      if (cancelled.value.state !== 'cancelled') return following(visit, cancelled.value);
      return { screen: homeScreen(visit.view, visit.person.role, visit.view.html('cancelled')) };
    },
    changeNumber: async (visit, { order: id }) => {
      const order = await own(visit, id);
      if (!order.ok) return { screen: failureScreen(visit.view, order.error) };
      const { item, title, titleEn } = order.value;
      // An offer belongs to its number: for another number there is another list.
      const note = item.kind === 'offer' ? null : visit.view.html('chosen', { what: visit.view.named(title, titleEn) });
      return askNumber(counter, visit, leadOf(item), { to: 'again', order: id }, note);
    },
    again: async (visit, { order: id }) => {
      const order = await own(visit, id);
      return order.ok ? quote(visit, wantedOf(order.value)) : { screen: failureScreen(visit.view, order.error) };
    },
    order: (visit, press) => one(visit, press, allOrders),
    pastOrder: (visit, press) => one(visit, press, press),
    past: (visit, press) => listed(visit, press, press.page),
    orders: (visit, { page }) => listed(visit, allOrders, page),
    askPast: async ({ view }, { state, time }) => ({
      screen: askPastScreen(view, { state, time, mobile: null }),
      ask: { for: 'past', state, time },
    }),
  };
  return { quote, ask, own, following, routes };
}

const isOpen = ({ state }: Order): boolean => heldStates.includes(state);

function leadOf(item: OrderedItem): Lead {
  if (item.kind === 'offer') return { kind: 'offers' };
  const { productId: id, amount } = item;
  return amount === null ? { kind: 'product', id } : { kind: 'amount', id, amount };
}
