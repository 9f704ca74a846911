import { offersOf } from '@sharj/sandbox';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { rowScreen, rowsScreen } from '#bot/buying/bulk/row-screens.ts';
import { choiceScreen, listScreen } from '#bot/buying/bulk/screens.ts';
import { meaningsOfSectionScreen } from '#bot/buying/bulk/section-screen.ts';
import { shelfScreen } from '#bot/buying/catalogue/screens.ts';
import { searchScreen } from '#bot/buying/catalogue/search-screens.ts';
import { offersScreen } from '#bot/buying/personal-offers/screens.ts';
import { amountsScreen, topupScreen } from '#bot/buying/top-up/screens.ts';
import { createFormatter, type Formatter } from '#bot/kit/formatter.ts';
import { perRow, rowLabels, seenLength, shownLength } from '#bot/kit/row-label.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { agentsScreen } from '#bot/people/agents/screens.ts';
import { reviewsScreen } from '#bot/running/manual-review/screens.ts';
import { numberOrdersScreen } from '#bot/running/order-lookup/screens.ts';
import { allOrders, historyScreen } from '#bot/words/history-screen.ts';
import { languages } from '#domain/language.ts';
import { units } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import { priceListOf } from '#domain/price.ts';
import type { Product } from '#domain/product.ts';
import { priceOfBase } from '#domain/quote.ts';
import type { Batch, SaleRow } from '#shop/buying/bulk/batch.ts';
import { sectionsOf } from '#shop/buying/bulk/sections.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { connect } from '#test/gateway/client.ts';
import { startSandbox } from '#test/gateway/sandbox.ts';
import { open } from '#test/shop/buying/catalogue/shop.ts';
import { sampled } from '#test/support/length.ts';
import { orderWith } from '#test/support/screens/order.ts';
import { unmarked } from '#test/support/story.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const vatPercent = 10;
const prices = priceListOf([], vatPercent);
const mobile = '989351234567';
const number = { mobile, label: null, operatorId: 2, simType: 'prepaid', isSimAssumed: true, isTdlte: false } as const;

let catalogue: Catalogue;
beforeEach(async () => {
  const sandbox = await startSandbox(420);
  catalogue = open({}, { gateway: connect(sandbox.url).gateway }).catalogue;
  await catalogue.start();
  onTestFinished(() => catalogue.stop());
});

const everyProduct = (): Product[] =>
  catalogue
    .operators()
    .flatMap(({ operatorId }) =>
      catalogue
        .simTypes({ operatorId })
        .flatMap(({ simType }) =>
          catalogue.types({ operatorId, simType }).flatMap(({ type }) => pagesOf({ operatorId, simType, type })),
        ),
    );

type Shelf = Parameters<Catalogue['shelf']>[0];

function pagesOf(at: Shelf): Product[] {
  const { pages } = catalogue.shelf(at);
  return Array.from({ length: pages }, (_, page) => catalogue.shelf(at, { page: page + 1 }).products).flat();
}

/** Every list and category of the catalogue, page by page, in each order. */
function* shelfScreens(format: Formatter): Generator<Screen> {
  const walk = function* (at: Shelf & Required<Pick<Shelf, 'operatorId' | 'simType' | 'type'>>): Generator<Screen> {
    const here = catalogue.shelf(at);
    for (const sort of ['catalogue', 'price', 'days'] as const) {
      for (let page = 1; page <= here.pages; page += 1) {
        const shelf = catalogue.shelf(at, { page, sort });
        const { operatorId: operator, simType: sim, type, category = null, sub = null } = at;
        const address = { ...shelfTop(type, operator, sim, mobile), category, sub, all: 'yes', page, sort } as const;
        yield shelfScreen(format, {
          at: address,
          shelf,
          above: null,
          beside: [],
          everything: { at: address, count: 1 },
          steps: [],
          prices,
          note: null,
          best: shelf.products.slice(0, 5),
        });
      }
    }
    for (const { id } of here.branches) yield* walk(at.category == null ? { ...at, category: id } : { ...at, sub: id });
  };
  for (const { operatorId } of catalogue.operators())
    for (const { simType } of catalogue.simTypes({ operatorId }))
      for (const { type } of catalogue.types({ operatorId, simType })) yield* walk({ operatorId, simType, type });
}

