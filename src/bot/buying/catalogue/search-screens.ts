import { catalogueActions } from '#bot/actions/catalogue.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, pageRows } from '#bot/kit/navigation.ts';
import { rowLabels } from '#bot/kit/row-label.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { productRow } from '#bot/words/catalogue.ts';
import type { PriceList } from '#domain/price.ts';
import type { SimType } from '#domain/product.ts';
import type { Listing } from '#shop/buying/catalogue/snapshot.ts';

interface SearchData {
  readonly words: string;
  readonly sim: SimType;
  readonly found: Listing;
  /** The same package is sold for both SIM types, at different prices. */
  readonly counts: readonly { readonly sim: SimType; readonly count: number }[];
  readonly prices: PriceList;
  readonly note: string | null;
}

export function searchScreen(format: Formatter, { words, sim, found, counts, prices, note }: SearchData): Screen {
  const heading = lines(format.html('search-title', { words: untrusted(words) }), note);
  const back = backRow(format, catalogueActions.operators({ type: 'data' }));
  const again = [button(format.plain('key-search-again'), catalogueActions.askSearch())];
  if (found.total === 0) return { text: lines(heading, '', format.html('search-none')), keys: [again, back] };
  const labels = rowLabels(
    format,
    found.products.map((product) => ({
      ...productRow(format, product, prices),
      who: format.operator(product.operatorId),
    })),
  );
  const others = counts
    .filter((one) => one.sim !== sim)
    .map(({ sim: one, count }) =>
      button(
        format.plain('category-count', { name: format.sim(one), count }),
        catalogueActions.search({ page: 1, sim: one, words }),
      ),
    );
  return {
    text: lines(heading, format.sim(sim), '', format.html('shelf-choose', { count: found.total })),
    keys: [
      ...found.products.map(({ id }, nth) => [
        button(labels[nth] ?? '', catalogueActions.product({ id, mobile: null })),
      ]),
      ...pageRows(format, found.page, found.pages, (page) => catalogueActions.search({ page, sim, words }), others),
      back,
    ],
  };
}

export const askSearchScreen = (format: Formatter): Screen => ({
  text: format.html('ask-search'),
  keys: [backRow(format, catalogueActions.operators({ type: 'data' }))],
});
