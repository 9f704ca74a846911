import type { Rials } from '#domain/money.ts';
import type { Mobile } from '#domain/phone.ts';
import type { ProductType } from '#domain/product.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

/** What a movement paid for. */
export interface PaidOrder {
  readonly code: string;
  readonly mobile: Mobile;
  readonly title: string;
  readonly titleEn: string | null;
  readonly productType: ProductType;
  readonly base: Rials;
  readonly item: { readonly kind: 'product'; readonly amount: Rials | null };
}

/** Columns of a ledger entry's order, from a left join. */
export const paidOrder = [
  'orders.webservice_code as code',
  'orders.mobile',
  'orders.title',
  'orders.title_en',
  'orders.product_type',
  'orders.named_amount',
  'orders.base',
] as const;

type Joined = { readonly code: string | null } & {
  readonly [Column in 'mobile' | 'title' | 'title_en' | 'product_type' | 'named_amount' | 'base']:
    | OrderRow[Column]
    | null;
};

/** The columns as one value; null if the entry has no order. */
export function withPaid<Row extends Joined>(row: Row): Omit<Row, keyof Joined> & { readonly paid: PaidOrder | null } {
  const { code, mobile, title, title_en: titleEn, product_type: productType, named_amount, base, ...entry } = row;
  if (code === null || mobile === null || title === null || productType === null || base === null)
    return { ...entry, paid: null };
  return {
    ...entry,
    paid: { code, mobile, title, titleEn, productType, base, item: { kind: 'product', amount: named_amount } },
  };
}
