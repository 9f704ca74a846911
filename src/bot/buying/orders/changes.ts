import { catalogueActions } from '#bot/actions/catalogue.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { shelfOf } from '#bot/actions/shelf-address.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import { askNumber } from '#bot/buying/numbers/ask-number.ts';
import type { NextStep } from '#bot/buying/numbers/next-step.ts';
import type { Action } from '#bot/kit/action.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Handlers } from '#bot/kit/feature.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { untrustedTitle } from '#bot/words/item-title.ts';
import type { Rials } from '#domain/money.ts';
import type { Sort } from '#domain/product.ts';
import { priceOfProduct } from '#domain/quote.ts';
import { intentOf, type Order } from '#shop/buying/orders/order.ts';
import { sameOfSim } from '#shop/buying/orders/other-sim.ts';
import { changeScreen } from './confirm-screen.ts';
import type { Ordering } from './ordering.ts';

export type ChangingServices = Pick<Services, 'catalogue' | 'numbers' | 'promoCodes' | 'vatPercent'>;

/** What a buyer changes on Confirm: each change makes a new quote, which retires the one that it is made from. */
export function createOrderChanges(
  services: ChangingServices,
  { own, following, quote, askToConfirm }: Pick<Ordering, 'own' | 'following' | 'quote' | 'askToConfirm'>,
): Handlers<Pick<typeof orderActions, 'change' | 'switchSim' | 'changeNumber' | 'renumber' | 'payExactly'>> {
  const { catalogue, numbers, promoCodes, vatPercent } = services;

  /** The amount that was named as credit, if just that can be paid instead. */
  function exactAmount({ person }: BotRequest, { item, total, charge }: Order): Rials | null {
    const { productId, credit = null } = item.kind === 'product' ? item : { productId: 0 };
    // A fee or a discount of the buyer's own would make it another amount; an agent's customer pays it.
    if (credit === null || credit === total || (charge !== total && person.role !== 'agent')) return null;
    const product = catalogue.product(productId);
    const price = product && priceOfProduct(product, { amount: credit }, vatPercent);
    return price?.ok ? credit : null;
  }

  /** The list that the item was chosen from, of the order's SIM type. */
  function chosenAt({ item, productType, mobile, simType }: Order, sort: Sort): Action {
    if (item.kind === 'offer') return offerActions.offers({ mobile, page: 1 });
    if (productType === 'topup') return topUpActions.topup({ mobile });
    const product = catalogue.product(item.productId);
    return product
      ? catalogueActions.shelf(shelfOf({ ...product, simType }, mobile, sort))
      : numberActions.number({ mobile });
  }

  return {
    change: async (request, { order: id, sort }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      if (order.value.state !== 'quoted') return following(request, order.value);
      const [number, takesPromo] = await Promise.all([
        numbers.find(request.person.id, order.value.mobile),
        promoCodes.isAny(),
      ]);
      const items = chosenAt(order.value, sort);
      const data = { order: order.value, takesPromo, label: number.label, items };
      return { screen: changeScreen(request.format, { ...data, exactAmount: exactAmount(request, order.value) }) };
    },
    switchSim: async (request, { order: id, sim }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      if (order.value.state !== 'quoted') return following(request, order.value);
      const { mobile, simType } = order.value;
      await numbers.setSimType(request.person.id, mobile, sim);
      if (sim === simType) return askToConfirm(request, order.value);
      const item = sameOfSim(catalogue, order.value, sim);
      return item === null
        ? { redirect: chosenAt({ ...order.value, simType: sim }, 'catalogue') }
        : quote(request, { item, mobile, simType: sim }, { replaces: id });
    },
    changeNumber: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      if (order.value.supersededBy !== null) return following(request, order.value);
      const { item, operatorId, productType: type } = order.value;
      // An offer is personal: another number has other offers.
      const note =
        item.kind === 'offer'
          ? null
          : request.format.html('chosen', { what: untrustedTitle(request.format, order.value) });
      const back = orderActions.again({ order: id });
      return askNumber(services, request, { next: nextStepOf(order.value), back, note, operatorId, type });
    },
    renumber: async (request, { order: id, mobile }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      if (order.value.supersededBy !== null) return following(request, order.value);
      return quote(request, { ...intentOf(order.value), mobile }, { replaces: id });
    },
    payExactly: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      const amount = exactAmount(request, order.value);
      if (order.value.state !== 'quoted' || order.value.item.kind !== 'product' || amount === null)
        return following(request, order.value);
      const item = { kind: 'product', productId: order.value.item.productId, amount } as const;
      return quote(request, { ...intentOf(order.value), item }, { replaces: id });
    },
  };
}

function nextStepOf({ id: of, item }: Order): NextStep {
  if (item.kind === 'offer') return { kind: 'offers' };
  const { productId: id, amount, credit = null } = item;
  if (credit !== null) return { kind: 'credit', id, credit, of };
  return amount === null ? { kind: 'product', id, of } : { kind: 'amount', id, amount, of };
}
