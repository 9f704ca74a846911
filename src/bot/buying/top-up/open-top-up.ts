import { catalogueActions } from '#bot/actions/catalogue.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { type NumberHubServices, numberHub } from '#bot/buying/numbers/number-hub.ts';
import { failureText } from '#bot/kit/failure.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import { staleNote } from '#bot/words/catalogue.ts';
import type { Mobile } from '#domain/phone.ts';
import { isSoldTo } from '#domain/sold-to.ts';
import type { OutOfRange } from '#shop/buying/catalogue/line-meaning.ts';
import { offeredAmountQuestion } from './questions.ts';
import { topupScreen } from './screens.ts';

/** The amounts of a number. `refused`: one that was typed and is not sold, with the nearest that is. */
export async function openTopUp(
  services: NumberHubServices,
  request: BotRequest,
  mobile: Mobile,
  refused: OutOfRange | null = null,
): Promise<HandlerResult> {
  const { person, format } = request;
  const number = await services.numbers.find(person.id, mobile);
  const { operatorId, simType } = number;
  // The number's screen asks for it.
  if (operatorId === null) return numberHub(services, request, mobile, { purpose: 'topup' });
  if (!isSoldTo(number, 'topup'))
    return numberHub(services, request, mobile, { note: failureText(format, { code: 'number-only-tdlte' }) });
  await services.numbers.use(person.id, mobile);
  const shelf = services.catalogue.shelf({ operatorId, simType, type: 'topup' });
  const [usual, ...others] = shelf.products.filter(({ maxPrice }) => maxPrice !== null);
  const at = { ...shelfTop('topup', operatorId, simType, mobile), all: 'yes', sort: 'price' } as const;
  if (!usual) return { redirect: catalogueActions.shelf({ ...at, all: 'no' }) };
  const all = { count: shelf.total, action: catalogueActions.shelf(at) };
  const note = refused
    ? failureText(format, { ...refused, code: 'amount-out-of-range', nearest: refused.nearest.credit })
    : staleNote(services, format);
  const prices = await services.prices.listFor(person.id);
  const nearest = refused?.nearest ?? null;
  return {
    screen: topupScreen(format, { number, free: [usual, ...others], all, prices, note, nearest }),
    question: offeredAmountQuestion({ id: usual.id, mobile }),
  };
}
