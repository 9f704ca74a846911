import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import type { Services } from '#bot/parts.ts';
import type { Rials } from '#domain/money.ts';
import { isEnd } from '#domain/order.ts';
import type { PriceList } from '#domain/price.ts';
import type { Role } from '#domain/role.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { Order } from '#shop/buying/orders/order.ts';

type Money = Pick<Order, 'total' | 'charge' | 'priceName'> & Partial<Pick<Order, 'promo' | 'state' | 'reversedAt'>>;

/** Nothing is earned by what was refused, given up or taken back. */
const earnsNothing = ({ state = 'quoted', reversedAt = null }: Partial<Pick<Order, 'state' | 'reversedAt'>>): boolean =>
  reversedAt !== null || (isEnd(state) && state !== 'delivered');

/** What a receipt that is passed on says: an agent sells at the total, and what they pay for it is their own business. */
export const receiptPrice = async (
  { agents }: Pick<Services, 'agents'>,
  { buyerId, total, charge, confirmedAt, quotedAt }: Order,
): Promise<Rials> => ((await agents.wasAgent(buyerId, confirmedAt ?? quotedAt)) ? total : charge);

/** A discount or a fee on the way from the total to the charge, but for a promo code. */
function differenceLine(format: Formatter, { total, charge: paidCharge, priceName, promo }: Money): string | null {
  const charge = paidCharge + (promo?.discount ?? 0);
  if (charge === total) return null;
  const isFee = charge > total;
  const amount = format.money(Math.abs(total - charge));
  if (priceName === null) return format.html(isFee ? 'confirm-fee' : 'confirm-discount', { amount });
  return format.html(isFee ? 'confirm-fee-named' : 'confirm-discount-named', {
    name: untrusted(priceName, 40),
    amount,
  });
}

const promoLine = (format: Formatter, { promo }: Money): string | null =>
  promo ? format.html('confirm-promo', { code: format.code(promo.code), amount: format.money(promo.discount) }) : null;

/** What the customer pays, what the agent pays, and what is left between them. */
const agentLines = (format: Formatter, { total, charge, ...order }: Money): (string | null)[] => [
  format.html('confirm-customer', { total: format.money(total) }),
  format.html('confirm-you-pay', { charge: format.money(charge) }),
  earnsNothing(order) ? null : format.html('confirm-profit', { profit: format.money(total - charge) }),
];

const totalLine = (format: Formatter, charge: Rials): string =>
  format.html('confirm-total', { total: format.money(charge) });

/** What a person pays, as they see it themselves. */
export const paidLines = (format: Formatter, money: Money, role: Role): (string | null)[] =>
  role === 'agent' && money.charge < money.total
    ? [promoLine(format, money), ...agentLines(format, money)]
    : [differenceLine(format, money), promoLine(format, money), totalLine(format, money.charge)];

/** The same on the receipt, which people pass on as it is. */
export const receiptLines = (format: Formatter, order: Order, role: Role): (string | null)[] =>
  role === 'agent'
    ? [totalLine(format, order.total)]
    : [differenceLine(format, order), promoLine(format, order), totalLine(format, order.charge)];

/** For the owner: also what the gateway was sent, and what the shop earned. */
export const ownerLines = (format: Formatter, order: Order): (string | null)[] => [
  order.charge === order.total ? null : format.html('order-sent', { total: format.money(order.total) }),
  ...receiptLines(format, order, 'customer'),
  order.profit === null || earnsNothing(order)
    ? null
    : format.html('order-profit', { profit: format.money(order.profit) }),
];

export const balanceLine = (format: Formatter, balance: number): string =>
  balance < 0
    ? format.html('receipt-debt', { debt: format.money(-balance) })
    : format.html('receipt-balance', { balance: format.money(balance) });

/** The balance or the debt after it, and what can be spent where that differs: by credit, or by money on hold. */
export function walletLines(
  format: Formatter,
  { balance, available }: Balance,
  { charge, payable = null }: { readonly charge: Rials; readonly payable?: object | null },
): (string | null)[] {
  if (available === null) return [];
  const [after, left] = [balance - charge, available - charge];
  if (left < 0)
    return [
      payable === null
        ? format.html('confirm-wallet-short', { missing: format.money(-left) })
        : format.html('confirm-wallet-pay', { missing: format.money(-left) }),
      // What was owed beyond the credit before this purchase.
      available < 0 ? format.html('confirm-old-debt', { debt: format.money(-available) }) : null,
    ];
  return [
    balanceLine(format, after),
    left === after ? null : format.html('confirm-spend', { left: format.money(left) }),
  ];
}

/** Something that was bought before. */
interface Bought {
  readonly item:
    | { readonly kind: 'product'; readonly productId: number; readonly amount: Rials | null }
    | { readonly kind: 'offer' };
  readonly title: string;
}

/** What it costs now, as the catalogue has it; null: it is not on sale like that, or only the gateway knows. */
export function priceNow(
  { catalogue }: Pick<Services, 'catalogue'>,
  list: PriceList,
  { item, title }: Bought,
): Rials | null {
  const product = item.kind === 'product' ? catalogue.product(item.productId) : null;
  // A gateway may reuse an id.
  if (item.kind !== 'product' || !product?.onSale || product.name !== title) return null;
  return item.amount === null ? list.ofProduct(product) : list.ofAmount(product, item.amount);
}
