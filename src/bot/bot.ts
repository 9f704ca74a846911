import { type ConversationData, conversations, createConversation, type VersionedState } from '@grammyjs/conversations';
import { Api, Bot, BotError, InputFile } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '#log.ts';
import type { KeyValue } from '#storage/key-value.ts';
import { createTextReader } from './answers/text-reader.ts';
import { createBulkFeature } from './buying/bulk/handlers.ts';
import { createCatalogueFeature } from './buying/catalogue/handlers.ts';
import { createContactKeyboard, numberConversation } from './buying/numbers/contact-keyboard.ts';
import { createNumbersFeature } from './buying/numbers/handlers.ts';
import { createOrdersFeature } from './buying/orders/handlers.ts';
import { createOrdering } from './buying/orders/ordering.ts';
import { createReceiptLinks } from './buying/orders/receipt-links.ts';
import { createPersonalOffersFeature } from './buying/personal-offers/handlers.ts';
import { createQuickSale } from './buying/quick-sale/quick-sale.ts';
import { createSharingFeature } from './buying/sharing/handlers.ts';
import { createInlineMode } from './buying/sharing/inline.ts';
import { createTopUpFeature } from './buying/top-up/handlers.ts';
import { createAgentBotsFeature } from './connecting/agent-bots/handlers.ts';
import { createOwnBot, hasToken } from './connecting/agent-bots/own-bot.ts';
import { openBotButton } from './connecting/agent-bots/screens.ts';
import { createApiFeature } from './connecting/reselling/handlers.ts';
import { createPersonApiFeature } from './connecting/reselling/person-handlers.ts';
import { allowedUpdates, isMoney } from './intake/update-identity.ts';
import type { BackgroundTasks } from './kit/background-tasks.ts';
import type { ChatScreens } from './kit/chat-screens.ts';
import { type BotContext, requestOf } from './kit/context.ts';
import { createDispatcher } from './kit/dispatch.ts';
import { isolated } from './kit/formatter.ts';
import { createLinks } from './kit/links.ts';
import { errorBoundary } from './kit/middleware/error-boundary.ts';
import { groups } from './kit/middleware/groups.ts';
import { loadUser } from './kit/middleware/load-user.ts';
import { forgetOwnCommands } from './kit/publish-bot-profile.ts';
import { notAnAnswer, readMessage } from './kit/question.ts';
import {
  createConversationState,
  createQuestionConversation,
  questionConversation,
} from './kit/question-conversation.ts';
import type { Services } from './kit/services.ts';
import type { Texts } from './kit/texts.ts';
import { createMessages } from './messages.ts';
import { createPaymentDeskFeature } from './money/payment-desk/handlers.ts';
import { createMerchantsFeature } from './money/payment-desk/merchants.ts';
import { createPaymentsFeature } from './money/payments/handlers.ts';
import { createInvoices } from './money/payments/invoices.ts';
import { createPaymentView } from './money/payments/payment-view.ts';
import { createSlips } from './money/payments/slips.ts';
import { createSettlementFeature } from './money/settlement/handlers.ts';
import { createWalletFeature } from './money/wallet/handlers.ts';
import { createNotices } from './notices/notices.ts';
import { createAgentsFeature } from './people/agents/handlers.ts';
import { agentInvitePrefix } from './people/agents/invitations.ts';
import { createCustomersFeature } from './people/customers/handlers.ts';
import { createHomeFeature } from './people/home/handlers.ts';
import { staleQuestion } from './people/home/stale-question.ts';
import { createPrivacyFeature } from './people/privacy/handlers.ts';
import { createStaffFeature } from './people/staff/handlers.ts';
import { staffInvitePrefix } from './people/staff/invitations.ts';
import type { Renderer } from './pictures/renderer.ts';
import { createPricesFeature } from './pricing/prices/handlers.ts';
import { createPromoFeature } from './pricing/promo-codes/handlers.ts';
import { promoPrefix } from './pricing/promo-codes/links.ts';
import { createPlansFeature } from './returning/plans/handlers.ts';
import { createReferralsFeature } from './returning/referrals/handlers.ts';
import { referralCodeIn, referralPrefix } from './returning/referrals/links.ts';
import { createRemindersFeature } from './returning/reminders/handlers.ts';
import { createAdminFeature } from './running/admin/handlers.ts';
import { createAuditFeature } from './running/audit/handlers.ts';
import { createFiles } from './running/files/deliver-files.ts';
import { createFilesFeature } from './running/files/handlers.ts';
import type { PendingFiles } from './running/files/pending-files.ts';
import { createManualReviewFeature } from './running/manual-review/handlers.ts';
import { createOrderLookupFeature } from './running/order-lookup/handlers.ts';
import { createReportsFeature } from './running/reports/handlers.ts';
import { createShopProfileFeature } from './running/shop-profile/handlers.ts';
import { createSendShopPicture } from './running/shop-profile/send-picture.ts';
import { createShowReply } from './show-reply.ts';
import { createStartCommand } from './start-command.ts';
import { copyOf } from './support/broadcasts/delivery.ts';
import { createBroadcastsFeature } from './support/broadcasts/handlers.ts';
import { createSupportGroupMessages } from './support/support/group-messages.ts';
import { createSupportFeature } from './support/support/handlers.ts';
import { createSupportMessages } from './support/support/private-messages.ts';
import { createToConversation } from './support/support/to-conversation.ts';
import { dialectOf } from './telegram/dialect.ts';
import type { Messenger } from './telegram/messenger.ts';
import { isTokenRefused } from './telegram/problem.ts';
import type { Transport } from './telegram/transport.ts';

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
  const readForSupport = createToConversation(services, quickSale.saleIn);
  people.use(
    createMessages({
      services,
      dispatcher,
      showReply: createShowReply({ ...services, screens, files, contactKeyboard, sendShopPicture }),
      start: createStartCommand({ services, welcome: home.welcome, links: receiptLinks }),
      leave: ordering.leave,
      ownBot,
      readText: createTextReader(services, { bulk, ordering, quickSale, readForSupport, screens, slips }),
      screens,
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