function* searchScreens(format: Formatter): Generator<Screen> {
  for (const words of [
    '10gb',
    '10 گیگ ماهانه',
    'شبانه',
    'night',
    'اینترنت',
    'td-lte',
    'شارژ',
    'irancell',
    'هفتگی',
    '365',
  ]) {
    for (const sim of ['prepaid', 'postpaid'] as const) {
      const { pages } = catalogue.search(words, { simType: sim });
      for (let page = 1; page <= pages; page += 1) {
        const found = catalogue.search(words, { page, simType: sim });
        yield searchScreen(format, { words, sim, found, counts: [], prices, note: null });
      }
    }
  }
}

const orderOf = ({ id, name, nameEn, days, operatorId, simType, type, price }: Product): Order => {
  const sums = priceOfBase(price, vatPercent);
  return orderWith({
    item: { kind: 'product', productId: id, amount: null },
    productType: type,
    operatorId,
    simType,
    title: name,
    titleEn: nameEn,
    days,
    mobile,
    ...sums,
    charge: sums.total,
    // Months have longer and shorter names.
    confirmedAt: (id % 365) * 24 * 3_600_000 - 60_000,
  });
};

const emptyRow: SaleRow = { row: 0, mobile, problem: null, words: null, item: null, withBought: false, order: null };
const listOf = (rows: readonly SaleRow[]): Batch => ({
  id: 'AAAAAAAAAAAAAA',
  sellerId: 1,
  state: 'draft',
  confirmedAt: null,
  rows,
});

/** The screens of a list whose rows get these products, and of the choice among them. */
function* listScreens(format: Formatter, products: readonly Product[]): Generator<Screen> {
  const rows = products.map((product, row) => {
    const order = { ...orderOf(product), outcome: null };
    return { ...emptyRow, row, item: { productId: product.id, amount: null }, words: '10gb', order };
  });
  const batch = listOf([...rows, { ...emptyRow, row: rows.length }]);
  const [section] = sectionsOf(batch, new Map([[mobile, number]]));
  if (!section) throw new Error('There is no section.');
  const free = products.find(({ maxPrice }) => maxPrice !== null) ?? null;
  const offered = products.map((product) => ({
    product,
    amount: null,
    base: product.price,
    price: prices.ofProduct(product),
  }));
  const wallet = { balance: 0, held: 0, creditLimit: 0, available: null };
  const money = {
    ...({ role: 'agent', takesPromo: true, wallet, payable: null, refused: null, slow: false, note: null } as const),
  };
  yield choiceScreen(format, { batch, sections: [section], section, offered, free, prices, note: null });
  yield listScreen(format, { batch, sections: [section], ...money });
  yield rowsScreen(format, batch, 1);
  const meaning = { kind: 'choices', amounts: [], products } as const;
  yield meaningsOfSectionScreen(format, { batchId: batch.id, section, choices: meaning, prices });
  yield rowScreen(format, { batch, row: rows[0] ?? emptyRow, number, meaning, next: null, usual: null, prices });
}

function* otherScreens(format: Formatter): Generator<Screen> {
  const products = everyProduct();
  for (const product of products.filter(({ maxPrice }) => maxPrice !== null)) {
    const all = { count: 9, action: { tag: 'h', values: [] } };
    yield topupScreen(format, { number, free: [product, product], all, prices, note: null, nearest: null });
    yield amountsScreen(format, { product, number, prices });
    yield* listScreens(format, [product]);
  }
  for (let at = 0; at < products.length; at += 8) {
    const eight = products.slice(at, at + 8);
    const orders = eight.map(orderOf);
    const labelled = new Map([[mobile, { label: 'Mohammad Hossein' }]]);
    yield historyScreen(format, {
      orders,
      page: 0,
      pages: 1,
      filter: { ...allOrders, mobile },
      seller: true,
      knownNumbers: labelled,
      now: 0,
    });
    yield reviewsScreen(format, { orders, page: 1, more: false });
    yield* listScreens(format, eight);
  }
  for (let at = 0; at < 60; at += 1) {
    const offers = offersOf(`98935${1_000_000 + at}`).map((offer) => ({
      code: offer.offerCode,
      type: offer.offerType,
      name: offer.name,
      description: offer.offerDesc,
      descriptionLocal: offer.offerDescLN,
      days: offer.validityDays === '' ? null : Number(offer.validityDays),
      amount: Number(offer.amount),
    }));
    yield offersScreen(format, { number, offers, page: 1, prices });
  }
  const person = { id: 1, name: 'Mohammad Hossein Ahmadi-Nejad Tehrani', held: 0, creditLimit: 0 };
  const people = [-123_456_780, 0, 99_999_990].map((balance) => ({ ...person, balance, pausedWhy: 'why' }));
  yield agentsScreen(format, { people, page: 1, more: false });
}

