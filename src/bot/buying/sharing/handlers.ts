import { catalogueActions } from '#bot/actions/catalogue.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { sharingActions } from '#bot/actions/sharing.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { openShelf } from '#bot/buying/catalogue/open-shelf.ts';
import { shelfPath } from '#bot/buying/catalogue/screens.ts';
import type { Action } from '#bot/kit/action.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { type Links, linkLine, linkRow } from '#bot/kit/links.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { lines, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { findOnSale } from '#bot/words/catalogue.ts';
import { offersPayload, productPayload, shelfPayload } from './start-links.ts';

/** Start links, made from the screens that they lead to. */
export function createSharingFeature(services: Pick<Services, 'catalogue'>, links: Pick<Links, 'start'>): Feature {
  const boldName = (format: Formatter, text: string): string => `<b>${format.html('line', { text })}</b>`;

  return defineFeature(sharingActions, {
    shelfLink: async ({ format }, { type, operator, sim, category, sub, mobile }) => {
      const at = { ...shelfTop(type, operator, sim, mobile), category, sub };
      const what = shelfPath(format, openShelf(services.catalogue, at));
      const link = links.start(shelfPayload(at));
      return { screen: linkScreen(format, { what, note: null, link, back: catalogueActions.shelf(at) }) };
    },
    productLink: async ({ format }, { id }) => {
      const product = findOnSale(services, id);
      const back = catalogueActions.product({ id, mobile: null });
      if (!product.ok) return failureReply(format, product.error, catalogueActions.operators({ type: 'data' }));
      const what = boldName(format, format.named(product.value.name, product.value.nameEn));
      return { screen: linkScreen(format, { what, note: null, link: links.start(productPayload(id)), back }) };
    },
    offersLink: async ({ format }, { mobile }) => {
      const what = boldName(format, format.plain('link-offers', { number: format.mobile(mobile) }));
      const note = format.html('link-shows-number');
      const link = links.start(offersPayload(mobile));
      return { screen: linkScreen(format, { what, note, link, back: offerActions.offers({ mobile, page: 1 }) }) };
    },
  });
}

interface LinkData {
  /** What it leads to, as HTML. */
  readonly what: string;
  readonly note: string | null;
  readonly link: string;
  readonly back: Action;
}

export const linkScreen = (format: Formatter, { what, note, link, back }: LinkData): Screen => ({
  text: lines(format.html('link-title', { what: { html: what } }), note, '', linkLine(format, link)),
  keys: [linkRow(format, link), backRow(format, back)],
});
