import { agentActions } from '#bot/actions/agents.ts';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { helpSections } from '#bot/actions/home.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import * as shelves from '#bot/buying/catalogue/screens.ts';
import * as searching from '#bot/buying/catalogue/search-screens.ts';
import { changeScreen, confirmScreen, walletShortScreen } from '#bot/buying/orders/confirm-screen.ts';
import { offersFailedScreen, offersScreen } from '#bot/buying/personal-offers/screens.ts';
import * as topups from '#bot/buying/top-up/screens.ts';
import { failureScreen } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { helpScreen, helpSectionScreen } from '#bot/people/home/help-screens.ts';
import { numberOrdersScreen } from '#bot/running/order-lookup/screens.ts';
import { type ReportData, reportPartsScreen, reportScreen } from '#bot/running/reports/screens.ts';
import { allOrders, historyScreen } from '#bot/words/history-screen.ts';
import * as home from '#bot/words/home-screens.ts';
import * as numbers from '#bot/words/number-screens.ts';
import { orderPageScreen, orderScreen } from '#bot/words/order-screen.ts';
import type { Roles } from '#domain/access.ts';
import { orderStates } from '#domain/order.ts';
import { priceListOf } from '#domain/price.ts';
import { operatorIds, type Product } from '#domain/product.ts';
import type { StaffRole } from '#domain/role.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { ownBotScreens } from './agent-bots.ts';
import { orderWith } from './order.ts';
import { apiScreens } from './reselling.ts';

const staffOf = (role: StaffRole) => ({ role, dailyCredit: 0, decides: false });
const helped: Readonly<Record<string, Roles>> = {
  customer: { role: 'customer', staff: null },
  agent: { role: 'agent', staff: null },
  cashier: { role: 'agent', staff: staffOf('cashier') },
  support: { role: 'customer', staff: staffOf('support') },
  reporter: { role: 'customer', staff: staffOf('reporter') },
  owner: { role: 'owner', staff: null },
};
const mobile = '989351234567';
const most = 36 ** 10 - 1;
const nothingSold = {
  ...{ count: 0, base: 0, vat: 0, total: 0, discount: 0, known: 0, cost: 0, profit: 0 },
  ...{ byOperator: [], byProduct: [], bySeller: null, byMethod: [], byApi: null, waiting: { count: 0, total: 0 } },
};

const productNamed = (name: string, id: number, maxPrice: number | null = null): Product => ({
  id,
  name,
  nameEn: name,
  description: name,
  type: maxPrice === null ? 'data' : 'topup',
  operatorId: 2,
  simType: 'postpaid',
  price: 1_000,
  maxPrice,
  days: 30,
  profileId: null,
  onSale: true,
  order: 1,
  categories: [{ id: most, name, subs: [{ id: most, name }] }],
});

const orderNamed = (money: number, name: string, state: Order['state']): Order =>
  orderWith({
    state,
    item: { kind: 'product', productId: most, amount: null },
    simType: 'postpaid',
    title: name,
    titleEn: name,
    base: money,
    vat: money,
    total: money,
    charge: money - 10,
    cost: money,
    profit: -1,
    priceName: name,
    promo: { id: 1, code: 'W'.repeat(20), discount: 10 },
    attempts: 0,
    outcome: name,
  });

/** Everything is half a percent dearer: longer than without rules. */
const fee = { id: 1, target: 'customer', targetId: null, operatorId: null, productType: null, startsAt: 0 } as const;
const prices = priceListOf([{ ...fee, basisPoints: -50, name: null }], 10);

