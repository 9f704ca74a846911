import { randomBytes } from 'node:crypto';
import { run, sequentialize } from '@grammyjs/runner';
import { type ApiClientOptions, Bot, type Context } from 'grammy';
import { Agent, type Dispatcher, request } from 'undici';
import { answerTo } from './process.ts';
import * as screens from './screens.ts';
import { mobileIn, openShop } from './shop.ts';

type Init = Required<Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal'>>;

/**
 * The lower bound: a bare grammY bot with a Map, a `switch` over the button, no database, log or locale files; calls over
 * `undici.request`, updates by the runner with `sequentialize`, as grammY's documentation advises.
 */
await answerTo(async (orders) => {
  const agent = new Agent({ connections: 64 });
  const fetch = async (url: string, { method, headers, body, signal }: Init) => {
    const answer = await request(url, { dispatcher: agent, method, headers, body, signal });
    const json = await answer.body.json();
    return { json: async () => json };
  };
  const bot = new Bot(orders.token, {
    client: { apiRoot: orders.apiRoot, fetch: fetch as unknown as NonNullable<ApiClientOptions['fetch']> },
  });
  const shop = await openShop(orders);
  const carts = new Map<number, screens.Cart>();

  const options = ({ keyboard }: screens.Shown) => ({
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: keyboard },
  });
  const say = (ctx: Context, shown: screens.Shown) => ctx.reply(shown.text, options(shown));
  const edit = (ctx: Context, shown: screens.Shown) => ctx.editMessageText(shown.text, options(shown));

  bot.use(sequentialize((ctx) => ctx.chat?.id.toString()));
  bot.command('start', (ctx) => say(ctx, screens.welcome(ctx.from?.first_name ?? '')));
  bot.on('message:text', async (ctx) => {
    const mobile = mobileIn(ctx.message.text);
    if (mobile === null) return;
    const cart = { mobile, sim: '', product: null, code: '' };
    carts.set(ctx.chat.id, cart);
    await say(ctx, screens.askSim(cart));
  });
  bot.on('callback_query:data', async (ctx) => {
    const answered = ctx.answerCallbackQuery();
    const cart = carts.get(ctx.chatId ?? 0);
    const [to, value = ''] = ctx.callbackQuery.data.split(':');
    if (cart) await follow(ctx, cart, to ?? '', value);
    await answered;
  });

  async function follow(ctx: Context, cart: screens.Cart, to: string, value: string): Promise<void> {
    switch (to) {
      case 'sim':
        cart.sim = value;
        return void (await edit(ctx, screens.hub(cart)));
      case 'shelf':
        return void (await edit(ctx, screens.shelf(cart, shop.products.length)));
      case 'category':
        return void (await edit(ctx, screens.category(cart, shop.products.length)));
      case 'all':
        return void (await edit(ctx, screens.list(cart, shop.products)));
      case 'product':
        cart.product = shop.find(Number(value));
        if (cart.product) await edit(ctx, screens.confirm(cart, cart.product));
        return;
      case 'confirm': {
        const fresh = cart.product && (await shop.fresh(cart.product));
        if (!fresh) return;
        cart.code = randomBytes(5).toString('hex');
        await edit(ctx, screens.progress(cart, fresh));
        if (await shop.buy(cart, fresh)) await edit(ctx, screens.receipt(cart, fresh));
        carts.delete(ctx.chatId ?? 0);
      }
    }
  }

  const runner = run(bot);
  return async () => {
    await runner.stop();
    await shop.close();
    await agent.close();
  };
});
