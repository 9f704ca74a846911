import type { Category, Offer as WireOffer } from '@sharj/wire';
import type { Rials } from '#domain/money.ts';
import type { Offer } from '#domain/offer.ts';
import type { Product, ProductCategory } from '#domain/product.ts';
import { wireSimTypes, wireTypes } from '#gateway/product.ts';
import type { ResoldProduct } from './answer-schemas.ts';

/** A product as the API page has it. What the shop does not know of it is null. */
export const wireProduct = (product: Product, charge: Rials): ResoldProduct => ({
  id: product.id,
  name: product.name,
  name_en: product.nameEn,
  description: product.description,
  description_full: null,
  sku: null,
  price: product.price,
  second_price: product.maxPrice,
  showable_price: null,
  type: wireTypes[product.type],
  minimum_sale: null,
  dimension: null,
  score: 0,
  status: product.onSale ? 1 : 0,
  options: null,
  deliverable: 0,
  third_party_id: null,
  capacity: null,
  period: product.days,
  sim_card_type: wireSimTypes[product.simType],
  operator_id: product.operatorId,
  ...(product.profileId === null ? {} : { profile_id: product.profileId }),
  order: product.order,
  created_at: null,
  updated_at: null,
  categories: product.categories.map((category) => wireCategory(category, product.id)),
  charge,
});

/** `data` has the steps that lead to this product. */
const wireCategory = ({ id, name, subs }: ProductCategory, productId: number): Category => ({
  id,
  name,
  data: JSON.stringify(subs.map((sub, at) => ({ id: sub.id, text: sub.name, parent: subs[at - 1]?.id ?? 0 }))),
  created_at: null,
  updated_at: null,
  pivot: {
    categorizable_type: 'Product',
    categorizable_id: productId,
    category_id: id,
    address: subs.map((sub) => sub.id).join('/'),
  },
});

export const wireOffer = ({ code, type, name, description, descriptionLocal, days, amount }: Offer): WireOffer => ({
  offerCode: code,
  offerDesc: description,
  offerDescLN: descriptionLocal,
  validityDays: days === null ? '' : String(days),
  offerType: type,
  amount: String(amount),
  name,
});
