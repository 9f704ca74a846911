import type { Purpose } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { itemTitle } from '#bot/core/item-title.ts';
import type { BotRequest, Reply } from '#bot/core/request.ts';
import { rowLabel } from '#bot/core/row-label.ts';
import { type Button, button } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import { soldRow, staleNote } from '#bot/views/catalogue.ts';
import { itemAction } from '#bot/views/item-action.ts';
import { can } from '#domain/access.ts';
import type { Mobile } from '#domain/phone.ts';
import type { ProductType } from '#domain/product.ts';
import type { KnownNumber } from '#shop/people/numbers.ts';
import { numberScreen } from './screens.ts';

export type NumberHubServices = Pick<
  Services,
  'catalogue' | 'numbers' | 'operators' | 'orders' | 'prices' | 'reports' | 'vatPercent'
>;

const againHere = 2;
const againLately = 3;

function typesFor({ catalogue }: Pick<Services, 'catalogue'>, { operatorId, simType }: KnownNumber): ProductType[] {
  if (operatorId === null) return [];
  return catalogue.types({ operatorId, simType }).map(({ type }) => type);
}

/** Asks for a missing operator first. */
export async function numberHub(
  services: NumberHubServices,
  { person, format }: BotRequest,
  mobile: Mobile,
  {
    purpose = 'any',
    note = null,
    number: usedNumber,
  }: { purpose?: Purpose; note?: string | null; number?: KnownNumber } = {},
): Promise<Reply> {
  const { operators } = services;
  const number = usedNumber ?? (await services.numbers.find(person.id, mobile));
  // This screen has no prices: only an empty catalogue matters.
  const hubNote = note ?? (services.catalogue.status().asOf === null ? staleNote(services, format) : null);
  const screen = numberScreen(format, { number, types: typesFor(services, number), operators, purpose, note: hubNote });
  const again = can(person, 'sell') ? await soldBefore(services, { person, format }, number) : [];
  return { screen: { ...screen, keys: [...again, ...screen.keys] } };
}

/** For sellers: what this number got before, and their recent sales. */
async function soldBefore(
  { catalogue, orders, prices, reports }: NumberHubServices,
  { person, format }: Pick<BotRequest, 'person' | 'format'>,
  { mobile, operatorId, simType }: KnownNumber,
): Promise<Button[][]> {
  if (operatorId === null) return [];
  const before = await orders.lastFor(person.id, mobile, operatorId, againHere);
  const recent = await reports.recentSales(person.id, againLately + againHere);
  const list = await prices.listFor(person.id);
  const items = new Set(before.map(({ item }) => (item.kind === 'product' ? `${item.productId} ${item.amount}` : '')));
  const others = recent.flatMap((item) => {
    const product = catalogue.product(item.productId);
    const fits = product?.onSale && item.operatorId === operatorId && item.simType === simType;
    if (!product || !fits || items.has(`${item.productId} ${item.amount}`)) return [];
    const price = item.amount === null ? list.ofProduct(product) : list.ofAmount(product, item.amount);
    const label = rowLabel(format, { ...soldRow(format, { ...item, product }), price: format.price(price) });
    return [[button(label, itemAction(mobile, item))]];
  });
  return [
    ...before.map((order) => [
      button(
        rowLabel(format, {
          name: itemTitle(format, order),
          nameEn: null,
          days: order.days,
          price: format.price(order.charge),
          sign: '↻ ',
        }),
        orderActions.again({ order: order.id }),
      ),
    ]),
    ...others.slice(0, againLately),
  ];
}
