import type { Failure } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { type Order, type OrderedItem, type Wanted, wantedOf } from '../../shop/orders/order.ts';
import type { Counter, Lead, Routes, Step, Visit } from '../routes.ts';
import type { Screen } from '../screen.ts';
import { failureScreen } from '../screens/failure.ts';
import { homeScreen } from '../screens/home.ts';
import { type ConfirmData, confirmScreen, orderScreen, ordersScreen, walletShortScreen } from '../screens/order.ts';
import { askNumber } from './numbers.ts';

type Names = 'confirm' | 'cancel' | 'changeNumber' | 'again' | 'order' | 'orders';

export type Ordering = ReturnType<typeof createOrdering>;

/** From a chosen thing to a receipt. */
export function createOrdering(counter: Counter) {
  const { orders, numbers, wallet, vatPercent, ownerIds, now, wakeSettler } = counter;

  async function labelOf(visit: Visit, mobile: string): Promise<string | null> {
    return (await numbers.find(visit.person.id, mobile)).label;
  }

  async function ask(visit: Visit, order: Order, again: ConfirmData['again'] = null): Promise<Screen> {
    const [{ available }, twin, number] = await Promise.all([
      wallet.read(order.buyerId),
      orders.twinOf(order),
      numbers.find(order.buyerId, order.mobile),
    ]);
    return confirmScreen(visit.view, {
      order,
      label: number.label,
      vatPercent,
      walletAfter: available === null ? null : available - order.total,
      twin,
      otherOperator: number.operatorId === null || number.operatorId === order.operatorId ? null : number.operatorId,
      now: now(),
      again,
    });
  }

  async function standing(visit: Visit, order: Order): Promise<Screen> {
    return orderScreen(visit.view, order, await labelOf(visit, order.mobile));
  }

  /** Stores the quote, then shows it. A repeated update finds the order again, wherever it stands by then. */
  async function quote(visit: Visit, wanted: Wanted): Promise<Step> {
    await numbers.use(visit.person.id, wanted.mobile);
    const quoted = await orders.quote({ origin: visit.origin, buyerId: visit.person.id, wanted });
    if (!quoted.ok) return { screen: failureScreen(visit.view, quoted.error, { to: 'number', mobile: wanted.mobile }) };
    const order = quoted.value;
    return { screen: order.state === 'quoted' ? await ask(visit, order) : await standing(visit, order) };
  }

  async function own({ person }: Visit, id: string): Promise<Result<Order, Failure>> {
    const order = await orders.find(id);
    if (!order) return err({ code: 'order-unknown' });
    return order.buyerId === person.id ? ok(order) : err({ code: 'order-not-yours' });
  }

  async function confirm(visit: Visit, orderId: string): Promise<Step> {
    const { person, view, origin, messageId } = visit;
    const before = await orders.find(orderId);
    const result = await orders.confirm({ orderId, by: person.id, origin, messageId });
    if (result.ok) {
      const { order, first } = result.value;
      const screen = await standing(visit, order);
      return first ? { screen, after: () => settled(visit, order) } : { screen };
    }
    const { failure, again } = result.error;
    if (again && before) return { screen: await ask(visit, again, { failure, was: before }) };
    if (failure.code === 'wallet-too-small' && before) {
      const [owner] = ownerIds;
      const ownerUrl = owner === undefined ? null : `tg://user?id=${owner}`;
      return { screen: walletShortScreen(view, { missing: failure.missing, order: before, ownerUrl }) };
    }
    return { screen: failureScreen(view, failure) };
  }

  /** The progress screen is up: let the settler run, and if it was quicker than Telegram, show what it found. */
  async function settled(visit: Visit, order: Order): Promise<Screen | null> {
    wakeSettler();
    const current = await orders.find(order.id);
    return current && current.state !== order.state ? standing(visit, current) : null;
  }

  const routes: Routes<Names> = {
    confirm: (visit, { order }) => confirm(visit, order),
    cancel: async (visit, { order: id }) => {
      const cancelled = await orders.cancel(id, visit.person.id);
      if (!cancelled.ok) return { screen: failureScreen(visit.view, cancelled.error) };
      if (cancelled.value.state !== 'cancelled') return { screen: await standing(visit, cancelled.value) };
      return { screen: homeScreen(visit.view, visit.view.html('cancelled')) };
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
    order: async (visit, { order: id }) => {
      const order = await own(visit, id);
      return { screen: order.ok ? await standing(visit, order.value) : failureScreen(visit.view, order.error) };
    },
    orders: async ({ person, view }, { page }) => ({
      screen: ordersScreen(view, await orders.ofBuyer(person.id, page - 1)),
    }),
  };
  return { quote, routes };
}

function leadOf(item: OrderedItem): Lead {
  if (item.kind === 'offer') return { kind: 'offers' };
  const { productId: id, amount } = item;
  return amount === null ? { kind: 'product', id } : { kind: 'amount', id, amount };
}
