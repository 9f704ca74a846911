export { Refusal, readJson, readQuery } from './input.ts';
export { type Listing, pageQuery, productPage, writeListing } from './listing.ts';
export {
  type Category,
  category,
  type Offer,
  type OffersAnswer,
  offer,
  offersAnswer,
  PRODUCT_TYPES,
  type Product,
  type ProductType,
  product,
  SIM_CARD_TYPES,
  type SimCardType,
} from './product.ts';
export {
  type Fields,
  fingerprintOf,
  type Parameters,
  purchaseParameters,
  readFields,
  readParameters,
} from './purchase-fields.ts';
export { readBody } from './read-body.ts';
export { createFilterBody, type FilterItems, listQuery, offersBody } from './requests.ts';
