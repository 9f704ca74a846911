import { setTimeout } from 'node:timers/promises';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { productQuery, sharingActions } from '#bot/actions/sharing.ts';
import { shelfOf } from '#bot/actions/shelf-address.ts';
import { askNumber } from '#bot/buying/numbers/ask-number.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import { offeredAmountQuestion } from '#bot/buying/top-up/questions.ts';
import { amountsScreen } from '#bot/buying/top-up/screens.ts';
import type { ValuesOf } from '#bot/kit/action.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Links } from '#bot/kit/links.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { findOnSale, staleNote } from '#bot/words/catalogue.ts';
import { forWaitingList, withWaitingList } from '#bot/words/waiting-list.ts';
import { offersOperator, type Product, type SimType, simTypes } from '#domain/product.ts';
import { readText } from '#domain/reading/reading.ts';
import { isSoldTo } from '#domain/sold-to.ts';
import { type OpenShelf, openShelf } from './open-shelf.ts';
import { operatorsScreen, shelfOptionsScreen, shelfScreen, simsScreen } from './screens.ts';
import { catalogueQuestions, searchQuestion } from './search.ts';
import { askSearchScreen, searchScreen } from './search-screens.ts';

/** How long a person waits for the first load. */
const fillMs = 3_000;

export function createCatalogueFeature(
  services: Pick<Services, 'batches' | 'bestSellers' | 'catalogue' | 'numbers' | 'operators' | 'prices'>,
  { quote }: Pick<Ordering, 'quote'>,
  links: Pick<Links, 'hasInlineMode'>,
): Feature {
  const { bestSellers, catalogue, numbers, operators, prices } = services;

  /** The requested SIM type, or the first with results. */
  function search(typed: string, page: number, askedSim: SimType | null) {
    const { said, line } = readText(typed, operators);
    const sort = said.has('cheap') ? 'price' : 'catalogue';
    const words = sort === 'price' ? line : typed;
    const counts = simTypes
      .map((sim) => ({ sim, count: catalogue.search(words, { simType: sim }).total }))
      .filter(({ count }) => count > 0);
    const sim = askedSim ?? counts[0]?.sim ?? 'prepaid';
    return { sim, counts, found: catalogue.search(words, { page, size: pageSize, simType: sim, sort }) };
  }

  const showing = (request: BotRequest, screen: Screen, way: 'row' | 'back' | null): Promise<Reply> =>
    withWaitingList(services, request, { screen }, way);

  /** Passes the product on to a chosen chat, or shows a link to it. */
  function withShare(format: Formatter, reply: Reply, id: number): Reply {
    const share = links.hasInlineMode()
      ? { label: format.plain('key-share-product'), inline: productQuery(id) }
      : button(format.plain('key-link'), sharingActions.productLink({ id }));
    return {
      ...reply,
      screen: { ...reply.screen, keys: [...reply.screen.keys.slice(0, -1), [share], ...reply.screen.keys.slice(-1)] },
    };
  }

  /** On the first screen of a kind of number; amounts are chosen otherwise. */
  async function bestOn({ at, above }: OpenShelf): Promise<Product[]> {
    if (above !== null || at.all === 'yes' || at.page > 1 || at.type === 'topup') return [];
    return bestSellers.bestFor({ operatorId: at.operator, simType: at.sim, type: at.type });
  }

  /** Leads to its number, its amount or its confirm screen. */
  async function product(
    request: BotRequest,
    { id, mobile, sort }: ValuesOf<typeof catalogueActions.sortedProduct>,
  ): Promise<HandlerResult> {
    const { person, format } = request;
    const foundProduct = findOnSale(services, id);
    const back = mobile === null ? catalogueActions.operators({ type: 'data' }) : numberActions.number({ mobile });
    if (!foundProduct.ok) return failureReply(format, foundProduct.error, back);
    const product = foundProduct.value;
    if (mobile === null) {
      const note = format.html('chosen', { what: format.named(product.name, product.nameEn) });
      const back = catalogueActions.shelf(shelfOf(product, null, sort));
      const forList = await forWaitingList(services, request, product);
      if (forList) return { redirect: forList };
      const reply = await askNumber(services, request, {
        next: { kind: 'product', id, ...(sort === 'catalogue' ? {} : { sort }) },
        back,
        note,
        operatorId: product.operatorId,
        type: product.type,
      });
      return withShare(format, reply, id);
    }
    const number = product.maxPrice === null ? null : await numbers.find(person.id, mobile);
    // To another number the quote says why it is not sold.
    if (number && isSoldTo(number, product.type)) {
      const screen = amountsScreen(format, { product, number, prices: await prices.listFor(person.id) });
      return { screen, question: offeredAmountQuestion({ id, mobile }) };
    }
    const intent = {
      item: { kind: 'product', productId: id, amount: null },
      mobile,
      simType: product.simType,
    } as const;
    return quote(request, intent, { sort });
  }

  const handlers: Handlers<typeof catalogueActions> = {
    operators: async (request, { type }) => {
      const { format } = request;
      if (catalogue.status().asOf === null)
        await Promise.race([catalogue.refresh(), setTimeout(fillMs, undefined, { ref: false })]);
      const operators = catalogue.operators({ type }).map(({ operatorId }) => operatorId);
      const wireless = catalogue.operators({ type: 'tdlte', operatorId: offersOperator }).length > 0;
      const tdlteOf = wireless ? offersOperator : null;
      const note = staleNote(services, format);
      return showing(request, operatorsScreen(format, { type, operators, tdlteOf, note }), 'row');
    },
    sims: async (request, { type, operator }) => {
      const sims = catalogue.simTypes({ type, operatorId: operator }).map(({ simType }) => simType);
      return showing(request, simsScreen(request.format, { type, operator, sims }), 'row');
    },
    shelf: async (request, at) => {
      const { person, format } = request;
      const note = staleNote(services, format);
      const open = openShelf(catalogue, at);
      const [prices, best] = await Promise.all([services.prices.listFor(person.id), bestOn(open)]);
      const screen = shelfScreen(format, { ...open, prices, note, best });
      const isTop = open.above === null && open.at.all === 'no';
      return at.mobile === null
        ? showing(request, screen, isTop ? 'back' : null)
        : { screen: { ...screen, mobile: at.mobile } };
    },
    shelfOptions: async ({ format }, at) => ({ screen: shelfOptionsScreen(format, openShelf(catalogue, at)) }),
    product: (request, values) => product(request, { ...values, sort: 'catalogue' }),
    sortedProduct: (request, values) => product(request, values),
    askSearch: async ({ format }) => ({ screen: askSearchScreen(format), question: searchQuestion() }),
    search: async (request, { page, sim, words }) => {
      const { person, format } = request;
      const list = await prices.listFor(person.id);
      const note = staleNote(services, format);
      const results = search(words, page, sim);
      const screen = searchScreen(format, { words, ...results, prices: list, note });
      const reply = await showing(request, screen, 'back');
      // Other words are the next message.
      return results.found.total === 0 ? { ...reply, question: searchQuestion() } : reply;
    },
  };
  return defineFeature(catalogueActions, handlers, catalogueQuestions);
}
