import type { Failure } from '../../../domain/failure.ts';
import type { Offer } from '../../../domain/offer.ts';
import { priceOfOffer } from '../../../domain/quote.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import { failureText } from '../../core/failure.ts';
import type { Formatter } from '../../core/formatter.ts';
import { backRow, pageRows } from '../../core/navigation.ts';
import { clampPage, pageSize } from '../../core/page.ts';
import { button, lines, type Screen } from '../../core/screen.ts';
import { numberActions } from '../numbers/actions.ts';
import { numberLine } from '../numbers/screens.ts';
import { offerActions } from './actions.ts';
import { digestOf } from './digest.ts';

export function offersScreen(
  format: Formatter,
  data: { number: KnownNumber; offers: readonly Offer[]; page: number; vatPercent: number },
): Screen {
  const { number, offers, vatPercent } = data;
  const { mobile } = number;
  const pages = Math.max(1, Math.ceil(offers.length / pageSize));
  const page = clampPage(data.page, pages);
  const label = (offer: Offer) =>
    format.offered(
      offer.descriptionLocal || offer.name,
      offer.description || offer.name,
      offer.days,
      format.money(priceOfOffer(offer, vatPercent).total),
    );
  return {
    text: lines(
      numberLine(format, mobile, number.label),
      '',
      format.html(offers.length === 0 ? 'offers-none' : 'offers-choose', { count: offers.length }),
    ),
    keys: [
      ...offers
        .slice((page - 1) * pageSize, page * pageSize)
        .map((offer) => [button(label(offer), offerActions.offer({ mobile, offer: digestOf(offer) }))]),
      ...pageRows(format, page, pages, (turned) => offerActions.offers({ mobile, page: turned })),
      backRow(format, numberActions.number({ mobile })),
    ],
  };
}

export const offersFailedScreen = (format: Formatter, number: KnownNumber, failure: Failure): Screen => ({
  text: lines(numberLine(format, number.mobile, number.label), '', failureText(format, failure)),
  keys: [
    [button(format.plain('key-try-again'), offerActions.offersAgain({ mobile: number.mobile }))],
    backRow(format, numberActions.number({ mobile: number.mobile })),
  ],
});
