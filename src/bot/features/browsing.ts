import type { Counter, Routes } from '../routes.ts';
import { failureScreen } from '../screens/failure.ts';
import { askSearchScreen, operatorsScreen, searchScreen, shelfScreen, simsScreen } from '../screens/shelf.ts';
import { amountsScreen, askAmountScreen, topupScreen } from '../screens/topup.ts';
import type { View } from '../view.ts';
import { askNumber, numberHub } from './numbers.ts';
import type { Ordering } from './ordering.ts';

type Names =
  | 'operators'
  | 'sims'
  | 'shelf'
  | 'product'
  | 'topup'
  | 'amounts'
  | 'amount'
  | 'askAmount'
  | 'askSearch'
  | 'search';

/** Minutes after which people are told that what they see may be out of date. */
const staleMs = 15 * 60_000;

/** Null while the shelves are fresh; otherwise that the gateway is out of reach, and of when the prices are. */
export function shelfNote({ catalogue }: Pick<Counter, 'catalogue'>, view: View): string | null {
  const { asOf, ageMs, problem } = catalogue.status();
  if (asOf === null || ageMs === null) return view.html('catalogue-none');
  if (problem === null && ageMs < staleMs) return null;
  return problem === null ? null : view.html('catalogue-stale', { when: view.when(asOf) });
}

export function createBrowsing(counter: Counter, { quote }: Ordering): Routes<Names> {
  const { catalogue, numbers, vatPercent } = counter;

  return {
    operators: async ({ view }, { type }) => {
      const operators = catalogue.operators({ type }).map(({ operatorId }) => operatorId);
      return { screen: operatorsScreen(view, { type, operators, note: shelfNote(counter, view) }) };
    },
    sims: async ({ view }, { type, operator }) => {
      const sims = catalogue.simTypes({ type, operatorId: operator }).map(({ simType }) => simType);
      return { screen: simsScreen(view, { type, operator, sims }) };
    },
    shelf: async ({ view }, at) => {
      const { operator, sim, type, category, sub, page, sort } = at;
      const shelf = catalogue.shelf({ operatorId: operator, simType: sim, type, category, sub }, { page, sort });
      return { screen: shelfScreen(view, { at, shelf, vatPercent, note: shelfNote(counter, view) }) };
    },
    product: async (visit, { id, mobile }) => {
      const product = catalogue.product(id);
      if (!product) return { screen: failureScreen(visit.view, { code: 'product-gone' }) };
      if (mobile === null) {
        const note = visit.view.html('chosen', { what: visit.view.named(product.name, product.nameEn) });
        return askNumber(counter, visit, { kind: 'product', id }, { to: 'operators', type: 'data' }, note);
      }
      if (product.maxPrice !== null) {
        return { screen: amountsScreen(visit.view, { product, number: await numbers.find(visit.person.id, mobile) }) };
      }
      return quote(visit, { item: { kind: 'product', productId: id, amount: null }, mobile, simType: product.simType });
    },
    topup: async (visit, { mobile }) => {
      const number = await numbers.find(visit.person.id, mobile);
      const { operatorId, simType } = number;
      // Both are asked for once, on the number's own screen.
      if (operatorId === null || simType === null) return numberHub(counter, visit, mobile);
      const { products } = catalogue.shelf({ operatorId, simType, type: 'topup' }, { sort: 'price' });
      return {
        screen: topupScreen(visit.view, { number, products, vatPercent, note: shelfNote(counter, visit.view) }),
      };
    },
    amounts: async ({ person, view }, { id, mobile }) => {
      const product = catalogue.product(id);
      if (!product) return { screen: failureScreen(view, { code: 'product-gone' }, { to: 'topup', mobile }) };
      return { screen: amountsScreen(view, { product, number: await numbers.find(person.id, mobile) }) };
    },
    amount: async (visit, { id, mobile, amount }) => {
      const product = catalogue.product(id);
      if (!product) return { screen: failureScreen(visit.view, { code: 'product-gone' }, { to: 'topup', mobile }) };
      return quote(visit, { item: { kind: 'product', productId: id, amount }, mobile, simType: product.simType });
    },
    askAmount: async ({ person, view }, { id, mobile }) => {
      const product = catalogue.product(id);
      if (!product) return { screen: failureScreen(view, { code: 'product-gone' }, { to: 'topup', mobile }) };
      const screen = askAmountScreen(view, { product, number: await numbers.find(person.id, mobile) });
      return { screen, ask: { for: 'amount', id, mobile } };
    },
    askSearch: async ({ view }) => ({ screen: askSearchScreen(view), ask: { for: 'search' } }),
    search: async ({ view }, { page, words }) => ({
      screen: searchScreen(view, {
        words,
        found: catalogue.search(words, { page }),
        vatPercent,
        note: shelfNote(counter, view),
      }),
    }),
  };
}
