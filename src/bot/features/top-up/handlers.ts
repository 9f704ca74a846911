import { catalogueActions } from '#bot/actions/catalogue.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import { failureReply } from '#bot/core/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/core/feature.ts';
import type { BotRequest } from '#bot/core/request.ts';
import { type NumberHubServices, numberHub } from '#bot/features/numbers/number-hub.ts';
import type { Ordering } from '#bot/features/orders/ordering.ts';
import { findOnSale, staleNote } from '#bot/views/catalogue.ts';
import type { Mobile } from '#domain/phone.ts';
import type { NamedPrice } from '#domain/quote.ts';
import { amountQuestion, createTopUpQuestions, offeredAmountQuestion } from './questions.ts';
import { amountsScreen, askAmountScreen, topupScreen } from './screens.ts';

export function createTopUpFeature(services: NumberHubServices, { quote }: Pick<Ordering, 'quote'>): Feature {
  const { catalogue, numbers, prices } = services;
  async function choose(request: BotRequest, mobile: Mobile, item: { readonly productId: number } & NamedPrice) {
    const foundProduct = findOnSale(services, item.productId);
    if (!foundProduct.ok) return failureReply(request.format, foundProduct.error, topUpActions.topup({ mobile }));
    return quote(request, { item: { kind: 'product', ...item }, mobile, simType: foundProduct.value.simType });
  }

  const handlers: Handlers<typeof topUpActions> = {
    topup: async (request, { mobile }) => {
      const number = await numbers.find(request.person.id, mobile);
      const { operatorId, simType } = number;
      // The number's screen asks for it.
      if (operatorId === null) return numberHub(services, request, mobile, { purpose: 'topup' });
      await numbers.use(request.person.id, mobile);
      const shelf = catalogue.shelf({ operatorId, simType, type: 'topup' });
      const [usual, ...others] = shelf.products.filter(({ maxPrice }) => maxPrice !== null);
      const at = { ...shelfTop('topup', operatorId, simType, mobile), all: 'yes', sort: 'price' } as const;
      if (!usual) return { redirect: catalogueActions.shelf({ ...at, all: 'no' }) };
      const all = { count: shelf.total, action: catalogueActions.shelf(at) };
      const note = staleNote(services, request.format);
      const list = await prices.listFor(request.person.id);
      const screen = topupScreen(request.format, { number, free: [usual, ...others], all, prices: list, note });
      return { screen, question: offeredAmountQuestion({ id: usual.id, mobile }) };
    },
    amounts: async ({ person, format }, { id, mobile }) => {
      const foundProduct = findOnSale(services, id);
      if (!foundProduct.ok) return failureReply(format, foundProduct.error, topUpActions.topup({ mobile }));
      const number = await numbers.find(person.id, mobile);
      const list = await prices.listFor(person.id);
      const screen = amountsScreen(format, { product: foundProduct.value, number, prices: list });
      return { screen, question: offeredAmountQuestion({ id, mobile }) };
    },
    amount: (request, { id, mobile, amount }) => choose(request, mobile, { productId: id, amount }),
    credit: (request, { id, mobile, credit }) => choose(request, mobile, { productId: id, amount: null, credit }),
    askAmount: async ({ person, format }, { id, mobile }) => {
      const foundProduct = findOnSale(services, id);
      if (!foundProduct.ok) return failureReply(format, foundProduct.error, topUpActions.topup({ mobile }));
      const number = await numbers.find(person.id, mobile);
      const list = await prices.listFor(person.id);
      const screen = askAmountScreen(format, { product: foundProduct.value, number, prices: list });
      return { screen, question: amountQuestion({ id, mobile }) };
    },
  };
  return defineFeature(topUpActions, handlers, createTopUpQuestions(services));
}
