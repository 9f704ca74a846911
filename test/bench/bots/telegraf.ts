import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { Scenes, session, Telegraf } from 'telegraf';
import { answerTo } from './process.ts';
import * as screens from './screens.ts';
import { mobileIn, openShop } from './shop.ts';

interface CartSession extends Scenes.WizardSessionData {
  cart?: screens.Cart;
}
type Wizard = Scenes.WizardContext<CartSession>;

/** The common way: Telegraf's WizardScene with a session in memory, a step for each screen, long polling by `launch`. */
await answerTo(async (orders) => {
  const agent = new Agent({ keepAlive: true, keepAliveMsecs: 10_000 });
  const bot = new Telegraf<Wizard>(orders.token, { telegram: { apiRoot: orders.apiRoot, agent } });
  const shop = await openShop(orders);

  const options = ({ keyboard }: screens.Shown) => ({
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: keyboard },
  });
  const say = (ctx: Wizard, shown: screens.Shown) => ctx.reply(shown.text, options(shown));
  const edit = (ctx: Wizard, shown: screens.Shown) => ctx.editMessageText(shown.text, options(shown));
  const pressed = ({ callbackQuery }: Wizard) =>
    callbackQuery && 'data' in callbackQuery ? callbackQuery.data.split(':') : null;
  const typed = ({ message }: Wizard) => (message && 'text' in message ? message.text : '');

  /** A step that shows a screen when its button is pressed. */
  const step =
    (to: string, show: (cart: screens.Cart, value: string) => screens.Shown | null) => async (ctx: Wizard) => {
      const [name, value = ''] = pressed(ctx) ?? [];
      const { cart } = ctx.scene.session;
      if (name !== to || !cart) return;
      const answered = ctx.answerCbQuery();
      const shown = show(cart, value);
      if (shown) await edit(ctx, shown);
      await answered;
      ctx.wizard.next();
    };

  const wizard = new Scenes.WizardScene<Wizard>(
    'buy',
    async (ctx) => {
      await say(ctx, screens.welcome(ctx.from?.first_name ?? ''));
      ctx.wizard.next();
    },
    async (ctx) => {
      const mobile = mobileIn(typed(ctx));
      if (mobile === null) return;
      ctx.scene.session.cart = { mobile, sim: '', product: null, code: '' };
      await say(ctx, screens.askSim(ctx.scene.session.cart));
      ctx.wizard.next();
    },
    step('sim', (cart, value) => {
      cart.sim = value;
      return screens.hub(cart);
    }),
    step('shelf', (cart) => screens.shelf(cart, shop.products.length)),
    step('category', (cart) => screens.category(cart, shop.products.length)),
    step('all', (cart) => screens.list(cart, shop.products)),
    step('product', (cart, value) => {
      cart.product = shop.find(Number(value));
      return cart.product && screens.confirm(cart, cart.product);
    }),
    async (ctx) => {
      const { cart } = ctx.scene.session;
      if (pressed(ctx)?.[0] !== 'confirm' || !cart?.product) return;
      const answered = ctx.answerCbQuery();
      const fresh = await shop.fresh(cart.product);
      if (fresh) {
        cart.code = randomBytes(5).toString('hex');
        await edit(ctx, screens.progress(cart, fresh));
        if (await shop.buy(cart, fresh)) await edit(ctx, screens.receipt(cart, fresh));
      }
      await answered;
      await ctx.scene.leave();
    },
  );

  bot.use(session());
  bot.use(new Scenes.Stage<Wizard>([wizard]).middleware());
  bot.start((ctx) => ctx.scene.enter('buy'));
  void bot.launch();
  return async () => {
    bot.stop();
    await shop.close();
  };
});
