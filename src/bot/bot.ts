import { type ConversationData, conversations, createConversation, type VersionedState } from '@grammyjs/conversations';
import { Api, Bot, BotError, InputFile } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '#log.ts';
import type { KeyValue } from '#storage/key-value.ts';
import type { BackgroundTasks } from './core/background-tasks.ts';
import type { ChatScreens } from './core/chat-screens.ts';
import { type BotContext, requestOf } from './core/context.ts';
import { createDispatcher } from './core/dispatch.ts';
import { isolated } from './core/formatter.ts';
import { createLinks } from './core/links.ts';
import { errorBoundary } from './core/middleware/error-boundary.ts';
import { groups } from './core/middleware/groups.ts';
import { loadUser } from './core/middleware/load-user.ts';
import { forgetOwnCommands } from './core/publish-bot-profile.ts';
import { notAnAnswer, readMessage } from './core/question.ts';
import {
  createConversationState,
  createQuestionConversation,
  questionConversation,
} from './core/question-conversation.ts';
import type { Services } from './core/services.ts';
import type { Texts } from './core/texts.ts';
import { createAdminFeature } from './features/admin/handlers.ts';
import { createAgentBotsFeature } from './features/agent-bots/handlers.ts';
import { createOwnBot, hasToken } from './features/agent-bots/own-bot.ts';
import { openBotButton } from './features/agent-bots/screens.ts';
import { createAgentsFeature } from './features/agents/handlers.ts';
import { agentInvitePrefix } from './features/agents/invitations.ts';
import { createAuditFeature } from './features/audit/handlers.ts';
import { copyOf } from './features/broadcasts/delivery.ts';
import { createBroadcastsFeature } from './features/broadcasts/handlers.ts';
import { createBulkFeature } from './features/bulk/handlers.ts';
import { createCatalogueFeature } from './features/catalogue/handlers.ts';
import { createCustomersFeature } from './features/customers/handlers.ts';
import { createFiles } from './features/files/deliver-files.ts';
import { createFilesFeature } from './features/files/handlers.ts';
import type { PendingFiles } from './features/files/pending-files.ts';
import { createHomeFeature } from './features/home/handlers.ts';
import { staleQuestion } from './features/home/stale-question.ts';
import { createManualReviewFeature } from './features/manual-review/handlers.ts';
import { createContactKeyboard, numberConversation } from './features/numbers/contact-keyboard.ts';
import { createNumbersFeature } from './features/numbers/handlers.ts';
import { createOrderLookupFeature } from './features/order-lookup/handlers.ts';
import { createOrdersFeature } from './features/orders/handlers.ts';
import { createOrdering } from './features/orders/ordering.ts';
import { createReceiptLinks } from './features/orders/receipt-links.ts';
import { createPaymentDeskFeature } from './features/payment-desk/handlers.ts';
import { createMerchantsFeature } from './features/payment-desk/merchants.ts';
import { createPaymentsFeature } from './features/payments/handlers.ts';
import { createInvoices } from './features/payments/invoices.ts';
import { createPaymentView } from './features/payments/payment-view.ts';
import { createSlips } from './features/payments/slips.ts';
import { createPersonalOffersFeature } from './features/personal-offers/handlers.ts';
import { createPlansFeature } from './features/plans/handlers.ts';
import { createPricesFeature } from './features/prices/handlers.ts';
import { createPrivacyFeature } from './features/privacy/handlers.ts';
import { createPromoFeature } from './features/promo-codes/handlers.ts';
import { promoPrefix } from './features/promo-codes/links.ts';
import { createQuickSale } from './features/quick-sale/quick-sale.ts';
import { createReferralsFeature } from './features/referrals/handlers.ts';
import { referralCodeIn, referralPrefix } from './features/referrals/links.ts';
import { createRemindersFeature } from './features/reminders/handlers.ts';
import { createReportsFeature } from './features/reports/handlers.ts';
import { createApiFeature } from './features/reselling/handlers.ts';
import { createPersonApiFeature } from './features/reselling/person-handlers.ts';
import { createSettlementFeature } from './features/settlement/handlers.ts';
import { createSharingFeature } from './features/sharing/handlers.ts';
import { createInlineMode } from './features/sharing/inline.ts';
import { createShopProfileFeature } from './features/shop-profile/handlers.ts';
import { createSendShopPicture } from './features/shop-profile/send-picture.ts';
import { createStaffFeature } from './features/staff/handlers.ts';
import { staffInvitePrefix } from './features/staff/invitations.ts';
import { createSupportGroupMessages } from './features/support/group-messages.ts';
import { createSupportFeature } from './features/support/handlers.ts';
import { createSupportMessages } from './features/support/private-messages.ts';
import { createConversationReader } from './features/support/text-readers.ts';
import { createTopUpFeature } from './features/top-up/handlers.ts';
import { createWalletFeature } from './features/wallet/handlers.ts';
import { allowedUpdates, isMoney } from './intake/update-identity.ts';
import { createMessages } from './messages.ts';
import { createNotices } from './notices/notices.ts';
import type { Renderer } from './pictures/renderer.ts';
import { createShowReply } from './show-reply.ts';
import { createStartCommand } from './start-command.ts';
import { dialectOf } from './telegram/dialect.ts';
import type { Messenger } from './telegram/messenger.ts';
import { isTokenRefused } from './telegram/problem.ts';
import type { Transport } from './telegram/transport.ts';
import { createTextReader } from './text-readers.ts';

