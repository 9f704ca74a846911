import { setTimeout } from 'node:timers/promises';
import { may } from '../../../domain/access.ts';
import type { Failure } from '../../../domain/failure.ts';
import { offersOperator, type Product, type SimType, simTypes } from '../../../domain/product.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureScreen } from '../../core/failure.ts';
import { shelfOf, shelfTop } from '../../core/navigation.ts';
import type { BotRequest, Reply, Routes, Services } from '../../core/request.ts';
import { button } from '../../core/screen.ts';
import { sellable } from '../bulk/screens.ts';
import { askNumber, numberHub, shelfNote } from '../numbers/handlers.ts';
import type { Ordering } from '../orders/handlers.ts';
import { amountsScreen, askAmountScreen, topupScreen } from '../top-up/screens.ts';
import { askSearchScreen, operatorsScreen, searchScreen, shelfScreen, simsScreen } from './screens.ts';

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

/** How long someone at empty shelves is kept waiting for them to fill. */
const fillMs = 3_000;

export function createBrowsing(services: Services, { quote }: Ordering): Routes<Names> {
  const { batches, catalogue, numbers, vatPercent } = services;

  const shown: Routes<'shelf'>['shelf'] = async ({ format }, at) => {
    const { operator, sim, type, category, sub, page, sort } = at;
    const shelf = catalogue.shelf({ operatorId: operator, simType: sim, type, category, sub }, { page, sort });
    return { screen: shelfScreen(format, { at, shelf, vatPercent, note: shelfNote(services, format) }) };
  };

  /** Buttons outlive what they stand for. */
  function lookedUp(id: number): Result<Product, Failure> {
    const product = catalogue.product(id);
    if (!product) return err({ code: 'product-gone' });
    return product.onSale ? ok(product) : err({ code: 'product-off-sale' });
  }

  /** The SIM type that was asked for; otherwise the first for which anything is found. */
  function found(words: string, page: number, asked: SimType | null) {
    const counts = simTypes
      .map((sim) => ({ sim, count: catalogue.search(words, { simType: sim }).total }))
      .filter(({ count }) => count > 0);
    const sim = asked ?? counts[0]?.sim ?? 'prepaid';
    return { sim, counts, found: catalogue.search(words, { page, simType: sim }) };
  }

  /** A seller who pasted a list and then went to choose: the list is one of the answers to "which number?". */
  async function withList({ person, format }: BotRequest, step: Reply, id: number): Promise<Reply> {
    const batch = await batches.openDraft(person.id);
    if (!batch) return step;
    const list = button(format.plain('key-for-list', { count: sellable(batch) }), {
      to: 'bulkItem',
      batch: batch.id,
      id,
      amount: null,
      bought: 'no',
    });
    return { ...step, screen: { ...step.screen, keys: [[list], ...step.screen.keys] } };
  }

  return {
    operators: async ({ format }, { type }) => {
      if (catalogue.status().asOf === null)
        await Promise.race([catalogue.refresh(), setTimeout(fillMs, undefined, { ref: false })]);
      const operators = catalogue.operators({ type }).map(({ operatorId }) => operatorId);
      const wireless = catalogue.operators({ type: 'tdlte', operatorId: offersOperator }).length > 0;
      const tdlteOf = wireless ? offersOperator : null;
      return { screen: operatorsScreen(format, { type, operators, tdlteOf, note: shelfNote(services, format) }) };
    },
    sims: async ({ format }, { type, operator }) => {
      const sims = catalogue.simTypes({ type, operatorId: operator }).map(({ simType }) => simType);
      return { screen: simsScreen(format, { type, operator, sims }) };
    },
    shelf: shown,
    product: async (request, { id, mobile }) => {
      const { person, format } = request;
      const found = lookedUp(id);
      const back: Press = mobile === null ? { to: 'operators', type: 'data' } : { to: 'number', mobile };
      if (!found.ok) return { screen: failureScreen(format, found.error, back) };
      const product = found.value;
      if (mobile === null) {
        const note = format.html('chosen', { what: format.named(product.name, product.nameEn) });
        const step = await askNumber(services, request, { kind: 'product', id }, shelfOf(product, null), note);
        return product.maxPrice === null && may(person.role, 'sell') ? withList(request, step, id) : step;
      }
      if (product.maxPrice !== null) {
        return { screen: amountsScreen(format, { product, number: await numbers.find(person.id, mobile) }) };
      }
      return quote(request, {
        item: { kind: 'product', productId: id, amount: null },
        mobile,
        simType: product.simType,
      });
    },
    topup: async (request, { mobile }) => {
      const number = await numbers.find(request.person.id, mobile);
      const { operatorId, simType } = number;
      // Both are asked for once, on the number's own screen.
      if (operatorId === null || simType === null) return numberHub(services, request, mobile, { purpose: 'topup' });
      await numbers.use(request.person.id, mobile);
      const shelf = catalogue.shelf({ operatorId, simType, type: 'topup' });
      const [usual, ...others] = shelf.products.filter(({ maxPrice }) => maxPrice !== null);
      const at = { ...shelfTop('topup', operatorId, simType, mobile), all: 'yes', sort: 'price' } as const;
      if (!usual) return shown(request, at);
      const all = { count: shelf.total, at };
      const note = shelfNote(services, request.format);
      return { screen: topupScreen(request.format, { number, free: [usual, ...others], all, vatPercent, note }) };
    },
    amounts: async ({ person, format }, { id, mobile }) => {
      const found = lookedUp(id);
      if (!found.ok) return { screen: failureScreen(format, found.error, { to: 'topup', mobile }) };
      const number = await numbers.find(person.id, mobile);
      return { screen: amountsScreen(format, { product: found.value, number }) };
    },
    amount: async (request, { id, mobile, amount }) => {
      const found = lookedUp(id);
      if (!found.ok) return { screen: failureScreen(request.format, found.error, { to: 'topup', mobile }) };
      const { simType } = found.value;
      return quote(request, { item: { kind: 'product', productId: id, amount }, mobile, simType });
    },
    askAmount: async ({ person, format }, { id, mobile }) => {
      const found = lookedUp(id);
      if (!found.ok) return { screen: failureScreen(format, found.error, { to: 'topup', mobile }) };
      const number = await numbers.find(person.id, mobile);
      const screen = askAmountScreen(format, { product: found.value, number });
      return { screen, ask: { for: 'amount', id, mobile } };
    },
    askSearch: async ({ format }) => ({ screen: askSearchScreen(format), ask: { for: 'search' } }),
    search: async ({ format }, { page, sim, words }) => ({
      screen: searchScreen(format, {
        words,
        ...found(words, page, sim),
        vatPercent,
        note: shelfNote(services, format),
      }),
    }),
  };
}
