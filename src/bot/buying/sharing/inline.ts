import type { MiddlewareFn } from 'grammy';
import type { InlineQueryResultArticle } from 'grammy/types';
import { readProductQuery } from '#bot/actions/sharing.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { searchFor } from '#bot/buying/catalogue/search.ts';
import { receiptPrefix } from '#bot/buying/orders/receipt-links.ts';
import type { BotContext } from '#bot/kit/context.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import type { Links } from '#bot/kit/links.ts';
import { shortTitle } from '#bot/kit/row-label.ts';
import { lines, markup, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { untrustedTitle } from '#bot/words/item-title.ts';
import { languageOf } from '#domain/language.ts';
import type { PriceList } from '#domain/price.ts';
import type { OperatorId, Product } from '#domain/product.ts';
import { productPayload, shelfPayload } from './start-links.ts';

type InlineServices = Pick<
  Services,
  'catalogue' | 'formatterFor' | 'people' | 'prices' | 'receiptTokens' | 'shopProfile'
>;

interface Found {
  readonly results: InlineQueryResultArticle[];
  readonly nextPage: number | null;
}

/** For this long Telegram answers the same person's same query by itself. */
const cacheSeconds = 60;
/** Price rules name people, roles and levels; this id is of no person, so it is the price for customers. */
const anyCustomer = 0;
/** Brings people to the home screen. */
const openPayload = 'inline';

/**
 * Answers `@bot words`. Results stand in foreign chats: they show products with the price for customers and receipts
 * without number, price and state, which are shown to the person who presses the button.
 */
export function createInlineMode(services: InlineServices, links: Links, shop: () => string): MiddlewareFn<BotContext> {
  const { catalogue, formatterFor, people, prices, receiptTokens } = services;

  async function productsOf(format: Formatter, products: readonly Product[]): Promise<InlineQueryResultArticle[]> {
    const list = await prices.listFor(anyCustomer);
    return products.map((product) => productArticle(format, product, list, links.start(productPayload(product.id))));
  }

  async function receipt(format: Formatter, token: string): Promise<Found> {
    const order = await receiptTokens.open(token);
    if (!order) return nothing;
    const what = untrustedTitle(format, order);
    const screen = {
      text: lines(format.html('inline-receipt', { shop: untrusted(shop()) }), format.html('line', { text: what })),
      keys: [[{ label: format.plain('key-show-receipt'), url: links.start(`${receiptPrefix}${token}`) }]],
    };
    return only(article(`r${order.code}`, format.plain('inline-receipt-title'), what, screen));
  }

  function operators(format: Formatter): Found {
    const operatorIds = catalogue.operators({ type: 'data' }).map(({ operatorId }) => operatorId);
    return { results: operatorIds.map((id) => operatorArticle(format, id)), nextPage: null };
  }

  function operatorArticle(format: Formatter, id: OperatorId): InlineQueryResultArticle {
    const title = format.plain('inline-operator', { operator: format.operator(id) });
    const url = links.start(shelfPayload(shelfTop('data', id, 'prepaid', null)));
    const screen = {
      text: format.html('line', { text: title }),
      keys: [[{ label: format.plain('key-buy-here'), url }]],
    };
    return article(`o${id}`, title, untrusted(shop()), screen);
  }

  async function find(format: Formatter, query: string, page: number): Promise<Found> {
    if (query.startsWith(receiptPrefix)) return receipt(format, query.slice(receiptPrefix.length));
    const productId = readProductQuery(query);
    if (productId !== null) {
      const product = catalogue.product(productId);
      return { results: product?.onSale ? await productsOf(format, [product]) : [], nextPage: null };
    }
    const words = searchFor(format, query);
    if (words === '') return operators(format);
    const searchResult = catalogue.search(words, { page });
    const results = await productsOf(format, searchResult.products);
    return { results, nextPage: searchResult.page < searchResult.pages ? searchResult.page + 1 : null };
  }

  return async (ctx, next) => {
    if (!ctx.inlineQuery) return next();
    const { query, offset, from } = ctx.inlineQuery;
    await services.shopProfile.latest();
    // Typing in another chat makes no one a customer: people are only looked up.
    const person = await people.find(from.id);
    const format = formatterFor(person?.language ?? languageOf(from.language_code), person?.unit ?? 'toman');
    const { results, nextPage } = await find(format, query.trim(), /^\d{1,4}$/.test(offset) ? Number(offset) : 1);
    const button = {
      text: format.plain(results.length > 0 ? 'inline-open' : 'inline-none'),
      start_parameter: openPayload,
    };
    await ctx.answerInlineQuery(results, {
      cache_time: cacheSeconds,
      // Language and unit are the asker's.
      is_personal: true,
      next_offset: nextPage === null ? '' : String(nextPage),
      button,
    });
  };
}

const nothing: Found = { results: [], nextPage: null };
const only = (result: InlineQueryResultArticle): Found => ({ results: [result], nextPage: null });

function productArticle(format: Formatter, product: Product, list: PriceList, url: string): InlineQueryResultArticle {
  const { id, name, nameEn, days, operatorId, simType, maxPrice } = product;
  const price = maxPrice === null ? format.money(list.ofProduct(product)) : format.plain('inline-any-amount');
  const facts = { operator: format.operator(operatorId), sim: format.sim(simType, product.type) };
  const screen = {
    text: lines(
      format.html('line', { text: { html: `<b>${format.html('line', { text: format.named(name, nameEn) })}</b>` } }),
      format.html('number-facts', facts),
      format.html('line', { text: price }),
    ),
    keys: [[{ label: format.plain('key-buy-here'), url }]],
  };
  const description = [facts.operator, facts.sim, price].join(' · ');
  const title = shortTitle(format, { name, nameEn, days }) || format.named(name, nameEn);
  return article(`p${id}`, title, description, screen);
}

const article = (id: string, title: string, description: string, screen: Screen): InlineQueryResultArticle => ({
  type: 'article',
  id,
  title,
  description,
  input_message_content: {
    message_text: screen.text,
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  },
  reply_markup: markup(screen),
});