interface BotDeps {
  readonly token: string;
  readonly apiRoot: string | null;
  readonly messenger: Messenger;
  readonly transport: Transport;
  readonly services: Services;
  readonly texts: Texts;
  readonly typing: KeyValue<VersionedState<ConversationData>>;
  readonly screens: ChatScreens;
  readonly backgroundTasks: BackgroundTasks;
  readonly pendingFiles: PendingFiles;
  readonly renderer: Renderer;
  readonly log: Log;
  readonly onHandled?: (kind: string, seconds: number) => void;
}

export type TelegramBot = Bot<BotContext>;

export function createBot({
  token,
  apiRoot,
  messenger,
  transport,
  services,
  texts,
  typing,
  screens,
  backgroundTasks,
  pendingFiles,
  renderer,
  log,
  onHandled,
}: BotDeps): Bot<BotContext> {
  const client = { fetch: transport.fetch, ...(apiRoot === null ? {} : { apiRoot }) };
  const bot = new Bot<BotContext>(token, { client });
  const dialect = dialectOf(messenger);
  if (dialect)
    bot.api.config.use((call, method, payload, signal) => {
      // A call with a file is no JSON any more when it reaches the transport.
      const hasFile = Object.values(payload).some((value) => value instanceof InputFile);
      return call(method, hasFile ? (dialect.payload({ ...payload }) as typeof payload) : payload, signal);
    });
  const fileRoot = `${apiRoot ?? messenger.apiRoot}/file/bot${token}`;
  const download = async (fileId: string, most: number): Promise<Uint8Array> => {
    const { file_path: path = '' } = await bot.api.getFile(fileId);
    return transport.download(`${fileRoot}/${path}`, most);
  };
  const links = createLinks(messenger, () => bot.botInfo);
  const receiptLinks = createReceiptLinks(services, links, () => bot.botInfo);
  const files = createFiles({
    api: bot.api,
    services,
    backgroundTasks,
    pendingFiles,
    renderer,
    links: receiptLinks,
    log,
  });
  const sendShopPicture = createSendShopPicture({ ...services, api: bot.api, log });
  const bulk = createBulkFeature(services);
  const ordering = createOrdering(services);
  const paymentView = createPaymentView(services);
  const slips = createSlips(services, paymentView);
  const notify = createNotices({ ...services, api: bot.api, log });
  const promoLink = (code: string) => links.start(`${promoPrefix}${code}`);
  const inviteLink = (code: string) => links.start(`${agentInvitePrefix}${code}`);
  const staffLink = (code: string) => links.start(`${staffInvitePrefix}${code}`);
  const referralLink = (code: string) => links.start(`${referralPrefix}${code}`);
  const forgetCommands = (personId: number) => forgetOwnCommands(bot.api, personId);
  const home = createHomeFeature(services);
  const quickSale = createQuickSale(services, screens);
  const forget = async (chatId: number, messageId: number): Promise<void> =>
    void (await bot.api.deleteMessage(chatId, messageId).catch(() => undefined));
  const ownBot = createOwnBot(services, {
    ask: async (asked) => {
      const api = new Api(asked, client);
      try {
        return await api.getMe();
      } catch (error) {
        return isTokenRefused(error) ? 'refused' : null;
      }
    },
    me: () => bot.botInfo,
    managedToken: (botId) => bot.api.getManagedBotToken(botId),
    forget,
  });
  const features = [
    home.feature,
    createNumbersFeature(services, { bulk, quickSale }),
    createCatalogueFeature(services, ordering, links),
    createTopUpFeature(services, ordering, quickSale.sell),
    createPersonalOffersFeature(services, ordering),
    createSharingFeature(services, links),
    createOrdersFeature(services, ordering, receiptLinks),
    createPaymentsFeature(services, ordering, paymentView, slips),
    createPaymentDeskFeature(services),
    createMerchantsFeature({ ...services, forget }),
    createPlansFeature(services),
    createRemindersFeature(services),
    bulk.feature,
    createWalletFeature(services),
    createReportsFeature(services),
    createFilesFeature(services),
    createAdminFeature(services),
    createAgentsFeature({ ...services, notify, inviteLink, forgetCommands }),
    createCustomersFeature(services),
    createPrivacyFeature({ ...services, forgetCommands }),
    createStaffFeature({ ...services, notify, staffLink, forgetCommands }),
    createManualReviewFeature(services),
    createOrderLookupFeature(services),
    createAuditFeature(services),
    createPricesFeature(services),
    createPromoFeature({ ...services, promoLink }, ordering),
    createSupportFeature(services, quickSale.saleIn),
    createReferralsFeature({ ...services, referralLink }),
    createSettlementFeature(services),
    createApiFeature(services),
    createPersonApiFeature({ ...services, notify }),
    ownBot.feature,
    createAgentBotsFeature({ ...services, notify }),
    createBroadcastsFeature({ ...services, copy: copyOf(bot.api) }),
    createShopProfileFeature({ ...services, bot, messenger, texts, renderer, download, log }),
  ];
  const dispatcher = createDispatcher(features, services.salesPause.pausedLately);

  if (onHandled) {
    bot.use(async (ctx, next) => {
      const began = performance.now();
      await next().finally(() => onHandled(kindOf(ctx.update), (performance.now() - began) / 1_000));
    });
  }
  bot.use(errorBoundary({ log }));
  bot.filter(
    (ctx) => ctx.managedBot !== undefined,
    async ({ managedBot }) => {
      if (!managedBot) return;
      const { user, bot: made } = managedBot;
      const takeResult = await ownBot.takeManaged(user.id, made.id);
      const other = takeResult === null ? await ownBot.otherThan(user.id, made.id) : null;
      if (other !== null)
        await notify(user.id, (format) =>
          format.html('own-bot-other', { made: isolated(`@${made.username ?? ''}`), bot: isolated(`@${other}`) }),
        );
      if (!takeResult?.ok || !takeResult.value) return;
      await notify(
        user.id,
        (format) => format.html('notice-bot-made'),
        (format) => openBotButton(format, made.username ?? ''),
      );
    },
  );
  bot.use(createInlineMode(services, links, receiptLinks.shop));
  // Our own inline result, sent to ourselves: it is not typed.
  bot.filter(
    (ctx) => ctx.message?.via_bot?.id === ctx.me.id,
    () => undefined,
  );
  // A pre-checkout query has a person and no chat, and a payment is booked wherever it is reported.
  const inChats = bot.filter(({ update }) => !isMoney(update));
  inChats.use(createSupportGroupMessages({ ...services, log }), groups(texts, links));
  const personal = bot.filter(({ chat, update }) => chat?.type === 'private' || isMoney(update));
  personal.use(loadUser(services, referralCodeIn, screens));
  personal.use(createInvoices(services, log));
  const people = personal.filter((ctx) => ctx.chat?.type === 'private');
  const state = createConversationState(typing);
  people.use(createSupportMessages(services));
  people.use(conversations<BotContext, never>({ storage: state.storage }), state.keepFailed);
  people.use(staleQuestion(services, state.wasDropped));
  const contactKeyboard = createContactKeyboard();
  people.use(contactKeyboard.leave);
  const conversation = createQuestionConversation({
    // Whatever was asked, a token is deleted at once, by the handler of messages.
    answer: async (ctx, question) =>
      hasToken(ctx.message)
        ? notAnAnswer
        : dispatcher.answer(requestOf(ctx), readMessage(ctx.message, services.operators), question),
    sendFiles: files.start,
    orderMessages: services.orderMessages,
    screens,
  });
  people.use(createConversation(conversation, questionConversation));
  people.use(createConversation(conversation, numberConversation));
  const readForSupport = createConversationReader(services, quickSale.saleIn);
  people.use(
    createMessages({
      services,
      dispatcher,
      showReply: createShowReply({ ...services, screens, files, contactKeyboard, sendShopPicture }),
      start: createStartCommand({ services, welcome: home.welcome, links: receiptLinks }),
      leave: ordering.leave,
      slips,
      ownBot,
      readText: createTextReader(services, { bulk, ordering, quickSale, readForSupport, screens, slips }),
      readForSupport,
    }),
  );
  return bot;
}

/** Rejects with what a handler threw, not with grammY's wrapper around it. */
export async function handleUpdate(bot: TelegramBot, update: Update): Promise<void> {
  try {
    await bot.handleUpdate(update);
  } catch (error) {
    throw error instanceof BotError ? error.error : error;
  }
}

const kindOf = (update: Update): string => allowedUpdates.find((kind) => kind in update) ?? 'other';