/** The lists that say whose each order is. */
function* historyScreens(format: Formatter, products: readonly Product[], label: string | null): Generator<Screen> {
  const list = { orders: products.map(orderOf), page: 0, pages: 1 };
  const names = new Map(label === null ? [] : [[1, label]]);
  yield historyScreen(format, {
    ...list,
    filter: allOrders,
    seller: true,
    knownNumbers: new Map([[mobile, { label }]]),
    now: 0,
  });
  yield numberOrdersScreen(format, { ...list, mobile, names });
}

const price = /[\d۰-۹٠-٩][\d۰-۹٠-٩,٬]*(?:[.٫][\d۰-۹٠-٩]+)? (?:ریال|ريال|ت|IRR|T)(?![\p{L}])/u;

const views = languages.flatMap((language) => units.map((unit) => ({ language, unit })));

describe.each(sampled(views, 6))('the buttons of every list, in $language and $unit', ({ language, unit }) => {
  test('a phone cuts off no price', () => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, unit);
    let prices = 0;
    for (const screens of [shelfScreens, searchScreens, otherScreens]) {
      for (const { keys } of screens(format)) {
        for (const row of keys) {
          for (const { label } of row) {
            const seen = unmarked(label);
            const found = price.exec(seen);
            if (!found) continue;
            prices += 1;
            const end = seenLength(seen.slice(0, found.index + found[0].length));
            expect(end, label).toBeLessThanOrEqual(shownLength(row.length));
          }
        }
      }
    }
    expect(prices).toBeGreaterThan(2_000);
  });

  test('a product row has its price; the visible parts of the rows of one list differ', () => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
    for (const { keys } of shelfScreens(format)) {
      const rows = keys.flatMap((row) => row.filter((key) => 'data' in key && key.data.startsWith('1p:')));
      for (const { label } of rows) expect(unmarked(label)).toMatch(price);
      const seen = rows.map(({ label }) => unmarked(label).slice(0, shownLength(1)));
      expect(new Set(seen).size, seen.join('\n')).toBe(rows.length);
    }
  });
});

const shownPart = (label: string): string =>
  Array.from(new Intl.Segmenter().segment(label), ({ segment }) => segment)
    .slice(0, shownLength(1))
    .join('');

describe.each(sampled(views, 6))('the rows of history, in $language and $unit', ({ language, unit }) => {
  test('a phone shows what was bought and for whom', () => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, unit);
    const sizes = { fa: /^[۰-۹٫]+ (گیگ|مگ) /, en: /^[\d.]+ [GM]B /, ar: /^[٠-٩٫]+ (غيغا|ميغا) / };
    const credits = { fa: /^(شارژ|⚡) [۰-۹٬]+ /, en: /^(Top-up|⚡) [\d,]+ /, ar: /^(شحن|⚡) ?[^·]*[٠-٩٬]+ / };
    const bought = everyProduct().filter(({ maxPrice }) => maxPrice === null);
    for (const product of bought)
      for (const label of [null, 'Sara', 'Mohammad Hossein Ahmadi-Nejad'])
        for (const { keys } of historyScreens(format, [product], label)) {
          const seen = shownPart(unmarked(keys[0]?.[0]?.label ?? ''));
          const [what = '', whose = ''] = seen.replace(/^\S+ /, '').split(' · ');
          expect(`${what} `).toMatch((product.type === 'topup' ? credits : sizes)[language]);
          if (label !== null)
            expect(whose.replace('…', '').length, seen).toBeGreaterThanOrEqual(Math.min(label.length, 8));
        }
  });
});

test.each(['fa', 'en'] as const)('a row of a number shows the name of the buyer and the price, in %s', (language) => {
  const product = everyProduct().find(({ name, days }) => days === 30 && / ۱۰ گیگابایت$/.test(name));
  if (!product) throw new Error('There is no such product.');
  const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
  const row = (name: string) => {
    const list = { orders: [orderOf(product)], page: 0, pages: 1 };
    const { keys } = numberOrdersScreen(format, { ...list, mobile, names: new Map([[1, name]]) });
    return shownPart(unmarked(keys[0]?.[0]?.label ?? ''));
  };
  const [what, whose, total] = row('Sara').split(' · ');
  expect([what, whose]).toEqual([{ fa: '✅ ۱۰ گیگ', en: '✅ 10 GB 30d' }[language], 'Sara']);
  expect(total).toMatch(price);
});

