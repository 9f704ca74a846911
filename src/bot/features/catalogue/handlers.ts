import { setTimeout } from 'node:timers/promises';
import { can } from '../../../domain/access.ts';
import { offersOperator, type SimType, simTypes } from '../../../domain/product.ts';
import { failureReply } from '../../core/failure.ts';
import { defineFeature, type Feature, type Handlers } from '../../core/feature.ts';
import type { BotRequest, Reply } from '../../core/request.ts';
import { button } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import { bulkActions } from '../bulk/actions.ts';
import { sellable } from '../bulk/screens.ts';
import { numberActions } from '../numbers/actions.ts';
import { askNumber } from '../numbers/ask-number.ts';
import type { Ordering } from '../orders/ordering.ts';
import { offeredAmountQuestion } from '../top-up/questions.ts';
import { amountsScreen } from '../top-up/screens.ts';
import { catalogueActions } from './actions.ts';
import { openShelf } from './open-shelf.ts';
import { findOnSale } from './product-lookup.ts';
import { catalogueQuestions, searchQuestion } from './questions.ts';
import { askSearchScreen, operatorsScreen, searchScreen, shelfScreen, simsScreen } from './screens.ts';
import { shelfOf } from './shelf-address.ts';
import { staleNote } from './stale-note.ts';

/** How long a person waits for the first load. */
const fillMs = 3_000;

export function createCatalogueFeature(
  services: Pick<Services, 'batches' | 'catalogue' | 'numbers' | 'prices'>,
  { quote }: Pick<Ordering, 'quote'>,
): Feature {
  const { batches, catalogue, numbers, prices } = services;

  /** The requested SIM type, or the first with results. */
  function found(words: string, page: number, asked: SimType | null) {
    const counts = simTypes
      .map((sim) => ({ sim, count: catalogue.search(words, { simType: sim }).total }))
      .filter(({ count }) => count > 0);
    const sim = asked ?? counts[0]?.sim ?? 'prepaid';
    return { sim, counts, found: catalogue.search(words, { page, simType: sim }) };
  }

  /** A seller with an open list may choose the product for the whole list. */
  async function withList({ person, format }: BotRequest, reply: Reply, id: number): Promise<Reply> {
    const batch = await batches.openDraft(person.id);
    if (!batch) return reply;
    const list = button(
      format.plain('key-for-list', { count: sellable(batch) }),
      bulkActions.bulkItem({ batch: batch.id, id, amount: null, bought: 'no' }),
    );
    return { ...reply, screen: { ...reply.screen, keys: [[list], ...reply.screen.keys] } };
  }

  const handlers: Handlers<typeof catalogueActions> = {
    operators: async ({ format }, { type }) => {
      if (catalogue.status().asOf === null)
        await Promise.race([catalogue.refresh(), setTimeout(fillMs, undefined, { ref: false })]);
      const operators = catalogue.operators({ type }).map(({ operatorId }) => operatorId);
      const wireless = catalogue.operators({ type: 'tdlte', operatorId: offersOperator }).length > 0;
      const tdlteOf = wireless ? offersOperator : null;
      return { screen: operatorsScreen(format, { type, operators, tdlteOf, note: staleNote(services, format) }) };
    },
    sims: async ({ format }, { type, operator }) => {
      const sims = catalogue.simTypes({ type, operatorId: operator }).map(({ simType }) => simType);
      return { screen: simsScreen(format, { type, operator, sims }) };
    },
    shelf: async ({ person, format }, at) => {
      const note = staleNote(services, format);
      const prices = await services.prices.listFor(person.id);
      return { screen: shelfScreen(format, { ...openShelf(catalogue, at), prices, note }) };
    },
    product: async (request, { id, mobile }) => {
      const { person, format } = request;
      const found = findOnSale(services, id);
      const back = mobile === null ? catalogueActions.operators({ type: 'data' }) : numberActions.number({ mobile });
      if (!found.ok) return failureReply(format, found.error, back);
      const product = found.value;
      if (mobile === null) {
        const note = format.html('chosen', { what: format.named(product.name, product.nameEn) });
        const back = catalogueActions.shelf(shelfOf(product, null));
        const reply = await askNumber(services, request, { next: { kind: 'product', id }, back, note });
        return product.maxPrice === null && can(person, 'sell') ? withList(request, reply, id) : reply;
      }
      if (product.maxPrice !== null) {
        const number = await numbers.find(person.id, mobile);
        const screen = amountsScreen(format, { product, number, prices: await prices.listFor(person.id) });
        return { screen, question: offeredAmountQuestion({ id, mobile }) };
      }
      return quote(request, {
        item: { kind: 'product', productId: id, amount: null },
        mobile,
        simType: product.simType,
      });
    },
    askSearch: async ({ format }) => ({ screen: askSearchScreen(format), question: searchQuestion() }),
    search: async ({ person, format }, { page, sim, words }) => ({
      screen: searchScreen(format, {
        words,
        ...found(words, page, sim),
        prices: await prices.listFor(person.id),
        note: staleNote(services, format),
      }),
    }),
  };
  return defineFeature(catalogueActions, handlers, catalogueQuestions);
}
