import { type ConversationData, conversations, createConversation, type VersionedState } from '@grammyjs/conversations';
import { sequentialize } from '@grammyjs/runner';
import { Bot } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '../log.ts';
import type { ChatTurns } from '../storage/chat-turns.ts';
import type { KeyValue } from '../storage/key-value.ts';
import { type AdmissionPace, type Kind, usualAdmission } from './admission.ts';
import type { BackgroundTasks } from './core/background-tasks.ts';
import type { Press } from './core/callback-data.ts';
import type { BotContext } from './core/context.ts';
import { errorBoundary } from './core/middleware/error-boundary.ts';
import { groups } from './core/middleware/groups.ts';
import { inTurn } from './core/middleware/in-turn.ts';
import { limits } from './core/middleware/limits.ts';
import { meet } from './core/middleware/load-user.ts';
import { withPauseNotice } from './core/pause-notice.ts';
import {
  createConversationState,
  createQuestionConversation,
  questionConversation,
} from './core/question-conversation.ts';
import { type BotRequest, follow, type Routes, type Services } from './core/request.ts';
import type { Texts } from './core/texts.ts';
import { createDesk } from './features/admin/handlers.ts';
import { invitePrefix } from './features/agents/invitations.ts';
import { copyOf } from './features/broadcasts/delivery.ts';
import { createBulk } from './features/bulk/handlers.ts';
import { createBrowsing } from './features/catalogue/handlers.ts';
import { createFiles } from './features/files/deliver-files.ts';
import { createFileRoutes } from './features/files/handlers.ts';
import type { PendingFiles } from './features/files/pending-files.ts';
import { createSettings } from './features/home/handlers.ts';
import { staleQuestion } from './features/home/stale-question.ts';
import { createSharing, numberConversation } from './features/numbers/contact-keyboard.ts';
import { createNumberRoutes } from './features/numbers/handlers.ts';
import { createAnswers } from './features/numbers/questions.ts';
import { createOrdering } from './features/orders/handlers.ts';
import { createReceiptLinks } from './features/orders/receipt-links.ts';
import { createReceiptSharing } from './features/orders/receipt-sharing.ts';
import { createPayingRoutes, createPayments } from './features/payments/handlers.ts';
import { createOffering } from './features/personal-offers/handlers.ts';
import { createReporting } from './features/reports/handlers.ts';
import { createWalletRoutes } from './features/wallet/handlers.ts';
import { createMessages } from './messages.ts';
import { createNotices } from './notices.ts';
import type { Renderer } from './pictures/renderer.ts';
import type { Transport } from './transport.ts';

export interface BotDeps {
  readonly token: string;
  readonly apiRoot: string | null;
  readonly transport: Transport;
  readonly services: Services;
  readonly texts: Texts;
  readonly typing: KeyValue<VersionedState<ConversationData>>;
  /** Null: no other process serves the same chats. */
  readonly turns: ChatTurns | null;
  readonly backgroundTasks: BackgroundTasks;
  readonly pendingFiles: PendingFiles;
  readonly renderer: Renderer;
  readonly log: Log;
  readonly onHandled?: (kind: string, seconds: number) => void;
  readonly onLimited?: (kind: Kind) => void;
  readonly admission?: Partial<AdmissionPace>;
}

const telegramRoot = 'https://api.telegram.org';

export const allowedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'pre_checkout_query',
] as const;

export function createBot({
  token,
  apiRoot,
  transport,
  services,
  texts,
  typing,
  turns,
  backgroundTasks,
  pendingFiles,
  renderer,
  log,
  onHandled,
  onLimited = () => {},
  admission = {},
}: BotDeps): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, {
    client: { fetch: transport.fetch, ...(apiRoot === null ? {} : { apiRoot }) },
  });
  bot.api.config.use(transport.shortCut(`${apiRoot ?? telegramRoot}/bot${token}`));
  const ordering = createOrdering(services);
  const bulk = createBulk(services);
  const desk = createDesk({
    services,
    notify: createNotices({ ...services, api: bot.api, log }),
    copy: copyOf(bot.api),
    inviteLink: (code) => `https://t.me/${bot.botInfo.username}?start=${invitePrefix}${code}`,
  });
  const links = createReceiptLinks(services, () => bot.botInfo);
  const files = createFiles({ api: bot.api, services, backgroundTasks, pendingFiles, renderer, links, log });
  const routes: Routes = withPauseNotice(services, {
    ...createSettings(services),
    ...createNumberRoutes(services, (request: BotRequest, press: Press) => follow(routes, request, press)),
    ...createBrowsing(services, ordering),
    ...createOffering(services, ordering),
    ...ordering.routes,
    ...createReceiptSharing(ordering, links),
    ...createWalletRoutes(services),
    ...createReporting(services),
    ...createPayingRoutes(services),
    ...createFileRoutes(services),
    ...bulk.routes,
    ...desk.routes,
  });

  if (onHandled) {
    bot.use(async (ctx, next) => {
      const began = performance.now();
      await next().finally(() => onHandled(kindOf(ctx.update), (performance.now() - began) / 1_000));
    });
  }
  // Before anything waits in a queue.
  bot.use(limits({ ...services, texts, onLimited, pace: { ...usualAdmission, ...admission } }));
  // One at a time for each chat, whichever way updates come in.
  bot.use(sequentialize((ctx) => (ctx.chat ?? ctx.from)?.id.toString()));
  if (turns) bot.use(inTurn(turns));
  bot.use(errorBoundary({ texts, log }));
  bot.use(groups(texts));
  // A question about a payment belongs to a person and to no chat.
  const known = bot.filter((ctx) => ctx.chat?.type === 'private' || ctx.preCheckoutQuery !== undefined);
  known.use(meet(services));
  known.use(createPayments(services, log));
  const people = known.filter((ctx) => ctx.chat?.type === 'private');
  const state = createConversationState(typing);
  people.use(conversations<BotContext, never>({ storage: state.storage }));
  people.use(staleQuestion(services, state.wasForgotten));
  const sharing = createSharing();
  people.use(sharing.leave);
  const typed = createQuestionConversation({ files, answer: createAnswers(services, routes, desk, bulk) });
  people.use(createConversation(typed, questionConversation), createConversation(typed, numberConversation));
  people.use(createMessages(services, routes, sharing, bulk, files, links));
  return bot;
}

const kindOf = (update: Update): string => allowedUpdates.find((kind) => kind in update) ?? 'other';
