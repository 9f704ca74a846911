import { catalogueActions } from '#bot/actions/catalogue.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, oneLine, untrusted, withoutBreaks } from '#bot/kit/formatter.ts';
import { seenLength, shortTitle } from '#bot/kit/row-label.ts';
import { noBreak, type Rials } from '#domain/money.ts';
import { type Mobile, unspacedMobile } from '#domain/phone.ts';
import type { Product, ProductType } from '#domain/product.ts';
import type { NamedPrice } from '#domain/quote.ts';
import { shortName } from '#domain/short-name.ts';
import { topUpKindOf, withoutAnyAmount } from '#domain/top-up-kind.ts';
import type { PurchasePlace } from '#shop/money/payments/online-payments.ts';

interface Titled {
  readonly title: string;
  readonly titleEn: string | null;
  readonly productType: ProductType;
  /** The price before VAT: of a top-up, the credit that arrives. Absent: not known. */
  readonly base?: Rials | null;
  readonly item: ({ readonly kind: 'product' } & NamedPrice) | { readonly kind: 'offer' | 'last' };
}

/** One line of plain text. A top-up is named by the credit that arrives, or else by what is paid for it. */
export function itemTitle(format: Formatter, titled: Titled): string {
  const { productType, item, base = null } = titled;
  const name = nameOf(format, titled);
  const { amount, credit = null } = item.kind === 'product' ? item : { amount: null };
  if (productType !== 'topup') {
    return withoutBreaks(amount === null ? name : format.plain('title-amount', { name, amount: format.money(amount) }));
  }
  // The name of a fixed amount says it already; in that of a range it is another one.
  const namesAmount = /\p{Nd}/u.test(name);
  const bought = (amount !== null && namesAmount ? null : withoutAnyAmount(name)) ?? format.type('topup');
  const arrives = base ?? credit;
  if (amount === null && (arrives === null || namesAmount)) return withoutBreaks(bought);
  return withoutBreaks(
    arrives === null
      ? format.plain('title-paid', { name: bought, amount: format.money(amount ?? 0) })
      : format.plain('title-credit', { name: bought, credit: format.money(arrives) }),
  );
}

function nameOf(format: Formatter, { title, titleEn, productType }: Omit<Titled, 'item'>): string {
  const kind = topUpKindOf({ type: productType, name: title, nameEn: titleEn });
  if (kind === null && productType === 'topup' && format.composesNames) return format.type('topup');
  return kind === null ? oneLine(format.nameOf(title, titleEn)) : format.plain(`topup-${kind}`);
}

/** What was bought, where other facts follow it: «۱۰ گیگ ۳۰ روز», «شارژ ۵۰٬۰۰۰ ت». */
export function boughtTitle(
  format: Formatter,
  bought: Titled & { readonly days: number | null },
  room = Number.POSITIVE_INFINITY,
): string {
  const { title: name, titleEn: nameEn, productType: type, base = null, days } = bought;
  if (type !== 'topup') return shortTitle(format, { name, nameEn, days }, room);
  if (base === null) return shortTitle(format, { name: itemTitle(format, bought), nameEn: null, days }, room);
  const kind = topUpKindOf({ type, name, nameEn });
  const credit = format.price(base);
  const title = `${format.plain(kind === null ? 'type-topup' : `topup-${kind}`)} ${credit}`;
  return seenLength(title) <= room ? title : `⚡ ${credit}`;
}

interface Purchase extends Titled {
  readonly mobile: Mobile;
}

/** What a payment buys and for which number, as the variables of a text. */
export const purchaseOf = (format: Formatter, order: Purchase) => ({
  what: untrusted(itemTitle(format, order), purchaseLength),
  number: format.mobile(order.mobile),
});

/** The same for banks and payment providers: on their pages the groups of a spaced number run backwards. */
export const purchaseAtBank = (format: Formatter, order: Purchase) => ({
  ...purchaseOf(format, order),
  number: unspacedMobile(order.mobile),
});

/** As much of a name as an invoice and a bank have room for. */
const purchaseLength = 120;

/** The same as plain text. A bank knows no direction marks; on a page the number stays from left to right, on one line. */
export function purchaseText(format: Formatter, order: Purchase, place: PurchasePlace): string {
  if (place === 'bank') return oneLine(format.plain('payment-description', purchaseAtBank(format, order)));
  const { what, number } = purchaseOf(format, order);
  const key = place === 'open-page' ? 'payment-description' : 'payment-page-purchase';
  return format.plain(key, { what, number: number.replaceAll(' ', noBreak) });
}

/** The name says how long it lasts. */
export const namesDays = ({ title, days }: { readonly title: string; readonly days: number | null }): boolean => {
  const { time } = shortName(title, null);
  return time?.unit === 'day' && time.count === days;
};

/** For a message: isolated in its own direction. */
export const untrustedTitle = (format: Formatter, item: Titled): string =>
  withoutBreaks(untrusted(itemTitle(format, item)));

/** A product that nothing is chosen of yet. */
export function productTitle(format: Formatter, { name, nameEn, type, price, maxPrice }: Product): string {
  const product = { title: name, titleEn: nameEn, productType: type };
  if (maxPrice !== null) return nameOf(format, product);
  return itemTitle(format, { ...product, base: price, item: { kind: 'product', amount: null } });
}

/** Leads to the confirm screen of a product of the catalogue. */
export function itemAction(
  mobile: Mobile,
  { productId: id, amount, credit = null }: NamedPrice & { readonly productId: number },
): Action {
  if (credit !== null) return topUpActions.credit({ id, mobile, credit });
  return amount === null ? catalogueActions.product({ id, mobile }) : topUpActions.amount({ id, mobile, amount });
}