/** Every screen of a customer, as full as possible, with this name wherever a name is foreign. */
export function customerScreens(view: Formatter, name: string, money = 999_999_999_000): Record<string, Screen> {
  const known = {
    mobile,
    label: name,
    operatorId: 2,
    simType: 'postpaid',
    isSimAssumed: false,
    isTdlte: false,
  } as const;
  const unknown = {
    mobile,
    label: null,
    operatorId: null,
    simType: 'prepaid',
    isSimAssumed: true,
    isTdlte: false,
  } as const;
  const eight = Array.from({ length: 8 }, (_, at) => at);
  const full = eight.slice(0, pageSize);
  const sum = {
    ...{ count: 77, base: money, vat: money, total: money },
    ...{ discount: money, known: 7, cost: money, profit: -money },
  };
  const list = { products: full.map((at) => productNamed(name, most - at)), total: most, page: 5_000, pages: 9_999 };
  const branches = Array.from({ length: 20 }, (_, at) => ({
    id: most - at,
    name,
    count: 1_000,
    isShared: at % 2 === 1,
  }));
  const path = Array.from({ length: 6 }, () => ({ id: most, name }));
  const at = { ...shelfTop('tdlte', 2, 'postpaid', mobile), category: most, sub: most, page: 2 };
  const within = {
    beside: [],
    everything: { at, count: 100 },
    steps: path.map((step) => step.name),
    prices,
    note: null,
  };
  const offer = { code: name, type: name, name, description: name, descriptionLocal: name, days: 30, amount: money };
  const offers = Array.from({ length: 20 }, (_, n) => ({ ...offer, code: `${name}${n}` }));
  const orderIn = (state: Order['state']) => orderNamed(money, name, state);
  const order = orderIn('quoted');
  const confirm = {
    order,
    role: 'customer',
    label: name,
    vatPercent: 10,
    wallet: { balance: -money, held: 0, creditLimit: 0, available: -money },
    recentDuplicate: orderIn('delivered'),
    otherOperator: 1,
    sim: { type: 'prepaid', isAssumed: false },
    slow: true,
    now: 600_000,
    again: { failure: { code: 'quote-expired' }, was: { ...order, charge: 1 } },
    refused: { code: 'daily-limit', limit: money, left: money, anew: 600_000 },
    payable: null,
    sort: 'catalogue',
  } as const;
  const free = productNamed(name, most, 10_000_000);
  const hub = { types: ['data', 'topup', 'tdlte'], purpose: 'any', note: null } as const;
  const stated = (show: (order: Order) => Screen) => orderStates.map((state) => [state, show(orderIn(state))]);
  const labelled = new Map([[mobile, known]]);
  const fullReport: ReportData = {
    of: most,
    whose: { kind: 'person', name },
    period: { span: 'week', from: 20_000, to: 20_006 },
    day: 20_003,
    today: 20_100,
    payments: [],
    planned: null,
    answers: null,
    first: 19_000,
    before: 2 * money,
    products: new Map(eight.map((id) => [id, { operatorId: 1, simType: 'postpaid', type: 'data', days: 30 }])),
    back: agentActions.agent({ person: most }),
    report: {
      ...sum,
      byOperator: operatorIds.map((operatorId) => ({ operatorId, ...sum })),
      byProduct: [...eight, ...eight].map((productId) => ({ productId, title: name, titleEn: null, ...sum })),
      bySeller: { sellers: [...eight, ...eight].map((id) => ({ id, name, ...sum })), customers: sum },
      byMethod: [],
      byApi: null,
      waiting: sum,
    },
  };
  const many = { orders: full.slice(1).map(() => order), page: 4_999, pages: 9_999 };
  return {
    home: home.homeScreen(view, { role: 'owner', staff: null }),
    'home of an owner': home.ownerHomeScreen(
      view,
      { role: 'owner', staff: null },
      {
        ...{ reviews: 77, payments: 77, support: 77, backup: { isSet: false, isOld: false, problem: null } },
        yesterday: { count: 777, total: money },
      },
    ),
    welcome: home.welcomeScreen(
      home.greetingText(view, name, null),
      home.homeScreen(view, { role: 'customer', staff: null }),
    ),
    'home of a buyer': home.buyerHomeScreen(
      view,
      { role: 'customer', staff: null },
      [orderIn('delivered'), orderWith({ productType: 'topup', base: money, title: name })].map((one) => ({
        ...one,
        orderId: one.id,
        label: name,
        price: money,
      })),
    ),
    'home of an agent': home.sellerHomeScreen(
      view,
      { role: 'agent', staff: null },
      {
        balance: { balance: -(money % 1_000_000_000), held: 0, creditLimit: 0, available: 0 },
        today: { ...nothingSold, count: 999, discount: money % 1_000_000_000 },
        customers: [known, known, known],
      },
    ),
    help: helpScreen(
      view,
      { role: 'customer', staff: null },
      eight.map((id) => ({ id, kind: 'faq', title: name, body: name })),
    ),
    ...Object.fromEntries(
      Object.entries(helped).map(([reader, roles]) => [`help for the ${reader}`, helpScreen(view, roles, [])]),
    ),
    ...Object.fromEntries(helpSections.map((section) => [`help on ${section}`, helpSectionScreen(view, section)])),
    terms: home.termsScreen(view),
    settings: home.settingsScreen(view, null),
    ...apiScreens(view, name),
    ...ownBotScreens(view, name),
    'ask number': numbers.askNumberScreen(view, {
      knownNumbers: eight.slice(2).map(() => known),
      next: () => topUpActions.amount({ id: most, mobile, amount: most }),
      back: catalogueActions.shelf(at),
      note: view.html('chosen', { what: view.named(name, name) }),
    }),
    number: numbers.numberScreen(view, { ...hub, number: known }),
    'number, operator unknown': numbers.numberScreen(view, { ...hub, number: unknown }),
    'number, SIM assumed': numbers.numberScreen(view, { ...hub, number: { ...unknown, operatorId: 2 } }),
    'number, nothing on sale': numbers.numberScreen(view, { ...hub, types: [], number: { ...known, operatorId: 1 } }),
    'change operator': numbers.chooseOperatorScreen(view, known, 'offers'),
    'change SIM': numbers.chooseSimScreen(view, known, 'topup'),
    numbers: numbers.numbersScreen(view, { numbers: full.map(() => known), page: 3, more: true }),
    'no numbers': numbers.numbersScreen(view, { numbers: [], page: 1, more: false }),
    saved: numbers.savedNumberScreen(view, known),
    label: numbers.askLabelScreen(view, unknown),
    several: numbers.severalNumbersScreen(
      view,
      Array.from({ length: 30 }, () => mobile),
    ),
    operators: shelves.operatorsScreen(view, {
      type: 'data',
      operators: [1, 2, 3, 4, 5],
      tdlteOf: 2,
      note: null,
    }),
    'no operators': shelves.operatorsScreen(view, { type: 'data', operators: [], tdlteOf: null, note: null }),
    sims: shelves.simsScreen(view, { type: 'data', operator: 2, sims: ['prepaid', 'postpaid'] }),
    'no sims': shelves.simsScreen(view, { type: 'data', operator: 2, sims: [] }),
    categories: shelves.shelfScreen(view, {
      at,
      shelf: { ...list, branches, path },
      above: at,
      ...within,
      best: list.products.slice(0, 5),
    }),
    products: shelves.shelfScreen(view, {
      at,
      shelf: { ...list, branches: [], path },
      above: null,
      ...within,
      best: [],
    }),
    'empty shelf': shelves.shelfScreen(view, {
      at,
      shelf: { products: [], total: 0, page: 1, pages: 1, branches: [], path: [] },
      above: null,
      ...within,
      best: [],
    }),
    'products, first page': shelves.shelfScreen(view, {
      at: { ...at, page: 1 },
      shelf: { ...list, page: 1, branches: branches.slice(0, 4), path },
      above: at,
      beside: [],
      everything: { at, count: 100 },
      steps: path.map(({ name }) => name),
      prices,
      note: null,
      best: [],
    }),
    'few categories': shelves.shelfScreen(view, {
      at: { ...at, page: 1 },
      shelf: { ...list, page: 1, branches: branches.slice(0, 5), path },
      above: null,
      beside: [],
      everything: { at, count: 100 },
      steps: [],
      prices,
      note: null,
      best: list.products.slice(0, 5),
    }),
    'options of a shelf': shelves.shelfOptionsScreen(view, {
      at,
      shelf: { ...list, branches: branches.slice(0, 4), path },
      above: at,
      beside: [],
      everything: { at, count: 100 },
      steps: [],
    }),
    'search, first page': searching.searchScreen(view, {
      words: 'گ'.repeat(25),
      sim: 'postpaid',
      found: { ...list, page: 1 },
      counts: [
        { sim: 'prepaid', count: 1 },
        { sim: 'postpaid', count: most },
      ],
      prices,
      note: null,
    }),
    search: searching.searchScreen(view, {
      words: 'گ'.repeat(25),
      sim: 'postpaid',
      found: list,
      counts: [
        { sim: 'prepaid', count: 1 },
        { sim: 'postpaid', count: most },
      ],
      prices,
      note: null,
    }),
    'ask search': searching.askSearchScreen(view),
    topup: topups.topupScreen(view, {
      number: known,
      free: [free, free],
      all: { count: 100, action: catalogueActions.shelf(at) },
      prices,
      note: null,
      nearest: null,
    }),
    'topup, another amount': topups.topupScreen(view, {
      number: known,
      free: [free],
      all: { count: 100, action: catalogueActions.shelf(at) },
      prices,
      note: null,
      nearest: { productId: free.id, credit: money },
    }),
    amounts: topups.amountsScreen(view, { product: free, number: known, prices }),
    'ask amount': topups.askAmountScreen(view, { product: free, number: known, prices }),
    offers: offersScreen(view, { number: known, offers, page: 2, prices }),
    'offers, first page': offersScreen(view, { number: known, offers, page: 1, prices }),
    'offers on one page': offersScreen(view, { number: known, offers: offers.slice(0, pageSize), page: 1, prices }),
    'no offers': offersScreen(view, { number: known, offers: [], page: 1, prices }),
    'offers failed': offersFailedScreen(view, known, { code: 'offers-refused', message: name }),
    confirm: confirmScreen(view, confirm),
    'confirm, enough money': confirmScreen(view, {
      ...confirm,
      again: null,
      refused: null,
      otherOperator: null,
      wallet: { ...confirm.wallet, available: 2 * money },
    }),
    'confirm of an agent': confirmScreen(view, { ...confirm, role: 'agent' }),
    'what to change': changeScreen(view, {
      order,
      takesPromo: true,
      label: name,
      items: catalogueActions.shelf(at),
      exactAmount: money,
    }),
    'wallet short': walletShortScreen(view, { missing: money, order, ownerId: 1 }),
    orders: historyScreen(view, { ...many, filter: allOrders, seller: true, knownNumbers: labelled, now: 0 }),
    'some orders': historyScreen(view, {
      ...many,
      filter: { state: 'rejected', time: 'month', mobile },
      seller: true,
      knownNumbers: labelled,
      now: 0,
    }),
    'orders, first page': historyScreen(view, {
      ...many,
      page: 0,
      filter: allOrders,
      seller: true,
      knownNumbers: labelled,
      now: 0,
    }),
    'no orders': historyScreen(view, {
      orders: [],
      page: 0,
      pages: 1,
      filter: allOrders,
      seller: false,
      knownNumbers: labelled,
      now: 0,
    }),
    'orders of a number': numberOrdersScreen(view, {
      ...many,
      mobile,
      names: new Map(many.orders.map(({ buyerId }) => [buyerId, name])),
    }),
    report: reportScreen(view, fullReport),
    'report in parts': reportPartsScreen(view, fullReport),
    paused: failureScreen(view, { code: 'selling-paused', reason: name }),
    ...Object.fromEntries(
      stated((one) =>
        orderScreen(view, one, {
          label: name,
          role: 'customer',
          balanceAfter: -money,
          planId: 'AAAAAAAAAAAAAA',
          mostHours: 720,
          isSlow: true,
        }),
      ),
    ),
    ...Object.fromEntries(
      stated((one) =>
        orderPageScreen(
          view,
          one,
          { label: null, role: 'agent', balanceAfter: null, planId: null, mostHours: 24, isSlow: true },
          { here: catalogueActions.shelf(at), back: catalogueActions.shelf(at) },
        ),
      ).map(([key, one]) => [`page: ${key}`, one]),
    ),
  };
}
