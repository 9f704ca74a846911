import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Conversation, type ConversationFlavor, conversations, createConversation } from '@grammyjs/conversations';
import { run, sequentialize } from '@grammyjs/runner';
import { type ApiClientOptions, Bot, type Context, session } from 'grammy';
import { Agent, type Dispatcher, request } from 'undici';
import { createLog } from '#log.ts';
import { openDatabase } from '#storage/database.ts';
import { createKeyValue } from '#storage/key-value.ts';
import { answerTo } from './process.ts';
import * as screens from './screens.ts';
import { mobileIn, openShop } from './shop.ts';

type Init = Required<Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal'>>;

interface SavedOrder extends screens.Cart {
  readonly key: string;
  readonly state: 'quoted' | 'confirmed' | 'delivered' | 'rejected';
}

type Talk = ConversationFlavor<Context & { session: { orders: string[] } }>;

/** The usual way on the same libraries: one conversation for the whole purchase; its state, the session and the orders in SQLite through Keyv. */
await answerTo(async (given) => {
  const agent = new Agent({ connections: 64 });
  const fetch = async (url: string, { method, headers, body, signal }: Init) => {
    const answer = await request(url, { dispatcher: agent, method, headers, body, signal });
    const json = await answer.body.json();
    return { json: async () => json };
  };
  const client = { apiRoot: given.apiRoot, fetch: fetch as unknown as NonNullable<ApiClientOptions['fetch']> };
  const file = join(given.directory, 'usual.db');
  const database = await openDatabase({ kind: 'sqlite', file }, { log: createLog('silent') });
  const orders = createKeyValue<SavedOrder>(database, 'orders');
  const stored = <T>(namespace: string) => {
    const values = createKeyValue<T>(database, namespace);
    return {
      read: (key: string) => values.get(key),
      write: (key: string, value: T) => values.set(key, value),
      delete: (key: string) => values.delete(key),
    };
  };
  const shop = await openShop(given);
  const bot = new Bot<Talk>(given.token, { client });

  const options = ({ keyboard }: screens.Shown) => ({
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: keyboard },
  });
  const say = (ctx: Context, shown: screens.Shown) => ctx.reply(shown.text, options(shown));
  const edit = (ctx: Context, shown: screens.Shown) => ctx.editMessageText(shown.text, options(shown));

  async function buy(conversation: Conversation<Talk, Context>, first: Context): Promise<void> {
    await say(first, screens.welcome(first.from?.first_name ?? ''));
    const { message } = await conversation.waitFor('message:text');
    const cart: screens.Cart = { mobile: mobileIn(message.text) ?? '', sim: '', product: null, code: '' };
    await say(first, screens.askSim(cart));
    /** Waits for a button and shows its screen. */
    const step = async (to: string, show: (value: string) => screens.Shown | null) => {
      const ctx = await conversation.waitForCallbackQuery(new RegExp(`^${to}(:|$)`));
      await ctx.answerCallbackQuery();
      const shown = show(ctx.callbackQuery.data.split(':')[1] ?? '');
      if (shown) await edit(ctx, shown);
      return ctx;
    };
    await step('sim', (sim) => screens.hub(Object.assign(cart, { sim })));
    await step('shelf', () => screens.shelf(cart, shop.products.length));
    await step('category', () => screens.category(cart, shop.products.length));
    await step('all', () => screens.list(cart, shop.products));
    const key = await conversation.external(() => randomUUID());
    cart.code = await conversation.external(() => randomBytes(5).toString('hex'));
    await step('product', (id) => {
      cart.product = shop.find(Number(id));
      return cart.product && screens.confirm(cart, cart.product);
    });
    const save = (state: SavedOrder['state']) => conversation.external(() => orders.set(key, { ...cart, key, state }));
    await save('quoted');
    const ctx = await step('confirm', () => null);
    const fresh = await conversation.external(() => cart.product && shop.fresh(cart.product));
    if (!fresh) return;
    await save('confirmed');
    await edit(ctx, screens.progress(cart, fresh));
    const isBought = await conversation.external(() => shop.buy(cart, fresh));
    await save(isBought ? 'delivered' : 'rejected');
    await conversation.external((outside) => outside.session.orders.push(key));
    if (isBought) await edit(ctx, screens.receipt(cart, fresh));
  }

  bot.use(sequentialize((ctx) => ctx.chat?.id.toString()));
  bot.use(session({ initial: () => ({ orders: [] }), storage: stored('sessions') }));
  bot.use(conversations<Talk, Context>({ storage: stored('conversations') }));
  bot.use(createConversation(buy));
  bot.command('start', (ctx) => ctx.conversation.enter('buy'));

  const runner = run(bot);
  return async () => {
    await runner.stop();
    await shop.close();
    await agent.close();
    await database.close();
  };
});
