import type { Purpose } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Button } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { againButton } from '#bot/words/again-button.ts';
import { soldTitle, staleNote } from '#bot/words/catalogue.ts';
import { itemAction } from '#bot/words/item-title.ts';
import { numberScreen } from '#bot/words/number-screens.ts';
import { priceNow } from '#bot/words/price-lines.ts';
import { can } from '#domain/access.ts';
import type { Purchase } from '#domain/person.ts';
import type { Mobile } from '#domain/phone.ts';
import type { PriceList } from '#domain/price.ts';
import type { ProductType } from '#domain/product.ts';
import { isSoldTo } from '#domain/sold-to.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import type { SoldItem } from '#shop/running/reports/reports.ts';

export type NumberHubServices = Pick<
  Services,
  'catalogue' | 'numbers' | 'operators' | 'orders' | 'prices' | 'reports' | 'vatPercent'
>;

/** With the other buttons of the screen, ten at most. */
const mostAgain = 3;
const againHere = 2;
const lookedThrough = 5;

function typesFor({ catalogue }: Pick<Services, 'catalogue'>, { operatorId, simType }: KnownNumber): ProductType[] {
  if (operatorId === null) return [];
  return catalogue.types({ operatorId, simType }).map(({ type }) => type);
}

/** Asks for a missing operator first. */
export async function numberHub(
  services: NumberHubServices,
  { person, format }: BotRequest,
  mobile: Mobile,
  { purpose = 'any', note = null }: { purpose?: Purpose; note?: string | null } = {},
): Promise<Reply> {
  const { number, before, recent } = can(person, 'sell')
    ? await soldBefore(services, person.id, mobile)
    : await boughtBefore(services, person.id, mobile);
  // This screen has no prices: only an empty catalogue matters.
  const hubNote = note ?? (services.catalogue.status().asOf === null ? staleNote(services, format) : null);
  const screen = numberScreen(format, { number, types: typesFor(services, number), purpose, note: hubNote });
  const again = await againRows(services, { person, format }, { number, before, recent });
  return { screen: { ...screen, keys: [...again, ...screen.keys] } };
}

interface BoughtBefore {
  readonly number: KnownNumber;
  /** What this number got. */
  readonly before: readonly Omit<Purchase, 'mobile' | 'label' | 'operatorId' | 'simType' | 'charge' | 'confirmedAt'>[];
  /** What others got. */
  readonly recent: readonly Pick<SoldItem, 'productId' | 'amount' | 'credit' | 'base' | 'operatorId' | 'simType'>[];
}

/** A buyer has few orders: the latest of them are read with the number. */
async function boughtBefore({ numbers }: NumberHubServices, personId: number, mobile: Mobile): Promise<BoughtBefore> {
  const { number, purchases } = await numbers.findWithPurchases(personId, mobile);
  return {
    number,
    before: purchases.filter((one) => one.mobile === mobile && one.operatorId === number.operatorId),
    recent: purchases.flatMap(({ item, mobile: whose, ...one }) =>
      item.kind === 'product' && whose !== mobile ? [{ credit: null, ...item, ...one }] : [],
    ),
  };
}

/** A seller may have 100,000, so those of a number are found by the number. */
async function soldBefore(
  { numbers, orders, reports }: NumberHubServices,
  personId: number,
  mobile: Mobile,
): Promise<BoughtBefore> {
  const number = await numbers.find(personId, mobile);
  if (number.operatorId === null) return { number, before: [], recent: [] };
  const sales = await orders.lastFor(personId, mobile, number.operatorId, againHere);
  const before = sales.map((order) => ({ ...order, orderId: order.id }));
  return { number, before, recent: await reports.recentSales(personId, lookedThrough) };
}

async function againRows(
  { catalogue, prices }: NumberHubServices,
  { person, format }: Pick<BotRequest, 'person' | 'format'>,
  { number, before, recent }: BoughtBefore,
): Promise<Button[][]> {
  const { mobile, operatorId, simType, isTdlte } = number;
  const named = ({ item, orderId }: BoughtBefore['before'][number]) =>
    item.kind === 'product' ? `${item.productId} ${item.amount}` : orderId;
  // Bought at several prices, it is one thing at the price of now.
  const here = before
    .filter(({ productType }) => isSoldTo(number, productType))
    .filter((one, nth, all) => all.findIndex((other) => named(other) === named(one)) === nth)
    .slice(0, againHere);
  const items = new Set(here.map(named));
  // What a modem gets is its own choice: only what it had before is offered again.
  const others = (isTdlte ? [] : recent).flatMap((item) => {
    const product = catalogue.product(item.productId);
    const fits =
      product?.onSale && isSoldTo(number, product.type) && item.operatorId === operatorId && item.simType === simType;
    const name = `${item.productId} ${item.amount}`;
    if (!product || !fits || items.has(name)) return [];
    items.add(name);
    return [{ item, product }];
  });
  const againFor = (list: PriceList) => [
    ...here.map((one) => {
      const price = priceNow({ catalogue }, list, one);
      const label = price === null ? null : format.price(price);
      return againButton(format, one, label, orderActions.again({ order: one.orderId }));
    }),
    ...others.map(({ item, product }) => {
      const price = item.amount === null ? list.ofProduct(product) : list.ofAmount(product, item.amount);
      return againButton(format, soldTitle({ ...item, product }), format.price(price), itemAction(mobile, item));
    }),
  ];
  if (here.length + others.length === 0) return [];
  return againFor(await prices.listFor(person.id))
    .slice(0, mostAgain)
    .map((key) => [key]);
}