test.each(['rial', 'toman'] as const)('a row of my orders shows the time and the end of the number, in %ss', (unit) => {
  const product = everyProduct().find(({ name, days }) => days === 30 && / ۱۰ گیگابایت$/.test(name));
  if (!product) throw new Error('There is no such product.');
  const at = Date.parse('2026-11-18T15:13:00Z');
  const rows = (now: number, of: string | null, label: string | null = null) => {
    const format = createFormatter({ texts, operators: defaultOperators }, 'fa', unit);
    const { keys } = historyScreen(format, {
      ...{ orders: [{ ...orderOf(product), confirmedAt: at }], page: 0, pages: 1 },
      ...{ filter: { ...allOrders, mobile: of }, seller: false, knownNumbers: new Map([[mobile, { label }]]), now },
    });
    return unmarked(keys[0]?.[0]?.label ?? '');
  };
  const tomorrow = at + 24 * 3_600_000;
  expect(rows(at, null)).toBe('✅ ۱۰ گیگ ۳۰روز · …4567 · ۱۸:۴۳');
  expect(rows(tomorrow, null)).toBe('✅ ۱۰ گیگ ۳۰ روز · …4567 · ۸/۲۷');
  expect(rows(at, null, 'مادر')).toBe('✅ ۱۰ گیگ ۳۰ روز · مادر · ۱۸:۴۳');
  expect(rows(at, mobile)).toBe('✅ ۱۰ گیگ ۳۰ روز · ۱۸:۴۳');
  expect(rows(tomorrow, mobile)).toBe('✅ ۱۰ گیگ ۳۰ روز · ۸/۲۷ ۱۸:۴۳');
});

test('a row shows size, days and price; what does not fit follows the price', () => {
  const label = (language: 'fa' | 'en', unit: 'rial' | 'toman', name: string, days: number | null, rials: number) => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, unit);
    return unmarked(rowLabels(format, [{ name, nameEn: name, days, price: format.price(rials) }])[0] ?? '');
  };
  expect(label('fa', 'toman', 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت', 30, 385_000)).toBe('۱۰ گیگ · ۳۰ روز · ۳۸٬۵۰۰ ت');
  expect(label('en', 'toman', '30-day internet 10 GB', 30, 385_000)).toBe('10 GB · 30 days · 38,500 T');
  expect(label('fa', 'toman', 'بسته اینترنت شبانه ۳۰ روزه ۵ گیگابایت', 30, 385_000)).toBe(
    '۵ گیگ شبانه ۳۰ روز · ۳۸٬۵۰۰ ت',
  );
  expect(label('fa', 'rial', 'بسته اینترنت شبانه ۳۰ روزه ۵ گیگابایت', 30, 385_000)).toBe(
    '۵ گیگ 🌙 ۳۰روز · ۳۸۵٬۰۰۰ ریال',
  );
  expect(label('en', 'rial', 'A very long name of a plan with many words', null, 385_000)).toBe(
    'very long name… · 385,000 IRR',
  );
});

test('words that all rows repeat make room for the differences', () => {
  const format = createFormatter({ texts, operators: defaultOperators }, 'fa', 'rial');
  const rows = [1, 2].map((operator) => ({
    name: 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت',
    nameEn: null,
    days: 30,
    price: format.price(385_000 + operator * 1_000),
    who: format.operator(operator as 1 | 2),
  }));
  expect(rowLabels(format, rows).map(unmarked)).toEqual([
    'همراه اول · ۳۸۶٬۰۰۰ ریال · ۱۰ گیگ · ۳۰ روز',
    'ایرانسل · ۳۸۷٬۰۰۰ ریال · ۱۰ گیگ · ۳۰ روز',
  ]);
});

test('amounts share a row as long as each is readable', () => {
  expect(perRow(['200,000 T', '5,000 T'])).toBe(3);
  expect(perRow(['200,000 IRR'])).toBe(2);
  expect(perRow(['200,000,000 IRR'])).toBe(1);
});
