import type { Rials } from './money.ts';
import type { Offer } from './offer.ts';
import { chargeOf, type PriceRule } from './price.ts';
import { offersOperator, type Product } from './product.ts';
import { type creditLimits, priceOfBase, priceOfOffer, roundCreditLimits } from './quote.ts';

/** Prices for one person, VAT included: what screens show and quotes use. */
export interface PriceList {
  readonly ofProduct: (product: Priceable) => Rials;
  /** The price of a product with a range of prices, for the amount that is sent. */
  readonly ofAmount: (product: Priceable, amount: Rials) => Rials;
  readonly ofOffer: (offer: Offer) => Rials;
  /** What this much credit costs before any rule. */
  readonly withTax: (credit: Rials) => Rials;
  readonly creditLimits: (product: Pick<Product, 'price' | 'maxPrice'>) => ReturnType<typeof creditLimits>;
}

type Priceable = Pick<Product, 'price' | 'operatorId' | 'type'>;

export function priceListOf(rules: readonly PriceRule[], vatPercent: number): PriceList {
  const ofAmount = ({ operatorId, type }: Priceable, amount: Rials) =>
    chargeOf(amount, { operatorId, productType: type }, rules).charge;
  return {
    ofAmount,
    withTax: (credit) => priceOfBase(credit, vatPercent).total,
    creditLimits: (product) => roundCreditLimits(product, vatPercent),
    ofProduct: (product) => ofAmount(product, priceOfBase(product.price, vatPercent).total),
    ofOffer: (offer) =>
      chargeOf(priceOfOffer(offer, vatPercent).total, { operatorId: offersOperator, productType: 'data' }, rules)
        .charge,
  };
}
