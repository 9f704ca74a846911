import type { Rials } from '#domain/money.ts';
import type { Mobile } from '#domain/phone.ts';
import type { ProductType } from '#domain/product.ts';
import { topUpKindOf } from '#domain/top-up-kind.ts';
import { type Formatter, oneLine, untrusted, withoutBreaks } from './formatter.ts';

interface Titled {
  readonly title: string;
  readonly titleEn: string | null;
  readonly productType: ProductType;
  readonly item: { readonly kind: 'product'; readonly amount: Rials | null } | { readonly kind: 'offer' };
}

/** One line of plain text; a top-up whose buyer named the amount is told with it. */
export function itemTitle(format: Formatter, { title, titleEn, productType, item }: Titled): string {
  const kind = topUpKindOf({ type: productType, name: title, nameEn: titleEn });
  const name = kind === null ? oneLine(format.nameOf(title, titleEn)) : format.plain(`topup-${kind}`);
  const amount = item.kind === 'product' ? item.amount : null;
  return withoutBreaks(amount === null ? name : format.plain('title-amount', { name, amount: format.money(amount) }));
}

interface Purchase extends Titled {
  readonly mobile: Mobile;
}

/** What a payment buys and for whom, as the variables of a text. */
export const purchaseOf = (format: Formatter, order: Purchase) => ({
  what: untrusted(itemTitle(format, order), purchaseLength),
  number: format.mobile(order.mobile),
});

/** As much of a name as an invoice and a bank have room for. */
const purchaseLength = 120;

/** The same for a bank and for pages, which know no direction marks. */
export const purchaseText = (format: Formatter, order: Purchase): string =>
  oneLine(format.plain('payment-description', purchaseOf(format, order)));

/** For a message: isolated in its own direction. */
export const untrustedTitle = (format: Formatter, item: Titled): string =>
  withoutBreaks(untrusted(itemTitle(format, item)));
