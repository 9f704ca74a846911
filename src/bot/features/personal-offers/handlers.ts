import { offersOperator } from '../../../domain/product.ts';
import { failureScreen } from '../../core/failure.ts';
import type { Counter, Routes, Step, Visit } from '../../core/request.ts';
import { numberHub } from '../numbers/handlers.ts';
import type { Ordering } from '../orders/handlers.ts';
import { digestOf } from './digest.ts';
import { offersFailedScreen, offersScreen } from './screens.ts';

/** A person is waiting, and Telegram's patience with a webhook ends at ten seconds. */
const askMs = 8_000;

/** The personal offers of operator 2: asked for when a list is opened, kept while someone chooses from it. */
export function createOffering(counter: Counter, { quote }: Ordering): Routes<'offers' | 'offersAgain' | 'offer'> {
  const { numbers, offers, vatPercent } = counter;

  async function list(visit: Visit, mobile: string, page: number): Promise<Step> {
    const number = await numbers.find(visit.person.id, mobile);
    await numbers.use(visit.person.id, mobile);
    if (number.operatorId !== offersOperator || number.simType === null) {
      const elsewhere = number.operatorId !== null && number.operatorId !== offersOperator;
      if (!elsewhere) return numberHub(counter, visit, mobile, { purpose: 'offers' });
      const note = visit.view.html('offers-other-operator', { operator: visit.view.operator(offersOperator) });
      return numberHub(counter, visit, mobile, { note });
    }
    // The first page is the list as it is now; turning pages stays within the list that was opened.
    const listed = page === 1 ? await offers.ask(mobile, askMs) : await offers.listed(mobile);
    if (!listed.ok) return { screen: offersFailedScreen(visit.view, number, listed.error) };
    return { screen: offersScreen(visit.view, { number, offers: listed.value, page, vatPercent }) };
  }

  return {
    offers: (visit, { mobile, page }) => list(visit, mobile, page),
    offersAgain: (visit, { mobile }) => list(visit, mobile, 1),
    offer: async (visit, { mobile, offer: digest }) => {
      const number = await numbers.find(visit.person.id, mobile);
      if (number.simType === null) return numberHub(counter, visit, mobile, { purpose: 'offers' });
      const listed = await offers.listed(mobile);
      if (!listed.ok) return { screen: offersFailedScreen(visit.view, number, listed.error) };
      const chosen = listed.value.find((offer) => digestOf(offer) === digest);
      if (!chosen)
        return { screen: failureScreen(visit.view, { code: 'offer-gone' }, { to: 'offers', mobile, page: 1 }) };
      const { code, type } = chosen;
      return quote(visit, { item: { kind: 'offer', code, type }, mobile, simType: number.simType });
    },
  };
}
