import { offerActions } from '#bot/actions/personal-offers.ts';
import { type NumberHubServices, numberHub } from '#bot/buying/numbers/number-hub.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import { failureReply, failureText } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { offersOperator } from '#domain/product.ts';
import { isSoldTo } from '#domain/sold-to.ts';
import { offerDigest, offersFailedScreen, offersScreen } from './screens.ts';

/** Shorter than Telegram's webhook time-out. */
const askMs = 8_000;

/** Fetched when a list is opened, cached while the person chooses. */
export function createPersonalOffersFeature(
  services: NumberHubServices & Pick<Services, 'offers'>,
  { quote }: Pick<Ordering, 'quote'>,
): Feature {
  const { numbers, offers, prices } = services;

  async function list(request: BotRequest, mobile: string, page: number): Promise<Reply> {
    const number = await numbers.use(request.person.id, mobile);
    if (number.operatorId !== offersOperator) {
      if (number.operatorId === null) return numberHub(services, request, mobile, { purpose: 'offers' });
      const note = request.format.html('offers-other-operator', { operator: request.format.operator(offersOperator) });
      return numberHub(services, request, mobile, { note });
    }
    if (!isSoldTo(number, 'data'))
      return numberHub(services, request, mobile, { note: failureText(request.format, { code: 'number-only-tdlte' }) });
    // The first page is fetched again; further pages come from the same list.
    const listedOffers = page === 1 ? await offers.ask(mobile, askMs) : await offers.listed(mobile);
    if (!listedOffers.ok) return { screen: offersFailedScreen(request.format, number, listedOffers.error) };
    const list = await prices.listFor(request.person.id);
    return { screen: offersScreen(request.format, { number, offers: listedOffers.value, page, prices: list }) };
  }

  return defineFeature(offerActions, {
    offers: (request, { mobile, page }) => list(request, mobile, page),
    offersAgain: (request, { mobile }) => list(request, mobile, 1),
    offer: async (request, { mobile, offer: digest }) => {
      const number = await numbers.find(request.person.id, mobile);
      const listedOffers = await offers.listed(mobile);
      if (!listedOffers.ok) return { screen: offersFailedScreen(request.format, number, listedOffers.error) };
      const chosenOffer = listedOffers.value.find((offer) => offerDigest(offer) === digest);
      if (!chosenOffer)
        return failureReply(request.format, { code: 'offer-gone' }, offerActions.offers({ mobile, page: 1 }));
      const { code, type } = chosenOffer;
      return quote(request, { item: { kind: 'offer', code, type }, mobile, simType: number.simType });
    },
  });
}
