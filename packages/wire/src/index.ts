export { Refusal, readJson, readQuery } from './input.ts';
export { type Listing, readPage, writeListing } from './listing.ts';
export {
  type Category,
  isMobile,
  type Offer,
  type OffersAnswer,
  PRODUCT_TYPES,
  type Product,
  type ProductType,
  SIM_CARD_TYPES,
  type SimCardType,
} from './product.ts';
export { type Fields, fingerprintOf, type Parameters, readFields, readParameters } from './purchase-fields.ts';
export { readBody } from './read-body.ts';
export { createFilterBody, type FilterItems, listQuery, offersBody } from './requests.ts';
