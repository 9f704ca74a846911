import { type Fields, fingerprintOf, type Parameters, type Product, readParameters } from '@sharj/wire';
import { type Catalogue, OFFER_PRODUCTS } from './catalogue.ts';
import { type FaultName, isRefusal, REFUSALS } from './faults.ts';
import type { Ledger, PurchaseEntry, Settled, Verdict } from './ledger.ts';
import { isOfOperator2, offersOf } from './offers.ts';
import { withTax } from './tax.ts';

type Sent = Partial<Record<string, string>>;

/** Customers' messages are Persian; programmers' are English. */
const REFUSAL = {
  unknownProduct: 'محصول انتخاب‌شده یافت نشد.',
  outOfSale: 'این محصول در حال حاضر فروخته نمی‌شود.',
  noOffers: 'این شماره پیشنهادی ندارد.',
  unknownOffer: 'این پیشنهاد برای این شماره وجود ندارد.',
  wrongPrice: 'مبلغ ارسالی با قیمت محصول برابر نیست.',
  outOfRange: 'مبلغ ارسالی در بازه مجاز نیست.',
  wrongProfile: 'شناسه پروفایل با محصول هم‌خوان نیست.',
} as const;

const SUCCESS = 'خرید با موفقیت انجام شد.';

const verdict = (status: number, message: string, charge: number | null = null): Verdict => ({
  status,
  body: JSON.stringify({ message }),
  charge,
});

const refused = (by: keyof typeof REFUSALS): Verdict => verdict(REFUSALS[by].status, REFUSALS[by].message);

const refuseOffer = ({ mobile, price, offerCode, offerType }: Parameters): string | null => {
  if (!offerCode) return 'offerCode is required.';
  if (!offerType) return 'offerType is required.';
  if (!isOfOperator2(mobile)) return REFUSAL.noOffers;
  const offer = offersOf(mobile).find((one) => one.offerCode === offerCode && one.offerType === offerType);
  if (offer === undefined) return REFUSAL.unknownOffer;
  return price === withTax(Number(offer.amount)) ? null : REFUSAL.wrongPrice;
};

const refuseProduct = (product: Product | undefined, { price, profile_id }: Parameters): string | null => {
  if (product === undefined) return REFUSAL.unknownProduct;
  if (product.status === 0) return REFUSAL.outOfSale;
  if (profile_id && profile_id !== product.profile_id) return REFUSAL.wrongProfile;
  // A named amount includes VAT; a fixed price does not.
  if (product.second_price !== null) {
    return price >= product.price && price <= product.second_price ? null : REFUSAL.outOfRange;
  }
  return price === withTax(product.price) ? null : REFUSAL.wrongPrice;
};

const readEntry = (key: string, fields: Fields): PurchaseEntry => {
  const sent: Sent = Object.fromEntries(fields);
  const number = (name: string): number | null => (/^\d{1,15}$/.test(sent[name] ?? '') ? Number(sent[name]) : null);
  return {
    key,
    fingerprint: fingerprintOf(fields),
    product_id: number('product_id'),
    mobile: sent.mobile ?? null,
    price: number('price'),
    webservice_code: sent.webservice_code ?? null,
  };
};

/** Carries out a purchase under its key, or returns the stored answer. */
export const createPurchases = (deps: { catalogue: Catalogue; ledger: Ledger }) => {
  const { catalogue, ledger } = deps;
  const offerProducts: ReadonlySet<number> = new Set(OFFER_PRODUCTS);

  const decide = (fields: Fields, balance: number, only: Product['type'] | null): Verdict => {
    const parsed = readParameters(fields);
    if (!parsed.success) return verdict(422, parsed.error.issues.map((issue) => issue.message).join(' '));
    const { product_id, price } = parsed.data;
    if (only !== null && catalogue.find(product_id)?.type !== only) return verdict(422, REFUSAL.unknownProduct);
    const refusal = offerProducts.has(product_id)
      ? refuseOffer(parsed.data)
      : refuseProduct(catalogue.find(product_id), parsed.data);
    if (refusal !== null) return verdict(422, refusal);
    if (price > balance) return refused('account-empty');
    return verdict(200, SUCCESS, price);
  };

  return {
    /**
     * `only` is the type of product that this path sells; null sells all. A requested `fault` may refuse the purchase.
     */
    buy(key: string, fields: Fields, only: Product['type'] | null, fault: FaultName | null): Settled {
      return ledger.settle(readEntry(key, fields), (balance) =>
        fault !== null && isRefusal(fault) ? refused(fault) : decide(fields, balance, only),
      );
    },
  };
};
