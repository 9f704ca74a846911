import { Composer } from 'grammy';
import { can } from '../domain/access.ts';
import { plainDigits } from '../domain/phone.ts';
import { smallTalk } from '../domain/small-talk.ts';
import { readCode } from '../shop/orders/identity.ts';
import { pageCommands } from './commands.ts';
import type { Action } from './core/action.ts';
import { canNow, canSell } from './core/authorize.ts';
import { type ChatScreens, digestOf } from './core/chat-screens.ts';
import { type BotContext, requestOf } from './core/context.ts';
import type { Dispatcher } from './core/dispatch.ts';
import { failureScreen, failureText } from './core/failure.ts';
import { pauseText } from './core/pause-notice.ts';
import { publishOwnCommands } from './core/publish-bot-profile.ts';
import { readMessage } from './core/question.ts';
import { questionConversation } from './core/question-conversation.ts';
import type { BotRequest, FileReply, Invoice, Reply } from './core/request.ts';
import { lines, type Screen } from './core/screen.ts';
import type { Services } from './core/services.ts';
import { send, show } from './core/show.ts';
import { agentInvitePrefix, openAgentInvitation } from './features/agents/invitations.ts';
import type { Bulk } from './features/bulk/handlers.ts';
import { catalogueActions } from './features/catalogue/actions.ts';
import { searchWords } from './features/catalogue/search-words.ts';
import type { Files } from './features/files/deliver-files.ts';
import { homeActions } from './features/home/actions.ts';
import { homeScreen } from './features/home/screens.ts';

import { numberActions } from './features/numbers/actions.ts';
import { type ContactKeyboard, numberConversation } from './features/numbers/contact-keyboard.ts';
import { severalNumbersScreen } from './features/numbers/screens.ts';
import { lookupActions } from './features/order-lookup/actions.ts';
import { orderActions } from './features/orders/actions.ts';
import { receiptPrice } from './features/orders/price-lines.ts';
import { type ReceiptLinks, receiptPrefix } from './features/orders/receipt-links.ts';
import { sharedReceiptScreen, unknownReceiptScreen } from './features/orders/shared-receipt-screen.ts';
import type { Slips } from './features/payments/slips.ts';
import { openPromo } from './features/promo-codes/links.ts';
import type { QuickSale, ReadSaleLine, SaleLine } from './features/quick-sale/quick-sale.ts';
import { readStartLink } from './features/sharing/start-links.ts';
import { openStaffInvitation, staffInvitePrefix } from './features/staff/invitations.ts';
import { supportActions } from './features/support/actions.ts';
import type { TakeMessage } from './features/support/private-messages.ts';
import { conversationPrefix } from './features/support/topic-screens.ts';

interface MessagesDeps {
  readonly services: Pick<
    Services,
    | 'agents'
    | 'catalogue'
    | 'operators'
    | 'orderMessages'
    | 'orders'
    | 'people'
    | 'promoCodes'
    | 'receiptTokens'
    | 'salesPause'
    | 'staff'
  >;
  readonly dispatcher: Dispatcher;
  readonly contactKeyboard: ContactKeyboard;
  readonly bulk: Pick<Bulk, 'start' | 'gather' | 'isList'>;
  readonly quickSale: ReadSaleLine;
  readonly welcome: (request: BotRequest) => Promise<Screen>;
  readonly slips: Pick<Slips, 'take'>;
  /** Null: they have no open conversation. */
  readonly takeForSupport: TakeMessage;
  readonly files: Files;
  readonly links: Pick<ReceiptLinks, 'shop'>;
  readonly screens: Pick<ChatScreens, 'current' | 'set'>;
}

