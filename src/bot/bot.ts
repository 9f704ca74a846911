import { type ConversationData, conversations, createConversation, type VersionedState } from '@grammyjs/conversations';
import { Api, Bot, BotError, InputFile } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '#log.ts';
import type { KeyValue } from '#storage/key-value.ts';
import { withWaysOut } from './answers/talk-screens.ts';
import { createTextReader } from './answers/text-reader.ts';
import { createContactKeyboard, numberConversation } from './buying/numbers/contact-keyboard.ts';
import { createInlineMode } from './buying/sharing/inline.ts';
import { hasToken } from './connecting/agent-bots/own-bot.ts';
import { createFeatures } from './features.ts';
import { groups } from './intake/groups.ts';
import { loadUser } from './intake/load-user.ts';
import { allowedUpdates, isMoney } from './intake/update-identity.ts';
import type { BackgroundTasks } from './kit/background-tasks.ts';
import type { ChatScreens } from './kit/chat-screens.ts';
import { type BotContext, requestOf } from './kit/context.ts';
import { createDispatcher } from './kit/dispatch.ts';
import { errorBoundary } from './kit/error-boundary.ts';
import { createLinks } from './kit/links.ts';
import { notAnAnswer, readMessage } from './kit/question.ts';
import {
  createConversationState,
  createQuestionConversation,
  questionConversation,
} from './kit/question-conversation.ts';
import type { Texts } from './kit/texts.ts';
import { createMessages } from './messages.ts';
import { createInvoices } from './money/payments/invoices.ts';
import { createNotices } from './notices/notices.ts';
import type { Parts, Services } from './parts.ts';
import { staleQuestion } from './people/home/stale-question.ts';
import type { Renderer } from './pictures/renderer.ts';
import { referralCodeIn } from './returning/referrals/handlers.ts';
import { createFiles } from './running/files/deliver-files.ts';
import type { PendingFiles } from './running/files/pending-files.ts';
import { forgetOwnCommands } from './running/shop-profile/publish.ts';
import { createSendShopPicture } from './running/shop-profile/send-picture.ts';
import { createShowReply } from './show-reply.ts';
import { createStartCommand } from './start-command.ts';
import { createSupportGroupMessages } from './support/support/group-messages.ts';
import { createSupportMessages } from './support/support/private-messages.ts';
import { createToConversation } from './support/support/to-conversation.ts';
import { dialectOf } from './telegram/dialect.ts';
import type { Messenger } from './telegram/messenger.ts';
import { isTokenRefused } from './telegram/problem.ts';
import type { Transport } from './telegram/transport.ts';
import { withPauseNotice } from './words/pause-notice.ts';

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
  const { api } = bot;
  const dialect = dialectOf(messenger);
  if (dialect)
    api.config.use((call, method, payload, signal) => {
      // A call with a file is no JSON any more when it reaches the transport.
      const hasFile = Object.values(payload).some((value) => value instanceof InputFile);
      return call(method, hasFile ? (dialect.payload({ ...payload }) as typeof payload) : payload, signal);
    });
  const links = createLinks(messenger, () => bot.botInfo);
  const parts: Parts = {
    ...services,
    ...{ links, log, messenger, texts },
    notify: createNotices({ ...services, api, log }),
    forgetCommands: (personId) => forgetOwnCommands(api, personId),
    forgetMessage: async (chatId, messageId) =>
      void (await api.deleteMessage(chatId, messageId).catch(() => undefined)),
  };
  const features = createFeatures({
    ...parts,
    ...{ bot, screens, renderer },
    download: async (fileId, most) => {
      const { file_path: path = '' } = await api.getFile(fileId);
      return transport.download(`${apiRoot ?? messenger.apiRoot}/file/bot${token}/${path}`, most);
    },
    askToken: async (asked) => {
      try {
        return await new Api(asked, client).getMe();
      } catch (error) {
        return isTokenRefused(error) ? 'refused' : null;
      }
    },
  });
  const { bulk, ordering, ownBot, quickSale, receiptLinks, slips } = features;
  const dispatcher = createDispatcher(features.all, (request, reply) =>
    withPauseNotice(services.salesPause.pausedLately, request, reply),
  );
  const files = createFiles({ api, services, backgroundTasks, pendingFiles, renderer, links: receiptLinks, log });
  const sendShopPicture = createSendShopPicture({ ...services, api, log });

  if (onHandled) {
    bot.use(async (ctx, next) => {
      const began = performance.now();
      await next().finally(() => onHandled(kindOf(ctx.update), (performance.now() - began) / 1_000));
    });
  }
  bot.use(errorBoundary({ log }));
  bot.filter((ctx) => ctx.managedBot !== undefined, ownBot.onManaged);
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
    answer: async (ctx, question, isAgain) => {
      if (hasToken(ctx.message)) return notAnAnswer;
      const request = requestOf(ctx);
      const reply = await dispatcher.answer(request, readMessage(ctx.message, services.operators), question);
      return isAgain && reply.kind === 'retry' ? { ...reply, screen: withWaysOut(request, reply.screen) } : reply;
    },
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
      start: createStartCommand(parts, features.welcome, receiptLinks),
      leave: ordering.leave,
      ownBot,
      readText: createTextReader(parts, { bulk, ordering, quickSale, readForSupport, screens, slips }),
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
