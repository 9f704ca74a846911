import { midnight } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { isMisfit, isSoldTo } from '#domain/sold-to.ts';
import type { PurchaseIntent } from '#shop/buying/orders/order.ts';
import type { Priced, Pricing } from '#shop/buying/orders/pricing.ts';
import type { KnownNumber, Numbers } from '#shop/people/people/numbers.ts';
import { chargeWithPromo, type PromoCodes } from '#shop/pricing/prices/promo-codes.ts';
import type { Database, Queries } from '#storage/database.ts';
import { type Batch, isSameRowItem, itemKey, type RowItem, type RowProblem, type SaleRow } from './batch.ts';

export interface ChecksDeps {
  readonly database: Database;
  readonly numbers: Pick<Numbers, 'findAll'>;
  readonly pricing: Pick<Pricing, 'price' | 'priceNow'>;
  readonly promoCodes: Pick<PromoCodes, 'forRows'>;
  readonly now: () => number;
}

const ofTheRow: readonly (RowProblem | null)[] = ['number-invalid', 'twice', 'left-out', 'unclear', 'not-found'];

/** The other problems depend on the item: the row may be sold another one. */
export const isSellable = (problem: RowProblem | null): boolean => !ofTheRow.includes(problem);

export const sellable = ({ rows }: Pick<Batch, 'rows'>): number =>
  rows.filter(({ problem }) => isSellable(problem)).length;

/** A row before it is checked. */
export type RowDraft = Pick<SaleRow, 'row' | 'mobile' | 'problem' | 'words' | 'item' | 'withBought'>;

export type CheckedRow = RowDraft &
  (
    | { readonly quote: 'none' }
    /** The stored quote stays valid. */
    | { readonly quote: 'kept' }
    | { readonly quote: 'new'; readonly priced: Priced }
  );

interface SoldToday {
  readonly sellerId: number;
  readonly item: RowItem;
  readonly since: number;
  /** The list whose own orders do not count. */
  readonly besides: string | null;
}

/** Numbers that got, or are getting, the same product from this seller. */
export async function boughtToday(db: Queries, { sellerId, item, since, besides }: SoldToday): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('mobile')
    .where('buyer_id', '=', sellerId)
    .where('confirmed_at', '>=', since)
    .where('product_id', '=', item.productId)
    .where('named_amount', item.amount === null ? 'is' : '=', item.amount)
    .where('state', '<>', 'rejected')
    .where('reversed_at', 'is', null)
    .$if(besides !== null, (query) =>
      query.where((eb) => eb.or([eb('batch_id', 'is', null), eb('batch_id', '<>', besides)])),
    )
    .execute();
  return rows.map(({ mobile }) => mobile);
}

interface ChecksOf {
  readonly batch: Batch;
  readonly drafts: readonly RowDraft[];
  /** Rows that get a new price in any case. */
  readonly renewed: ReadonlySet<number>;
  /** True to ask the gateway for prices, because some have changed. */
  readonly fresh: boolean;
}

/** Prices the rows with an item, and finds rows that cannot get it or got the same today. */
export async function checkRows(
  { database, numbers, pricing, promoCodes, now }: ChecksDeps,
  { batch: { rows, sellerId }, drafts, renewed, fresh }: ChecksOf,
): Promise<CheckedRow[]> {
  const before = new Map(rows.map((row) => [row.row, row]));
  const salesOf = remembered(itemKey, (item) =>
    boughtToday(database.db, { sellerId, item, since: midnight(now()), besides: null }),
  );
  const storedPrice = createRowPricer(pricing.price, sellerId);
  const currentPrice = createRowPricer(pricing.priceNow, sellerId);
  const price = async (item: RowItem, number: KnownNumber): Promise<Result<Priced, Failure>> => {
    const lastPrice = await storedPrice(item, number);
    return fresh && lastPrice.ok ? ((await currentPrice(item, number)) ?? lastPrice) : lastPrice;
  };
  const knownNumbers = await numbers.findAll(
    sellerId,
    drafts.map(({ mobile }) => mobile),
  );
  const check = async (draft: RowDraft): Promise<CheckedRow> => {
    const { row, mobile, item } = draft;
    const number = knownNumbers.get(mobile);
    if (item === null || !number || !isSellable(draft.problem)) return { ...draft, quote: 'none' };
    if (!draft.withBought && (await salesOf(item)).includes(mobile))
      return { ...draft, problem: 'bought-today', quote: 'none' };
    const old = before.get(row);
    const { order } = old ?? {};
    const stands = order?.state === 'quoted' && now() < order.expiresAt && order.operatorId === number.operatorId;
    if (!fresh && !renewed.has(row) && stands && old?.mobile === mobile && isSameRowItem(old.item, item))
      return { ...draft, problem: null, quote: 'kept' };
    const priced = await price(item, number);
    if (!priced.ok)
      return { ...draft, problem: isMisfit(priced.error) ? 'not-for-number' : 'unavailable', quote: 'none' };
    return fitsNumber(priced.value, number)
      ? { ...draft, problem: null, quote: 'new', priced: priced.value }
      : { ...draft, problem: 'other-operator', quote: 'none' };
  };
  const promoFor = await promoCodes.forRows(sellerId);
  /** Keeps a quote only if its row still gets the same code, because the first rows get the remaining uses. */
  const withPromo = async (row: CheckedRow): Promise<CheckedRow> => {
    const order = before.get(row.row)?.order;
    if (row.quote === 'none' || row.item === null) return row;
    const promo = row.quote === 'new' ? promoFor(row.priced) : order ? promoFor(order) : null;
    if (row.quote === 'kept' && promo?.id === order?.promo?.id) return row;
    const number = knownNumbers.get(row.mobile);
    if (!number) return row;
    const priced = row.quote === 'new' ? ok(row.priced) : await price(row.item, number);
    if (!priced.ok) return { ...row, problem: 'unavailable', quote: 'none' };
    const { charge } = priced.value;
    return {
      ...row,
      quote: 'new',
      priced: { ...priced.value, charge: promo ? chargeWithPromo(charge, promo) : charge },
    };
  };
  const checkedRows: CheckedRow[] = [];
  for (const draft of drafts) checkedRows.push(await withPromo(await check(draft)));
  return checkedRows;
}

/** Accepts both types if the SIM type is only assumed. */
export const fitsNumber = (
  { operatorId, simType, productType }: Pick<Priced, 'operatorId' | 'simType' | 'productType'>,
  number: KnownNumber,
): boolean =>
  number.operatorId === operatorId &&
  (number.isSimAssumed || number.simType === simType) &&
  isSoldTo(number, productType);

type Answer = Result<Priced, Failure> | null;

/** The same for every phone, and for every TD-LTE number. */
export const createRowPricer = <T extends Answer>(
  price: (wanted: PurchaseIntent, buyerId: number) => Promise<T>,
  sellerId: number,
) => {
  const answers = remembered(
    ([item, { isTdlte }]: [RowItem, KnownNumber]) => `${itemKey(item)} ${isTdlte}`,
    ([item, { mobile }]) => price({ item: { kind: 'product', ...item }, mobile, simType: 'prepaid' }, sellerId),
  );
  return (item: RowItem, number: KnownNumber): Promise<T> => answers([item, number]);
};

/** Asks once for each key. */
function remembered<Of, T>(keyOf: (of: Of) => string, ask: (of: Of) => Promise<T>): (of: Of) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (of) => {
    const key = keyOf(of);
    const answer = cache.get(key) ?? ask(of);
    cache.set(key, answer);
    return answer;
  };
}
