import { createHash } from 'node:crypto';
import { numberActions } from '#bot/actions/numbers.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { sharingActions } from '#bot/actions/sharing.ts';
import { failureText } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, clampPage, pageRows, pageSize } from '#bot/kit/navigation.ts';
import { rowLabels } from '#bot/kit/row-label.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { numberLine, switchSimButton } from '#bot/words/number-screens.ts';
import type { Failure } from '#domain/failure.ts';
import type { Offer } from '#domain/offer.ts';
import type { PriceList } from '#domain/price.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';

export function offersScreen(
  format: Formatter,
  data: { number: KnownNumber; offers: readonly Offer[]; page: number; prices: PriceList },
): Screen {
  const { number, offers, prices } = data;
  const { mobile } = number;
  const pages = Math.max(1, Math.ceil(offers.length / pageSize));
  const page = clampPage(data.page, pages);
  const pageOfOffers = offers.slice((page - 1) * pageSize, page * pageSize);
  const labels = rowLabels(
    format,
    pageOfOffers.map((offer) => ({
      name: offer.descriptionLocal || offer.name,
      nameEn: offer.description || offer.name,
      days: offer.days,
      price: format.price(prices.ofOffer(offer)),
    })),
  );
  return {
    text: lines(
      numberLine(format, mobile, number.label),
      format.html('line', { text: format.sim(number.simType) }),
      '',
      format.html(offers.length === 0 ? 'offers-none' : 'offers-choose', { count: offers.length }),
    ),
    keys: [
      ...pageOfOffers.map((offer, nth) => [
        button(labels[nth] ?? '', offerActions.offer({ mobile, offer: offerDigest(offer) })),
      ]),
      ...pageRows(format, page, pages, (toPage) => offerActions.offers({ mobile, page: toPage }), [
        switchSimButton(format, number, 'offers'),
      ]),
      // Where there is no next page there is room.
      ...(page === pages ? [[button(format.plain('key-link'), sharingActions.offersLink({ mobile }))]] : []),
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

/** Offer codes may be too long for a button. */
export const offerDigest = ({ code, type }: Pick<Offer, 'code' | 'type'>): string =>
  createHash('sha256')
    .update(JSON.stringify([code, type]))
    .digest('base64url')
    .slice(0, 8);