/** Button presses, commands and all other messages. */
export function createMessages(deps: MessagesDeps): Composer<BotContext> {
  const {
    services,
    dispatcher,
    contactKeyboard,
    bulk,
    quickSale,
    welcome,
    slips,
    takeForSupport,
    files,
    links,
    screens,
  } = deps;
  const { catalogue, operators, orderMessages, orders, people, salesPause } = services;
  const composer = new Composer<BotContext>();

  async function present(ctx: BotContext, request: BotRequest, shown: Reply | FileReply): Promise<void> {
    if (shown.screen === null) return shown.files.length > 0 ? files.start(request, shown.files) : undefined;
    const { question, ...reply } = shown;
    await put(ctx, request.messageId, reply);
    if (reply.invoice) await invoice(ctx, reply.invoice);
    if (question && reply.offerContact) await contactKeyboard.offer(ctx);
    if (question)
      await ctx.conversation.enter(reply.offerContact ? numberConversation : questionConversation, question);
  }

  /** A message that shows an order is left to the receipt worker, which has the latest state. */
  async function put(ctx: BotContext, messageId: number | null, reply: Reply): Promise<void> {
    const { screen, tracks, quoted } = reply;
    const { api, person } = ctx;
    const released = messageId === null ? null : await orderMessages.release(person.id, messageId);
    const into = released?.busy ? null : messageId;
    if (tracks && into !== null) {
      screens.set(person.id, null);
      return orderMessages.track({ ...tracks, chatId: person.id, messageId: into, shown: released?.shown ?? '' });
    }
    const digest = digestOf(screen);
    const last = screens.current(person.id);
    const known = released ? released.shown : last?.messageId === into ? last?.digest : null;
    // A call that fails may still have been carried out.
    screens.set(person.id, null);
    const shownIn = into !== null && known === digest ? into : await show(api, person.id, into, screen);
    screens.set(person.id, tracks ? null : { messageId: shownIn, digest });
    const message = { chatId: person.id, messageId: shownIn, shown: digest };
    if (tracks) await orderMessages.track({ ...tracks, ...message });
    if (quoted && (released || shownIn !== into)) await orderMessages.trackQuote({ ...quoted, ...message });
  }

  const invoice = (ctx: BotContext, { title, description, payload, currency, prices, provider_token }: Invoice) =>
    ctx.api.sendInvoice(ctx.person.id, title, description, payload, currency, [...prices], { provider_token });

  async function go(ctx: BotContext, action: Action, request = requestOf(ctx)): Promise<void> {
    await present(ctx, request, await dispatcher.dispatch(request, action));
  }

  /** Answers the callback query with the outcome. */
  async function goWithToast(ctx: BotContext, action: Action, request: BotRequest): Promise<void> {
    let toast: string | undefined;
    try {
      const reply = await dispatcher.dispatch(request, action);
      await present(ctx, request, reply);
      toast = reply.screen === null ? reply.toast : undefined;
    } finally {
      await ctx.answerCallbackQuery(toast === undefined ? {} : { text: toast }).catch(() => undefined);
    }
  }
  const follow = (ctx: BotContext, sale: QuickSale) =>
    'action' in sale ? go(ctx, sale.action) : present(ctx, requestOf(ctx), sale);
  const isList = async (ctx: BotContext): Promise<boolean> =>
    /\S\s*\n\s*\S/.test(textOf(ctx)) && bulk.isList(requestOf(ctx), textOf(ctx));
  const say = (ctx: BotContext, screen: Screen) => send(ctx.api, ctx.person.id, screen);

  composer.on('callback_query:data', async (ctx) => {
    const pressed = dispatcher.decode(ctx.callbackQuery.data);
    if (!pressed)
      return void (await ctx.answerCallbackQuery({ text: ctx.format.plain('button-old') }).catch(() => undefined));
    const request = requestOf(ctx);
    const where = pressed.inNewMessage ? { ...request, messageId: null } : request;
    if (pressed.answersWithToast) return goWithToast(ctx, pressed.action, where);
    // Answered first, to stop the button's spinner; answering too late does no harm.
    const answered = ctx.answerCallbackQuery().catch(() => undefined);
    await go(ctx, pressed.action, where);
    await answered;
  });
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.format.plain('button-old') }).catch(() => undefined);
  });

  /** The first screen, by the link that was opened, and the person with what the link gave them. */
  async function opened(
    ctx: BotContext & { readonly match: string },
    link: string,
  ): Promise<{ screen: Screen; person: BotContext['person'] }> {
    const { person } = ctx;
    if (link.startsWith(staffInvitePrefix))
      return openStaffInvitation(services, ctx, link.slice(staffInvitePrefix.length));
    if (link.startsWith(agentInvitePrefix))
      return openAgentInvitation(services, ctx, link.slice(agentInvitePrefix.length));
    return { screen: (await openPromo(services, ctx)) ?? (await welcome(requestOf(ctx))), person };
  }

  composer.command('start', async (ctx) => {
    // Allowed for anyone, even a paused person.
    if (ctx.match.startsWith(receiptPrefix)) {
      const order = await services.receiptTokens.open(ctx.match.slice(receiptPrefix.length));
      if (!order) return void (await say(ctx, unknownReceiptScreen(ctx.format)));
      const price = await receiptPrice(services, order);
      return void (await say(ctx, sharedReceiptScreen(ctx.format, { order, price, shop: links.shop() })));
    }
    const conversationOf = ctx.match.startsWith(conversationPrefix)
      ? Number(ctx.match.slice(conversationPrefix.length))
      : 0;
    if (Number.isSafeInteger(conversationOf) && conversationOf > 0 && can(ctx.person, 'answer'))
      return go(ctx, supportActions.conversation({ person: conversationOf }));
    const { pausedWhy } = ctx.person;
    if (pausedWhy !== null) {
      const why = failureText(ctx.format, { code: 'person-paused', reason: pausedWhy });
      return void (await say(ctx, homeScreen(ctx.format, ctx.person, why)));
    }
    const linked = readStartLink(ctx.match);
    if (linked) return go(ctx, linked);
    const { screen, person } = await opened(ctx, ctx.match);
    void publishOwnCommands(ctx.api, person, (key) => ctx.format.plain(key)).catch(() => undefined);
    const pause = await salesPause.pausedLately();
    await say(ctx, pause ? { ...screen, text: lines(screen.text, '', pauseText(ctx.format, pause)) } : screen);
  });
  for (const [name, page] of Object.entries(pageCommands)) composer.command(name, (ctx) => go(ctx, page()));
  composer.command('cancel', (ctx) => say(ctx, homeScreen(ctx.format, ctx.person, ctx.format.html('left'))));
  composer.command('search', async (ctx) => {
    const words = searchWords(ctx.match);
    await go(ctx, words === '' ? catalogueActions.askSearch() : catalogueActions.search({ page: 1, sim: null, words }));
  });

  composer.on(['message:photo', 'message:document'], async (ctx, next) => {
    const request = requestOf(ctx);
    const taken = await slips.take(request, ctx.message);
    return taken ? present(ctx, request, taken) : next();
  });
  composer.on('message', async (ctx, next) => {
    const [mobile, ...more] = readMessage(ctx.message, operators).mobiles;
    if (mobile === undefined) return next();
    const { pausedWhy } = ctx.person;
    if (pausedWhy !== null)
      return void (await say(ctx, failureScreen(ctx.format, { code: 'person-paused', reason: pausedWhy })));
    if (canSell(ctx.person) && (more.length > 0 || (await isList(ctx))))
      return present(ctx, requestOf(ctx), await bulk.start(requestOf(ctx), textOf(ctx)));
    if (more.length > 0) return void (await say(ctx, severalNumbersScreen(ctx.format, [mobile, ...more])));
    const sale = ctx.message.text === undefined ? null : await quickSale(requestOf(ctx), saleLineOf(ctx));
    if (sale) return follow(ctx, sale);
    const someoneElses = ctx.message.contact !== undefined && ctx.message.contact.user_id !== ctx.from.id;
    const gathered = someoneElses && can(ctx.person, 'sell') ? await bulk.gather(requestOf(ctx), mobile) : null;
    return gathered ? present(ctx, requestOf(ctx), gathered) : go(ctx, numberActions.number({ mobile }));
  });
  composer.on('message:contact', (ctx) =>
    say(ctx, homeScreen(ctx.format, ctx.person, ctx.format.html('failure-number-invalid'))),
  );
  composer.on('message:text', async (ctx, next) => {
    const text = ctx.message.text.trim();
    if (text.startsWith('/')) return next();
    // Saved names stand for numbers.
    if (canSell(ctx.person) && (await isList(ctx)))
      return present(ctx, requestOf(ctx), await bulk.start(requestOf(ctx), text));
    const order = await orders.byCode(text);
    // Customers give this code to the shop when they ask for help.
    if (order && canNow(ctx.person, 'orders'))
      return go(ctx, lookupActions.found({ order: order.id, mobile: null, page: 1 }));
    if (order?.buyerId === ctx.person.id) return go(ctx, orderActions.order({ order: order.id, page: 1 }));
    const talk = smallTalk(text);
    if (talk === 'help') return go(ctx, homeActions.help());
    if (talk === 'support') return go(ctx, supportActions.support({ order: null }));
    if (talk !== null && !(await takeForSupport(ctx)))
      return void (await say(ctx, homeScreen(ctx.format, ctx.person, ctx.format.html(`talk-${talk}`))));
    if (talk !== null) return;
    const sale = await quickSale(requestOf(ctx), saleLineOf(ctx));
    if (sale) return follow(ctx, sale);
    const words = searchWords(text);
    if (words !== '' && text.length <= 60 && catalogue.search(words).total > 0)
      return go(ctx, catalogueActions.search({ page: 1, sim: null, words }));
    if (/^[+\d\s().-]{9,}$/.test(plainDigits(text)))
      return void (await say(ctx, homeScreen(ctx.format, ctx.person, ctx.format.html('failure-number-invalid'))));
    if (looksLikeCode(text))
      return void (await say(
        ctx,
        failureScreen(ctx.format, { code: 'order-unknown' }, orderActions.orders({ page: 1 })),
      ));
    return next();
  });
  composer.on('message', async (ctx, next) => {
    if (!(await takeForSupport(ctx))) return next();
  });
  composer.on('message:text', (ctx) => say(ctx, homeScreen(ctx.format, ctx.person, ctx.format.html('not-understood'))));
  composer.on('message', (ctx) => say(ctx, homeScreen(ctx.format, ctx.person, ctx.format.html('not-text'))));
  // Only these edits: a live location is edited every few seconds.
  composer.on(['edited_message:text', 'edited_message:caption'], (ctx) =>
    say(ctx, homeScreen(ctx.format, ctx.person, ctx.format.html('edited'))),
  );
  composer.on('my_chat_member', async (ctx) => {
    await people.setReachable(ctx.person.id, ctx.myChatMember.new_chat_member.status !== 'kicked');
  });
  return composer;
}

/** Ten letters may be any word; with a digit or a hyphen in the middle they are an order code. */
const looksLikeCode = (text: string): boolean =>
  readCode(text) !== null && !/\s/.test(text) && (/\d/.test(text) || /^.{5}-.{5}$/.test(text));

const saleLineOf = ({ message }: BotContext): SaleLine => ({
  text: message?.text ?? '',
  repliedTo: message?.reply_to_message?.from?.is_bot ? (message.reply_to_message.text ?? null) : null,
});

const textOf = ({ message }: BotContext): string => message?.text ?? message?.caption ?? '';
