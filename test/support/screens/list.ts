import { batchScreen } from '#bot/buying/bulk/progress-screen.ts';
import { rowScreen, rowsScreen } from '#bot/buying/bulk/row-screens.ts';
import { bulkShortScreen, choiceScreen, listScreen, mostOffered, sectionsScreen } from '#bot/buying/bulk/screens.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { OrderState } from '#domain/order.ts';
import { priceListOf } from '#domain/price.ts';
import type { Product } from '#domain/product.ts';
import type { Batch, RowProblem, SaleRow } from '#shop/buying/bulk/batch.ts';
import { sectionsOf } from '#shop/buying/bulk/sections.ts';

const prices = priceListOf([], 10);
const operators = ['912', '935', '921'] as const;

const product: Product = {
  ...{ id: 1, name: 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت', nameEn: '30-day internet 10 GB', description: '' },
  ...{ type: 'data', operatorId: 1, simType: 'prepaid', price: 350_000, maxPrice: null, days: 30, profileId: null },
  ...{ onSale: true, order: 1, categories: [] },
};
const free: Product = { ...product, id: 2, type: 'topup', price: 10_000, maxPrice: 9_000_000, days: null };

function rowOf(nth: number, state: OrderState | null, problem: RowProblem | null = null): SaleRow {
  const order = {
    ...({ id: 'AAAAAAAAAAAAAA', operatorId: 1, productType: 'data' } as const),
    ...{ title: product.name, titleEn: product.nameEn, days: 30 },
    ...{ base: 350_000, vat: 35_000, total: 385_000, charge: 380_000, priceName: null, promo: null },
    ...{ code: 'ABCDE-12345', expiresAt: 600_000, outcome: null, reversedAt: null },
  };
  return {
    ...{ row: nth, mobile: `98${operators[nth % 3]}${1_000_000 + nth}`, problem, words: null, withBought: false },
    item: state === null && problem === null ? null : { productId: 1 + (nth % 2), amount: null },
    order: state === null ? null : { ...order, state },
  };
}

/** The screens of a list for three operators: with an item missing, complete, and over. */
export function listScreens(format: Formatter): Record<string, Screen> {
  const listOf = (rows: readonly SaleRow[], state: Batch['state'] = 'draft'): Batch => ({
    ...{ id: 'AAAAAAAAAAAAAA', sellerId: 1, confirmedAt: 0, state, rows },
  });
  const known = new Map(
    Array.from({ length: 30 }, (_, nth) => rowOf(nth, null)).map(({ mobile, row }) => [
      mobile,
      {
        mobile,
        label: null,
        operatorId: ([1, 2, 3] as const)[row % 3] ?? 1,
        simType: 'prepaid',
        isSimAssumed: true,
        isTdlte: false,
      },
    ]),
  ) as Parameters<typeof sectionsOf>[1];
  const missing = listOf([
    ...Array.from({ length: 11 }, (_, nth) => rowOf(nth, 'quoted')),
    rowOf(11, null),
    rowOf(12, null, 'bought-today'),
    rowOf(13, null, 'unclear'),
  ]);
  const empty = listOf(Array.from({ length: 14 }, (_, nth) => rowOf(nth, null)));
  const whole = listOf(Array.from({ length: 14 }, (_, nth) => rowOf(nth, 'quoted')));
  const over = listOf(
    Array.from({ length: 14 }, (_, nth) => rowOf(nth, nth % 5 === 0 ? 'rejected' : 'delivered')),
    'done',
  );
  const money = {
    ...({ role: 'agent', takesPromo: true, refused: null, slow: true, note: 'x' } as const),
    wallet: { balance: 0, held: 0, creditLimit: 0, available: 0 },
    payable: { method: 'zarinpal', amount: 380_000 },
  } as const;
  const rich = { ...money, payable: null, wallet: { ...money.wallet, available: 99_999_990 } };
  const item = { product, amount: null, base: product.price, price: prices.ofProduct(product) };
  const ask = (batch: Batch, asked: 'missing' | 'chosen'): Screen => {
    const sections = sectionsOf(batch, known);
    const section = sections.find(({ waiting }) => waiting.length > 0 === (asked === 'missing'));
    if (!section) throw new Error('There is no such section.');
    const offered = Array.from({ length: mostOffered }, () => item);
    return choiceScreen(format, { batch, sections, section, offered, free, prices, note: 'x' });
  };
  const rowPage = (batch: Batch, row: SaleRow): Screen =>
    rowScreen(format, {
      ...{ batch, row, number: known.get(row.mobile) ?? null, meaning: null, usual: row.item, next: null, prices },
    });
  return {
    'nothing chosen': ask(empty, 'missing'),
    'one missing': ask(missing, 'missing'),
    'other choice': ask(whole, 'chosen'),
    'one left out': listScreen(format, { batch: missing, sections: sectionsOf(missing, known), ...rich }),
    complete: listScreen(format, { batch: whole, sections: sectionsOf(whole, known), ...rich }),
    'wallet short': listScreen(format, { batch: whole, sections: sectionsOf(whole, known), ...money }),
    short: bulkShortScreen(format, { ...money, batchId: whole.id, table: 'AAAAAAAA', missing: 7 }),
    sections: sectionsScreen(format, whole, sectionsOf(whole, known)),
    rows: rowsScreen(format, whole, 1),
    'rows, second page': rowsScreen(format, whole, 2),
    row: rowPage(whole, rowOf(1, 'quoted')),
    'wrong row': rowPage(missing, rowOf(13, null, 'unclear')),
    over: batchScreen(format, over, { role: 'agent', balanceAfter: -380_000 }),
  };
}
