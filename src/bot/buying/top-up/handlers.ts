import { topUpActions } from '#bot/actions/top-up.ts';
import type { Sell } from '#bot/buying/numbers/next-step.ts';
import type { NumberHubServices } from '#bot/buying/numbers/number-hub.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import { findOnSale } from '#bot/words/catalogue.ts';
import type { Mobile } from '#domain/phone.ts';
import type { NamedPrice } from '#domain/quote.ts';
import { openTopUp } from './open-top-up.ts';
import { amountQuestion, createTopUpQuestions, offeredAmountQuestion } from './questions.ts';
import { amountsScreen, askAmountScreen } from './screens.ts';

export function createTopUpFeature(
  services: NumberHubServices,
  { quote }: Pick<Ordering, 'quote'>,
  sell: Sell,
): Feature {
  const { numbers, prices } = services;
  async function choose(request: BotRequest, mobile: Mobile, item: { readonly productId: number } & NamedPrice) {
    const foundProduct = findOnSale(services, item.productId);
    if (!foundProduct.ok) return failureReply(request.format, foundProduct.error, topUpActions.topup({ mobile }));
    return quote(request, { item: { kind: 'product', ...item }, mobile, simType: foundProduct.value.simType });
  }

  const handlers: Handlers<typeof topUpActions> = {
    topup: (request, { mobile }) => openTopUp(services, request, mobile),
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
  return defineFeature(topUpActions, handlers, createTopUpQuestions(services, sell));
}
